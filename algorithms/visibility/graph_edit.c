#include "algorithms/visibility/graph_edit.h"

#include <string.h>

#include "algorithms/steps/heap_sort.h"

/* The marks of a corner seen through a region now; and of one seen before as well. */
static uint32_t is_seen(uint32_t corner)
{
    return 2 * corner + 1;
}

static uint32_t was_seen(uint32_t corner)
{
    return 2 * corner + 2;
}

/* Whether a corner keeps its edge to another one; updates the other corner's mark. */
static bool keeps(struct graph_edit *edit, uint32_t corner, uint32_t other)
{
    if (edit->change->kinds[other] & CHANGE_REMOVED)
        return false;
    uint32_t *mark = &edit->mark[other];
    if (*mark == is_seen(corner))
        *mark = was_seen(corner);
    return *mark == was_seen(corner) || !change_touches(edit->change, corner, other);
}

/* Whether a corner's edges changed; marks what it sees through regions. */
static bool has_changed(struct graph_edit *edit, uint32_t corner)
{
    const struct change *change = edit->change;
    const uint32_t *seen = change->seen.items + change->first[corner];
    const uint32_t count = change->end[corner] - change->first[corner];
    for (uint32_t i = 0; i < count; i++)
        edit->mark[seen[i]] = is_seen(corner);
    if (change->kinds[corner] & CHANGE_ADDED)
        return true;
    if (!(change->kinds[corner] & CHANGE_LOOKED))
        return false;
    bool is_changed = false;
    for (int way = 0; way < GRAPH_WAYS; way++) {
        const struct graph_lists *lists = &edit->graph->lists[way];
        const uint32_t *ends = graph_ends(lists, 2 * corner);
        for (uint32_t i = ends[0]; i < ends[2]; i++) {
            const uint32_t target = lists->edges[i].target;
            if (!(change->codes[target] & change->codes[corner]))
                is_changed |= !keeps(edit, corner, target);
        }
    }
    for (uint32_t i = 0; i < count; i++)
        is_changed |= edit->mark[seen[i]] == is_seen(corner);
    return is_changed;
}

static struct half_edge half_to(const struct graph_edit *edit, uint32_t corner, uint32_t target)
{
    const struct fr_point at = {edit->corners[target].x, edit->corners[target].y};
    return (struct half_edge){.direction = taut_direction(&edit->corners[corner], at),
                              .target = target,
                              .level = GRAPH_CORE};
}

static int compare_halves(const void *left, const void *right)
{
    const struct half_edge *a = left, *b = right;
    return taut_edge_before(b->direction, a->direction) -
           taut_edge_before(a->direction, b->direction);
}

/* Lists the new edges of a corner in a cone, in order. */
static bool list_added(struct graph_edit *edit, uint32_t corner, int cone)
{
    const struct change *change = edit->change;
    edit->added_count = 0;
    if (!fr_reserve(edit->allocator, &edit->added, 0,
                    change->end[corner] - change->first[corner] + 1, &edit->added_capacity,
                    sizeof *edit->added))
        return false;
    for (uint32_t i = change->first[corner]; i < change->end[corner]; i++) {
        const struct half_edge half = half_to(edit, corner, change->seen.items[i]);
        if (edit->mark[half.target] == is_seen(corner) && taut_cone(half.direction) == cone)
            edit->added[edit->added_count++] = half;
    }
    heap_sort(edit->added, edit->added_count, sizeof *edit->added, compare_halves);
    return true;
}

/* A sorted input of a merge: what is left of a cone's old list, or of its added edges. */
struct run {
    enum graph_way way; /* GRAPH_WAYS: added */
    uint32_t at, end;
    struct half_edge half; /* the current edge; undefined at the end */
    bool is_over;
};

