#include "algorithms/grid/theta_search.h"

#include <math.h>

#include "algorithms/steps/generation.h"
#include "algorithms/steps/grid_moves.h"
#include "maps/bits.h"

#define EXPANDED (UINT32_C(1) << 31) /* a flag in parent, a number of 31 bits */

enum fr_status theta_search_prepare(struct theta_search *search)
{
    const struct fr_map *map = search->head.map;
    fr_legal_moves(FR_GRID8_ONE, search->moves);
    search->nodes =
        fr_allocate_zeroed(search->head.allocator, fr_map_pixels(map), sizeof *search->nodes);
    if (!search->nodes)
        return FR_NO_MEMORY;
    const enum fr_status status = fr_open_tiles_init(&search->tiles, map, search->head.allocator);
    return status == FR_OK ? fr_head_label(&search->head, FR_ANY_ANGLE) : status;
}

enum fr_status theta_search_update(struct theta_search *search, const struct fr_rect *rects,
                                   size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct fr_rect inside = fr_map_clip(search->head.map, rects[i]);
        if (inside.width == 0)
            continue;
        fr_open_tiles_refresh(&search->tiles, inside.y, inside.y + inside.height - 1);
        search->head.reach.stale = true;
    }
    return FR_OK;
}

void theta_search_release(struct theta_search *search)
{
    fr_open_tiles_release(&search->tiles);
    search_heap_release(&search->open, search->head.allocator);
    fr_deallocate(search->head.allocator, search->nodes, fr_map_pixels(search->head.map),
                  sizeof *search->nodes);
}

static inline struct theta_node *node_of(const struct theta_search *search, uint32_t packed)
{
    const struct fr_pixel pixel = fr_pixel_unpack(packed);
    return &search->nodes[(size_t)pixel.y * (size_t)search->head.map->width + (size_t)pixel.x];
}

static inline double distance(uint32_t from, uint32_t to)
{
    const struct fr_pixel a = fr_pixel_unpack(from), b = fr_pixel_unpack(to);
    const double x = a.x - b.x, y = a.y - b.y;
    return sqrt(x * x + y * y);
}

static inline bool sees(struct theta_search *search, uint32_t from, uint32_t to)
{
    search->head.stats.sight_checks++;
    return fr_open_tiles_sight(&search->tiles, fr_pixel_centre(fr_pixel_unpack(from)),
                               fr_pixel_centre(fr_pixel_unpack(to)));
}

