/* A picture of a map's health: its islands ringed and numbered, from the top; and where it is that of
 * an agent, what only a point can reach, and the corridors that close, ringed, with their width. */
#ifndef FOOTRACE_HARNESS_PICTURES_HEALTH_PICTURE_H
#define FOOTRACE_HARNESS_PICTURES_HEALTH_PICTURE_H

#include "harness/inspect/inspection.h"
#include "harness/pictures/picture.h"

/* FR_OK; or FR_BAD_INPUT or FR_NO_MEMORY with error filled and no file left behind. */
FR_MUST_USE enum fr_status fr_health_picture_save(enum fr_picture_format format, const char *file,
                                                  const struct fr_inspection *inspection,
                                                  struct fr_error *error);

#endif
