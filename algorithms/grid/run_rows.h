/* The walkable pixels of a map as horizontal runs, built from its bits by word operations.
 *
 * Runs are maximal and stored row by row, left to right. Rows -1 and height exist and are empty.
 * Each run has the number of the stack of runs that it is in, a corridor (corridors.h) or a box
 * (algorithms/regions/box_cover.h), which this module does not use. */
#ifndef FOOTRACE_ALGORITHMS_GRID_RUN_ROWS_H
#define FOOTRACE_ALGORITHMS_GRID_RUN_ROWS_H

#include "algorithms/grid/passage.h"
#include "maps/map.h"

#define RUN_NONE UINT32_MAX

struct run {
    struct span span;
    uint32_t stack; /* RUN_NONE: none yet */
};

struct run_rows {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    struct run *runs;
    size_t count, capacity;
    /* of row y, -1..height+1: index of its first run; its runs end where those of y+1 begin */
    uint32_t *first;
};

/* Initialises rows without runs. FR_OK or FR_NO_MEMORY, with nothing to release. Map and allocator
 * are borrowed. */
FR_MUST_USE enum fr_status run_rows_init(struct run_rows *rows, const struct fr_map *map,
                                         const struct fr_allocator *allocator);

/* Rereads the runs of rows top..bottom of the map, without their stacks; runs of other rows are
 * unchanged. FR_OK; or FR_NO_MEMORY, with nothing changed. */
FR_MUST_USE enum fr_status run_rows_read(struct run_rows *rows, int32_t top, int32_t bottom);

static inline struct run *run_rows_begin(const struct run_rows *rows, int32_t y)
{
    return rows->runs + rows->first[y];
}

static inline uint32_t run_rows_length(const struct run_rows *rows, int32_t y)
{
    return rows->first[y + 1] - rows->first[y];
}

/* The run of a walkable pixel. */
static inline struct run *run_rows_at(const struct run_rows *rows, int32_t x, int32_t y)
{
    struct run *run = run_rows_begin(rows, y);
    for (uint32_t length = run_rows_length(rows, y); length > 1;) {
        const uint32_t half = length / 2;
        run += run[half].span.left <= x ? half : 0;
        length -= half;
    }
    return run;
}

void run_rows_release(struct run_rows *rows);

#endif
