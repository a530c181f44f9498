/* Quadtree: A* over squares of free space, large in open areas and small along walls.
 *
 * The map is divided into quarters until each square is entirely free or blocked. A* goes from free
 * square to neighbouring free square. During the search, the point where a path crosses the border
 * of two squares is estimated: it is where the line from the last such point to the goal crosses
 * the border or is nearest to it. A funnel pulls the path taut inside these squares. Then turns
 * that only the squares cause are dropped: waypoints whose neighbours see each other.
 *
 * The path may be longer than the shortest, because the estimate selects the squares. Large round
 * shapes take many squares, and a map shifted by one pixel has different ones.
 *
 * A click whose ends see each other is answered first, by a straight line.
 *
 * Complexity: preparation passes over the map's words for each level below 64 pixels; a click takes
 * O(k log k) for k squares, whose neighbours are found by going up and down the tree (Samet 1982).
 * Memory: 28 bytes for four squares, and 128 for their search. A change of the map rebuilds the
 * squares that it touches.
 *
 * Sources: Samet, "The quadtree and related hierarchical data structures", ACM Computing Surveys,
 * 1984; Kambhampati and Davis, "Multiresolution path planning for mobile robots", IEEE Journal of
 * Robotics and Automation, 1986; for tile maps a comment under Gouveia, "Pathfinding on a 2D
 * polygonal map", 2011. Deviations: paths cross borders, but neither the centres of squares nor
 * corners; squares are free or blocked, not mixed; component labels find unreachable goals. */
#include <math.h>
#include <string.h>

#include "algorithms/front.h"
#include "algorithms/regions/funnel.h"
#include "algorithms/regions/region_quadtree.h"
#include "algorithms/steps/generation.h"
#include "algorithms/steps/search_heap.h"
#include "maps/geometry/line_of_sight.h"
#include "maps/rounded.h"

#define EXPANDED (UINT32_C(1) << 31) /* flag beside a node number of 31 bits */

struct place {
    double x, y; /* half pixels */
};

/* The data of a leaf in the search. */
struct visit {
    double from_start; /* half pixels */
    struct place at;   /* where it is entered */
    uint32_t before;   /* the previous leaf (itself at the start); flag EXPANDED of this leaf */
    uint32_t stamp;    /* the click's stamp, if seen already */
};

struct fr_state {
    struct fr_head head;
    struct quadtree tree;
    struct visit *visits; /* by node */
    size_t visit_count;
    uint32_t stamp;
    struct search_heap open; /* outdated entries are skipped */
    struct quadtree_list neighbours, chain;
    struct funnel funnel;
};

static void release(struct fr_state *state)
{
    const struct fr_allocator *allocator = state->head.allocator;
    funnel_release(&state->funnel);
    fr_deallocate(allocator, state->chain.nodes, state->chain.capacity, sizeof(uint32_t));
    fr_deallocate(allocator, state->neighbours.nodes, state->neighbours.capacity, sizeof(uint32_t));
    search_heap_release(&state->open, allocator);
    fr_deallocate(allocator, state->visits, state->visit_count, sizeof *state->visits);
    quadtree_release(&state->tree);
}

/* A visit for each node for which the tree has room. */
static enum fr_status make_visits(struct fr_state *state)
{
    const size_t count = 4 * state->tree.capacity;
    if (count == state->visit_count)
        return FR_OK;
    fr_deallocate(state->head.allocator, state->visits, state->visit_count, sizeof *state->visits);
    state->visits = fr_allocate_zeroed(state->head.allocator, count, sizeof *state->visits);
    state->visit_count = state->visits ? count : 0;
    return state->visits ? FR_OK : FR_NO_MEMORY;
}

static enum fr_status prepare(struct fr_state *state)
{
    const struct fr_allocator *allocator = state->funnel.allocator = state->head.allocator;
    enum fr_status status = quadtree_create(&state->tree, state->head.map, allocator);
    if (status == FR_OK)
        status = make_visits(state);
    return status == FR_OK ? fr_head_label(&state->head, FR_ANY_ANGLE) : status;
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    enum fr_status status = FR_OK;
    for (size_t i = 0; i < count && status == FR_OK; i++)
        status = quadtree_update(&state->tree, rects[i]);
    state->head.reach.stale |= count > 0;
    return status == FR_OK ? make_visits(state) : status;
}

