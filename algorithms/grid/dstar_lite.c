/* D* Lite: a shortest grid8 path by a search from the goal, which is repaired when the map changes.
 *
 * Problem: while a figure walks to a goal, a gate closes or an obstacle moves, and the figure needs
 * a path from where it is.
 * Idea: search from the goal, and keep the search. A pixel has two distances to the goal: g, with
 * which it was last expanded, and rhs, the best through any neighbour. After a change, the search
 * continues only where g and rhs differ: pixels with g > rhs get the shorter distance; those with g
 * < rhs lose theirs, and their neighbours are checked. Keys grow by the distance that the start
 * moved (km), so the keys in the open list stay valid.
 * Between two queries, the search is kept, not its answer: on an unchanged map, or to another goal,
 * each query starts a new search. A repair gives way to a new search if more pixels changed than
 * the kept search expanded, or once the repair has expanded as many.
 * The path goes from each pixel to the best neighbour; among equally good ones, straight on if
 * possible, otherwise to the first. As all pixels of all shortest paths are settled first, the path
 * does not depend on earlier queries.
 * Encoding: costs as in astar.c, but in 64 bits, which never wrap; distances are reset by a new
 * stamp. An entry of the open list is valid only if its pixel has the same ticket.
 * Complexity: O(p log p) for p pixels whose distance changes; 24 bytes per pixel, and the open
 * list.
 * Source: Koenig and Likhachev, "D* Lite", AAAI 2002, the optimised version. Deviations: two limits
 * of a repair; outdated entries are dropped when they are taken, instead of moved in the heap. */
#include <stdlib.h>

#include "algorithms/front.h"
#include "algorithms/steps/generation.h"
#include "algorithms/steps/grid_moves.h"
#include "algorithms/steps/grid_walk.h"
#include "algorithms/steps/smooth.h"
#include "maps/bits.h"

#define STRAIGHT INT64_C(93222358) /* see astar.c */
#define DIAGONAL INT64_C(131836323)
#define FAR (INT64_MAX / 4)

struct vertex {
    int64_t g, rhs;
    uint32_t stamp;  /* of the search; if older, both distances are FAR */
    uint32_t ticket; /* of its entry; 0: no entry */
};

struct entry {
    int64_t key, distance;
    uint32_t pixel; /* y * width + x */
    uint32_t ticket;
};

struct fr_state {
    struct fr_head head;
    struct vertex *vertices;
    struct entry *open;
    size_t open_count, open_capacity;
    uint8_t legal[256];      /* the moves for each surroundings byte */
    struct fr_rect *changes; /* since the last query */
    size_t change_count, change_capacity;
    int64_t changed_pixels;
    bool usable;  /* there is a search to repair */
    bool changed; /* the map, since the last query */
    struct fr_pixel start, goal;
    int64_t moved;    /* km: how far the start moved since the search began */
    int64_t searched; /* pixels that the search expanded before its first repair */
    uint32_t stamp, tickets;
    const struct fr_probe *probe; /* NULL: expansions are not reported */
};

static bool comes_before(const struct entry *a, const struct entry *b)
{
    return a->key < b->key || (a->key == b->key && a->distance < b->distance);
}

#define HEAP(name) dstar_heap_##name
#define HEAP_ENTRY struct entry
#define HEAP_BEFORE(a, b) comes_before((a), (b))
#include "algorithms/steps/heap.h"

static void release(struct fr_state *state)
{
    const struct fr_allocator *allocator = state->head.allocator;
    fr_deallocate(allocator, state->vertices, fr_map_pixels(state->head.map),
                  sizeof *state->vertices);
    fr_deallocate(allocator, state->open, state->open_capacity, sizeof *state->open);
    fr_deallocate(allocator, state->changes, state->change_capacity, sizeof *state->changes);
}

static enum fr_status prepare(struct fr_state *state)
{
    fr_legal_moves(FR_GRID8, state->legal);
    state->vertices = fr_allocate_zeroed(state->head.allocator, fr_map_pixels(state->head.map),
                                         sizeof *state->vertices);
    return state->vertices ? FR_OK : FR_NO_MEMORY;
}

