/* Reduction: a map at half its scale or less, for games whose grid is coarser than their mask.
 *
 * A cell (x, y) of the reduced map covers the scale x scale pixels from (x * scale, y * scale). A
 * cell is free if all of its pixels are walkable; pixels outside the map are not.
 *
 * The middle pixel of a cell is scale/2 pixels (rounded down) to the right of and below its first:
 * it stands for the cell when a path over cells is converted back to pixels. */
#ifndef FOOTRACE_MAPS_ANALYSIS_REDUCE_H
#define FOOTRACE_MAPS_ANALYSIS_REDUCE_H

#include "maps/map.h"

#define FR_MOST_SCALE 16

struct fr_reduction {
    int32_t scale; /* 2..FR_MOST_SCALE; 0 or 1: none */
};

static inline bool fr_reduction_reduces(struct fr_reduction reduction)
{
    return reduction.scale > 1;
}

/* Creates a map of cells, the free ones in area 1; the caller releases it. FR_OK; FR_UNSUPPORTED
 * for a scale outside 2..FR_MOST_SCALE or a map with edge walls; FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_reduce(const struct fr_map *map, struct fr_reduction reduction,
                                     const struct fr_allocator *allocator, struct fr_map **reduced);

/* Updates the cells that contain pixels of `rect`, which is inside the map. Returns those cells. */
struct fr_rect fr_reduce_again(const struct fr_map *map, struct fr_reduction reduction,
                               struct fr_rect rect, struct fr_map *reduced);

static inline struct fr_pixel fr_reduction_cell(struct fr_reduction reduction,
                                                struct fr_pixel pixel)
{
    const struct fr_pixel cell = {pixel.x / reduction.scale, pixel.y / reduction.scale};
    return cell;
}

/* The middle pixel of a cell. */
static inline struct fr_pixel fr_reduction_middle(struct fr_reduction reduction,
                                                  struct fr_pixel cell)
{
    const int64_t half = reduction.scale / 2;
    const struct fr_pixel middle = {(int32_t)((int64_t)cell.x * reduction.scale + half),
                                    (int32_t)((int64_t)cell.y * reduction.scale + half)};
    return middle;
}

#endif
