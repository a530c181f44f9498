#include "algorithms/grid/corridors.h"

#include <string.h>

/* The runs that a run overlaps in the row above, or below. */
struct overlap {
    uint16_t first; /* index in its row of the first run that does not end left of this run */
    uint16_t count; /* 0, 1, or 2 for more */
};

/* The part of a corridor below the rows being reread. */
struct remainder {
    uint32_t corridor;  /* the old corridor, still marked in its runs */
    uint32_t joined_to; /* the corridor from above that it joins, or RUN_NONE */
    uint32_t spans;     /* of its first row */
    uint16_t bottom, beside;
    bool owner; /* the old corridor has no part left above */
};

/* State while rows top..bottom are reread. */
struct rereading {
    struct corridors *corridors;
    int32_t top, bottom;
    /* overlaps of each run in a row with the row above, and of each run above with this row */
    struct overlap *above, *below;
    size_t most;                  /* the most runs in a row */
    struct remainder *remainders; /* by run of row bottom+1 */
    size_t remainder_count;
};

static struct corridor *corridor_of(const struct corridors *corridors, const struct run *run)
{
    return &corridors->at[run->stack];
}

/* The passage between two rows of a corridor, from <= to. */
static struct passage passage_between(const struct corridors *corridors,
                                      const struct corridor *corridor, int32_t from, int32_t to)
{
    const struct span *spans = corridor_spans(corridors, corridor) - corridor->top;
    struct passage passage = passage_begin(spans[from]);
    for (int32_t y = from + 1; y <= to; y++)
        passage_extend(&passage, LOWER, spans[y]);
    return passage;
}

static void vacate(struct corridors *corridors, uint32_t number)
{
    corridors->at[number] = (struct corridor){.top = 1, .bottom = 0, .spans = corridors->vacant};
    corridors->vacant = number;
}

/* Makes a corridor of one run, without spans yet; NULL if out of memory. */
static struct corridor *begin_corridor(struct corridors *corridors, struct run *run, int32_t y,
                                       uint16_t beside)
{
    uint32_t number = corridors->vacant;
    if (number != RUN_NONE) {
        corridors->vacant = corridors->at[number].spans;
    } else {
        if (!fr_reserve(corridors->rows.allocator, &corridors->at, corridors->count, 1,
                        &corridors->capacity, sizeof *corridors->at))
            return NULL;
        number = (uint32_t)corridors->count++;
    }
    struct corridor *corridor = &corridors->at[number];
    *corridor = (struct corridor){.top = (uint16_t)y,
                                  .bottom = (uint16_t)y,
                                  .beside = {beside, 0},
                                  .passage = passage_begin(run->span)};
    run->stack = number;
    return corridor;
}

/* Assigns the runs of rows y..bottom, which start at `spans`, to a corridor. */
static void relabel(struct corridors *corridors, int32_t y, int32_t bottom, uint32_t spans,
                    uint32_t number)
{
    for (; y <= bottom; y++)
        run_rows_at(&corridors->rows, corridors->spans[spans++].left, y)->stack = number;
}

/* Removes from all corridors the rows to be reread. */
static void cut(const struct rereading *again)
{
    struct corridors *corridors = again->corridors;
    const struct run_rows *rows = &corridors->rows;
    const int32_t top = again->top, bottom = again->bottom;
    struct remainder *remainder = again->remainders;
    for (const struct run *run = run_rows_begin(rows, bottom + 1);
         run < run_rows_begin(rows, bottom + 2); run++) {
        const struct corridor *corridor = corridor_of(corridors, run);
        *remainder++ =
            (struct remainder){.corridor = run->stack,
                               .joined_to = RUN_NONE,
                               .spans = corridor->spans + (uint32_t)(bottom + 1 - corridor->top),
                               .bottom = corridor->bottom,
                               .beside = corridor->beside[LOWER],
                               .owner = corridor->top >= top};
    }
    for (const struct run *run = run_rows_begin(rows, top); run < run_rows_begin(rows, bottom + 1);
         run++) {
        const struct corridor *corridor = corridor_of(corridors, run);
        if (corridor_in_use(corridor) && corridor->top >= top && corridor->bottom <= bottom)
            vacate(corridors, run->stack);
    }
    for (const struct run *run = run_rows_begin(rows, top - 1); run < run_rows_begin(rows, top);
         run++) {
        struct corridor *corridor = corridor_of(corridors, run);
        if (corridor->bottom >= top) {
            corridor->bottom = (uint16_t)(top - 1);
            corridor->passage = passage_between(corridors, corridor, corridor->top, top - 1);
        }
    }
}

