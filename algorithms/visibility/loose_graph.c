#include "algorithms/visibility/loose_graph.h"

#include <assert.h>

#include "algorithms/steps/heap_sort.h"

/* The marks of what a corner sees through a region: now, and before too. */
static uint32_t is_seen(uint32_t corner)
{
    return 2 * corner + 1;
}

static uint32_t was_seen(uint32_t corner)
{
    return 2 * corner + 2;
}

/* Whether a corner keeps its edge to another, which is marked if it does so through a region. */
static bool keeps(struct loose_graph *loose, uint32_t corner, uint32_t other)
{
    if (other == CHANGE_NONE)
        return false;
    uint32_t *mark = &loose->mark[other];
    if (*mark == is_seen(corner))
        *mark = was_seen(corner);
    return *mark == was_seen(corner) || !change_touches(loose->change, corner, other);
}

/* Whether a corner has other edges than before; marks what it sees through regions. */
static bool has_changed(struct loose_graph *loose, uint32_t corner)
{
    const struct change *change = loose->change;
    const uint32_t old = change->was[corner];
    const uint32_t *seen = change->seen.items + change->first[corner];
    const uint32_t count = change->first[corner + 1] - change->first[corner];
    for (uint32_t i = 0; i < count; i++)
        loose->mark[seen[i]] = is_seen(corner);
    if (old == CHANGE_NONE)
        return true;
    if (!change->has_looked[corner])
        return false;
    bool is_changed = false;
    for (int way = 0; way < GRAPH_WAYS; way++) {
        const struct graph_lists *lists = &loose->before->lists[way];
        for (uint32_t i = lists->first[2 * old]; i < lists->first[2 * old + 2]; i++) {
            const uint32_t target = lists->edges[i].target;
            if (!(change->codes_before[target] & change->codes[corner]))
                is_changed |= !keeps(loose, corner, change->now[target]);
        }
    }
    for (uint32_t i = 0; i < count; i++)
        is_changed |= loose->mark[seen[i]] == is_seen(corner);
    return is_changed;
}

static struct loose_half half_to(const struct loose_graph *loose, uint32_t corner, uint32_t target)
{
    const struct fr_point at = {loose->corners[target].x, loose->corners[target].y};
    return (struct loose_half){.direction = taut_direction(&loose->corners[corner], at),
                               .target = target,
                               .level = GRAPH_CORE};
}

/* Room for more halves behind those of an array. */
static bool reserve(const struct loose_graph *loose, struct loose_half **halves, size_t count,
                    size_t more, size_t *capacity)
{
    struct loose_half *grown =
        fr_grow(loose->allocator, *halves, count, more, capacity, sizeof *grown);
    if (!grown)
        return false;
    *halves = grown;
    return true;
}

static int compare_halves(const void *left, const void *right)
{
    const struct loose_half *a = left, *b = right;
    return taut_edge_before(b->direction, a->direction) -
           taut_edge_before(a->direction, b->direction);
}

/* Lists the edges that a corner has in a cone now and had not before, in their order. */
static bool list_added(struct loose_graph *loose, uint32_t corner, int cone)
{
    const struct change *change = loose->change;
    loose->added_count = 0;
    if (!reserve(loose, &loose->added, 0, change->first[corner + 1] - change->first[corner] + 1,
                 &loose->added_capacity))
        return false;
    for (uint32_t i = change->first[corner]; i < change->first[corner + 1]; i++) {
        const struct loose_half half = half_to(loose, corner, change->seen.items[i]);
        if (loose->mark[half.target] == is_seen(corner) && taut_cone(half.direction) == cone)
            loose->added[loose->added_count++] = half;
    }
    heap_sort(loose->added, loose->added_count, sizeof *loose->added, compare_halves);
    return true;
}

/* What a cone is merged from: what is left of one of the lists before, or of what was added. */
struct run {
    enum graph_way way; /* GRAPH_WAYS: added */
    uint32_t at, end;
    struct loose_half half; /* the first; of no meaning at the end */
    bool is_over;
};

/* Goes on to the next edge of a run, past those that a changed corner does not keep. */
static void advance(struct loose_graph *loose, uint32_t corner, bool is_changed, struct run *run)
{
    if (run->way == GRAPH_WAYS) {
        run->is_over = run->at == run->end;
        if (!run->is_over)
            run->half = loose->added[run->at++];
        return;
    }
    for (; run->at < run->end; run->at++) {
        const struct graph_edge *edge = &loose->before->lists[run->way].edges[run->at];
        const uint32_t target = loose->change->now[edge->target];
        if (is_changed && !keeps(loose, corner, target))
            continue;
        run->half = half_to(loose, corner, target);
        run->half.level = edge->level;
        run->half.dead = run->way == GRAPH_CLIMB;
        run->at++;
        return;
    }
    run->is_over = true;
}

