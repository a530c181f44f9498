/* What is left of a path for a figure under way, after the map changed. */
#ifndef FOOTRACE_ALGORITHMS_STEPS_REST_OF_PATH_H
#define FOOTRACE_ALGORITHMS_STEPS_REST_OF_PATH_H

#include <stdbool.h>

#include "maps/map.h"
#include "maps/path.h"

/* Whether the rest of a path is in free space, for a figure that has walked this many pixels from
 * its start: the pixel that it is in, and all that it will enter, exactly, with every turn. Like
 * fr_line_of_sight, for paths legal at any angle on a map without edge walls. The path has at least
 * one point; `walked` is finite. */
bool fr_rest_in_free_space(const struct fr_map *map, const struct fr_path *path, double walked);

#endif
