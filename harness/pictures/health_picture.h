/* A picture of a map's health: small components have a ring and a number, counted from the top. For
 * a map with a radius it also shows pixels that only a point can reach, and a ring with the width
 * at each corridor that is too narrow. */
#ifndef FOOTRACE_HARNESS_PICTURES_HEALTH_PICTURE_H
#define FOOTRACE_HARNESS_PICTURES_HEALTH_PICTURE_H

#include "harness/inspect/inspection.h"
#include "harness/pictures/picture.h"

/* FR_OK; or FR_BAD_INPUT or FR_NO_MEMORY with `error` filled and no file left behind. */
FR_MUST_USE enum fr_status fr_health_picture_save(const char *file,
                                                  const struct fr_inspection *inspection,
                                                  struct fr_error *error);

#endif
