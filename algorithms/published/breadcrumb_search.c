#include "algorithms/published/breadcrumb_search.h"

#include <stdlib.h>
#include <string.h>

#include "algorithms/steps/generation.h"
#include "algorithms/steps/grid_moves.h"

#define NO_NODE UINT32_MAX

struct node {
    uint16_t x, y;
    uint32_t parent; /* the node before it on its breadcrumbs, or NO_NODE */
};

struct fr_covert {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    uint64_t cap;
    uint32_t *visited; /* per pixel: the generation in which it was visited last */
    uint32_t generation;

    struct node *nodes; /* all of this click, in the order in which they came */
    size_t node_count, node_capacity;
    size_t next; /* the breadth-first frontier is nodes[next..node_count) */

    uint64_t *heap; /* the guided frontier: priority << 32 | node, the least on top */
    size_t heap_count, heap_capacity;

    uint64_t taken;
};

/* The published deltas as directions, in their order: [-1 -1], [0 -1], [1 -1], [-1 0], ..., added
 * to positions written [y x]. */
static const uint8_t published_order[FR_DIRECTIONS] = {5, 4, 3, 6, 2, 7, 0, 1};

static size_t pixel_count(const struct fr_map *map)
{
    return (size_t)map->width * (size_t)map->height;
}

enum fr_status fr_covert_create(const struct fr_map *map, const struct fr_allocator *allocator,
                                int64_t cap, struct fr_covert **covert)
{
    struct fr_covert *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->map = map;
    fresh->allocator = allocator;
    fresh->cap = (uint64_t)cap;
    fresh->visited = fr_allocate_zeroed(allocator, pixel_count(map), sizeof *fresh->visited);
    if (!fresh->visited) {
        fr_covert_release(fresh);
        return FR_NO_MEMORY;
    }
    *covert = fresh;
    return FR_OK;
}

static uint32_t *visited_at(struct fr_covert *covert, int32_t x, int32_t y)
{
    return &covert->visited[(size_t)y * (size_t)covert->map->width + (size_t)x];
}

static bool heap_push(struct fr_covert *covert, uint64_t key)
{
    uint64_t *heap = fr_grow(covert->allocator, covert->heap, covert->heap_count, 1,
                             &covert->heap_capacity, sizeof *heap);
    if (!heap)
        return false;
    covert->heap = heap;
    size_t hole = covert->heap_count++;
    while (hole > 0 && heap[(hole - 1) / 2] > key) {
        heap[hole] = heap[(hole - 1) / 2];
        hole = (hole - 1) / 2;
    }
    heap[hole] = key;
    return true;
}

static uint64_t heap_pop(struct fr_covert *covert)
{
    uint64_t *heap = covert->heap;
    const uint64_t top = heap[0], moved = heap[--covert->heap_count];
    size_t hole = 0;
    for (size_t child = 1; child < covert->heap_count; child = 2 * hole + 1) {
        child += child + 1 < covert->heap_count && heap[child + 1] < heap[child];
        if (heap[child] >= moved)
            break;
        heap[hole] = heap[child];
        hole = child;
    }
    heap[hole] = moved;
    return top;
}

/* Puts a node on the frontier; priority counts in the guided search alone. */
static bool put(struct fr_covert *covert, bool guided, struct fr_pixel position, uint32_t parent,
                uint32_t priority)
{
    struct node *nodes = fr_grow(covert->allocator, covert->nodes, covert->node_count, 1,
                                 &covert->node_capacity, sizeof *nodes);
    if (!nodes)
        return false;
    covert->nodes = nodes;
    const size_t node = covert->node_count++;
    covert->nodes[node] = (struct node){(uint16_t)position.x, (uint16_t)position.y, parent};
    return !guided || heap_push(covert, (uint64_t)priority << 32 | node);
}

static uint32_t manhattan(struct fr_pixel a, struct fr_pixel b)
{
    return (uint32_t)(abs(a.x - b.x) + abs(a.y - b.y));
}