/* ---- search ---- */

static double distance(struct place a, struct place b)
{
    const double x = fr_rounded(a.x - b.x), y = fr_rounded(a.y - b.y);
    return fr_rounded(sqrt(fr_rounded(fr_rounded(x * x) + fr_rounded(y * y))));
}

static struct place place_at(struct fr_point point)
{
    return (struct place){point.x, point.y};
}

/* The common border of two neighbouring squares, in half pixels; `low` is its upper or left end. */
struct border {
    struct fr_point low, high;
};

static struct border border_of(struct quadtree_square a, struct quadtree_square b)
{
    return (struct border){
        {2 * fr_greater(a.x, b.x), 2 * fr_greater(a.y, b.y)},
        {2 * fr_lesser(a.x + a.side, b.x + b.side), 2 * fr_lesser(a.y + a.side, b.y + b.side)}};
}

/* How far along a border, between `low` and `high`, the straight line from one place to another
 * crosses it. A place is given by its position along the border and its distance from the border;
 * if both places are on one side, one is mirrored. */
static double cross_at(double from, double from_off, double to, double to_off, double low,
                       double high)
{
    const double off = fr_rounded(from_off + to_off);
    const double sum = fr_rounded(fr_rounded(from * to_off) + fr_rounded(to * from_off));
    const double at = off > 0 ? fr_rounded(sum / off) : from;
    return at < low ? low : at > high ? high : at;
}

static struct place crossing(struct border border, struct place from, struct place to)
{
    const struct place low = place_at(border.low), high = place_at(border.high);
    if (border.low.x == border.high.x)
        return (struct place){
            low.x, cross_at(from.y, fabs(from.x - low.x), to.y, fabs(to.x - low.x), low.y, high.y)};
    return (struct place){
        cross_at(from.x, fabs(from.y - low.y), to.x, fabs(to.y - low.y), low.x, high.x), low.y};
}

/* Offers a leaf a path into it. False if out of memory. */
static bool reach_leaf(struct fr_state *state, uint32_t leaf, const struct visit *way,
                       struct place goal)
{
    struct visit *visit = &state->visits[leaf];
    if (visit->stamp == state->stamp &&
        (visit->before & EXPANDED || visit->from_start <= way->from_start))
        return true;
    *visit = *way;
    state->head.stats.generated++;
    return search_heap_push(&state->open, state->head.allocator,
                            search_heap_key(fr_rounded(way->from_start + distance(way->at, goal))),
                            leaf);
}

/* False if out of memory. */
static bool expand(struct fr_state *state, uint32_t leaf, struct place goal)
{
    const struct visit visit = state->visits[leaf];
    const struct quadtree_square square = quadtree_square_of(&state->tree, leaf);
    state->neighbours.count = 0;
    for (int side = 0; side < QUADTREE_SIDES; side++)
        if (quadtree_neighbours(&state->tree, leaf, (enum quadtree_side)side, &state->neighbours) !=
            FR_OK)
            return false;
    state->head.stats.expanded++;
    for (size_t i = 0; i < state->neighbours.count; i++) {
        const uint32_t other = state->neighbours.nodes[i];
        const struct border border = border_of(square, quadtree_square_of(&state->tree, other));
        const struct place at = crossing(border, visit.at, goal);
        const struct visit way = {fr_rounded(visit.from_start + distance(visit.at, at)), at, leaf,
                                  state->stamp};
        if (!reach_leaf(state, other, &way, goal))
            return false;
    }
    return true;
}

static enum fr_outcome search(struct fr_state *state, uint32_t from, uint32_t to,
                              struct fr_point start, struct fr_point goal)
{
    const struct visit first = {0, place_at(start), from, state->stamp};
    if (!reach_leaf(state, from, &first, place_at(goal)))
        return FR_OUT_OF_MEMORY;
    while (state->open.count > 0) {
        const uint32_t leaf = search_heap_pop(&state->open).node;
        if (state->visits[leaf].before & EXPANDED)
            continue;
        if (leaf == to)
            return FR_FOUND;
        if (!expand(state, leaf, place_at(goal)))
            return FR_OUT_OF_MEMORY;
        state->visits[leaf].before |= EXPANDED;
    }
    return FR_UNREACHABLE;
}

