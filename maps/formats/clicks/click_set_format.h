/* The formats of click sets. A click set is read from a file in memory into an empty set: FR_OK; or
 * FR_BAD_INPUT, FR_UNSUPPORTED or FR_NO_MEMORY with `error` filled, and the set incomplete. */
#ifndef FOOTRACE_MAPS_FORMATS_CLICKS_CLICK_SET_FORMAT_H
#define FOOTRACE_MAPS_FORMATS_CLICKS_CLICK_SET_FORMAT_H

#include "maps/click_set.h"
#include "maps/formats/base/file.h"

FR_MUST_USE enum fr_status fr_click_set_from_json(const struct fr_file *file,
                                                  struct fr_click_set *set);

/* Refuses rows for a size other than `width` x `height`. */
FR_MUST_USE enum fr_status fr_click_set_from_scen(const struct fr_file *file, int32_t width,
                                                  int32_t height, struct fr_click_set *set);

#endif