/* ---- Pixels ---- */

static uint32_t index_of(const struct fr_state *state, struct fr_pixel pixel)
{
    return (uint32_t)pixel.y * (uint32_t)state->head.map->width + (uint32_t)pixel.x;
}

static struct fr_pixel pixel_at(const struct fr_state *state, uint32_t index)
{
    const uint32_t width = (uint32_t)state->head.map->width;
    return (struct fr_pixel){(int32_t)(index % width), (int32_t)(index / width)};
}

static struct fr_pixel neighbour(struct fr_pixel pixel, int direction)
{
    return (struct fr_pixel){pixel.x + fr_direction_dx[direction],
                             pixel.y + fr_direction_dy[direction]};
}

/* A byte of directions. Each move is legal in both directions. */
static unsigned moves_from(const struct fr_state *state, struct fr_pixel pixel)
{
    if (!fr_map_walkable(state->head.map, pixel.x, pixel.y))
        return 0;
    return state->legal[fr_walled_surroundings(state->head.map, FR_GRID8, pixel.x, pixel.y)];
}

static int64_t cost_of(int direction)
{
    return direction % 2 ? DIAGONAL : STRAIGHT;
}

/* The distance without obstacles. */
static int64_t estimate(struct fr_pixel a, struct fr_pixel b)
{
    const int64_t x = abs(a.x - b.x), y = abs(a.y - b.y), shorter = x < y ? x : y;
    return (x + y - 2 * shorter) * STRAIGHT + shorter * DIAGONAL;
}

static struct vertex *vertex_at(struct fr_state *state, uint32_t index)
{
    struct vertex *vertex = &state->vertices[index];
    if (vertex->stamp != state->stamp)
        *vertex = (struct vertex){FAR, FAR, state->stamp, 0};
    return vertex;
}

static int64_t settled(const struct fr_state *state, struct fr_pixel pixel)
{
    const struct vertex *vertex = &state->vertices[index_of(state, pixel)];
    return vertex->stamp == state->stamp ? vertex->g : FAR;
}

/* rhs, computed from the neighbours. */
static int64_t best_by_neighbours(const struct fr_state *state, struct fr_pixel pixel)
{
    int64_t best = FAR;
    for (unsigned moves = moves_from(state, pixel); moves; moves &= moves - 1) {
        const int direction = fr_lowest_bit(moves);
        const int64_t by = settled(state, neighbour(pixel, direction)) + cost_of(direction);
        best = by < best ? by : best;
    }
    return best;
}

/* ---- The open list ---- */

static struct entry entry_of(const struct fr_state *state, uint32_t index)
{
    const struct vertex *vertex = &state->vertices[index];
    const int64_t distance = vertex->g < vertex->rhs ? vertex->g : vertex->rhs;
    const int64_t onward = estimate(state->start, pixel_at(state, index)) + state->moved;
    return (struct entry){distance < FAR ? distance + onward : FAR, distance, index, 0};
}

/* Opens a pixel whose distances differ, and closes any other. False if out of memory. */
static bool sort_in(struct fr_state *state, uint32_t index)
{
    struct vertex *vertex = &state->vertices[index];
    vertex->ticket = 0;
    if (vertex->g == vertex->rhs)
        return true;
    if (!fr_reserve(state->head.allocator, &state->open, state->open_count, 1,
                    &state->open_capacity, sizeof *state->open))
        return false;
    struct entry entry = entry_of(state, index);
    entry.ticket = vertex->ticket = ++state->tickets;
    dstar_heap_up(state->open, state->open_count++, entry);
    state->head.stats.generated++;
    return true;
}

static void drop_first(struct fr_state *state)
{
    state->open_count--;
    dstar_heap_down(state->open, state->open_count, state->open[state->open_count]);
}

/* The first entry that is not outdated; NULL if there is none. */
static const struct entry *first_entry(struct fr_state *state)
{
    while (state->open_count > 0 &&
           state->vertices[state->open[0].pixel].ticket != state->open[0].ticket)
        drop_first(state);
    return state->open_count > 0 ? state->open : NULL;
}

