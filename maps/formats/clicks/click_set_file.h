/* Click sets in files: JSON ("footrace-clicks/1") and Moving AI .scen, versions 0 to 2. */
#ifndef FOOTRACE_MAPS_FORMATS_CLICKS_CLICK_SET_FILE_H
#define FOOTRACE_MAPS_FORMATS_CLICKS_CLICK_SET_FILE_H

#include "maps/click_set.h"
#include "maps/formats/base/error.h"

/* Reads a click set: Moving AI's if the name ends in .scen, else JSON. A .scen with rows for
 * a map size other than `width` x `height` is refused, and so is a wall at a border that a map of
 * this size does not have. FR_OK and a set that the caller releases; or FR_BAD_INPUT or
 * FR_NO_MEMORY with `error` filled (file, line or entry, expectation).
 *
 * The bitmap of a patch event is its JSON key "rows": texts of equal length in the letters of ASCII
 * maps (save_ascii.h), with '@' also for area 0: {"patch": [x, y], "rows": ["..@", "@2."]}. */
FR_MUST_USE enum fr_status fr_click_set_load(const char *file, int32_t width, int32_t height,
                                             const struct fr_allocator *allocator,
                                             struct fr_click_set *set, struct fr_error *error);

/* Writes a set as JSON, one click per line. FR_OK; or FR_UNSUPPORTED (a patch with an area above
 * 61), FR_BAD_INPUT or FR_NO_MEMORY with `error` filled and the previous content of `file`
 * untouched. */
FR_MUST_USE enum fr_status fr_click_set_save(const char *file, const struct fr_click_set *set,
                                             struct fr_error *error);

#endif
