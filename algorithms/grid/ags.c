/* The route finder of Adventure Game Studio, repaired: the straight line, a jump point search over
 * pixels, and a path that is straightened in two passes.
 *
 * Problem: the engine that most authors of point-and-click games use finds grid8-one paths (a
 * diagonal step needs one of the two pixels beside it) in real time, on masks without preparation.
 * The shipped version fails on long paths and searches more than it needs to
 * (published/ags_published.c).
 *
 * Idea: the straight line is tried first. If it is blocked, A* goes from one pixel where a shortest
 * path may turn to the next: straight scans find it in bits, 64 pixels at a time (pixel_leaps.h);
 * diagonal scans look along the row and the column of each of their pixels. The path is then
 * shortened along lines of sight, from the start and from the goal (steps/beautify.h).
 *
 * Repairs: distances are 64-bit integers, exact at any length; diagonal scans continue to the next
 * turn instead of one step; the heuristic is the octile distance at full weight; a pixel that is
 * reached at the same cost from several sides is expanded for each of them, so that paths are the
 * shortest of grid8-one; lines of sight are exact. If component labels say that the goal is
 * unreachable, that is the answer: a caller who wants the nearest reachable pixel clamps the click
 * (maps/analysis/clamp.h).
 *
 * Costs: a path of a straight and b diagonal steps costs a*STRAIGHT + b*DIAGONAL, whose quotient is
 * a continued fraction convergent of sqrt(2). These costs order two paths exactly as a + b*sqrt(2)
 * does, if their numbers of diagonal steps differ by less than STRAIGHT (grid/astar.c).
 *
 * Data: nodes are the reached pixels, in the order in which they were reached. Each pixel of the
 * map holds the number of its node, which is valid only if that node holds the pixel (Briggs and
 * Torczon, "An Efficient Representation for Sparse Sets", 1993), so nothing is cleared. 4 bytes and
 * seven bits per pixel, 24 bytes per node.
 *
 * Complexity: a click reads at worst O(pixels) 64-pixel words, times the heap's logarithm.
 *
 * Source: Adventure Game Studio's manual and its observed behaviour; Harabor and Grastien, "Online
 * Graph Pruning for Pathfinding on Grid Maps", AAAI 2011, and "Improving Jump Point Search", ICAPS
 * 2014. */
#include "algorithms/front.h"
#include "algorithms/grid/pixel_leaps.h"
#include "algorithms/steps/grid_moves.h"
#include "algorithms/steps/grid_walk.h"
#include "algorithms/steps/search_heap.h"
#include "algorithms/steps/smooth.h"
#include "maps/geometry/open_tiles.h"

#define STRAIGHT UINT64_C(93222358)
#define DIAGONAL UINT64_C(131836323)

#define START UINT32_MAX /* in place of a node */

enum { PRECHECK, SMOOTH };

static const struct fr_option options[] = {
    [PRECHECK] = FR_SWITCH("precheck", true, "try the straight line before the search"),
    [SMOOTH] = FR_SMOOTH_OPTION(FR_SMOOTH_SIGHT),
};

/* A pixel where a path may turn. */
struct node {
    uint64_t g;      /* cost from the start */
    uint32_t parent; /* node, or START: from there leads a diagonal walk and then a straight one */
    uint16_t x, y;
    uint8_t arrivals; /* directions in which it is reached at cost g, as bits */
    uint8_t expanded; /* those whose successors were searched for */
};

struct fr_state {
    struct fr_head head;
    struct pixel_leaps leaps;
    struct fr_open_tiles tiles;
    uint8_t moves[FR_DIRECTIONS + 1][256]; /* by incoming direction and surroundings */
    uint32_t *numbers;                     /* of the nodes, by pixel */
    struct node *nodes;                    /* of the last click */
    size_t node_count, node_capacity;
    struct search_heap heap;
    struct fr_pixel goal;
    uint64_t best; /* cost of the goal; UINT64_MAX: not reached yet */
    uint32_t best_parent;
};

/* Where a walk is, and the node that it began at. */
struct place {
    uint32_t origin;
    int32_t x, y;
    uint64_t g;
};

static void describe(const struct fr_option_values *values, struct fr_traits *traits)
{
    *traits = (struct fr_traits){.movement = FR_GRID8_ONE, .optimality = FR_OPTIMAL_LENGTH};
    if (values->at[PRECHECK])
        *traits = (struct fr_traits){.movement = FR_ANY_ANGLE};
}

static void release(struct fr_state *state)
{
    const struct fr_allocator *allocator = state->head.allocator;
    if (state->tiles.map)
        fr_open_tiles_release(&state->tiles);
    pixel_leaps_release(&state->leaps);
    search_heap_release(&state->heap, allocator);
    fr_deallocate(allocator, state->nodes, state->node_capacity, sizeof *state->nodes);
    fr_deallocate(allocator, state->numbers, fr_map_pixels(state->head.map),
                  sizeof *state->numbers);
}

