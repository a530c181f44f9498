#include "algorithms/jump_points/hierarchy_query.h"

#include <string.h>

#include "algorithms/jump_points/graph_click.h"
#include "algorithms/jump_points/jump_search.h"
#include "algorithms/steps/grid_walk.h"

/* Steps that a diagonal scan takes at once while it leads away from the goal. A paused scan meets a
 * jump point in its next step (jumps.h): one step is enough to find it, and most searches end
 * before they need more. */
#define PATIENCE 1

void hierarchy_query_init(struct hierarchy_query *query, const struct jump_graph *graph,
                          const struct fr_allocator *allocator)
{
    query->graph = graph;
    query->allocator = query->jumps.allocator = allocator;
    query->most_scans = HIERARCHY_SCANS;
}

/* Adapts everything to the graph, except the hierarchy, which is released. */
static enum fr_status follow_graph(struct hierarchy_query *query)
{
    const size_t count = query->graph->node_count;
    hierarchy_release(&query->hierarchy);
    diagonals_release(&query->diagonals);
    for (int s = 0; s < 2; s++) {
        struct hierarchy_side *side = &query->sides[s];
        if (count <= side->label_capacity)
            continue;
        const size_t capacity = count + count / 4;
        struct hierarchy_label *labels =
            fr_allocate_zeroed(query->allocator, capacity, sizeof *labels);
        if (!labels)
            return FR_NO_MEMORY;
        fr_deallocate(query->allocator, side->labels, side->label_capacity, sizeof *labels);
        side->labels = labels;
        side->label_capacity = capacity;
    }
    return diagonals_init(&query->diagonals, &query->graph->lanes);
}

enum fr_status hierarchy_query_rebuild(struct hierarchy_query *query)
{
    const enum fr_status status = follow_graph(query);
    return status == FR_OK ? hierarchy_create(&query->hierarchy, query->graph, query->most_scans)
                           : status;
}

enum fr_status hierarchy_query_take(struct hierarchy_query *query, struct hierarchy *hierarchy)
{
    const enum fr_status status = follow_graph(query);
    if (status == FR_OK) {
        query->hierarchy = *hierarchy;
        *hierarchy = (struct hierarchy){0};
    }
    return status;
}

enum fr_status hierarchy_query_load(struct hierarchy_query *query, struct fr_saved *saved)
{
    const enum fr_status status = follow_graph(query);
    if (status == FR_OK)
        hierarchy_pass(&query->hierarchy, query->graph, saved);
    return status == FR_OK ? saved->status : status;
}

static bool push(struct hierarchy_query *query, struct hierarchy_side *side, uint64_t f,
                 uint32_t node)
{
    query->generated++;
    return search_heap_push(&side->open, query->allocator, f, node);
}

/* An offer of a path to a node; its f is below the best cost. */
struct step {
    uint32_t node, parent, way;
    uint16_t onward;
    uint64_t g, f;
};

/* False if out of memory. */
static inline bool offer(struct hierarchy_query *query, int s, const struct step *step)
{
    struct hierarchy_side *side = &query->sides[s];
    struct hierarchy_label *label = &side->labels[step->node];
    if (label->stamp == query->stamp && step->g >= label->g) {
        if (step->g == label->g)
            label->onward &= step->onward;
        return true;
    }
    *label = (struct hierarchy_label){.g = step->g,
                                      .parent = step->parent,
                                      .way = step->way,
                                      .stamp = query->stamp,
                                      .onward = step->onward};
    const struct hierarchy_label *other = &query->sides[1 - s].labels[step->node];
    if (other->stamp == query->stamp && step->g + other->g < query->best) {
        query->best = step->g + other->g;
        query->meet = step->node;
        query->direct = false;
    }
    const bool tested = s == 0 && step->parent == HIERARCHY_END;
    if (!tested && !(step->onward & query->hierarchy.nodes[step->node].sectors))
        return true;
    return push(query, side, step->f, step->node);
}

/* For a jump point of the start: whether a scan from the goal reaches it. */
static void test_goal(struct hierarchy_query *query, uint32_t number, uint64_t g)
{
    const struct fr_pixel goal = query->sides[0].to, at = jump_graph_pixel(query->graph, number);
    const uint64_t f = g + fr_jump_octile(goal.x - at.x, goal.y - at.y);
    if (f >= query->best ||
        !links_walk_open(&query->graph->lanes, goal, at.x - goal.x, at.y - goal.y))
        return;
    query->best = f;
    query->meet = number;
    query->direct = true;
}

static FR_TRACED void report(const struct hierarchy_query *query, uint32_t number)
{
    fr_probe_expanded(query->probe, fr_pixel_centre(jump_graph_pixel(query->graph, number)));
}