static inline uint8_t moves_from(const struct theta_search *search, uint32_t packed)
{
    const struct fr_pixel pixel = fr_pixel_unpack(packed);
    return search->moves[fr_surroundings(search->head.map, pixel.x, pixel.y)];
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

/* Replaces a parent that does not see the node by the best of its expanded neighbours; one of them
 * has put the node on the open list. */
static void settle_beside(struct theta_search *search, uint32_t at, struct theta_node *node)
{
    node->from_start = INFINITY;
    for (unsigned moves = moves_from(search, at); moves; moves &= moves - 1) {
        const int d = fr_lowest_bit(moves);
        const uint32_t beside = step(at, d);
        const struct theta_node *other = node_of(search, beside);
        const double length = other->from_start + step_length(d);
        if (other->stamp == search->stamp && other->parent & EXPANDED &&
            length < node->from_start) {
            node->from_start = length;
            node->parent = beside;
        }
    }
}

/* The expansion of a node, as offered to its neighbours. */
struct offer {
    uint32_t at, parent, goal;
    double from_start, parent_from_start;
};

/* By the triangle inequality the path over the parent is never longer, so only a path that would be
 * taken needs a line-of-sight check. False without memory. */
static inline bool make_offer(struct theta_search *search, enum theta_sight sight,
                              const struct offer *offer, int d)
{
    const uint32_t to = step(offer->at, d);
    struct theta_node *node = node_of(search, to);
    const bool seen = node->stamp == search->stamp;
    if (seen && node->parent & EXPANDED)
        return true;
    const double known = seen ? node->from_start : INFINITY;
    uint32_t parent = offer->parent;
    double from_start = offer->parent_from_start + distance(parent, to);
    if (from_start >= known)
        return true;
    if (sight == THETA_EAGER && !sees(search, parent, to)) {
        parent = offer->at;
        from_start = offer->from_start + step_length(d);
        if (from_start >= known)
            return true;
    }
    *node = (struct theta_node){from_start, parent, search->stamp};
    search->head.stats.generated++;
    const double cost = from_start + distance(to, offer->goal);
    return search_heap_push(&search->open, search->head.allocator, search_heap_key(cost), to);
}

/* False without memory. */
static inline bool expand(struct theta_search *search, enum theta_sight sight, uint32_t at,
                          uint32_t goal)
{
    const struct theta_node *node = node_of(search, at);
    const uint32_t parent = node->parent & ~EXPANDED;
    const struct offer offer = {at, parent, goal, node->from_start,
                                node_of(search, parent)->from_start};
    search->head.stats.expanded++;
    for (unsigned moves = moves_from(search, at); moves; moves &= moves - 1)
        if (!make_offer(search, sight, &offer, fr_lowest_bit(moves)))
            return false;
    return true;
}

/* The A* loop; sight is a constant wherever it is inlined. */
static inline enum fr_outcome loop(struct theta_search *search, enum theta_sight sight,
                                   uint32_t start, uint32_t goal)
{
    *node_of(search, start) = (struct theta_node){0, start, search->stamp};
    if (!search_heap_push(&search->open, search->head.allocator, 0, start))
        return FR_OUT_OF_MEMORY;
    while (search->open.count > 0) {
        const uint32_t at = search_heap_pop(&search->open).node;
        struct theta_node *node = node_of(search, at);
        if (node->parent & EXPANDED)
            continue;
        if (sight == THETA_LAZY && !sees(search, node->parent, at))
            settle_beside(search, at, node);
        node->parent |= EXPANDED;
        if (at == goal)
            return FR_FOUND;
        if (!expand(search, sight, at, goal))
            return FR_OUT_OF_MEMORY;
    }
    return FR_UNREACHABLE;
}

static enum fr_outcome trace(const struct theta_search *search, uint32_t start, uint32_t goal,
                             struct fr_path *path)
{
    for (uint32_t at = goal;; at = node_of(search, at)->parent & ~EXPANDED) {
        if (fr_path_append(path, fr_pixel_centre(fr_pixel_unpack(at))) != FR_OK)
            return FR_OUT_OF_MEMORY;
        if (at == start)
            break;
    }
    fr_path_reverse(path);
    return FR_FOUND;
}

static enum fr_outcome search_from(struct theta_search *search, enum theta_sight sight,
                                   uint32_t start, uint32_t goal, const struct fr_probe *probe,
                                   struct fr_path *path)
{
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    search->open.count = 0;
    search->stamp = fr_next_generation(search->stamp, search->nodes,
                                       fr_map_pixels(search->head.map) * sizeof *search->nodes);
    const enum fr_outcome outcome = sight == THETA_EAGER ? loop(search, THETA_EAGER, start, goal)
                                                         : loop(search, THETA_LAZY, start, goal);
    if (outcome != FR_FOUND)
        return outcome;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    return trace(search, start, goal, path);
}

enum fr_outcome theta_search_find(struct theta_search *search, enum theta_sight sight,
                                  struct fr_point start, struct fr_point goal,
                                  const struct fr_probe *probe, struct fr_path *path)
{
    const uint32_t from = fr_pixel_pack(fr_point_pixel(start)),
                   to = fr_pixel_pack(fr_point_pixel(goal));
    fr_probe_enter(probe, FR_PHASE_PRECHECK);
    if (sees(search, from, to))
        return fr_find_straight(path, start, goal);
    if (search->head.reach.stale && fr_head_label(&search->head, FR_ANY_ANGLE) != FR_OK)
        return FR_OUT_OF_MEMORY;
    if (!fr_head_joins(&search->head, start, goal))
        return FR_UNREACHABLE;
    return search_from(search, sight, from, to, probe, path);
}