/* Advances a run to its next edge, skipping edges that a changed corner does not keep. */
static void advance(struct graph_edit *edit, uint32_t corner, bool is_changed, struct run *run)
{
    if (run->way == GRAPH_WAYS) {
        run->is_over = run->at == run->end;
        if (!run->is_over)
            run->half = edit->added[run->at++];
        return;
    }
    for (; run->at < run->end; run->at++) {
        const struct graph_edge *edge = &edit->graph->lists[run->way].edges[run->at];
        if (is_changed && !keeps(edit, corner, edge->target))
            continue;
        run->half = half_to(edit, corner, edge->target);
        run->half.level = edge->level;
        run->half.dead = run->way == GRAPH_UPWARD;
        run->at++;
        return;
    }
    run->is_over = true;
}

/* Begins the runs from which a corner's cone is merged; returns the most edges that the result can
 * have. */
static size_t begin_runs(struct graph_edit *edit, uint32_t corner, int cone, bool is_changed,
                         struct run runs[GRAPH_WAYS + 1])
{
    const bool had_edges = !(edit->change->kinds[corner] & CHANGE_ADDED);
    size_t most = 0;
    for (int way = 0; way <= GRAPH_WAYS; way++) {
        struct run *run = &runs[way];
        *run = (struct run){.way = (enum graph_way)way};
        if (way == GRAPH_WAYS) {
            run->end = is_changed ? (uint32_t)edit->added_count : 0;
        } else if (had_edges) {
            const uint32_t *ends =
                graph_ends(&edit->graph->lists[way], 2 * corner + (uint32_t)cone);
            run->at = ends[0];
            run->end = ends[1];
        }
        most += run->end - run->at;
        advance(edit, corner, is_changed, run);
    }
    return most;
}

/* Appends the halves of a corner's cone, merged in order. */
static bool take_apart_cone(struct graph_edit *edit, uint32_t corner, int cone, bool is_changed)
{
    struct run runs[GRAPH_WAYS + 1];
    if (is_changed && !list_added(edit, corner, cone))
        return false;
    const size_t most = begin_runs(edit, corner, cone, is_changed, runs);
    if (!fr_reserve(edit->allocator, &edit->halves, edit->half_count, most + 1,
                    &edit->half_capacity, sizeof *edit->halves))
        return false;
    for (;;) {
        struct run *next = NULL;
        for (struct run *run = runs; run <= runs + GRAPH_WAYS; run++)
            if (!run->is_over &&
                (!next || taut_edge_before(run->half.direction, next->half.direction)))
                next = run;
        if (!next)
            return true;
        edit->halves[edit->half_count++] = next->half;
        advance(edit, corner, is_changed, next);
    }
}

static bool take_apart(struct graph_edit *edit, uint32_t corner, bool is_changed)
{
    struct half_edge_span span = {.corner = corner, .first = (uint32_t)edit->half_count};
    if (!fr_reserve(edit->allocator, &edit->spans, edit->span_count, 1, &edit->span_capacity,
                    sizeof *edit->spans))
        return false;
    if (!take_apart_cone(edit, corner, 0, is_changed))
        return false;
    span.has_new = is_changed && edit->added_count > 0;
    span.middle = (uint32_t)edit->half_count;
    if (!take_apart_cone(edit, corner, 1, is_changed))
        return false;
    span.has_new |= is_changed && edit->added_count > 0;
    span.end = (uint32_t)edit->half_count;
    edit->span_of[corner] = (uint32_t)edit->span_count;
    edit->spans[edit->span_count++] = span;
    return true;
}

const struct half_edge_span *graph_edit_span(struct graph_edit *edit, uint32_t corner)
{
    if (edit->span_of[corner] == GRAPH_EDIT_NONE && !take_apart(edit, corner, false))
        return NULL;
    return &edit->spans[edit->span_of[corner]];
}

