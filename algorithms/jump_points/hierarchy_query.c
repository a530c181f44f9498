#include "algorithms/jump_points/hierarchy_query.h"

#include <string.h>

#include "algorithms/jump_points/jump_search.h"
#include "algorithms/steps/grid_walk.h"

/* Steps of a diagonal walk that are taken at once although they lead away from the goal. A walk
 * that waited meets something in its very next step (jumps.h): one is enough to have something to
 * offer, and most searches end before they need the others. */
#define PATIENCE 1

void climb_init(struct climb *climb, const struct jump_graph *graph,
                const struct fr_allocator *allocator)
{
    climb->graph = graph;
    climb->allocator = climb->jumps.allocator = allocator;
    climb->most_looks = HIERARCHY_LOOKS;
}

enum fr_status climb_rebuild(struct climb *climb)
{
    const size_t count = climb->graph->node_count;
    hierarchy_release(&climb->hierarchy);
    slants_release(&climb->slants);
    for (int s = 0; s < 2; s++) {
        struct climb_side *side = &climb->sides[s];
        if (count <= side->label_capacity)
            continue;
        const size_t capacity = count + count / 4;
        struct climb_label *labels = fr_allocate_zeroed(climb->allocator, capacity, sizeof *labels);
        if (!labels)
            return FR_NO_MEMORY;
        fr_deallocate(climb->allocator, side->labels, side->label_capacity, sizeof *labels);
        side->labels = labels;
        side->label_capacity = capacity;
    }
    const enum fr_status status = slants_init(&climb->slants, &climb->graph->lanes);
    return status == FR_OK ? hierarchy_create(&climb->hierarchy, climb->graph, climb->most_looks)
                           : status;
}

static bool push(struct climb *climb, struct climb_side *side, uint64_t f, uint32_t node)
{
    climb->generated++;
    return search_heap_push(&side->open, climb->allocator, f, node);
}

/* A way to a node, whose estimate is known to be below the best path. */
struct step {
    uint32_t node, parent, way;
    uint16_t onward;
    uint64_t g, f;
};

/* False without memory. */
static inline bool offer(struct climb *climb, int s, const struct step *step)
{
    struct climb_side *side = &climb->sides[s];
    struct climb_label *label = &side->labels[step->node];
    if (label->stamp == climb->stamp && step->g >= label->g) {
        if (step->g == label->g)
            label->onward &= step->onward;
        return true;
    }
    *label = (struct climb_label){.g = step->g,
                                  .parent = step->parent,
                                  .way = step->way,
                                  .stamp = climb->stamp,
                                  .onward = step->onward};
    const struct climb_label *other = &climb->sides[1 - s].labels[step->node];
    if (other->stamp == climb->stamp && step->g + other->g < climb->best) {
        climb->best = step->g + other->g;
        climb->meet = step->node;
        climb->direct = false;
    }
    const bool tested = s == 0 && step->parent == CLIMB_END;
    if (!tested && !(step->onward & climb->hierarchy.nodes[step->node].sectors))
        return true;
    return push(climb, side, step->f, step->node);
}

/* A jump point of the start, on its way to the goal: whether a walk of the goal's leads to it. */
static void test_goal(struct climb *climb, uint32_t number, uint64_t g)
{
    const struct fr_pixel goal = climb->sides[0].to, at = jump_graph_pixel(climb->graph, number);
    const uint64_t f = g + fr_jump_octile(goal.x - at.x, goal.y - at.y);
    if (f >= climb->best ||
        !links_walk_open(&climb->graph->lanes, goal, at.x - goal.x, at.y - goal.y))
        return;
    climb->best = f;
    climb->meet = number;
    climb->direct = true;
}