/* ---- The search ---- */

static bool set_rhs(struct fr_state *state, struct fr_pixel pixel, int64_t rhs)
{
    const uint32_t index = index_of(state, pixel);
    struct vertex *vertex = vertex_at(state, index);
    if (vertex->rhs == rhs)
        return true;
    vertex->rhs = rhs;
    return sort_in(state, index);
}

/* Gives a pixel its shorter distance, and offers that to its neighbours. */
static bool lower(struct fr_state *state, struct fr_pixel pixel, struct vertex *vertex)
{
    vertex->g = vertex->rhs;
    vertex->ticket = 0;
    for (unsigned moves = moves_from(state, pixel); moves; moves &= moves - 1) {
        const int direction = fr_lowest_bit(moves);
        const struct fr_pixel next = neighbour(pixel, direction);
        const int64_t by = vertex->g + cost_of(direction);
        if (by < vertex_at(state, index_of(state, next))->rhs && !set_rhs(state, next, by))
            return false;
    }
    return true;
}

/* Removes the distance of a pixel; neighbours whose distance led through it get another. */
static bool raise(struct fr_state *state, struct fr_pixel pixel, struct vertex *vertex)
{
    const int64_t was = vertex->g;
    vertex->g = FAR;
    for (unsigned moves = moves_from(state, pixel); moves; moves &= moves - 1) {
        const int direction = fr_lowest_bit(moves);
        const struct fr_pixel next = neighbour(pixel, direction);
        if (!fr_pixel_equal(next, state->goal) &&
            vertex_at(state, index_of(state, next))->rhs == was + cost_of(direction) &&
            !set_rhs(state, next, best_by_neighbours(state, next)))
            return false;
    }
    return sort_in(state, index_of(state, pixel));
}

static bool expand(struct fr_state *state, struct entry first)
{
    const struct fr_pixel pixel = pixel_at(state, first.pixel);
    struct vertex *vertex = &state->vertices[first.pixel];
    const struct entry now = entry_of(state, first.pixel);
    drop_first(state);
    if (comes_before(&first, &now)) /* the start moved after the push */
        return sort_in(state, first.pixel);
    state->head.stats.expanded++;
    fr_probe_expanded(state->probe, fr_pixel_centre(pixel));
    return vertex->g > vertex->rhs ? lower(state, pixel, vertex) : raise(state, pixel, vertex);
}

/* Searches until all pixels on shortest paths from the start are settled, or `most` pixels
 * were expanded. FR_FOUND, FR_UNREACHABLE, FR_LIMIT or FR_OUT_OF_MEMORY. */
static enum fr_outcome settle(struct fr_state *state, int64_t most)
{
    const uint32_t start = index_of(state, state->start);
    const struct vertex *vertex = vertex_at(state, start);
    for (const struct entry *first; (first = first_entry(state));) {
        const struct entry last = entry_of(state, start);
        if (!comes_before(first, &last) && vertex->rhs <= vertex->g)
            break;
        if (state->head.stats.expanded >= most)
            return FR_LIMIT;
        if (!expand(state, *first))
            return FR_OUT_OF_MEMORY;
    }
    return vertex->rhs < FAR ? FR_FOUND : FR_UNREACHABLE;
}

static enum fr_outcome search_afresh(struct fr_state *state, struct fr_pixel goal)
{
    state->stamp = fr_next_generation(state->stamp, state->vertices, fr_map_pixels(state->head.map),
                                      sizeof *state->vertices);
    state->open_count = 0;
    state->tickets = 0;
    state->moved = 0;
    state->goal = goal;
    const int64_t before = state->head.stats.expanded;
    if (!set_rhs(state, goal, 0))
        return FR_OUT_OF_MEMORY;
    const enum fr_outcome outcome = settle(state, INT64_MAX);
    state->searched = state->head.stats.expanded - before;
    return outcome;
}

