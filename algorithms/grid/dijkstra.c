/* Dijkstra's algorithm on pixels: the slow, obviously correct oracle for every grid model.
 *
 * Problem: a shortest path, or one with the fewest steps, between two pixels of a grid movement
 * model.
 * Idea: settle pixels in the order of their distance from the start, nearest first, until the goal
 * is settled. This search omits everything that could make a faster one wrong: heuristics, pruning,
 * tables and rounding.
 * Encoding: a distance is a pair of step counts (straight, diagonal) that means straight +
 * diagonal * sqrt(2), compared exactly in integers; if steps are counted, every step is straight.
 * Each pixel keeps its distance and the step by which it was reached; the open list is a binary
 * heap in which outdated entries stay until they are taken and skipped.
 * Complexity: O(n log n) time for n settled pixels, after a pass over the map that clears the last
 * click; 9 bytes per pixel, and the heap.
 * Source: E. W. Dijkstra, "A Note on Two Problems in Connexion with Graphs", Numerische Mathematik
 * 1, 1959. Deviation: a binary heap, which Dijkstra did not have. */
#include <string.h>

#include "algorithms/pathfinder.h"
#include "algorithms/steps/smooth.h"

struct cost {
    int32_t straight, diagonal; /* steps */
};

struct entry {
    struct cost cost;
    uint32_t pixel; /* y * width + x */
};

struct fr_state {
    struct fr_head head;
    enum fr_movement movement;
    bool count_steps;
    struct cost *cost; /* per pixel, where step is not UNREACHED */
    uint8_t *step;     /* per pixel: the step by which it was reached, see step_code */
    struct entry *heap;
    size_t heap_count, heap_capacity;
    const struct fr_probe *probe; /* NULL: expansions are not reported */
};

enum option { OPTION_MODEL, OPTION_COSTS, OPTION_SMOOTH, OPTION_COUNT };

static const struct fr_option options[OPTION_COUNT] = {
    [OPTION_MODEL] =
        FR_CHOICE("model", "grid4|grid8|grid8-one|grid8-cut", FR_GRID8, "movement model"),
    [OPTION_COSTS] = FR_CHOICE("costs", "length|steps", 0,
                               "what is minimal: the length of a path, or its number of steps"),
    [OPTION_SMOOTH] = FR_SMOOTH_OPTION,
};

static void describe(const struct fr_option_values *values, struct fr_traits *traits)
{
    *traits = (struct fr_traits){.movement = (enum fr_movement)values->at[OPTION_MODEL],
                                 .optimality = values->at[OPTION_COSTS] ? FR_OPTIMAL_STEPS
                                                                        : FR_OPTIMAL_LENGTH,
                                 .edge_walls = true,
                                 .expansions = true};
}

/* Whether a is less than b: whether p + q * sqrt(2) < 0 for their difference (p, q). If the signs
 * differ, comparing p * p with 2 * q * q shows which part outweighs the other; the two are never
 * equal, as sqrt(2) is irrational. */
static bool less(struct cost a, struct cost b)
{
    const int64_t p = (int64_t)a.straight - b.straight, q = (int64_t)a.diagonal - b.diagonal;
    if (p >= 0 && q >= 0)
        return false;
    if (p <= 0 && q <= 0)
        return true;
    return p < 0 ? p * p > 2 * q * q : p * p < 2 * q * q;
}

#define HEAP(name) entry_heap_##name
#define HEAP_ENTRY struct entry
#define HEAP_BEFORE(a, b) less((a)->cost, (b)->cost)
#include "algorithms/steps/heap.h"

static bool equal(struct cost a, struct cost b)
{
    return a.straight == b.straight && a.diagonal == b.diagonal;
}

/* Whether one of the two ways beside a diagonal step is open: first by (dx, dy) to the pixel beside
 * it, then by (rest_x, rest_y). */
static bool way_open(const struct fr_map *map, enum fr_movement movement, int32_t x, int32_t y,
                     int32_t dx, int32_t dy, int32_t rest_x, int32_t rest_y)
{
    return (movement == FR_GRID8_CUT || fr_map_walkable(map, x + dx, y + dy)) &&
           !fr_map_walled(map, x, y, dx, dy) && !fr_map_walled(map, x + dx, y + dy, rest_x, rest_y);
}

static bool legal(const struct fr_map *map, enum fr_movement movement, int32_t x, int32_t y,
                  int32_t dx, int32_t dy)
{
    if (!fr_map_walkable(map, x, y) || !fr_map_walkable(map, x + dx, y + dy))
        return false;
    if (dx == 0 || dy == 0)
        return !fr_map_walled(map, x, y, dx, dy);
    const bool one = way_open(map, movement, x, y, dx, 0, 0, dy);
    const bool other = way_open(map, movement, x, y, 0, dy, dx, 0);
    switch (movement) {
    case FR_GRID8:
        return one && other;
    case FR_GRID8_ONE:
    case FR_GRID8_CUT:
        return one || other;
    default:
        return false;
    }
}

static uint32_t pixel_index(const struct fr_map *map, struct fr_pixel pixel)
{
    return (uint32_t)(pixel.y * map->width + pixel.x);
}

static struct fr_pixel pixel_at(const struct fr_map *map, uint32_t index)
{
    const uint32_t width = (uint32_t)map->width;
    return (struct fr_pixel){(int32_t)(index % width), (int32_t)(index / width)};
}

/* A step as a number from 1 to 9; the start is reached by (0, 0). */
enum { UNREACHED = 0 };

static uint8_t step_code(int32_t dx, int32_t dy)
{
    return (uint8_t)(1 + (dy + 1) * 3 + dx + 1);
}

