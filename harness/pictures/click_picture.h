/* A picture of a click set on its map: each click from start to goal in the colour of its tag, the
 * events' rectangles, and a legend with counts. */
#ifndef FOOTRACE_HARNESS_PICTURES_CLICK_PICTURE_H
#define FOOTRACE_HARNESS_PICTURES_CLICK_PICTURE_H

#include "harness/clicks/resolve.h"
#include "harness/pictures/picture.h"

struct fr_click_picture {
    const struct fr_map *map; /* before the first event */
    const struct fr_click_set *set;
    const struct fr_resolved_click *resolved; /* one for each entry */
    const char *title;
};

/* Writes the picture, with a margin around the map for clicks outside it. A small map is enlarged,
 * one beyond 5120 pixels reduced. FR_OK; or FR_BAD_INPUT or FR_NO_MEMORY with error filled and no
 * file left behind. */
FR_MUST_USE enum fr_status fr_click_picture_save(enum fr_picture_format format, const char *file,
                                                 const struct fr_click_picture *what,
                                                 struct fr_error *error);

#endif