static bool expand(struct hierarchy_query *query, int s, uint32_t number)
{
    struct hierarchy_side *side = &query->sides[s];
    struct hierarchy_label *label = &side->labels[number];
    if (label->expanded)
        return true;
    label->expanded = true;
    if (s == 0 && label->parent == HIERARCHY_END)
        test_goal(query, number, label->g);
    query->expanded++;
    if (query->probe)
        report(query, number);
    const struct hierarchy_node *node = &query->hierarchy.nodes[number];
    const uint64_t from = label->g;
    const unsigned onward = label->onward;
    const uint32_t end = node->first + node->count;
    for (uint32_t i = node->first; i < end;) {
        const struct ascent *way = &query->hierarchy.ways[i];
        if (!(onward >> way->sector & 1)) {
            i += way->skip;
            continue;
        }
        const uint64_t g = from + way->cost;
        const uint64_t f = g + fr_jump_octile(side->to.x - way->x, side->to.y - way->y);
        if (f < query->best &&
            !offer(query, s, &(struct step){way->to, number, i, way->onward, g, f}))
            return false;
        i++;
    }
    return true;
}

/* Offers the jump points that an end's last scans met. */
static bool offer_jumps(struct hierarchy_query *query, int s)
{
    const struct hierarchy_side *side = &query->sides[s];
    for (size_t i = 0; i < query->jumps.count; i++) {
        const struct link *jump = &query->jumps.at[i];
        const int32_t x = side->from.x + jump->dx, y = side->from.y + jump->dy;
        const uint64_t g = fr_jump_octile(jump->dx, jump->dy);
        const uint64_t f = g + fr_jump_octile(side->to.x - x, side->to.y - y);
        if (f >= query->best)
            continue;
        const uint32_t node = jump_graph_number(query->graph, x, y);
        const uint16_t onward = links_onward(query->graph->nodes[node].turns, jump->sector);
        if (!offer(query, s, &(struct step){node, HIERARCHY_END, 0, onward, g, f}))
            return false;
    }
    query->jumps.count = 0;
    return true;
}

/* Puts a paused scan on the open list, at the least cost of what it may still meet. */
static bool defer(struct hierarchy_query *query, int s, int number)
{
    struct hierarchy_side *side = &query->sides[s];
    const struct jump_walk *walk = &side->walks[number];
    const int32_t done = walk->done + 1;
    const int32_t x = side->from.x + fr_direction_dx[walk->direction] * done;
    const int32_t y = side->from.y + fr_direction_dy[walk->direction] * done;
    const uint64_t f =
        FR_JUMP_DIAGONAL * (uint64_t)done + fr_jump_octile(side->to.x - x, side->to.y - y);
    return f >= query->best || push(query, side, f, HIERARCHY_WALK + (uint32_t)number);
}

/* Continues a scan: the steps toward the goal, or a few more. */
static bool walk_on(struct hierarchy_query *query, int s, int number)
{
    struct hierarchy_side *side = &query->sides[s];
    struct jump_walk *walk = &side->walks[number];
    const int32_t sx = fr_direction_dx[walk->direction], sy = fr_direction_dy[walk->direction];
    const int32_t x = (side->to.x - side->from.x) * sx, y = (side->to.y - side->from.y) * sy;
    const int32_t toward = x < y ? x : y;
    const int32_t limit = toward > walk->done ? toward : walk->done + PATIENCE;
    const enum jump_progress progress =
        jumps_walk(&query->graph->lanes, walk, limit, &query->jumps);
    if (progress == JUMPS_NO_MEMORY || !offer_jumps(query, s))
        return false;
    return progress == JUMPS_DONE || defer(query, s, number);
}

static bool begin_side(struct hierarchy_query *query, int s, struct fr_pixel from,
                       struct fr_pixel to)
{
    struct hierarchy_side *side = &query->sides[s];
    side->open.count = 0;
    side->from = from;
    side->to = to;
    for (int straight = 0; straight < FR_DIRECTIONS; straight += 2)
        if (!jumps_ahead(&query->graph->lanes, from, straight, &query->jumps))
            return false;
    if (!offer_jumps(query, s))
        return false;
    for (int i = 0; i < 4; i++) {
        side->walks[i] = jumps_walk_from(&query->diagonals, from, 2 * i + 1);
        if (!walk_on(query, s, i))
            return false;
    }
    return true;
}

static bool begin(struct hierarchy_query *query, struct fr_pixel start, struct fr_pixel goal)
{
    query->best = UINT64_MAX;
    query->expanded = query->generated = 0;
    query->jumps.count = 0;
    if (++query->stamp == 0) {
        query->stamp = 1;
        for (int s = 0; s < 2; s++)
            if (query->sides[s].labels)
                memset(query->sides[s].labels, 0,
                       query->sides[s].label_capacity * sizeof *query->sides[s].labels);
    }
    return begin_side(query, 0, start, goal) && begin_side(query, 1, goal, start);
}

/* A lower bound on the cost of a side's next step. */
static uint64_t bound(const struct hierarchy_side *side)
{
    return side->open.count > 0 ? side->open.entries[0].f : UINT64_MAX;
}

