/* The route finder of Adventure Game Studio as shipped, which most authors of point-and-click games
 * use: written from its behaviour, limits included.
 *
 * Problem: a path on a mask, in real time and without preparation.
 *
 * Idea: the straight line is tried first. If it is blocked, a jump point search goes over the
 * pixels, with diagonal steps that need one of the two pixels beside them (grid8-one). Straight
 * scans go, pixel by pixel, to where a path may turn off. The path is straightened in two passes,
 * along lines of sight from the start and from the goal. If the goal is not reached, the path leads
 * to the nearest reached pixel.
 *
 * Its limits:
 *   - Distances are 16-bit numbers of half pixels. A pixel further than 32,767 pixels from the
 *     start is never reached: the path ends early, and claims to reach the goal.
 *   - Diagonal scans end after one step, as if each of their pixels were a jump point, so each
 *     pixel goes through the open list.
 *   - The distance from the start is in half pixels, the one to the goal in whole pixels: the
 *     heuristic has half its weight, and the search spreads further than necessary.
 *   - A pixel that is reached from two sides at the same distance is expanded only for the first.
 *   - Only a search of everything reachable finds out that a goal is unreachable.
 *
 * Data: 8 bytes per pixel; a 16-bit number of the click says which are valid, and when all numbers
 * are used up, all pixels are cleared.
 *
 * Complexity: O(pixels log pixels) for a click.
 *
 * Source: Adventure Game Studio's observed behaviour; Harabor and Grastien, "Online Graph Pruning
 * for Pathfinding on Grid Maps", AAAI 2011. Deviations: walls are read from the map, not copied
 * before each click; a straight line is a beeline that is free in both directions, and the last
 * visible pixel is found by bisection; a goal that is not walkable is unreachable, as the harness
 * clamps clicks. */
#include <math.h>
#include <string.h>

#include "algorithms/front.h"
#include "algorithms/steps/beautify.h"
#include "algorithms/steps/grid_moves.h"
#include "maps/bits.h"
#include "maps/geometry/line_of_sight.h"

#define FURTHEST UINT16_MAX /* half pixels */

/* A step, in half pixels. */
#define STRAIGHT 2
#define DIAGONAL 3

#define NOWHERE UINT32_MAX

struct node {
    uint16_t distance; /* from the start, in half pixels */
    uint16_t click;    /* which reached it; any other's distance and parent mean nothing */
    uint32_t parent;   /* pixel, or NOWHERE */
};

struct entry {
    float cost;
    uint16_t distance;
    uint32_t pixel; /* y * width + x */
};

#define HEAP(name) route_heap_##name
#define HEAP_ENTRY struct entry
#define HEAP_BEFORE(a, b) ((a)->cost < (b)->cost)
#include "algorithms/steps/heap.h"

struct fr_state {
    struct fr_head head;
    uint8_t moves[FR_DIRECTIONS + 1][256]; /* by incoming direction and surroundings */
    struct node *nodes;
    uint16_t click;
    struct entry *open; /* a heap */
    size_t open_count, open_capacity;
    struct fr_pixel goal;
    uint32_t nearest; /* pixel that was reached nearest to the goal */
    int64_t nearest_square;
    struct fr_sight sight;
};

static uint32_t pixel_index(const struct fr_map *map, struct fr_pixel pixel)
{
    return (uint32_t)(pixel.y * map->width + pixel.x);
}

static struct fr_pixel pixel_at(const struct fr_map *map, uint32_t index)
{
    const uint32_t width = (uint32_t)map->width;
    return (struct fr_pixel){(int32_t)(index % width), (int32_t)(index / width)};
}

static void release(struct fr_state *state)
{
    const struct fr_allocator *allocator = state->head.allocator;
    fr_deallocate(allocator, state->nodes, fr_map_pixels(state->head.map), sizeof *state->nodes);
    fr_deallocate(allocator, state->open, state->open_capacity, sizeof *state->open);
}