/* Where in its order a corner's cone is merged from; how many edges that may be. */
static size_t begin_runs(struct loose_graph *loose, uint32_t corner, int cone, bool is_changed,
                         struct run runs[GRAPH_WAYS + 1])
{
    const uint32_t old = loose->change->was[corner];
    size_t most = 0;
    for (int way = 0; way <= GRAPH_WAYS; way++) {
        struct run *run = &runs[way];
        *run = (struct run){.way = (enum graph_way)way};
        if (way == GRAPH_WAYS) {
            run->end = is_changed ? (uint32_t)loose->added_count : 0;
        } else if (old != CHANGE_NONE) {
            const uint32_t *first = &loose->before->lists[way].first[2 * old + (uint32_t)cone];
            run->at = first[0];
            run->end = first[1];
        }
        most += run->end - run->at;
        advance(loose, corner, is_changed, run);
    }
    return most;
}

/* Appends the halves of a corner's cone. */
static bool take_apart_cone(struct loose_graph *loose, uint32_t corner, int cone, bool is_changed)
{
    struct run runs[GRAPH_WAYS + 1];
    if (is_changed && !list_added(loose, corner, cone))
        return false;
    const size_t most = begin_runs(loose, corner, cone, is_changed, runs);
    if (!reserve(loose, &loose->halves, loose->half_count, most + 1, &loose->half_capacity))
        return false;
    for (;;) {
        struct run *next = NULL;
        for (struct run *run = runs; run <= runs + GRAPH_WAYS; run++)
            if (!run->is_over &&
                (!next || taut_edge_before(run->half.direction, next->half.direction)))
                next = run;
        if (!next)
            return true;
        loose->halves[loose->half_count++] = next->half;
        advance(loose, corner, is_changed, next);
    }
}

static bool take_apart(struct loose_graph *loose, uint32_t corner, bool is_changed)
{
    struct loose_span span = {.corner = corner, .first = (uint32_t)loose->half_count};
    struct loose_span *spans = fr_grow(loose->allocator, loose->spans, loose->span_count, 1,
                                       &loose->span_capacity, sizeof *spans);
    if (!spans)
        return false;
    loose->spans = spans;
    if (!take_apart_cone(loose, corner, 0, is_changed))
        return false;
    span.has_new = is_changed && loose->added_count > 0;
    span.middle = (uint32_t)loose->half_count;
    if (!take_apart_cone(loose, corner, 1, is_changed))
        return false;
    span.has_new |= is_changed && loose->added_count > 0;
    span.end = (uint32_t)loose->half_count;
    loose->span_of[corner] = (uint32_t)loose->span_count;
    spans[loose->span_count++] = span;
    return true;
}

const struct loose_span *loose_span_of(struct loose_graph *loose, uint32_t corner)
{
    if (loose->span_of[corner] == LOOSE_NONE && !take_apart(loose, corner, false))
        return NULL;
    return &loose->spans[loose->span_of[corner]];
}

struct loose_half *loose_twin(struct loose_graph *loose, uint32_t corner, uint32_t target)
{
    const struct loose_span *span = loose_span_of(loose, target);
    if (!span)
        return NULL;
    struct loose_half *half = &loose->halves[span->first];
    while (half->target != corner) {
        half++;
        assert(half < &loose->halves[span->end]);
    }
    return half;
}

enum fr_status loose_create(struct loose_graph *loose, const struct graph *before,
                            const struct change *change, const struct fr_allocator *allocator)
{
    *loose = (struct loose_graph){.allocator = allocator,
                                  .before = before,
                                  .change = change,
                                  .corners = change->after->items,
                                  .corner_count = change->after->count};
    loose->span_of = fr_allocate(allocator, loose->corner_count + 1, sizeof *loose->span_of);
    loose->mark = fr_allocate_zeroed(allocator, loose->corner_count + 1, sizeof *loose->mark);
    if (!loose->span_of || !loose->mark)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < loose->corner_count; i++)
        loose->span_of[i] = LOOSE_NONE;
    for (uint32_t i = 0; i < loose->corner_count; i++)
        if (has_changed(loose, i) && !take_apart(loose, i, true))
            return FR_NO_MEMORY;
    return FR_OK;
}

static enum graph_way way_of(const struct loose_half *half)
{
    return half->level == GRAPH_CORE ? GRAPH_CROSS : half->dead ? GRAPH_CLIMB : GRAPH_DESCEND;
}

