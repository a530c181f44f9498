/* Theta* over a sparse graph of obstacles: one link between any two obstacles, and lines of sight
 * tested during the search.
 *
 * A visibility graph links all corners that see each other, and much of it must be rebuilt when an
 * obstacle moves. A reader of Gouveia's article proposes to connect neighbouring obstacles by a
 * single link, and to let Theta* test during the search which corners see each other. Here the
 * graph consists of the outlines and single links (obstacle_links.h), a few edges per obstacle. An
 * expanded node offers its neighbours the straight line from its own parent, if that parent sees
 * them. The start is linked to all corners that it sees, the goal to the expanded ones that see it.
 *
 * Paths may be longer than the shortest, much longer if obstacles are long walls: a parent is only
 * passed on along edges of the graph, and two walls have only one link, wherever the click is.
 *
 * Encoding: nodes and their edges are arrays; 16 bytes per node for the search. After a change of
 * the map, the graph is built again; this is cheap, because no visibility is computed.
 *
 * Complexity: preparation takes O(n log n) for n turns of the boundary, and the pixels along links;
 * a click takes a line of sight for each corner, and for each edge of expanded nodes.
 *
 * Sources: a comment under Gouveia, "Pathfinding on a 2D polygonal map", 2011; Nash, Daniel,
 * Koenig, Felner, "Theta*: Any-Angle Path Planning on Grids", AAAI 2007. Deviations: the proposal
 * does not say which obstacles are neighbours, nor how start and goal are linked; a click whose
 * ends see each other is answered first; component labels find unreachable goals. */
#include <math.h>

#include "algorithms/front.h"
#include "algorithms/regions/obstacle_links.h"
#include "algorithms/steps/generation.h"
#include "algorithms/steps/search_heap.h"
#include "maps/geometry/line_of_sight.h"

#define EXPANDED (UINT32_C(1) << 31) /* flag beside a node number of 31 bits */

struct visit {
    double from_start; /* half pixels */
    uint32_t parent;   /* the start is its own parent; flag EXPANDED of this node */
    uint32_t stamp;    /* the click's stamp, if seen already */
};

struct fr_state {
    struct fr_head head;
    struct obstacle_graph graph;
    struct visit *visits; /* by node, then the start's and the goal's */
    size_t visit_count;
    uint32_t stamp;
    struct search_heap open; /* outdated entries are skipped */
    struct fr_point start, goal;
};

static void release(struct fr_state *state)
{
    const struct fr_allocator *allocator = state->head.allocator;
    search_heap_release(&state->open, allocator);
    fr_deallocate(allocator, state->visits, state->visit_count, sizeof *state->visits);
    if (state->graph.allocator)
        obstacle_graph_release(&state->graph);
}

static enum fr_status prepare(struct fr_state *state)
{
    const struct fr_allocator *allocator = state->head.allocator;
    const enum fr_status status = obstacle_graph_create(&state->graph, state->head.map, allocator);
    if (status != FR_OK)
        return status;
    state->visit_count = (size_t)state->graph.node_count + 2;
    state->visits = fr_allocate_zeroed(allocator, state->visit_count, sizeof *state->visits);
    return state->visits ? fr_head_label(&state->head, FR_ANY_ANGLE) : FR_NO_MEMORY;
}

/* ---- search ---- */

static uint32_t start_of(const struct fr_state *state)
{
    return state->graph.node_count;
}

static uint32_t goal_of(const struct fr_state *state)
{
    return state->graph.node_count + 1;
}

static struct fr_point point_of(const struct fr_state *state, uint32_t node)
{
    return node == start_of(state)  ? state->start
           : node == goal_of(state) ? state->goal
                                    : obstacle_point(&state->graph, node);
}

static double distance(struct fr_point a, struct fr_point b)
{
    const double x = a.x - b.x, y = a.y - b.y;
    return sqrt(x * x + y * y);
}

static bool is_pinch(const struct fr_state *state, uint32_t node)
{
    return node < state->graph.node_count && state->graph.nodes[node].pinch;
}

static bool sees(struct fr_state *state, uint32_t a, uint32_t b)
{
    if (is_pinch(state, a) || is_pinch(state, b))
        return false;
    state->head.stats.sight_checks++;
    return fr_line_of_sight(state->head.map, point_of(state, a), point_of(state, b));
}

/* Whether a node is a corner that an end of the click sees, and around which a path to or from the
 * end may bend. */
static bool is_seen_from(struct fr_state *state, uint32_t node, uint32_t end)
{
    const struct fr_corner *corner = &state->graph.nodes[node].corner;
    const struct fr_point at = point_of(state, end);
    return corner->qx != 0 &&
           fr_corner_taut(corner, (struct fr_point){corner->x - at.x, corner->y - at.y}) &&
           sees(state, node, end);
}

