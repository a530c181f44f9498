/* Theta*: A* over pixels in which the parent of a pixel may be any pixel in line of sight.
 *
 * Paths of A* from pixel to neighbouring pixel turn by 45 degrees. Here, an expanded pixel offers
 * its neighbours two paths: the straight line from its own parent, if the parent sees them, and the
 * step from itself. A parent is thus passed on as far as it sees, and paths turn only beside
 * corners, almost like shortest paths. Paths are not always shortest: only parents of neighbours
 * are tried, a pixel is expanded once, and paths turn at pixel centres, not at corners.
 *
 * Lines of sight are exact, between pixel centres; they cross open areas in long strides
 * (maps/geometry/open_tiles.h). A line is tested only if the path along it would be taken.
 *
 * Preparation: component labels, open tiles, and 16 bytes per pixel for the search. After a change,
 * the tiles of its rows are rebuilt, and component labels when the next click needs them.
 *
 * Complexity: O(n log n) for n pixels, and up to eight lines of sight per pixel, O(rows) each.
 *
 * Source: Nash, Daniel, Koenig, Felner, "Theta*: Any-Angle Path Planning on Grids", AAAI 2007.
 * Deviations: nodes are the centres of pixels, not corners; a click whose ends see each other is
 * answered first; labels find unreachable goals. */
#include <math.h>

#include "algorithms/front.h"
#include "algorithms/steps/generation.h"
#include "algorithms/steps/grid_moves.h"
#include "algorithms/steps/search_heap.h"
#include "maps/bits.h"
#include "maps/geometry/open_tiles.h"

#define EXPANDED (UINT32_C(1) << 31) /* a flag in parent, a number of 31 bits */

/* Nodes are walkable pixels, numbered y << 16 | x. */
struct theta_node {
    double from_start; /* pixels */
    uint32_t parent;   /* with the flag EXPANDED; the start's parent is itself */
    uint32_t stamp;    /* of the query; if older, the node is unreached */
};

struct fr_state {
    struct fr_head head;
    struct theta_node *nodes; /* by pixel, row by row */
    uint8_t moves[256];       /* the legal steps, by a pixel's surroundings */
    uint32_t stamp;
    struct search_heap open; /* outdated entries are skipped */
    struct fr_open_tiles tiles;
};

static enum fr_status prepare(struct fr_state *state)
{
    const struct fr_map *map = state->head.map;
    fr_legal_moves(FR_GRID8_ONE, state->moves);
    state->nodes =
        fr_allocate_zeroed(state->head.allocator, fr_map_pixels(map), sizeof *state->nodes);
    if (!state->nodes)
        return FR_NO_MEMORY;
    const enum fr_status status = fr_open_tiles_init(&state->tiles, map, state->head.allocator);
    return status == FR_OK ? fr_head_label(&state->head, FR_ANY_ANGLE) : status;
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct fr_rect inside = fr_map_clip(state->head.map, rects[i]);
        if (inside.width == 0)
            continue;
        fr_open_tiles_refresh(&state->tiles, inside.y, inside.y + inside.height - 1);
        state->head.reach.stale = true;
    }
    return FR_OK;
}

static void release(struct fr_state *state)
{
    fr_open_tiles_release(&state->tiles);
    search_heap_release(&state->open, state->head.allocator);
    fr_deallocate(state->head.allocator, state->nodes, fr_map_pixels(state->head.map),
                  sizeof *state->nodes);
}

static inline struct theta_node *node_of(const struct fr_state *state, uint32_t packed)
{
    const struct fr_pixel pixel = fr_pixel_unpack(packed);
    return &state->nodes[(size_t)pixel.y * (size_t)state->head.map->width + (size_t)pixel.x];
}

static inline double distance(uint32_t from, uint32_t to)
{
    const struct fr_pixel a = fr_pixel_unpack(from), b = fr_pixel_unpack(to);
    const double x = a.x - b.x, y = a.y - b.y;
    return sqrt(x * x + y * y);
}

static inline bool sees(struct fr_state *state, uint32_t from, uint32_t to)
{
    state->head.stats.sight_checks++;
    return fr_open_tiles_sight(&state->tiles, fr_pixel_centre(fr_pixel_unpack(from)),
                               fr_pixel_centre(fr_pixel_unpack(to)));
}

static inline uint8_t moves_from(const struct fr_state *state, uint32_t packed)
{
    const struct fr_pixel pixel = fr_pixel_unpack(packed);
    return state->moves[fr_surroundings(state->head.map, pixel.x, pixel.y)];
}

static inline uint32_t step(uint32_t packed, int direction)
{
    struct fr_pixel pixel = fr_pixel_unpack(packed);
    pixel.x += fr_direction_dx[direction];
    pixel.y += fr_direction_dy[direction];
    return fr_pixel_pack(pixel);
}