static struct fr_pixel step_back(struct fr_pixel pixel, uint8_t code)
{
    return (struct fr_pixel){pixel.x - ((code - 1) % 3 - 1), pixel.y - ((code - 1) / 3 - 1)};
}

static void release(struct fr_state *state)
{
    const struct fr_allocator *allocator = state->head.allocator;
    const size_t pixels = fr_map_pixels(state->head.map);
    fr_deallocate(allocator, state->cost, pixels, sizeof *state->cost);
    fr_deallocate(allocator, state->step, pixels, sizeof *state->step);
    fr_deallocate(allocator, state->heap, state->heap_capacity, sizeof *state->heap);
}

static enum fr_status prepare(struct fr_state *state)
{
    const struct fr_head *head = &state->head;
    const size_t pixels = fr_map_pixels(head->map);
    state->movement = fr_smoother_model(head->smoother, head->options.at[OPTION_MODEL]);
    state->count_steps = head->options.at[OPTION_COSTS] != 0;
    state->cost = fr_allocate(head->allocator, pixels, sizeof *state->cost);
    state->step = fr_allocate(head->allocator, pixels, sizeof *state->step);
    return state->cost && state->step ? FR_OK : FR_NO_MEMORY;
}

/* False if out of memory. */
static bool push(struct fr_state *state, struct entry entry)
{
    if (!fr_reserve(state->head.allocator, &state->heap, state->heap_count, 1,
                    &state->heap_capacity, sizeof *state->heap))
        return false;
    entry_heap_up(state->heap, state->heap_count++, entry);
    state->head.stats.generated++;
    return true;
}

static struct entry pop(struct fr_state *state)
{
    struct entry *heap = state->heap;
    const struct entry top = heap[0];
    state->heap_count--;
    entry_heap_down(heap, state->heap_count, heap[state->heap_count]);
    return top;
}

static struct cost cost_after(const struct fr_state *state, struct cost cost, int32_t dx,
                              int32_t dy)
{
    if (dx != 0 && dy != 0 && !state->count_steps)
        cost.diagonal++;
    else
        cost.straight++;
    return cost;
}

/* Reaches a pixel by a step, if the step shortens the pixel's distance. */
static bool relax(struct fr_state *state, struct fr_pixel pixel, struct cost cost, uint8_t step)
{
    const uint32_t index = pixel_index(state->head.map, pixel);
    if (state->step[index] != UNREACHED && !less(cost, state->cost[index]))
        return true;
    state->cost[index] = cost;
    state->step[index] = step;
    return push(state, (struct entry){cost, index});
}

static bool expand(struct fr_state *state, struct entry entry)
{
    const struct fr_pixel from = pixel_at(state->head.map, entry.pixel);
    state->head.stats.expanded++;
    fr_probe_expanded(state->probe, fr_pixel_centre(from));
    for (int32_t dy = -1; dy <= 1; dy++) {
        for (int32_t dx = -1; dx <= 1; dx++) {
            if ((dx == 0 && dy == 0) ||
                !legal(state->head.map, state->movement, from.x, from.y, dx, dy))
                continue;
            const struct fr_pixel to = {from.x + dx, from.y + dy};
            if (!relax(state, to, cost_after(state, entry.cost, dx, dy), step_code(dx, dy)))
                return false;
        }
    }
    return true;
}

static enum fr_outcome search(struct fr_state *state, struct fr_pixel start, struct fr_pixel goal)
{
    const uint32_t target = pixel_index(state->head.map, goal);
    if (!relax(state, start, (struct cost){0, 0}, step_code(0, 0)))
        return FR_OUT_OF_MEMORY;
    while (state->heap_count > 0) {
        const struct entry entry = pop(state);
        if (entry.pixel == target)
            return FR_FOUND;
        if (equal(entry.cost, state->cost[entry.pixel]) && !expand(state, entry))
            return FR_OUT_OF_MEMORY;
    }
    return FR_UNREACHABLE;
}

static enum fr_outcome trace(const struct fr_state *state, struct fr_pixel start,
                             struct fr_pixel goal, struct fr_path *path)
{
    enum fr_status status = fr_path_append(path, fr_pixel_centre(goal));
    for (struct fr_pixel at = goal; status == FR_OK && !fr_pixel_equal(at, start);) {
        at = step_back(at, state->step[pixel_index(state->head.map, at)]);
        status = fr_path_append(path, fr_pixel_centre(at));
    }
    if (status != FR_OK)
        return FR_OUT_OF_MEMORY;
    fr_path_reverse(path);
    return FR_FOUND;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    const struct fr_pixel first = fr_point_pixel(start), last = fr_point_pixel(goal);
    const size_t pixels = fr_map_pixels(state->head.map);
    fr_probe_enter(probe, FR_PHASE_CLEAR);
    memset(state->step, UNREACHED, pixels);
    state->head.stats.cleared = (int64_t)pixels;
    state->heap_count = 0;
    state->probe = fr_probe_for_expansions(probe);
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    const enum fr_outcome outcome = search(state, first, last);
    if (outcome != FR_FOUND)
        return outcome;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    return trace(state, first, last, path);
}

const struct fr_pathfinder fr_dijkstra = {
    .name = "dijkstra",
    .label = "Dijkstra",
    .summary = "the slow, obviously correct oracle for every grid model",
    .source = "E. W. Dijkstra, \"A Note on Two Problems in Connexion with Graphs\", Numerische "
              "Mathematik 1, 1959",
    .colour = "#000000",
    .marker = 's',
    .counts = FR_COUNTS_NODES,
    .options = options,
    .option_count = OPTION_COUNT,
    .smoothing = &fr_smoothing,
    .describe = describe,
    .state_bytes = sizeof(struct fr_state),
    .prepare = prepare,
    .find = find,
    .update = fr_update_nothing,
    .release = release,
};