struct half_edge *graph_edit_twin(struct graph_edit *edit, uint32_t corner, uint32_t target)
{
    const struct half_edge_span *span = graph_edit_span(edit, target);
    if (!span)
        return NULL;
    struct half_edge *half = &edit->halves[span->first];
    const struct half_edge *end = &edit->halves[span->end];
    while (half < end && half->target != corner)
        half++;
    edit->is_torn |= half == end;
    return half < end ? half : NULL;
}

enum fr_status graph_edit_begin(struct graph_edit *edit, struct graph *graph,
                                const struct change *change, const struct fr_allocator *allocator)
{
    *edit = (struct graph_edit){.allocator = allocator,
                                .graph = graph,
                                .change = change,
                                .corners = change->corners->items,
                                .corner_count = change->corner_count};
    edit->span_of = fr_allocate(allocator, edit->corner_count + 1, sizeof *edit->span_of);
    edit->mark = fr_allocate_zeroed(allocator, edit->corner_count + 1, sizeof *edit->mark);
    if (!edit->span_of || !edit->mark)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < edit->corner_count; i++)
        edit->span_of[i] = GRAPH_EDIT_NONE;
    for (size_t i = 0; i < change->looked.count; i++) {
        const uint32_t corner = change->looked.items[i];
        if (has_changed(edit, corner) && !take_apart(edit, corner, true))
            return FR_NO_MEMORY;
    }
    return FR_OK;
}

static enum graph_way way_of(const struct half_edge *half)
{
    return half->level == GRAPH_CORE ? GRAPH_CROSS : half->dead ? GRAPH_UPWARD : GRAPH_DOWNWARD;
}

/* Empties the lists of a corner, which keeps their places. */
static void empty_lists(struct graph *graph, uint32_t corner)
{
    for (int way = 0; way < GRAPH_WAYS; way++) {
        uint32_t *ends = graph->lists[way].first + GRAPH_ENDS * (size_t)corner;
        graph->lists[way].used -= ends[2] - ends[0];
        ends[1] = ends[2] = ends[0];
    }
}

/* Makes room for the lists of this many corners. */
static bool make_room(struct graph *graph, size_t room)
{
    const size_t words = GRAPH_ENDS * room + 1, old = GRAPH_ENDS * graph->corner_room + 1;
    uint32_t *fresh[GRAPH_WAYS];
    bool complete = true;
    for (int way = 0; way < GRAPH_WAYS; way++) {
        fresh[way] = fr_allocate(graph->allocator, words, sizeof *fresh[way]);
        complete = complete && fresh[way];
    }
    for (int way = 0; way < GRAPH_WAYS; way++) {
        uint32_t *first = graph->lists[way].first;
        if (complete) {
            memcpy(fresh[way], first, GRAPH_ENDS * graph->corner_count * sizeof *first);
            fr_deallocate(graph->allocator, first, old, sizeof *first);
            graph->lists[way].first = fresh[way];
        } else {
            fr_deallocate(graph->allocator, fresh[way], words, sizeof *first);
        }
    }
    graph->corner_room = complete ? room : graph->corner_room;
    return complete;
}

/* Gives every current corner its lists. */
static bool add_corners(struct graph *graph, size_t count)
{
    const size_t old = graph->corner_count;
    if (count > graph->corner_room && !make_room(graph, count + count / 8))
        return false;
    for (int way = 0; way < GRAPH_WAYS; way++)
        memset(graph->lists[way].first + GRAPH_ENDS * old, 0,
               GRAPH_ENDS * (count - old) * sizeof(uint32_t));
    graph->corner_count = count;
    return true;
}

/* Makes places for the edges of a corner: places that it owns, or new ones at the end. */
static bool take_room(const struct graph *graph, struct graph_lists *lists, uint32_t corner,
                      uint32_t count)
{
    uint32_t *ends = lists->first + GRAPH_ENDS * (size_t)corner;
    if (count <= ends[3] - ends[0])
        return true;
    const uint32_t room = count + count / 4 + 1;
    if (!fr_reserve(graph->allocator, &lists->edges, lists->count, room, &lists->room,
                    sizeof *lists->edges))
        return false;
    ends[0] = (uint32_t)lists->count;
    ends[3] = ends[0] + room;
    lists->count += room;
    return true;
}

