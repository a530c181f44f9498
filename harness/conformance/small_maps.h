/* Random maps of many kinds, for the conformance tests and for tests: noise, rooms, caves, mazes,
 * corridors, with areas and edge walls; and random edits of them. */
#ifndef FOOTRACE_HARNESS_CONFORMANCE_SMALL_MAPS_H
#define FOOTRACE_HARNESS_CONFORMANCE_SMALL_MAPS_H

#include <stdbool.h>
#include <stddef.h>

#include "maps/map.h"
#include "maps/random.h"

#define FR_CONFORMANCE_MAP_SIZE 48   /* pixels, at most, either way... */
#define FR_CONFORMANCE_MAP_WIDTH 132 /* ...but for low maps across two or three words of 64 */
#define FR_CONFORMANCE_MAP_LOW 17

/* Bytes of the largest of them as text. */
#define FR_CONFORMANCE_TEXT_SIZE 16384

/* A map for the caller to release, of a random kind and size; one in three has areas, of which some
 * are closed. NULL without memory. */
struct fr_map *fr_conformance_map(struct fr_random *random, const struct fr_allocator *allocator);

/* Adds edge walls of a random kind. */
void fr_conformance_walls(struct fr_map *map, struct fr_random *random);

/* Closes each border with a chance of percent in a hundred. */
void fr_conformance_scatter_walls(struct fr_map *map, struct fr_random *random, int percent);

/* An area opens or closes, a rectangle comes or goes, or, where they may, walls do: yields what
 * changed, clipped to the map; width 0: nothing. */
struct fr_rect fr_conformance_edit(struct fr_map *map, struct fr_random *random, bool walls);

/* A random walkable pixel, or false where a few hundred tries find none. */
bool fr_conformance_walkable(const struct fr_map *map, struct fr_random *random,
                             struct fr_pixel *pixel);

/* Writes what is walkable and walled as a map file (maps/formats/text/save_ascii.h); returns text. */
const char *fr_conformance_text(const struct fr_map *map, char text[FR_CONFORMANCE_TEXT_SIZE]);

#endif