/* A change alters the neighbours of the pixels around it, too. */
static bool take_in(struct fr_state *state, struct fr_rect rect)
{
    const struct fr_map *map = state->head.map;
    const int32_t right = rect.x + rect.width, bottom = rect.y + rect.height;
    for (int32_t y = rect.y > 0 ? rect.y - 1 : 0; y <= bottom && y < map->height; y++)
        for (int32_t x = rect.x > 0 ? rect.x - 1 : 0; x <= right && x < map->width; x++) {
            const struct fr_pixel pixel = {x, y};
            if (!fr_pixel_equal(pixel, state->goal) &&
                !set_rhs(state, pixel, best_by_neighbours(state, pixel)))
                return false;
        }
    return true;
}

static enum fr_outcome repair(struct fr_state *state)
{
    if (state->changed_pixels > state->searched)
        return FR_LIMIT;
    for (size_t i = 0; i < state->change_count; i++)
        if (!take_in(state, state->changes[i]))
            return FR_OUT_OF_MEMORY;
    return settle(state, state->searched);
}

static enum fr_outcome search(struct fr_state *state, struct fr_pixel start, struct fr_pixel goal)
{
    const bool repairs = state->usable && state->changed && fr_pixel_equal(goal, state->goal);
    enum fr_outcome outcome = FR_LIMIT;
    if (repairs)
        state->moved += estimate(state->start, start);
    state->start = start;
    if (repairs)
        outcome = repair(state);
    if (outcome == FR_LIMIT)
        outcome = search_afresh(state, goal);
    state->usable = outcome != FR_OUT_OF_MEMORY;
    state->changed = false;
    state->change_count = 0;
    state->changed_pixels = 0;
    return outcome;
}

/* The direction to the best neighbour; among several, the previous direction, else the first. */
static int best_direction(const struct fr_state *state, struct fr_pixel pixel, int before)
{
    int64_t best = FAR;
    int direction = before;
    for (unsigned moves = moves_from(state, pixel); moves; moves &= moves - 1) {
        const int each = fr_lowest_bit(moves);
        const int64_t by = settled(state, neighbour(pixel, each)) + cost_of(each);
        if (by < best || (by == best && each == before)) {
            best = by;
            direction = each;
        }
    }
    return direction;
}

static enum fr_outcome trace(const struct fr_state *state, struct fr_path *path)
{
    struct fr_pixel at = state->start;
    enum fr_status status = fr_path_append(path, fr_pixel_centre(at));
    for (int direction = 0; status == FR_OK && !fr_pixel_equal(at, state->goal);) {
        direction = best_direction(state, at, direction);
        at = neighbour(at, direction);
        status = fr_grid_walk_run(path, at);
    }
    return status == FR_OK ? FR_FOUND : FR_OUT_OF_MEMORY;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    state->probe = fr_probe_for_expansions(probe);
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    const enum fr_outcome outcome = search(state, fr_point_pixel(start), fr_point_pixel(goal));
    if (outcome != FR_FOUND)
        return outcome;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    return trace(state, path);
}

/* Notes, for the next query, what changed. */
static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    state->changed = true;
    if (!state->usable || count == 0)
        return FR_OK;
    if (!fr_reserve(state->head.allocator, &state->changes, state->change_count, count,
                    &state->change_capacity, sizeof *state->changes))
        return FR_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        state->changes[state->change_count++] = rects[i];
        state->changed_pixels += (rects[i].width + 2) * (int64_t)(rects[i].height + 2);
    }
    return FR_OK;
}

const struct fr_pathfinder fr_dstar_lite = {
    .name = "dstar-lite",
    .label = "D* Lite",
    .summary = "a search from the goal that is repaired when the map changes",
    .source = "Koenig and Likhachev, AAAI 2002",
    .colour = "#7FB2E0",
    .marker = '>',
    .candidate = true,
    .counts = FR_COUNTS_NODES,
    .options = fr_smooth_only,
    .option_count = 1,
    .smoothing = &fr_smoothing,
    .traits = FR_EXACT_GRID8,
    .state_bytes = sizeof(struct fr_state),
    .prepare = prepare,
    .find = find,
    .update = update,
    .release = release,
};
