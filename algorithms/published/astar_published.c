/* A* over pixels as Covert 2016 prints it, faults included.
 *
 * Problem: a path between two pixels of a 160 x 120 screen, searching toward the goal first.
 *
 * What the article prints, section by section:
 *
 * Some nomenclature, some precursors: breadcrumbs.h.
 *
 * A* search: the breadth-first search with a priority map as its frontier, ordered by steps so far
 * plus the Manhattan distance to the goal. Four faults:
 *   - Manhattan distance overestimates if steps may be diagonal, so paths need not be the shortest;
 *   - the key of the priority map is a position with its whole path, so two nodes of one position
 *     are never merged;
 *   - a position counts as visited when it is taken, and a taken node is expanded even if its
 *     position was already visited, as in the breadth-first search;
 *   - neither end is checked.
 * Here a node's path omits the node's position, and the answer appends it: the goal appears once.
 * (The answer printed for the example steps on the fifth row of a map with four rows.)
 *
 * Lessons learned: the author found immutable structures and pixels too slow together, and changed
 * to a mutable queue; and paths are jerky.
 *
 *   Options undo one fault at a time: a node is dropped if its position was already visited
 *   (positions=taken); a position is queued once (positions=queued), which seldom makes a path
 *   longer, as all steps are equal; the steps so far do not count (priority=goal); the author warns
 *   against this.
 *
 * Deviations: among equal priorities the oldest node goes first, whereas the original follows the
 * order of a hash set; and a click that took `cap` nodes ends with FR_LIMIT.
 *
 * Data: 4 bytes per pixel, 16 per node.
 *
 * Complexity: exponential at worst, wherever the path leads away from the goal.
 *
 * Source: Bryce Covert, "Making a Tale Tick: how to make Tick walk to where I click",
 * tickstales.com, 2016. */
#include <stdlib.h>

#include "algorithms/front.h"
#include "algorithms/published/breadcrumbs.h"

enum { CAP, POSITIONS, PRIORITY };
enum { POSITIONS_AGAIN, POSITIONS_TAKEN, POSITIONS_QUEUED };

static const struct fr_option options[] = {
    [CAP] = FR_INTEGER("cap", 1, FR_BREADCRUMBS_CAP, 10000000,
                       "nodes taken off the frontier before the search gives up"),
    [POSITIONS] = FR_CHOICE("positions", "again|taken|queued", 0,
                            "expand each node of a position, or only the first one taken; or "
                            "queue only one"),
    [PRIORITY] = FR_CHOICE("priority", "both|goal", 0,
                           "steps so far and the estimate, or the estimate alone"),
};

struct fr_state {
    struct fr_head head;
    struct fr_breadcrumbs breadcrumbs;
    uint64_t *heap; /* the frontier: priority << 32 | node, the least on top */
    size_t count, capacity;
};

static void release(struct fr_state *state)
{
    fr_breadcrumbs_release(&state->breadcrumbs);
    fr_deallocate(state->head.allocator, state->heap, state->capacity, sizeof *state->heap);
}

static enum fr_status prepare(struct fr_state *state)
{
    return fr_breadcrumbs_init(&state->breadcrumbs, state->head.map, state->head.allocator);
}

#define HEAP(name) key_heap_##name
#define HEAP_ENTRY uint64_t
#define HEAP_BEFORE(a, b) (*(a) < *(b))
#include "algorithms/steps/heap.h"

static bool push(struct fr_state *state, uint64_t key)
{
    if (!fr_reserve(state->head.allocator, &state->heap, state->count, 1, &state->capacity,
                    sizeof *state->heap))
        return false;
    key_heap_up(state->heap, state->count++, key);
    return true;
}

static uint64_t pop(struct fr_state *state)
{
    const uint64_t top = state->heap[0];
    state->count--;
    key_heap_down(state->heap, state->count, state->heap[state->count]);
    return top;
}

static uint32_t heuristic(struct fr_pixel a, struct fr_pixel b)
{
    return (uint32_t)(abs(a.x - b.x) + abs(a.y - b.y));
}

/* Puts a node on the frontier, this many steps from the start. False if out of memory. */
static bool put(struct fr_state *state, struct fr_pixel position, uint32_t from, uint32_t steps,
                struct fr_pixel goal)
{
    const int64_t *at = state->head.options.at;
    const uint64_t priority = (at[PRIORITY] == 0 ? steps : 0) + heuristic(position, goal);
    if (at[POSITIONS] == POSITIONS_QUEUED)
        fr_breadcrumbs_visit(&state->breadcrumbs, position);
    return fr_breadcrumbs_add(&state->breadcrumbs, position, from) &&
           push(state, priority << 32 | (state->breadcrumbs.count - 1));
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    struct fr_breadcrumbs *breadcrumbs = &state->breadcrumbs;
    struct fr_stats *stats = &state->head.stats;
    const int64_t *at = state->head.options.at;
    const struct fr_pixel first = fr_point_pixel(start), last = fr_point_pixel(goal);
    fr_breadcrumbs_forget(breadcrumbs);
    state->count = 0;
    if (!fr_map_inside(breadcrumbs->map, first.x, first.y))
        return FR_UNREACHABLE;
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    fr_breadcrumbs_visit(breadcrumbs, first);
    stats->generated = 1;
    if (!put(state, first, FR_BREADCRUMBS_NONE, 0, last))
        return FR_OUT_OF_MEMORY;
    while (state->count > 0) {
        if (stats->expanded == at[CAP])
            return FR_LIMIT;
        const uint64_t top = pop(state);
        const uint32_t node = (uint32_t)top;
        const struct fr_pixel position = fr_breadcrumbs_position(breadcrumbs, node);
        if (at[POSITIONS] == POSITIONS_TAKEN && node > 0 &&
            fr_breadcrumbs_visited(breadcrumbs, position))
            continue;
        stats->expanded++;
        if (fr_probe_for_expansions(probe))
            fr_probe_expanded(probe, fr_pixel_centre(position));
        if (fr_pixel_equal(position, last)) {
            fr_probe_enter(probe, FR_PHASE_TRACE);
            return fr_breadcrumbs_follow(breadcrumbs, node, path);
        }
        const uint32_t steps =
            at[PRIORITY] == 0 ? (uint32_t)(top >> 32) - heuristic(position, last) : 0;
        struct fr_pixel neighbours[FR_DIRECTIONS];
        const int count = fr_breadcrumbs_neighbours(breadcrumbs, position, neighbours);
        stats->generated += count;
        for (int i = 0; i < count; i++)
            if (!put(state, neighbours[i], node, steps + 1, last))
                return FR_OUT_OF_MEMORY;
        fr_breadcrumbs_visit(breadcrumbs, position);
    }
    return FR_UNREACHABLE;
}

const struct fr_pathfinder fr_astar_published = {
    .name = "astar-published",
    .label = "A*, as published",
    .summary = "A* over pixels with breadcrumbs, as printed, faults included",
    .source = "Bryce Covert, Making a Tale Tick, tickstales.com, 2016",
    .colour = "#004A73",
    .marker = 'h',
    .takes_any_ends = true,
    .counts = FR_COUNTS_NODES,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .traits = FR_BREADCRUMBS_TRAITS,
    .state_bytes = sizeof(struct fr_state),
    .prepare = prepare,
    .find = find,
    .update = fr_update_nothing,
    .release = release,
};