static enum fr_status prepare(struct fr_state *state)
{
    const struct fr_map *map = state->head.map;
    state->sight = (struct fr_sight){.map = map, .clear = fr_sight_beeline};
    fr_canonical_moves(FR_GRID8_ONE, STRAIGHT, DIAGONAL, state->moves);
    state->nodes =
        fr_allocate_zeroed(state->head.allocator, fr_map_pixels(map), sizeof *state->nodes);
    return state->nodes ? FR_OK : FR_NO_MEMORY;
}

static void forget_last_click(struct fr_state *state, const struct fr_probe *probe)
{
    state->open_count = 0;
    state->nearest_square = INT64_MAX;
    if (++state->click != 0)
        return;
    fr_probe_enter(probe, FR_PHASE_CLEAR);
    memset(state->nodes, 0, fr_map_pixels(state->head.map) * sizeof *state->nodes);
    state->head.stats.cleared = (int64_t)fr_map_pixels(state->head.map);
    state->click = 1;
}

/* Puts a pixel on the open list, if that is the shortest path to it so far and its distance fits
 * into 16 bits. False without memory. */
static bool reach(struct fr_state *state, struct fr_pixel pixel, int32_t distance, uint32_t parent)
{
    const uint32_t index = pixel_index(state->head.map, pixel);
    struct node *node = &state->nodes[index];
    if (distance > FURTHEST || (node->click == state->click && node->distance <= distance))
        return true;
    *node = (struct node){(uint16_t)distance, state->click, parent};
    const int64_t dx = state->goal.x - pixel.x, dy = state->goal.y - pixel.y;
    const int64_t square = dx * dx + dy * dy;
    if (square < state->nearest_square) {
        state->nearest_square = square;
        state->nearest = index;
    }
    if (!fr_reserve(state->head.allocator, &state->open, state->open_count, 1,
                    &state->open_capacity, sizeof *state->open))
        return false;
    const float cost = (float)distance + sqrtf((float)square);
    route_heap_up(state->open, state->open_count++,
                  (struct entry){cost, (uint16_t)distance, index});
    state->head.stats.generated++;
    return true;
}

/* Scans straight from a pixel, until a path may turn off, or to the goal or a wall. A path may turn
 * off beside the end of a wall: where a pixel beside it is blocked and the next one there is
 * not. */
static bool jump_straight(struct fr_state *state, struct fr_pixel pixel, int32_t distance, int d)
{
    const struct fr_map *map = state->head.map;
    const uint32_t parent = pixel_index(map, pixel);
    const int32_t dx = fr_direction_dx[d], dy = fr_direction_dy[d];
    bool open;
    do {
        pixel.x += dx;
        pixel.y += dy;
        distance += STRAIGHT;
        const bool left = fr_map_walkable(map, pixel.x + dy, pixel.y - dx);
        const bool right = fr_map_walkable(map, pixel.x - dy, pixel.y + dx);
        open = fr_map_walkable(map, pixel.x + dx, pixel.y + dy);
        const bool turns =
            open && ((!left && fr_map_walkable(map, pixel.x + dx + dy, pixel.y + dy - dx)) ||
                     (!right && fr_map_walkable(map, pixel.x + dx - dy, pixel.y + dy + dx)));
        if (turns || fr_pixel_equal(pixel, state->goal))
            return reach(state, pixel, distance, parent);
    } while (open);
    return true;
}

/* One step diagonally. */
static bool jump_diagonal(struct fr_state *state, struct fr_pixel pixel, int32_t distance, int d)
{
    const struct fr_pixel to = {pixel.x + fr_direction_dx[d], pixel.y + fr_direction_dy[d]};
    return reach(state, to, distance + DIAGONAL, pixel_index(state->head.map, pixel));
}

/* The direction from one pixel to another in the same row, column or diagonal. */
static int direction(struct fr_pixel from, struct fr_pixel to)
{
    static const int directions[3][3] = {{5, 6, 7}, {4, FR_START, 0}, {3, 2, 1}};
    return directions[1 + (to.y > from.y) - (to.y < from.y)][1 + (to.x > from.x) - (to.x < from.x)];
}

