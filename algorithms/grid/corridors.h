/* The corridors of a map: piles of runs, row upon row, in which each run is the only neighbour of
 * the next.
 *
 * Inside a corridor there is nothing to decide: what it costs to walk through is its passage, and a
 * search only meets its two ends. Where runs part and meet, corridors end: they border on those
 * that overlap with their uppermost run in the row above, and with their lowest in the row below.
 */
#ifndef FOOTRACE_ALGORITHMS_GRID_CORRIDORS_H
#define FOOTRACE_ALGORITHMS_GRID_CORRIDORS_H

#include "algorithms/grid/run_rows.h"

struct corridor {
    uint16_t top, bottom;  /* rows; top > bottom: not in use */
    uint16_t beside[ENDS]; /* the first run in the row above, and in the row below, that does not
                            * end left of the corridor's run beside it: its number in its row */
    struct passage passage;
    uint32_t spans; /* where its runs stand in corridors.spans, from top to bottom */
};

struct corridors {
    struct run_rows rows;
    struct corridor *at;
    size_t count, capacity; /* those not in use included */
    uint32_t vacant;        /* the first not in use, linked by spans; RUN_NONE: there is none */
    struct span *spans;
    size_t span_count, span_capacity; /* those of corridors that are gone included */
};

/* All corridors of a map. FR_OK or FR_NO_MEMORY, with nothing to release. Both are borrowed. */
FR_MUST_USE enum fr_status corridors_init(struct corridors *corridors, const struct fr_map *map,
                                          const struct fr_allocator *allocator);

/* Pixels changed in rows top..bottom, which lie inside the map. Corridors in other rows stay as
 * they are. FR_OK; or FR_NO_MEMORY, fit only for release. */
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

/* Its run at an end. */
static inline struct span corridor_end(const struct corridors *corridors,
                                       const struct corridor *corridor, int end)
{
    return corridor_spans(corridors, corridor)[end == UPPER ? 0 : corridor->bottom - corridor->top];
}

/* Runs of a row beside one another. */
struct run_range {
    const struct run *begin, *end;
};

/* Those that overlap with its run at an end, in the row behind that end. */
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

/* What it costs to walk between two rows of a corridor, the first not below the second. */
struct passage corridor_passage(const struct corridors *corridors, const struct corridor *corridor,
                                int32_t from, int32_t to);

void corridors_release(struct corridors *corridors);

#endif