static bool expand(struct climb *climb, int s, uint32_t number)
{
    struct climb_side *side = &climb->sides[s];
    struct climb_label *label = &side->labels[number];
    if (label->expanded)
        return true;
    label->expanded = true;
    if (s == 0 && label->parent == CLIMB_END)
        test_goal(climb, number, label->g);
    climb->expanded++;
    const struct hierarchy_node *node = &climb->hierarchy.nodes[number];
    const uint64_t from = label->g;
    const unsigned onward = label->onward;
    const uint32_t end = node->first + node->count;
    for (uint32_t i = node->first; i < end;) {
        const struct ascent *way = &climb->hierarchy.ways[i];
        if (!(onward >> way->sector & 1)) {
            i += way->skip;
            continue;
        }
        const uint64_t g = from + way->cost;
        const uint64_t f = g + fr_jump_octile(side->to.x - way->x, side->to.y - way->y);
        if (f < climb->best &&
            !offer(climb, s, &(struct step){way->to, number, i, way->onward, g, f}))
            return false;
        i++;
    }
    return true;
}

/* Offers the jump points that were met from an end. */
static bool offer_jumps(struct climb *climb, int s)
{
    const struct climb_side *side = &climb->sides[s];
    for (size_t i = 0; i < climb->jumps.count; i++) {
        const struct link *jump = &climb->jumps.at[i];
        const int32_t x = side->from.x + jump->dx, y = side->from.y + jump->dy;
        const uint64_t g = fr_jump_octile(jump->dx, jump->dy);
        const uint64_t f = g + fr_jump_octile(side->to.x - x, side->to.y - y);
        if (f >= climb->best)
            continue;
        const uint32_t node = jump_graph_number(climb->graph, x, y);
        const uint16_t onward = links_onward(climb->graph->nodes[node].turns, jump->sector);
        if (!offer(climb, s, &(struct step){node, CLIMB_END, 0, onward, g, f}))
            return false;
    }
    climb->jumps.count = 0;
    return true;
}

/* Leaves a walk for when nothing that it may meet costs more than what else there is. */
static bool defer(struct climb *climb, int s, int number)
{
    struct climb_side *side = &climb->sides[s];
    const struct jump_walk *walk = &side->walks[number];
    const int32_t done = walk->done + 1;
    const int32_t x = side->from.x + fr_direction_dx[walk->direction] * done;
    const int32_t y = side->from.y + fr_direction_dy[walk->direction] * done;
    const uint64_t f =
        FR_JUMP_DIAGONAL * (uint64_t)done + fr_jump_octile(side->to.x - x, side->to.y - y);
    return f >= climb->best || push(climb, side, f, CLIMB_WALK + (uint32_t)number);
}

/* The next steps of a walk, those toward the goal and some more. */
static bool walk_on(struct climb *climb, int s, int number)
{
    struct climb_side *side = &climb->sides[s];
    struct jump_walk *walk = &side->walks[number];
    const int32_t sx = fr_direction_dx[walk->direction], sy = fr_direction_dy[walk->direction];
    const int32_t x = (side->to.x - side->from.x) * sx, y = (side->to.y - side->from.y) * sy;
    const int32_t toward = x < y ? x : y;
    const int32_t limit = toward > walk->done ? toward : walk->done + PATIENCE;
    const enum link_progress progress =
        jumps_walk(&climb->graph->lanes, walk, limit, &climb->jumps);
    if (progress == LINKS_NO_MEMORY || !offer_jumps(climb, s))
        return false;
    return progress == LINKS_DONE || defer(climb, s, number);
}

static bool begin_side(struct climb *climb, int s, struct fr_pixel from, struct fr_pixel to)
{
    struct climb_side *side = &climb->sides[s];
    side->open.count = 0;
    side->from = from;
    side->to = to;
    if (!jumps_straight(&climb->graph->lanes, from, &climb->jumps) || !offer_jumps(climb, s))
        return false;
    for (int i = 0; i < 4; i++) {
        side->walks[i] = jumps_walk_from(&climb->slants, from, 2 * i + 1);
        if (!walk_on(climb, s, i))
            return false;
    }
    return true;
}

static bool begin(struct climb *climb, struct fr_pixel start, struct fr_pixel goal)
{
    climb->best = UINT64_MAX;
    climb->expanded = climb->generated = 0;
    climb->jumps.count = 0;
    if (++climb->stamp == 0) {
        climb->stamp = 1;
        for (int s = 0; s < 2; s++)
            if (climb->sides[s].labels)
                memset(climb->sides[s].labels, 0,
                       climb->sides[s].label_capacity * sizeof *climb->sides[s].labels);
    }
    return begin_side(climb, 0, start, goal) && begin_side(climb, 1, goal, start);
}