/* Puts the unvisited neighbours of a node on the frontier, steps so far from the start. */
static bool expand(struct fr_covert *covert, bool guided, uint32_t node, uint32_t steps,
                   struct fr_pixel goal)
{
    const struct node from = covert->nodes[node];
    const unsigned moves = fr_walled_surroundings(covert->map, FR_GRID8_CUT, from.x, from.y);
    for (int i = 0; i < FR_DIRECTIONS; i++) {
        const int d = published_order[i];
        const struct fr_pixel to = {from.x + fr_direction_dx[d], from.y + fr_direction_dy[d]};
        if (!(moves >> d & 1) || *visited_at(covert, to.x, to.y) == covert->generation)
            continue;
        if (!put(covert, guided, to, node, steps + 1 + manhattan(to, goal)))
            return false;
    }
    return true;
}

static enum fr_outcome trace(const struct fr_covert *covert, uint32_t node, bool goal_twice,
                             struct fr_path *path)
{
    enum fr_status status = FR_OK;
    const struct fr_pixel goal = {covert->nodes[node].x, covert->nodes[node].y};
    if (goal_twice)
        status = fr_path_append(path, fr_pixel_centre(goal));
    for (; status == FR_OK && node != NO_NODE; node = covert->nodes[node].parent) {
        const struct fr_pixel pixel = {covert->nodes[node].x, covert->nodes[node].y};
        status = fr_path_append(path, fr_pixel_centre(pixel));
    }
    if (status != FR_OK) {
        path->count = 0;
        return FR_OUT_OF_MEMORY;
    }
    fr_path_reverse(path);
    return FR_FOUND;
}

static void forget_last_click(struct fr_covert *covert)
{
    covert->node_count = covert->next = covert->heap_count = 0;
    covert->taken = 0;
    covert->generation = fr_next_generation(covert->generation, covert->visited,
                                            pixel_count(covert->map) * sizeof *covert->visited);
}

enum fr_outcome fr_covert_find(struct fr_covert *covert, bool guided, struct fr_point start,
                               struct fr_point goal, const struct fr_probe *probe,
                               struct fr_path *path)
{
    const struct fr_pixel first = fr_point_pixel(start), last = fr_point_pixel(goal);
    path->count = 0;
    forget_last_click(covert);
    if (!fr_map_inside(covert->map, first.x, first.y))
        return FR_UNREACHABLE;
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    *visited_at(covert, first.x, first.y) = covert->generation;
    if (!put(covert, guided, first, NO_NODE, manhattan(first, last)))
        return FR_OUT_OF_MEMORY;
    while (guided ? covert->heap_count > 0 : covert->next < covert->node_count) {
        if (covert->taken == covert->cap)
            return FR_LIMIT;
        covert->taken++;
        const uint64_t top = guided ? heap_pop(covert) : covert->next++;
        const uint32_t node = (uint32_t)top;
        const struct fr_pixel position = {covert->nodes[node].x, covert->nodes[node].y};
        if (fr_pixel_equal(position, last)) {
            fr_probe_enter(probe, FR_PHASE_TRACE);
            return trace(covert, node, !guided, path);
        }
        const uint32_t steps = guided ? (uint32_t)(top >> 32) - manhattan(position, last) : 0;
        if (!expand(covert, guided, node, steps, last))
            return FR_OUT_OF_MEMORY;
        *visited_at(covert, position.x, position.y) = covert->generation;
    }
    return FR_UNREACHABLE;
}

void fr_covert_stats(const struct fr_covert *covert, struct fr_stats *stats)
{
    *stats = (struct fr_stats){.expanded = (int64_t)covert->taken,
                               .generated = (int64_t)covert->node_count,
                               .cleared = 0,
                               .sight_checks = -1};
}

void fr_covert_release(struct fr_covert *covert)
{
    if (!covert)
        return;
    const struct fr_allocator *allocator = covert->allocator;
    fr_deallocate(allocator, covert->visited, pixel_count(covert->map), sizeof *covert->visited);
    fr_deallocate(allocator, covert->nodes, covert->node_capacity, sizeof *covert->nodes);
    fr_deallocate(allocator, covert->heap, covert->heap_capacity, sizeof *covert->heap);
    fr_deallocate(allocator, covert, 1, sizeof *covert);
}