static void find_overlaps(const struct run_rows *rows, int32_t y, int32_t other,
                          struct overlap *overlap)
{
    const struct run *const begin = run_rows_begin(rows, other);
    const struct run *const end = run_rows_begin(rows, other + 1);
    const struct run *at = begin;
    for (const struct run *run = run_rows_begin(rows, y); run < run_rows_begin(rows, y + 1);
         run++) {
        while (at < end && at->span.right < run->span.left)
            at++;
        const bool one = at < end && at->span.left <= run->span.right;
        const bool more = one && at + 1 < end && at[1].span.left <= run->span.right;
        *overlap++ = (struct overlap){(uint16_t)(at - begin), (uint16_t)(one + more)};
    }
}

/* Finds the overlaps between row y and the row above, and the neighbours of corridors that end. */
static void meet(const struct rereading *again, int32_t y)
{
    struct corridors *corridors = again->corridors;
    const struct run_rows *rows = &corridors->rows;
    find_overlaps(rows, y, y - 1, again->above);
    find_overlaps(rows, y - 1, y, again->below);
    const struct run *run = run_rows_begin(rows, y - 1);
    for (const struct overlap *below = again->below; run < run_rows_begin(rows, y); run++, below++)
        if (below->count != 1 || again->above[below->first].count != 1)
            corridor_of(corridors, run)->beside[LOWER] = below->first;
}

/* The corridor from above that continues in the run with this index of row y, or RUN_NONE. */
static uint32_t corridor_into(const struct rereading *again, int32_t y, size_t index)
{
    const struct overlap above = again->above[index];
    if (above.count != 1 || again->below[above.first].count != 1)
        return RUN_NONE;
    return run_rows_begin(&again->corridors->rows, y - 1)[above.first].stack;
}

/* Assigns the runs of a row to corridors. False if out of memory. */
static bool join_row(const struct rereading *again, int32_t y)
{
    struct corridors *corridors = again->corridors;
    struct run *const runs = run_rows_begin(&corridors->rows, y);
    const uint32_t length = run_rows_length(&corridors->rows, y);
    meet(again, y);
    for (uint32_t i = 0; i < length; i++) {
        const uint32_t number = corridor_into(again, y, i);
        if (number == RUN_NONE) {
            if (!begin_corridor(corridors, &runs[i], y, again->above[i].first))
                return false;
            continue;
        }
        struct corridor *corridor = &corridors->at[number];
        corridor->bottom = (uint16_t)y;
        passage_extend(&corridor->passage, LOWER, runs[i].span);
        runs[i].stack = number;
    }
    return true;
}

/* Joins the remainder of a corridor to one from above. */
static void join(struct corridors *corridors, int32_t y, struct remainder *remainder,
                 uint32_t number)
{
    struct corridor *corridor = &corridors->at[number];
    const struct span *spans = corridors->spans + remainder->spans;
    if (remainder->corridor != number)
        relabel(corridors, y, remainder->bottom, remainder->spans, number);
    if (remainder->owner)
        vacate(corridors, remainder->corridor);
    for (int32_t row = y; row <= remainder->bottom; row++)
        passage_extend(&corridor->passage, LOWER, *spans++);
    corridor->bottom = remainder->bottom;
    corridor->beside[LOWER] = remainder->beside;
    remainder->joined_to = number;
}

/* Makes a new corridor of a remainder. False if out of memory. */
static bool part(struct corridors *corridors, int32_t y, const struct remainder *remainder,
                 struct run *run, uint16_t beside)
{
    struct corridor *corridor = corridor_of(corridors, run);
    const bool whole = remainder->owner && corridor->top == y;
    if (!remainder->owner)
        corridor = begin_corridor(corridors, run, y, beside);
    if (!corridor)
        return false;
    corridor->top = (uint16_t)y;
    corridor->bottom = remainder->bottom;
    corridor->beside[UPPER] = beside;
    corridor->beside[LOWER] = remainder->beside;
    corridor->spans = remainder->spans;
    if (!whole)
        corridor->passage = passage_between(corridors, corridor, y, remainder->bottom);
    if (!remainder->owner)
        relabel(corridors, y, remainder->bottom, remainder->spans, run->stack);
    return true;
}

/* Assigns the runs of the row below the reread ones to corridors. False if out of memory. */
static bool join_remainders(const struct rereading *again)
{
    struct corridors *corridors = again->corridors;
    const int32_t y = again->bottom + 1;
    struct run *const runs = run_rows_begin(&corridors->rows, y);
    meet(again, y);
    for (size_t i = 0; i < again->remainder_count; i++) {
        const uint32_t number = corridor_into(again, y, i);
        if (number != RUN_NONE)
            join(corridors, y, &again->remainders[i], number);
        else if (!part(corridors, y, &again->remainders[i], &runs[i], again->above[i].first))
            return false;
    }
    return true;
}

/* Reserves a new place for the spans of a corridor that changed. False if out of memory. */
static bool replace(const struct rereading *again, struct corridor *corridor)
{
    struct corridors *corridors = again->corridors;
    const size_t length = (size_t)(corridor->bottom - corridor->top) + 1;
    if (!fr_reserve(corridors->rows.allocator, &corridors->spans, corridors->span_count, length,
                    &corridors->span_capacity, sizeof *corridors->spans))
        return false;
    if (corridor->top < again->top)
        memcpy(corridors->spans + corridors->span_count, corridors->spans + corridor->spans,
               (size_t)(again->top - corridor->top) * sizeof *corridors->spans);
    corridor->spans = (uint32_t)corridors->span_count;
    corridors->span_count += length;
    return true;
}

