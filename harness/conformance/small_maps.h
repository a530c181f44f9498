/* Small random maps: noise, rooms, caves, mazes, corridors, with areas and edge walls; and random
 * edits of them. For the conformance checks and for tests. */
#ifndef FOOTRACE_HARNESS_CONFORMANCE_SMALL_MAPS_H
#define FOOTRACE_HARNESS_CONFORMANCE_SMALL_MAPS_H

#include <stdbool.h>
#include <stddef.h>

#include "maps/map.h"
#include "maps/random.h"

/* Pixels. Some maps are wide and low, to span several 64-bit words. */
#define FR_CONFORMANCE_MAP_SIZE 48 /* width and height of the other maps */
#define FR_CONFORMANCE_MAP_WIDTH 132
#define FR_CONFORMANCE_MAP_LOW 17

/* Bytes of the largest map as text. */
#define FR_CONFORMANCE_TEXT_SIZE 16384

/* A map of a random kind and size, which the caller releases. One map in three has several areas,
 * some of them closed. NULL if out of memory. */
struct fr_map *fr_conformance_map(struct fr_random *random, const struct fr_allocator *allocator);

/* Adds edge walls of a random kind. */
void fr_conformance_walls(struct fr_map *map, struct fr_random *random);

/* Closes each border with a probability of `percent` / 100. */
void fr_conformance_scatter_walls(struct fr_map *map, struct fr_random *random, int percent);

/* Opens or closes an area, blocks or unblocks a rectangle or, with walls, opens or closes edge
 * walls. Returns the changed rectangle, clipped to the map; width 0: no change. */
struct fr_rect fr_conformance_edit(struct fr_map *map, struct fr_random *random, bool walls);

/* A random walkable pixel; false if a few hundred attempts find none. */
bool fr_conformance_walkable(const struct fr_map *map, struct fr_random *random,
                             struct fr_pixel *pixel);

/* Writes pixels and edge walls as a map file (maps/formats/text/save_ascii.h); returns `text`. */
const char *fr_conformance_text(const struct fr_map *map, char text[FR_CONFORMANCE_TEXT_SIZE]);

#endif