static bool expand(struct fr_state *state, struct fr_pixel pixel, const struct node *node)
{
    const int32_t distance = node->distance;
    const int arrival = node->parent == NOWHERE
                            ? FR_START
                            : direction(pixel_at(state->head.map, node->parent), pixel);
    bool memory = true;
    state->head.stats.expanded++;
    for (unsigned moves = state->moves[arrival][fr_surroundings(state->head.map, pixel.x, pixel.y)];
         moves && memory; moves &= moves - 1) {
        const int d = fr_lowest_bit(moves);
        memory = d % 2 == 0 ? jump_straight(state, pixel, distance, d)
                            : jump_diagonal(state, pixel, distance, d);
    }
    return memory;
}

/* FR_FOUND, with the goal as the nearest pixel where it was reached; or FR_OUT_OF_MEMORY. */
static enum fr_outcome search(struct fr_state *state, struct fr_pixel start)
{
    if (!reach(state, start, 0, NOWHERE))
        return FR_OUT_OF_MEMORY;
    while (state->open_count > 0) {
        const struct entry entry = state->open[0];
        state->open_count--;
        route_heap_down(state->open, state->open_count, state->open[state->open_count]);
        const struct node *node = &state->nodes[entry.pixel];
        if (entry.distance != node->distance)
            continue;
        const struct fr_pixel pixel = pixel_at(state->head.map, entry.pixel);
        if (fr_pixel_equal(pixel, state->goal))
            return FR_FOUND;
        if (!expand(state, pixel, node))
            return FR_OUT_OF_MEMORY;
    }
    return FR_FOUND;
}

/* From the nearest pixel back to the start, then straightened. */
static enum fr_outcome trace(struct fr_state *state, const struct fr_probe *probe,
                             struct fr_path *path)
{
    fr_probe_enter(probe, FR_PHASE_TRACE);
    for (uint32_t at = state->nearest; at != NOWHERE; at = state->nodes[at].parent)
        if (fr_path_append(path, fr_pixel_centre(pixel_at(state->head.map, at))) != FR_OK)
            return FR_OUT_OF_MEMORY;
    fr_path_reverse(path);
    fr_probe_enter(probe, FR_PHASE_SMOOTH);
    fr_simplify(path);
    fr_shortcut(path, &state->sight);
    return FR_FOUND;
}

static enum fr_outcome answer(struct fr_state *state, struct fr_point start, struct fr_point goal,
                              const struct fr_probe *probe, struct fr_path *path)
{
    state->goal = fr_point_pixel(goal);
    fr_probe_enter(probe, FR_PHASE_PRECHECK);
    if (fr_sight_sees(&state->sight, start, goal))
        return fr_find_straight(path, start, goal);
    forget_last_click(state, probe);
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    const enum fr_outcome outcome = search(state, fr_point_pixel(start));
    return outcome == FR_FOUND ? trace(state, probe, path) : outcome;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    state->sight.checks = 0;
    const enum fr_outcome outcome = answer(state, start, goal, probe, path);
    state->head.stats.sight_checks = state->sight.checks;
    return outcome;
}

const struct fr_pathfinder fr_ags_published = {
    .name = "ags-published",
    .label = "AGS, as shipped",
    .summary = "the straight line, then jump points over pixels with 16-bit distances",
    .source = "Adventure Game Studio; Harabor and Grastien, \"Online Graph Pruning for Pathfinding "
              "on Grid Maps\", AAAI 2011",
    .colour = "#5A4100",
    .marker = 'D',
    .counts = FR_COUNTS_ALL,
    .traits = {.movement = FR_BEELINE, .expected_faults = true},
    .state_bytes = sizeof(struct fr_state),
    .prepare = prepare,
    .find = find,
    .update = fr_update_nothing,
    .release = release,
};