static inline double step_length(int direction)
{
    return direction & 1 ? 1.4142135623730951 : 1;
}

/* The expansion of a node, as offered to its neighbours. */
struct offer {
    uint32_t at, parent, goal;
    double from_start, parent_from_start;
};

/* By the triangle inequality the path through the parent is never longer, so only a path that would
 * be taken needs a line-of-sight check. False if out of memory. */
static inline bool make_offer(struct fr_state *state, const struct offer *offer, int d)
{
    const uint32_t to = step(offer->at, d);
    struct theta_node *node = node_of(state, to);
    const bool seen = node->stamp == state->stamp;
    if (seen && node->parent & EXPANDED)
        return true;
    const double known = seen ? node->from_start : INFINITY;
    uint32_t parent = offer->parent;
    double from_start = offer->parent_from_start + distance(parent, to);
    if (from_start >= known)
        return true;
    if (!sees(state, parent, to)) {
        parent = offer->at;
        from_start = offer->from_start + step_length(d);
        if (from_start >= known)
            return true;
    }
    *node = (struct theta_node){from_start, parent, state->stamp};
    state->head.stats.generated++;
    const double cost = from_start + distance(to, offer->goal);
    return search_heap_push(&state->open, state->head.allocator, search_heap_key(cost), to);
}

/* False if out of memory. */
static inline bool expand(struct fr_state *state, uint32_t at, uint32_t goal)
{
    const struct theta_node *node = node_of(state, at);
    const uint32_t parent = node->parent & ~EXPANDED;
    const struct offer offer = {at, parent, goal, node->from_start,
                                node_of(state, parent)->from_start};
    state->head.stats.expanded++;
    for (unsigned moves = moves_from(state, at); moves; moves &= moves - 1)
        if (!make_offer(state, &offer, fr_lowest_bit(moves)))
            return false;
    return true;
}

static enum fr_outcome loop(struct fr_state *state, uint32_t start, uint32_t goal)
{
    *node_of(state, start) = (struct theta_node){0, start, state->stamp};
    if (!search_heap_push(&state->open, state->head.allocator, 0, start))
        return FR_OUT_OF_MEMORY;
    while (state->open.count > 0) {
        const uint32_t at = search_heap_pop(&state->open).node;
        struct theta_node *node = node_of(state, at);
        if (node->parent & EXPANDED)
            continue;
        node->parent |= EXPANDED;
        if (at == goal)
            return FR_FOUND;
        if (!expand(state, at, goal))
            return FR_OUT_OF_MEMORY;
    }
    return FR_UNREACHABLE;
}

static enum fr_outcome trace(const struct fr_state *state, uint32_t start, uint32_t goal,
                             struct fr_path *path)
{
    for (uint32_t at = goal;; at = node_of(state, at)->parent & ~EXPANDED) {
        if (fr_path_append(path, fr_pixel_centre(fr_pixel_unpack(at))) != FR_OK)
            return FR_OUT_OF_MEMORY;
        if (at == start)
            break;
    }
    fr_path_reverse(path);
    return FR_FOUND;
}

static enum fr_outcome search_from(struct fr_state *state, uint32_t start, uint32_t goal,
                                   const struct fr_probe *probe, struct fr_path *path)
{
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    state->open.count = 0;
    state->stamp = fr_next_generation(state->stamp, state->nodes, fr_map_pixels(state->head.map),
                                      sizeof *state->nodes);
    const enum fr_outcome outcome = loop(state, start, goal);
    if (outcome != FR_FOUND)
        return outcome;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    return trace(state, start, goal, path);
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    const uint32_t from = fr_pixel_pack(fr_point_pixel(start)),
                   to = fr_pixel_pack(fr_point_pixel(goal));
    fr_probe_enter(probe, FR_PHASE_PRECHECK);
    if (sees(state, from, to))
        return fr_find_straight(path, start, goal);
    if (state->head.reach.stale && fr_head_label(&state->head, FR_ANY_ANGLE) != FR_OK)
        return FR_OUT_OF_MEMORY;
    if (!fr_head_joins(&state->head, start, goal))
        return FR_UNREACHABLE;
    return search_from(state, from, to, probe, path);
}

const struct fr_pathfinder fr_theta = {
    .name = "theta",
    .label = "Theta*",
    .summary =
        "A* over pixels; the parent of a pixel is any pixel in line of sight, tested exactly",
    .source =
        "Nash, Daniel, Koenig, Felner, \"Theta*: Any-Angle Path Planning on Grids\", AAAI 2007",
    .colour = "#CC3311",
    .marker = 'X',
    .counts = FR_COUNTS_ALL,
    .traits = {.movement = FR_ANY_ANGLE},
    .state_bytes = sizeof(struct fr_state),
    .prepare = prepare,
    .find = find,
    .update = update,
    .release = release,
};