static enum fr_status prepare(struct fr_state *state)
{
    const struct fr_map *map = state->head.map;
    const struct fr_allocator *allocator = state->head.allocator;
    fr_canonical_moves(FR_GRID8_ONE, (uint32_t)STRAIGHT, (uint32_t)DIAGONAL, state->moves);
    state->numbers = fr_allocate_zeroed(allocator, fr_map_pixels(map), sizeof *state->numbers);
    if (!state->numbers || pixel_leaps_init(&state->leaps, map, allocator) != FR_OK ||
        fr_open_tiles_init(&state->tiles, map, allocator) != FR_OK)
        return FR_NO_MEMORY;
    if (state->head.smoother)
        state->head.smoother->sight.tiles = &state->tiles;
    return fr_head_label(&state->head, FR_GRID8_ONE);
}

/* The cost of the shortest path to the goal on an empty map. */
static inline uint64_t estimate(const struct fr_state *state, int32_t x, int32_t y)
{
    const int32_t dx = x - state->goal.x, dy = y - state->goal.y;
    const uint64_t across = (uint64_t)(dx < 0 ? -dx : dx), down = (uint64_t)(dy < 0 ? -dy : dy);
    const uint64_t longer = across > down ? across : down;
    const uint64_t shorter = across > down ? down : across;
    return STRAIGHT * (longer - shorter) + DIAGONAL * shorter;
}

/* A new node. False without memory. */
static bool add_node(struct fr_state *state, struct node node)
{
    if (!fr_reserve(state->head.allocator, &state->nodes, state->node_count, 1,
                    &state->node_capacity, sizeof *state->nodes))
        return false;
    state->numbers[(size_t)node.y * (size_t)state->head.map->width + node.x] =
        (uint32_t)state->node_count;
    state->nodes[state->node_count++] = node;
    return true;
}

/* A path into a pixel where it may turn, in direction d, that began at a place's origin. False
 * without memory. */
static bool offer(struct fr_state *state, struct place place, int d)
{
    const uint64_t f = place.g + estimate(state, place.x, place.y);
    if (f >= state->best)
        return true;
    const struct node fresh = {.g = place.g,
                               .parent = place.origin,
                               .x = (uint16_t)place.x,
                               .y = (uint16_t)place.y,
                               .arrivals = (uint8_t)(1u << d)};
    uint32_t number =
        state->numbers[(size_t)place.y * (size_t)state->head.map->width + (size_t)place.x];
    struct node *node = number < state->node_count ? &state->nodes[number] : NULL;
    if (!node || node->x != fresh.x || node->y != fresh.y) {
        number = (uint32_t)state->node_count;
        if (!add_node(state, fresh))
            return false;
    } else if (place.g < node->g) {
        *node = fresh;
    } else if (place.g > node->g || (node->arrivals & fresh.arrivals)) {
        return true;
    } else {
        const bool waits = node->arrivals != node->expanded;
        node->arrivals |= fresh.arrivals;
        if (waits)
            return true;
    }
    state->head.stats.generated++;
    return search_heap_push(&state->heap, state->head.allocator, f, number);
}

/* A path to the goal at cost g. */
static void arrive(struct fr_state *state, uint32_t origin, uint64_t g)
{
    if (g < state->best) {
        state->best = g;
        state->best_parent = origin;
    }
}

/* Scans straight from a place in direction d, to the goal or to where a path may turn off. False
 * without memory. */
static inline bool walk_straight(struct fr_state *state, struct place place, int d)
{
    const bool along = d == 0 || d == 4, forward = d == 0 || d == 2;
    const struct pixel_lanes *lanes = along ? &state->leaps.rows : &state->leaps.columns;
    const int32_t lane = along ? place.y : place.x;
    const int32_t from = along ? place.x : place.y;
    const int32_t goal = along ? state->goal.x : state->goal.y;
    const bool in_line = along ? place.y == state->goal.y : place.x == state->goal.x;
    const struct pixel_leap leap =
        forward ? pixel_leap_forward(lanes, lane, from) : pixel_leap_backward(lanes, lane, from);
    if (in_line && (forward ? goal > from && goal <= leap.at : goal < from && goal >= leap.at)) {
        const int32_t steps = forward ? goal - from : from - goal;
        arrive(state, place.origin, place.g + STRAIGHT * (uint64_t)steps);
        return true;
    }
    if (!leap.turns)
        return true;
    place.g += STRAIGHT * (uint64_t)(forward ? leap.at - from : from - leap.at);
    *(along ? &place.x : &place.y) = leap.at;
    return offer(state, place, d);
}

/* From a place in diagonal direction d, to the goal, to where a path has to turn off sharply, or to
 * a wall; and straight on either side from each pixel of the way. */
static inline bool walk_diagonal(struct fr_state *state, struct place place, int d)
{
    const int32_t dx = d == 1 || d == 7 ? 1 : -1, dy = d == 1 || d == 3 ? 1 : -1;
    const int along = dx > 0 ? 0 : 4, down = dy > 0 ? 2 : 6;
    const unsigned ahead = 1u << along | 1u << d | 1u << down;
    unsigned moves;
    do {
        place.x += dx;
        place.y += dy;
        place.g += DIAGONAL;
        if (place.x == state->goal.x && place.y == state->goal.y) {
            arrive(state, place.origin, place.g);
            return true;
        }
        moves = state->moves[d][fr_surroundings(state->head.map, place.x, place.y)];
        if (moves & ~ahead)
            return offer(state, place, d);
        if ((moves >> along & 1 && !walk_straight(state, place, along)) ||
            (moves >> down & 1 && !walk_straight(state, place, down)))
            return false;
    } while (moves >> d & 1);
    return true;
}

