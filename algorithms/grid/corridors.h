/* The corridors of a map: stacks of runs, one for each row, in which each run is the only neighbour
 * of the next.
 *
 * Inside a corridor there are no choices: its passage is the cost of crossing it, and a search sees
 * only its two ends. Corridors end where runs split or merge: the top run borders on the
 * overlapping runs in the row above, the bottom run on those in the row below. */
#ifndef FOOTRACE_ALGORITHMS_GRID_CORRIDORS_H
#define FOOTRACE_ALGORITHMS_GRID_CORRIDORS_H

#include "algorithms/grid/run_rows.h"

struct corridor {
    uint16_t top, bottom; /* rows; top > bottom: unused */
    /* index of the first run, in the row above and in the row below, that does not end left of the
     * corridor's run at that end */
    uint16_t beside[ENDS];
    struct passage passage;
    uint32_t spans; /* index in corridors.spans of its runs, top to bottom */
};

struct corridors {
    struct run_rows rows;
    struct corridor *at;
    size_t count, capacity; /* unused ones included */
    uint32_t vacant;        /* the first unused one, linked by spans; RUN_NONE: none */
    struct span *spans;
    size_t span_count, span_capacity; /* those of removed corridors included */
};

/* Finds all corridors of a map. FR_OK or FR_NO_MEMORY, with nothing to release. Map and allocator
 * are borrowed. */
FR_MUST_USE enum fr_status corridors_init(struct corridors *corridors, const struct fr_map *map,
                                          const struct fr_allocator *allocator);

/* Updates the corridors after pixels changed in rows top..bottom of the map. Corridors in other
 * rows stay. FR_OK; or FR_NO_MEMORY, after which the corridors can only be released. */
FR_MUST_USE enum fr_status corridors_update(struct corridors *corridors, int32_t top,
                                            int32_t bottom);

static inline bool corridor_in_use(const struct corridor *corridor)
{
    return corridor->top <= corridor->bottom;
}

/* The runs of a corridor, from its top row down. */
static inline const struct span *corridor_spans(const struct corridors *corridors,
                                                const struct corridor *corridor)
{
    return corridors->spans + corridor->spans;
}

static inline int32_t corridor_row(const struct corridor *corridor, int end)
{
    return end == UPPER ? corridor->top : corridor->bottom;
}

/* The run of a corridor at an end. */
static inline struct span corridor_end(const struct corridors *corridors,
                                       const struct corridor *corridor, int end)
{
    return corridor_spans(corridors, corridor)[end == UPPER ? 0 : corridor->bottom - corridor->top];
}

/* A range of runs of a row. */
struct run_range {
    const struct run *begin, *end;
};

/* The runs that overlap a corridor's run at an end, in the row past that end. */
static inline struct run_range corridor_beside(const struct corridors *corridors,
                                               const struct corridor *corridor, int end)
{
    const struct run_rows *rows = &corridors->rows;
    const int32_t y = end == UPPER ? corridor->top - 1 : corridor->bottom + 1;
    const int32_t right = corridor_end(corridors, corridor, end).right;
    const struct run *run = run_rows_begin(rows, y) + corridor->beside[end];
    const struct run *const last = run_rows_begin(rows, y + 1);
    const struct run *const begin = run;
    while (run < last && run->span.left <= right)
        run++;
    return (struct run_range){begin, run};
}

void corridors_release(struct corridors *corridors);

#endif
