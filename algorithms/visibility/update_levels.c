/* Only one set of levels obeys the rule at every edge, because chains of finite levels fall and so
 * end. Levels are updated like shortest paths in a dynamic graph (Ramalingam and Reps, "An
 * incremental algorithm for a generalization of the shortest-path problem", Journal of Algorithms,
 * 1996), but corner by corner: one pass over a corner's two cones, from the wall outward, gives the
 * rounds in which its edges are dead ends there. First, levels that neither end supports any more
 * are withdrawn, with levels that depended on them; no level left is then too low. Then edges get
 * the lower levels that they may have, until no level changes. */
#include "algorithms/visibility/update_levels.h"

struct level_update {
    struct graph_edit *edit;
    uint32_t *queue; /* ring buffer of corners to visit */
    size_t size, head, tail;
    uint8_t *queued; /* by corner */
};

static void enqueue(struct level_update *r, uint32_t corner)
{
    if (r->queued[corner])
        return;
    r->queued[corner] = 1;
    r->queue[r->tail] = corner;
    r->tail = r->tail + 1 == r->size ? 0 : r->tail + 1;
}

static uint32_t dequeue(struct level_update *r)
{
    const uint32_t corner = r->queue[r->head];
    r->head = r->head + 1 == r->size ? 0 : r->head + 1;
    r->queued[corner] = 0;
    return corner;
}

/* Computes the rounds in which the halves of one cone are dead ends, from the levels in the other.
 * The farther from the wall, the fewer edges can follow. */
static void find_rounds(struct half_edge *cone, uint32_t count, const struct half_edge *other,
                        uint32_t other_count)
{
    uint32_t onward = 0, highest = 0;
    for (uint32_t i = count; i-- > 0;) {
        for (; onward < other_count && taut_wraps(cone[i].direction, other[onward].direction);
             onward++)
            highest = other[onward].level > highest ? other[onward].level : highest;
        cone[i].round = highest == GRAPH_CORE ? GRAPH_CORE : highest + 1;
    }
}

static void find_all_rounds(struct graph_edit *edit, const struct half_edge_span *span)
{
    struct half_edge *cone = edit->halves + span->first, *other = edit->halves + span->middle;
    const uint32_t count = span->middle - span->first, other_count = span->end - span->middle;
    find_rounds(cone, count, other, other_count);
    find_rounds(other, other_count, cone, count);
}

/* Changes the level of an edge and queues both ends. False if out of memory. */
static bool set_level(struct level_update *r, uint32_t corner, uint32_t half, uint32_t level)
{
    const uint32_t target = r->edit->halves[half].target;
    struct half_edge *twin = graph_edit_twin(r->edit, corner, target);
    if (!twin)
        return false;
    twin->level = r->edit->halves[half].level = level;
    enqueue(r, corner);
    enqueue(r, target);
    return true;
}

/* Withdraws an edge's level, not supported at this end, unless the other end supports it. */
static bool withdraw_half(struct level_update *r, uint32_t corner, uint32_t half)
{
    struct half_edge *twin = graph_edit_twin(r->edit, corner, r->edit->halves[half].target);
    if (!twin)
        return false;
    r->edit->halves[half].dead = false;
    return twin->dead || set_level(r, corner, half, GRAPH_CORE);
}

static bool withdraw(struct level_update *r, uint32_t corner)
{
    const struct half_edge_span span = *graph_edit_span(r->edit, corner);
    find_all_rounds(r->edit, &span);
    for (uint32_t i = span.first; i < span.end; i++) {
        const struct half_edge *half = &r->edit->halves[i];
        if (half->dead && half->round > half->level && !withdraw_half(r, corner, i))
            return false;
    }
    return true;
}

static bool lower(struct level_update *r, uint32_t corner)
{
    const struct half_edge_span span = *graph_edit_span(r->edit, corner);
    find_all_rounds(r->edit, &span);
    for (uint32_t i = span.first; i < span.end; i++) {
        const struct half_edge *half = &r->edit->halves[i];
        if (half->round < half->level && !set_level(r, corner, i, half->round))
            return false;
        half = &r->edit->halves[i];
        r->edit->halves[i].dead = half->round == half->level && half->level != GRAPH_CORE;
    }
    return true;
}

/* Visits queued corners, and corners whose edges change, until the queue is empty. */
static bool until_settled(struct level_update *r, bool (*visit)(struct level_update *, uint32_t))
{
    while (r->head != r->tail)
        if (!visit(r, dequeue(r)))
            return false;
    return true;
}

/* Only new edges can raise levels. */
static bool withdraw_all(struct level_update *r)
{
    for (size_t i = 0; i < r->edit->span_count; i++)
        if (r->edit->spans[i].has_new)
            enqueue(r, r->edit->spans[i].corner);
    return until_settled(r, withdraw);
}

static bool lower_all(struct level_update *r)
{
    for (size_t i = 0; i < r->edit->span_count; i++)
        enqueue(r, r->edit->spans[i].corner);
    return until_settled(r, lower);
}

enum fr_status update_levels(struct graph_edit *edit)
{
    struct level_update r = {.edit = edit, .size = edit->corner_count + 1};
    r.queue = fr_allocate(edit->allocator, r.size, sizeof *r.queue);
    r.queued = fr_allocate_zeroed(edit->allocator, r.size, sizeof *r.queued);
    const bool done = r.queue && r.queued && withdraw_all(&r) && lower_all(&r);
    fr_deallocate(edit->allocator, r.queue, r.size, sizeof *r.queue);
    fr_deallocate(edit->allocator, r.queued, r.size, sizeof *r.queued);
    return done ? FR_OK : edit->is_torn ? FR_UNSUPPORTED : FR_NO_MEMORY;
}