/* Writes the spans of all corridors that changed. False if out of memory. */
static bool write_spans(const struct rereading *again)
{
    struct corridors *corridors = again->corridors;
    for (int32_t y = again->top; y <= again->bottom; y++)
        for (const struct run *run = run_rows_begin(&corridors->rows, y);
             run < run_rows_begin(&corridors->rows, y + 1); run++) {
            struct corridor *corridor = corridor_of(corridors, run);
            if ((y == again->top || y == corridor->top) && !replace(again, corridor))
                return false;
            corridors->spans[corridor->spans + (uint32_t)(y - corridor->top)] = run->span;
        }
    for (size_t i = 0; i < again->remainder_count; i++) {
        const struct remainder *remainder = &again->remainders[i];
        if (remainder->joined_to == RUN_NONE)
            continue;
        const struct corridor *corridor = &corridors->at[remainder->joined_to];
        const int32_t y = again->bottom + 1;
        memcpy(corridors->spans + corridor->spans + (y - corridor->top),
               corridors->spans + remainder->spans,
               (size_t)(remainder->bottom - y + 1) * sizeof *corridors->spans);
    }
    return true;
}

/* Removes the spans of removed corridors if these are the majority. False if out of memory. */
static bool compact(struct corridors *corridors)
{
    const struct fr_allocator *allocator = corridors->rows.allocator;
    const size_t live = corridors->rows.count;
    if (corridors->span_count <= 2 * live + 1024)
        return true;
    struct span *spans = fr_allocate(allocator, 2 * live + 1024, sizeof *spans);
    if (!spans)
        return false;
    size_t count = 0;
    for (size_t i = 0; i < corridors->count; i++) {
        struct corridor *corridor = &corridors->at[i];
        if (!corridor_in_use(corridor))
            continue;
        const size_t length = (size_t)(corridor->bottom - corridor->top) + 1;
        memcpy(spans + count, corridors->spans + corridor->spans, length * sizeof *spans);
        corridor->spans = (uint32_t)count;
        count += length;
    }
    fr_deallocate(allocator, corridors->spans, corridors->span_capacity, sizeof *spans);
    corridors->spans = spans;
    corridors->span_count = count;
    corridors->span_capacity = 2 * live + 1024;
    return true;
}

static bool reread(const struct rereading *again)
{
    cut(again);
    if (run_rows_read(&again->corridors->rows, again->top, again->bottom) != FR_OK)
        return false;
    for (int32_t y = again->top; y <= again->bottom; y++)
        if (!join_row(again, y))
            return false;
    return join_remainders(again) && write_spans(again) && compact(again->corridors);
}

enum fr_status corridors_update(struct corridors *corridors, int32_t top, int32_t bottom)
{
    const struct fr_allocator *allocator = corridors->rows.allocator;
    struct rereading again = {
        .corridors = corridors,
        .top = top,
        .bottom = bottom,
        .most = (size_t)corridors->rows.map->width / 2 + 1,
        .remainder_count = run_rows_length(&corridors->rows, bottom + 1),
    };
    again.above = fr_allocate(allocator, again.most, sizeof *again.above);
    again.below = fr_allocate(allocator, again.most, sizeof *again.below);
    again.remainders = fr_allocate(allocator, again.remainder_count, sizeof *again.remainders);
    const bool ready = again.above && again.below && (again.remainders || !again.remainder_count);
    const bool done = ready && reread(&again);
    fr_deallocate(allocator, again.remainders, again.remainder_count, sizeof *again.remainders);
    fr_deallocate(allocator, again.below, again.most, sizeof *again.below);
    fr_deallocate(allocator, again.above, again.most, sizeof *again.above);
    return done ? FR_OK : FR_NO_MEMORY;
}

enum fr_status corridors_init(struct corridors *corridors, const struct fr_map *map,
                              const struct fr_allocator *allocator)
{
    *corridors = (struct corridors){.vacant = RUN_NONE};
    enum fr_status status = run_rows_init(&corridors->rows, map, allocator);
    if (status == FR_OK) {
        status = corridors_update(corridors, 0, map->height - 1);
        if (status != FR_OK)
            corridors_release(corridors);
    }
    if (status != FR_OK)
        *corridors = (struct corridors){.vacant = RUN_NONE};
    return status;
}

void corridors_release(struct corridors *corridors)
{
    const struct fr_allocator *allocator = corridors->rows.allocator;
    fr_deallocate(allocator, corridors->spans, corridors->span_capacity, sizeof *corridors->spans);
    fr_deallocate(allocator, corridors->at, corridors->capacity, sizeof *corridors->at);
    run_rows_release(&corridors->rows);
}