/* False if out of memory. */
static bool reach_node(struct fr_state *state, uint32_t node, uint32_t parent, double from_start)
{
    state->visits[node] = (struct visit){from_start, parent, state->stamp};
    state->head.stats.generated++;
    const double cost = from_start + distance(point_of(state, node), state->goal);
    return search_heap_push(&state->open, state->head.allocator, search_heap_key(cost), node);
}

/* Offers a node the line from its neighbour's parent, or the edge from the neighbour. False if out
 * of memory. */
static bool offer(struct fr_state *state, uint32_t from, uint32_t to)
{
    const struct visit *visit = &state->visits[to];
    const bool seen = visit->stamp == state->stamp;
    if (seen && visit->parent & EXPANDED)
        return true;
    const double known = seen ? visit->from_start : INFINITY;
    const struct fr_point at = point_of(state, to);
    uint32_t parent = state->visits[from].parent & ~EXPANDED;
    double length = state->visits[parent].from_start + distance(point_of(state, parent), at);
    if (length >= known)
        return true;
    if (!sees(state, parent, to)) {
        parent = from;
        length = state->visits[from].from_start + distance(point_of(state, from), at);
        if (length >= known)
            return true;
    }
    return reach_node(state, to, parent, length);
}

/* False if out of memory. */
static bool expand(struct fr_state *state, uint32_t node)
{
    const struct obstacle_graph *graph = &state->graph;
    state->head.stats.expanded++;
    for (uint32_t i = graph->first[node]; i < graph->first[node + 1]; i++)
        if (!offer(state, node, graph->ends[i]))
            return false;
    const struct visit *goal = &state->visits[goal_of(state)];
    const double length =
        state->visits[node].from_start + distance(point_of(state, node), state->goal);
    if ((goal->stamp == state->stamp && goal->from_start <= length) ||
        !is_seen_from(state, node, goal_of(state)))
        return true;
    return reach_node(state, goal_of(state), node, length);
}

/* Joins the start to all corners that it sees. False if out of memory. */
static bool begin(struct fr_state *state)
{
    const uint32_t start = start_of(state);
    state->visits[start] = (struct visit){0, start | EXPANDED, state->stamp};
    for (uint32_t node = 0; node < state->graph.node_count; node++)
        if (is_seen_from(state, node, start) &&
            !reach_node(state, node, start, distance(state->start, point_of(state, node))))
            return false;
    return true;
}

static enum fr_outcome search(struct fr_state *state)
{
    while (state->open.count > 0) {
        const uint32_t node = search_heap_pop(&state->open).node;
        if (state->visits[node].parent & EXPANDED)
            continue;
        if (node == goal_of(state))
            return FR_FOUND;
        if (!expand(state, node))
            return FR_OUT_OF_MEMORY;
        state->visits[node].parent |= EXPANDED;
    }
    return FR_UNREACHABLE;
}

static enum fr_outcome trace(const struct fr_state *state, struct fr_path *path)
{
    uint32_t node = goal_of(state), after;
    do {
        if (fr_path_append(path, point_of(state, node)) != FR_OK)
            return FR_OUT_OF_MEMORY;
        after = node;
        node = state->visits[node].parent & ~EXPANDED;
    } while (node != after);
    fr_path_reverse(path);
    return FR_FOUND;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    state->open.count = 0;
    state->stamp =
        fr_next_generation(state->stamp, state->visits, state->visit_count, sizeof *state->visits);
    state->start = start;
    state->goal = goal;
    fr_probe_enter(probe, FR_PHASE_PRECHECK);
    if (sees(state, start_of(state), goal_of(state)))
        return fr_find_straight(path, start, goal);
    if (!fr_head_joins(&state->head, start, goal))
        return FR_UNREACHABLE;
    fr_probe_enter(probe, FR_PHASE_ISOVIST);
    if (!begin(state))
        return FR_OUT_OF_MEMORY;
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    const enum fr_outcome outcome = search(state);
    if (outcome != FR_FOUND)
        return outcome;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    return trace(state, path);
}

const struct fr_pathfinder fr_theta_sparse = {
    .name = "theta-sparse",
    .label = "Sparse Theta*",
    .summary = "Theta* along obstacles, with one link between two obstacles that face each other",
    .source = "a comment under Gouveia 2011; Nash, Daniel, Koenig, Felner, AAAI 2007",
    .colour = "#661100",
    .marker = 'v',
    .counts = FR_COUNTS_ALL,
    .traits = {.movement = FR_ANY_ANGLE},
    .state_bytes = sizeof(struct fr_state),
    .prepare = prepare,
    .find = find,
    .release = release,
};