enum fr_outcome hierarchy_query_run(struct hierarchy_query *query, struct fr_pixel start,
                                    struct fr_pixel goal)
{
    if (!begin(query, start, goal))
        return FR_OUT_OF_MEMORY;
    for (;;) {
        const uint64_t bounds[2] = {bound(&query->sides[0]), bound(&query->sides[1])};
        const int s = bounds[1] < bounds[0];
        if (bounds[s] >= query->best || bounds[s] == UINT64_MAX)
            break;
        const uint32_t node = search_heap_pop(&query->sides[s].open).node;
        if (!(node >= HIERARCHY_WALK ? walk_on(query, s, (int)(node - HIERARCHY_WALK))
                                     : expand(query, s, node)))
            return FR_OUT_OF_MEMORY;
    }
    return query->best == UINT64_MAX ? FR_UNREACHABLE : FR_FOUND;
}

/* Appends the links of an edge. A shortcut is expanded into the edge down to the node that it
 * passes and the edge up from there. */
static enum fr_status follow(struct hierarchy_query *query, struct hierarchy_span span,
                             struct fr_path *path)
{
    size_t count = 0;
    for (;;) {
        const struct ascent *way = &query->hierarchy.ways[span.way];
        if (way->middle == WAY_LINK) {
            const struct fr_pixel to = span.down ? jump_graph_pixel(query->graph, span.owner)
                                                 : (struct fr_pixel){way->x, way->y};
            const enum fr_status status = fr_grid_walk_to(path, to, false);
            if (status != FR_OK || count == 0)
                return status;
            span = query->spans[--count];
            continue;
        }
        if (!fr_reserve(query->allocator, &query->spans, count, 1, &query->span_capacity,
                        sizeof *query->spans))
            return FR_NO_MEMORY;
        const struct way_parts parts = query->hierarchy.parts[span.way];
        query->spans[count++] =
            (struct hierarchy_span){span.down ? parts.to_owner : parts.to_end, way->middle, false};
        span =
            (struct hierarchy_span){span.down ? parts.to_end : parts.to_owner, way->middle, true};
    }
}

/* Appends the path from the meeting node to an end. */
static enum fr_status descend(struct hierarchy_query *query, int s, struct fr_path *path)
{
    const struct hierarchy_side *side = &query->sides[s];
    enum fr_status status = FR_OK;
    const struct hierarchy_label *label = &side->labels[query->meet];
    for (; status == FR_OK && label->parent != HIERARCHY_END; label = &side->labels[label->parent])
        status = follow(query, (struct hierarchy_span){label->way, label->parent, true}, path);
    return status == FR_OK ? fr_grid_walk_to(path, side->from, true) : status;
}

enum fr_outcome hierarchy_query_trace(struct hierarchy_query *query, struct fr_path *path)
{
    enum fr_status status = fr_grid_walk_run(path, jump_graph_pixel(query->graph, query->meet));
    if (status == FR_OK)
        status = descend(query, 0, path);
    if (status == FR_OK) {
        fr_path_reverse(path);
        status = query->direct ? fr_grid_walk_to(path, query->sides[0].to, true)
                               : descend(query, 1, path);
    }
    return status == FR_OK ? FR_FOUND : FR_OUT_OF_MEMORY;
}

static enum fr_outcome answer(struct hierarchy_query *query, struct fr_head *head,
                              struct fr_point start, struct fr_point goal,
                              const struct fr_probe *probe, struct fr_path *path)
{
    enum fr_outcome outcome =
        graph_click_at_once(head, query->graph, &query->diagonals, start, goal, probe, path);
    if (outcome != FR_NONE)
        return outcome;
    query->probe = fr_probe_for_expansions(probe);
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    outcome = hierarchy_query_run(query, fr_point_pixel(start), fr_point_pixel(goal));
    if (outcome != FR_FOUND)
        return fr_head_learns(head, FR_GRID8, outcome);
    fr_probe_enter(probe, FR_PHASE_TRACE);
    return hierarchy_query_trace(query, path);
}

enum fr_outcome hierarchy_query_click(struct hierarchy_query *query, struct fr_head *head,
                                      struct fr_point start, struct fr_point goal,
                                      const struct fr_probe *probe, struct fr_path *path)
{
    query->expanded = query->generated = 0;
    const enum fr_outcome outcome = answer(query, head, start, goal, probe, path);
    head->stats.expanded = query->expanded;
    head->stats.generated = query->generated;
    return outcome;
}

void hierarchy_query_release(struct hierarchy_query *query)
{
    for (int s = 0; s < 2; s++) {
        struct hierarchy_side *side = &query->sides[s];
        fr_deallocate(query->allocator, side->labels, side->label_capacity, sizeof *side->labels);
        search_heap_release(&side->open, query->allocator);
    }
    fr_deallocate(query->allocator, query->spans, query->span_capacity, sizeof *query->spans);
    links_release(&query->jumps);
    diagonals_release(&query->diagonals);
    hierarchy_release(&query->hierarchy);
}