/* What a side would do next costs no less. */
static uint64_t bound(const struct climb_side *side)
{
    return side->open.count > 0 ? side->open.entries[0].f : UINT64_MAX;
}

enum fr_outcome climb_run(struct climb *climb, struct fr_pixel start, struct fr_pixel goal)
{
    if (!begin(climb, start, goal))
        return FR_OUT_OF_MEMORY;
    for (;;) {
        const uint64_t bounds[2] = {bound(&climb->sides[0]), bound(&climb->sides[1])};
        const int s = bounds[1] < bounds[0];
        if (bounds[s] >= climb->best || bounds[s] == UINT64_MAX)
            break;
        const uint32_t node = search_heap_pop(&climb->sides[s].open).node;
        if (!(node >= CLIMB_WALK ? walk_on(climb, s, (int)(node - CLIMB_WALK))
                                 : expand(climb, s, node)))
            return FR_OUT_OF_MEMORY;
    }
    return climb->best == UINT64_MAX ? FR_UNREACHABLE : FR_FOUND;
}

/* Goes along a way, link by link: a shortcut leads down to the node that it passes, and up. */
static enum fr_status follow(struct climb *climb, struct climb_span span, struct fr_path *path)
{
    size_t count = 0;
    for (;;) {
        const struct ascent *way = &climb->hierarchy.ways[span.way];
        if (way->via == WAY_LINK) {
            const struct fr_pixel to = span.down ? jump_graph_pixel(climb->graph, span.owner)
                                                 : (struct fr_pixel){way->x, way->y};
            const enum fr_status status = fr_grid_walk_to(path, to, false);
            if (status != FR_OK || count == 0)
                return status;
            span = climb->spans[--count];
            continue;
        }
        struct climb_span *spans =
            fr_grow(climb->allocator, climb->spans, count, 1, &climb->span_capacity, sizeof *spans);
        if (!spans)
            return FR_NO_MEMORY;
        climb->spans = spans;
        const struct way_parts parts = climb->hierarchy.parts[span.way];
        spans[count++] =
            (struct climb_span){span.down ? parts.to_owner : parts.to_end, way->via, false};
        span = (struct climb_span){span.down ? parts.to_end : parts.to_owner, way->via, true};
    }
}

/* From the node where the parts meet to an end. */
static enum fr_status descend(struct climb *climb, int s, struct fr_path *path)
{
    const struct climb_side *side = &climb->sides[s];
    enum fr_status status = FR_OK;
    const struct climb_label *label = &side->labels[climb->meet];
    for (; status == FR_OK && label->parent != CLIMB_END; label = &side->labels[label->parent])
        status = follow(climb, (struct climb_span){label->way, label->parent, true}, path);
    return status == FR_OK ? fr_grid_walk_to(path, side->from, true) : status;
}

enum fr_outcome climb_trace(struct climb *climb, struct fr_path *path)
{
    enum fr_status status = fr_grid_walk_run(path, jump_graph_pixel(climb->graph, climb->meet));
    if (status == FR_OK)
        status = descend(climb, 0, path);
    if (status == FR_OK) {
        fr_path_reverse(path);
        status = climb->direct ? fr_grid_walk_to(path, climb->sides[0].to, true)
                               : descend(climb, 1, path);
    }
    if (status != FR_OK) {
        path->count = 0;
        return FR_OUT_OF_MEMORY;
    }
    return FR_FOUND;
}

bool climb_reached(const struct climb *climb, int side, uint32_t node, uint32_t *parent)
{
    const struct climb_label *label = &climb->sides[side].labels[node];
    if (label->stamp != climb->stamp)
        return false;
    *parent = label->parent;
    return true;
}

void climb_release(struct climb *climb)
{
    for (int s = 0; s < 2; s++) {
        struct climb_side *side = &climb->sides[s];
        fr_deallocate(climb->allocator, side->labels, side->label_capacity, sizeof *side->labels);
        search_heap_release(&side->open, climb->allocator);
    }
    fr_deallocate(climb->allocator, climb->spans, climb->span_capacity, sizeof *climb->spans);
    links_release(&climb->jumps);
    slants_release(&climb->slants);
    hierarchy_release(&climb->hierarchy);
}