/* ---- walk ---- */

/* The leaves of the path found, from the goal's to the start's. */
static enum fr_status list_chain(struct fr_state *state, uint32_t from, uint32_t to)
{
    struct quadtree_list *chain = &state->chain;
    chain->count = 0;
    for (uint32_t leaf = to;; leaf = state->visits[leaf].before & ~EXPANDED) {
        if (!fr_append(state->head.allocator, &chain->nodes, &chain->count, &chain->capacity, &leaf,
                       sizeof leaf))
            return FR_NO_MEMORY;
        if (leaf == from)
            return FR_OK;
    }
}

static enum fr_status pull(struct fr_state *state, struct fr_point start, struct fr_point goal,
                           struct fr_path *path)
{
    enum fr_status status = funnel_begin(&state->funnel, start);
    for (size_t i = state->chain.count - 1; i > 0 && status == FR_OK; i--) {
        const struct quadtree_square here = quadtree_square_of(&state->tree, state->chain.nodes[i]);
        const struct quadtree_square next =
            quadtree_square_of(&state->tree, state->chain.nodes[i - 1]);
        const struct border border = border_of(here, next);
        const bool low_first = border.low.x == border.high.x ? next.x > here.x : next.y < here.y;
        status = low_first ? funnel_cross(&state->funnel, border.low, border.high)
                           : funnel_cross(&state->funnel, border.high, border.low);
    }
    return status == FR_OK ? funnel_end(&state->funnel, goal, path) : status;
}

/* Removes waypoints if the ones around them see each other. */
static void straighten(struct fr_state *state, struct fr_path *path)
{
    size_t kept = 0;
    for (size_t i = 0; i < path->count; i++) {
        for (; kept > 1; kept--) {
            state->head.stats.sight_checks++;
            if (!fr_line_of_sight(state->head.map, path->points[kept - 2], path->points[i]))
                break;
        }
        path->points[kept++] = path->points[i];
    }
    path->count = kept;
}

static enum fr_outcome find_over_squares(struct fr_state *state, struct fr_point start,
                                         struct fr_point goal, const struct fr_probe *probe,
                                         struct fr_path *path)
{
    const uint32_t from = quadtree_locate(&state->tree, fr_point_pixel(start));
    const uint32_t to = quadtree_locate(&state->tree, fr_point_pixel(goal));
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    state->open.count = 0;
    state->stamp =
        fr_next_generation(state->stamp, state->visits, state->visit_count, sizeof *state->visits);
    const enum fr_outcome outcome = search(state, from, to, start, goal);
    if (outcome != FR_FOUND)
        return outcome;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    if (list_chain(state, from, to) != FR_OK || pull(state, start, goal, path) != FR_OK)
        return FR_OUT_OF_MEMORY;
    fr_probe_enter(probe, FR_PHASE_FORWARD);
    straighten(state, path);
    return FR_FOUND;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    fr_probe_enter(probe, FR_PHASE_PRECHECK);
    state->head.stats.sight_checks = 1;
    if (fr_line_of_sight(state->head.map, start, goal))
        return fr_find_straight(path, start, goal);
    if (state->head.reach.stale && fr_head_label(&state->head, FR_ANY_ANGLE) != FR_OK)
        return FR_OUT_OF_MEMORY;
    if (!fr_head_joins(&state->head, start, goal))
        return FR_UNREACHABLE;
    return find_over_squares(state, start, goal, probe, path);
}

const struct fr_pathfinder fr_quadtree = {
    .name = "quadtree",
    .label = "Quadtree",
    .summary = "A* over the free squares of a quadtree, pulled taut and straightened",
    .source = "Samet 1982, 1984; Kambhampati and Davis 1986; Gouveia 2011",
    .colour = "#44AA99",
    .marker = 'P',
    .counts = FR_COUNTS_ALL,
    .traits = {.movement = FR_ANY_ANGLE},
    .state_bytes = sizeof(struct fr_state),
    .prepare = prepare,
    .find = find,
    .update = update,
    .release = release,
};
