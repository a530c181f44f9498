/* Tiles of 8x8 pixels that are all walkable, for fast lines of sight across open floor.
 *
 * A straight line crosses open tiles without reading their pixels; other tiles are tested row by
 * row, as in fr_line_of_sight. The tiles of a full HD map are 4 KB of bits. */
#ifndef FOOTRACE_MAPS_GEOMETRY_OPEN_TILES_H
#define FOOTRACE_MAPS_GEOMETRY_OPEN_TILES_H

#include "maps/map.h"

#define FR_TILE 8 /* pixels along each axis */

struct fr_open_tiles {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    int32_t row_words, rows;
    uint64_t *open; /* tile (x, y) is bit x%64 of word y*row_words + x/64 */
};

/* FR_OK or FR_NO_MEMORY, with nothing to release. Both are borrowed. */
FR_MUST_USE enum fr_status fr_open_tiles_init(struct fr_open_tiles *tiles, const struct fr_map *map,
                                              const struct fr_allocator *allocator);

/* Updates the tiles after pixels changed in rows top..bottom of the map. */
void fr_open_tiles_refresh(struct fr_open_tiles *tiles, int32_t top, int32_t bottom);

/* fr_line_of_sight between the centres of two walkable pixels. */
bool fr_open_tiles_sight(const struct fr_open_tiles *tiles, struct fr_point a, struct fr_point b);

void fr_open_tiles_release(struct fr_open_tiles *tiles);

#endif