/* How many edges there are each way. */
static void count_edges(const struct loose_graph *loose, size_t counts[GRAPH_WAYS])
{
    const struct change *change = loose->change;
    for (int way = 0; way < GRAPH_WAYS; way++)
        counts[way] = loose->before->lists[way].count;
    for (uint32_t old = 0; old < change->before->count; old++) {
        const uint32_t corner = change->now[old];
        if (corner != CHANGE_NONE && loose->span_of[corner] == LOOSE_NONE)
            continue;
        for (int way = 0; way < GRAPH_WAYS; way++) {
            const uint32_t *first = &loose->before->lists[way].first[2 * old];
            counts[way] -= first[2] - first[0];
        }
    }
    for (size_t i = 0; i < loose->half_count; i++)
        counts[way_of(&loose->halves[i])]++;
}

/* How many corners from one on are not loose and follow one another as before, so that their lists
 * do too. */
static uint32_t fast_corners(const struct loose_graph *loose, uint32_t corner)
{
    const uint32_t *was = loose->change->was;
    uint32_t end = corner;
    while (end < loose->corner_count && loose->span_of[end] == LOOSE_NONE &&
           was[end] - was[corner] == end - corner)
        end++;
    return end - corner;
}

/* Copies the lists of some corners that are as they were, under the new numbers of corners. */
static void copy_lists(const struct loose_graph *loose, enum graph_way way, uint32_t corner,
                       uint32_t count, struct graph_lists *after)
{
    const struct graph_lists *before = &loose->before->lists[way];
    const uint32_t *now = loose->change->now,
                   *first = &before->first[2 * loose->change->was[corner]];
    const uint32_t filled = after->first[2 * corner];
    for (uint32_t i = 0; i <= 2 * count; i++)
        after->first[2 * corner + i] = filled + (first[i] - first[0]);
    const struct graph_edge *from = before->edges + first[0];
    struct graph_edge *to = after->edges + filled;
    for (uint32_t i = 0; i < first[2 * count] - first[0]; i++)
        to[i] = (struct graph_edge){now[from[i].target], from[i].level};
}

/* Copies the halves of a loose corner, and says where its lists end. */
static void copy_halves(const struct loose_graph *loose, uint32_t corner, struct graph_lists *lists)
{
    const struct loose_span *span = &loose->spans[loose->span_of[corner]];
    uint32_t filled[GRAPH_WAYS];
    for (int way = 0; way < GRAPH_WAYS; way++)
        filled[way] = lists[way].first[2 * corner];
    for (uint32_t i = span->first, cone = 0; cone < 2; cone++) {
        for (; i < (cone ? span->end : span->middle); i++) {
            const struct loose_half *half = &loose->halves[i];
            const enum graph_way way = way_of(half);
            lists[way].edges[filled[way]++] = (struct graph_edge){half->target, half->level};
        }
        for (int way = 0; way < GRAPH_WAYS; way++)
            lists[way].first[2 * corner + cone + 1] = filled[way];
    }
}

/* Each corner begins where the one before ends. */
static void fill_lists(const struct loose_graph *loose, struct graph_lists *lists)
{
    for (int way = 0; way < GRAPH_WAYS; way++)
        lists[way].first[0] = 0;
    for (uint32_t corner = 0; corner < loose->corner_count;) {
        const uint32_t fast = fast_corners(loose, corner);
        for (int way = 0; way < GRAPH_WAYS && fast > 0; way++)
            copy_lists(loose, (enum graph_way)way, corner, fast, &lists[way]);
        if (fast == 0)
            copy_halves(loose, corner, lists);
        corner += fast > 0 ? fast : 1;
    }
}

enum fr_status loose_fasten(const struct loose_graph *loose, struct graph *after)
{
    size_t counts[GRAPH_WAYS];
    *after = (struct graph){.allocator = loose->allocator,
                            .corners = loose->change->after->items,
                            .corner_count = loose->corner_count};
    count_edges(loose, counts);
    after->pair_count = (counts[GRAPH_CLIMB] + counts[GRAPH_CROSS] + counts[GRAPH_DESCEND]) / 2;
    const enum fr_status status = graph_allocate(after, counts);
    if (status != FR_OK)
        return status;
    fill_lists(loose, after->lists);
    const struct graph_lists *climb = &after->lists[GRAPH_CLIMB];
    for (size_t i = 0; i < climb->count; i++)
        if (climb->edges[i].level > after->levels)
            after->levels = climb->edges[i].level;
    return FR_OK;
}

void loose_release(struct loose_graph *loose)
{
    const struct fr_allocator *allocator = loose->allocator;
    const size_t corners = loose->corner_count + 1;
    fr_deallocate(allocator, loose->span_of, corners, sizeof *loose->span_of);
    fr_deallocate(allocator, loose->mark, corners, sizeof *loose->mark);
    fr_deallocate(allocator, loose->halves, loose->half_capacity, sizeof *loose->halves);
    fr_deallocate(allocator, loose->added, loose->added_capacity, sizeof *loose->added);
    fr_deallocate(allocator, loose->spans, loose->span_capacity, sizeof *loose->spans);
}