/* Copies the half edges of a corner that are of one kind into its lists. */
static bool apply_span(const struct graph_edit *edit, const struct half_edge_span *span,
                       enum graph_way way)
{
    struct graph_lists *lists = &edit->graph->lists[way];
    const struct half_edge *halves = edit->halves;
    uint32_t count = 0;
    for (uint32_t i = span->first; i < span->end; i++)
        count += way_of(&halves[i]) == way;
    if (!take_room(edit->graph, lists, span->corner, count))
        return false;
    uint32_t *ends = lists->first + GRAPH_ENDS * (size_t)span->corner, filled = ends[0];
    for (uint32_t i = span->first; i < span->end; i++) {
        if (i == span->middle)
            ends[1] = filled;
        if (way_of(&halves[i]) == way)
            lists->edges[filled++] = (struct graph_edge){halves[i].target, halves[i].level};
    }
    if (span->middle == span->end)
        ends[1] = filled;
    ends[2] = filled;
    lists->used += count;
    return true;
}

/* Closes the gaps between lists if too many places are unused. */
static bool compact(const struct graph *graph, struct graph_lists *lists)
{
    if (lists->count <= 2 * lists->used + graph->corner_count)
        return true;
    const size_t room = lists->used + lists->used / 4 + 1;
    struct graph_edge *edges = fr_allocate(graph->allocator, room, sizeof *edges);
    if (!edges)
        return false;
    uint32_t filled = 0;
    for (size_t corner = 0; corner < graph->corner_count; corner++) {
        uint32_t *ends = lists->first + GRAPH_ENDS * corner;
        const uint32_t moved = ends[0] - filled;
        if (ends[2] > ends[0])
            memcpy(edges + filled, lists->edges + ends[0], (ends[2] - ends[0]) * sizeof *edges);
        for (int i = 0; i < 3; i++)
            ends[i] -= moved;
        ends[3] = filled = ends[2];
    }
    fr_deallocate(graph->allocator, lists->edges, lists->room, sizeof *edges);
    lists->edges = edges;
    lists->room = room;
    lists->count = filled;
    return true;
}

enum fr_status graph_edit_apply(const struct graph_edit *edit)
{
    struct graph *graph = edit->graph;
    const struct change *change = edit->change;
    for (uint32_t i = 0; i < graph->corner_count; i++)
        if (change->kinds[i] & CHANGE_REMOVED)
            empty_lists(graph, i);
    if (!add_corners(graph, change->corner_count))
        return FR_NO_MEMORY;
    for (size_t i = 0; i < edit->span_count; i++)
        empty_lists(graph, edit->spans[i].corner);
    for (int way = 0; way < GRAPH_WAYS; way++) {
        for (size_t i = 0; i < edit->span_count; i++)
            if (!apply_span(edit, &edit->spans[i], (enum graph_way)way))
                return FR_NO_MEMORY;
        if (!compact(graph, &graph->lists[way]))
            return FR_NO_MEMORY;
    }
    return FR_OK;
}

void graph_edit_release(struct graph_edit *edit)
{
    const struct fr_allocator *allocator = edit->allocator;
    const size_t corners = edit->corner_count + 1;
    fr_deallocate(allocator, edit->span_of, corners, sizeof *edit->span_of);
    fr_deallocate(allocator, edit->mark, corners, sizeof *edit->mark);
    fr_deallocate(allocator, edit->halves, edit->half_capacity, sizeof *edit->halves);
    fr_deallocate(allocator, edit->added, edit->added_capacity, sizeof *edit->added);
    fr_deallocate(allocator, edit->spans, edit->span_capacity, sizeof *edit->spans);
}