/* In one direction. Each direction has its own loops, in which it is a constant. */
static bool walk(struct fr_state *state, struct place place, int d)
{
    switch (d) {
    case 0:
        return walk_straight(state, place, 0);
    case 1:
        return walk_diagonal(state, place, 1);
    case 2:
        return walk_straight(state, place, 2);
    case 3:
        return walk_diagonal(state, place, 3);
    case 4:
        return walk_straight(state, place, 4);
    case 5:
        return walk_diagonal(state, place, 5);
    case 6:
        return walk_straight(state, place, 6);
    default:
        return walk_diagonal(state, place, 7);
    }
}

/* Scans from a place in all directions of a set of bits. False without memory. */
static bool walk_all(struct fr_state *state, struct place place, unsigned directions)
{
    bool memory = true;
    for (; directions && memory; directions &= directions - 1)
        memory = walk(state, place, fr_lowest_bit(directions));
    return memory;
}

/* Continues from a node in the directions not yet tried. */
static bool expand(struct fr_state *state, uint32_t number)
{
    struct node *node = &state->nodes[number];
    const uint8_t surroundings = fr_surroundings(state->head.map, node->x, node->y);
    unsigned exits = 0;
    for (unsigned fresh = node->arrivals & (unsigned)~node->expanded; fresh; fresh &= fresh - 1)
        exits |= state->moves[fr_lowest_bit(fresh)][surroundings];
    node->expanded = node->arrivals;
    state->head.stats.expanded++;
    return walk_all(state, (struct place){number, node->x, node->y, node->g}, exits);
}

static enum fr_outcome search(struct fr_state *state, struct fr_pixel start)
{
    const uint8_t surroundings = fr_surroundings(state->head.map, start.x, start.y);
    const struct place place = {START, start.x, start.y, 0};
    state->node_count = state->heap.count = 0;
    state->best = UINT64_MAX;
    if (!walk_all(state, place, state->moves[FR_START][surroundings]))
        return FR_OUT_OF_MEMORY;
    while (state->heap.count > 0) {
        const struct search_entry entry = search_heap_pop(&state->heap);
        const struct node *node = &state->nodes[entry.node];
        if (entry.f >= state->best)
            break;
        if (node->arrivals != node->expanded && !expand(state, entry.node))
            return FR_OUT_OF_MEMORY;
    }
    return state->best == UINT64_MAX ? FR_UNREACHABLE : FR_FOUND;
}

static enum fr_outcome trace(const struct fr_state *state, struct fr_pixel start,
                             struct fr_path *path)
{
    enum fr_status status = fr_grid_walk_run(path, state->goal);
    for (uint32_t at = state->best_parent; status == FR_OK && at != START;
         at = state->nodes[at].parent)
        status =
            fr_grid_walk_to(path, (struct fr_pixel){state->nodes[at].x, state->nodes[at].y}, true);
    if (status == FR_OK)
        status = fr_grid_walk_to(path, start, true);
    if (status != FR_OK)
        return FR_OUT_OF_MEMORY;
    fr_path_reverse(path);
    return FR_FOUND;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    state->goal = fr_point_pixel(goal);
    if (!fr_head_joins(&state->head, start, goal))
        return FR_UNREACHABLE;
    if (state->head.options.at[PRECHECK]) {
        fr_probe_enter(probe, FR_PHASE_PRECHECK);
        state->head.stats.sight_checks++;
        if (fr_open_tiles_sight(&state->tiles, start, goal))
            return fr_find_straight(path, start, goal);
    }
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    const enum fr_outcome outcome = search(state, fr_point_pixel(start));
    if (outcome != FR_FOUND)
        return outcome;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    return trace(state, fr_point_pixel(start), path);
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        pixel_leaps_refresh(&state->leaps, rects[i]);
        fr_open_tiles_refresh(&state->tiles, rects[i].y, rects[i].y + rects[i].height - 1);
    }
    return fr_head_label(&state->head, FR_GRID8_ONE);
}

const struct fr_pathfinder fr_ags = {
    .name = "ags",
    .label = "AGS, repaired",
    .summary =
        "the straight line, then jump points over pixels, and shortcuts along lines of sight",
    .source = "Adventure Game Studio; Harabor and Grastien, \"Online Graph Pruning for Pathfinding "
              "on Grid Maps\", AAAI 2011",
    .colour = "#BC8F0F",
    .marker = 'o',
    .candidate = true,
    .counts = FR_COUNTS_ALL,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .smoothing = &fr_smoothing,
    .describe = describe,
    .state_bytes = sizeof(struct fr_state),
    .prepare = prepare,
    .find = find,
    .update = update,
    .release = release,
};
