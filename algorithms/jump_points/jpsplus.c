/* JPS+: jump point search on tables, for shortest grid8 paths on maps that seldom change.
 *
 * A* over corners only, as in jps, but a table (jump_distances.h) says how far a scan goes in each
 * of the eight directions. A diagonal is read in hops: each leads to the next cell from which a
 * straight scan finds a jump point. Goals are not jump points: a goal straight ahead is found if it
 * is within the stored distance; a goal in the quadrant of a diagonal is found where the diagonal
 * crosses its row or column, if both scans are long enough. At a corner, a diagonal ends if the
 * corner was reached at a lower cost, or passed in the same direction before.
 *
 * Data: 16 bytes of distances and one of turns for each cell, 16 bytes for the corners of each 64
 * cells, and 24 for each corner. An update recomputes only the entries that depend on the change.
 * Complexity: O(cells) for preparation, and for a click at worst.
 *
 * Source: Rabin and Silva, "JPS+: An Extreme A* Speed Optimization for Static Uniform Cost Grids",
 * Game AI Pro 2, 2015. Deviations: edge walls; updates; jump points that a diagonal finds are
 * offered from where it began, so that only corners are nodes; nodes reached at equal cost in
 * several directions are expanded for each. */
#include <stdlib.h>

#include "algorithms/jump_points/jump_distances.h"
#include "algorithms/jump_points/jump_search.h"
#include "algorithms/steps/grid_moves.h"
#include "algorithms/steps/smooth.h"
#include "maps/changes.h"

struct fr_state {
    struct fr_jump_search search;
    struct fr_jump_distances *distances;
};

static void release(struct fr_state *state)
{
    fr_jump_search_release(&state->search);
    fr_jump_distances_release(state->distances);
}

static enum fr_status prepare(struct fr_state *state)
{
    const struct fr_head *head = &state->search.head;
    const enum fr_status status =
        fr_jump_distances_create(head->map, FR_JUMP_AT_TURNS, head->allocator, &state->distances);
    return status == FR_OK ? fr_jump_search_prepare(&state->search) : status;
}

/* How far ahead a goal is in a straight direction; 0 if it is not ahead. */
static inline int32_t goal_ahead(const struct fr_jump_search *search, int32_t x, int32_t y, int d)
{
    const int32_t dx = fr_direction_dx[d], dy = fr_direction_dy[d];
    const int32_t across = search->goal.x - x, down = search->goal.y - y;
    if (dx == 0 ? across != 0 : down != 0)
        return 0;
    const int32_t ahead = across * dx + down * dy;
    return ahead > 0 ? ahead : 0;
}

static inline bool walk_straight(struct fr_state *state, const struct fr_jump_task *origin, int d)
{
    struct fr_jump_search *search = &state->search;
    const size_t cell = fr_jump_index(state->distances, origin->x, origin->y);
    const int32_t distance = state->distances->cells[cell].at[d];
    const int32_t ahead = goal_ahead(search, origin->x, origin->y, d);
    if (ahead > 0 && ahead <= abs(distance)) {
        fr_jump_arrive(search, origin->node, origin->g + FR_JUMP_STRAIGHT * (uint64_t)ahead);
        return true;
    }
    if (distance <= 0)
        return true;
    return fr_jump_offer(search, origin->node, origin->x + fr_direction_dx[d] * distance,
                         origin->y + fr_direction_dy[d] * distance, d,
                         origin->g + FR_JUMP_STRAIGHT * (uint64_t)distance);
}

/* A diagonal scan in direction d from hop to hop, and the straight ones that find jump points. */
static inline bool walk_diagonal(struct fr_state *state, const struct fr_jump_task *origin, int d)
{
    struct fr_jump_search *search = &state->search;
    const int32_t dx = d == 1 || d == 7 ? 1 : -1, dy = d == 1 || d == 3 ? 1 : -1;
    const int along = dx > 0 ? 0 : 4, down = dy > 0 ? 2 : 6;
    const ptrdiff_t step = (ptrdiff_t)dy * state->search.head.map->width + dx;
    const int32_t goal_x = (search->goal.x - origin->x) * dx;
    const int32_t goal_y = (search->goal.y - origin->y) * dy;
    /* After this many steps the diagonal is in the goal's row or column, this far from the goal. */
    int32_t to_goal = goal_x < goal_y ? goal_x : goal_y;
    const int32_t rest = goal_x + goal_y - 2 * to_goal;
    const int goal_way = goal_x > goal_y ? along : down;
    int32_t done = origin->done;
    const int32_t limit = fr_jump_patience(search, origin, d, done);
    const struct fr_jump_cell *cell = state->distances->cells +
                                      fr_jump_index(state->distances, origin->x, origin->y) +
                                      done * step;
    for (;;) {
        const int32_t hop = cell->at[d], reach = abs(hop);
        if (to_goal > done && to_goal - done <= reach) {
            if (rest <= abs(cell[(to_goal - done) * step].at[goal_way]))
                fr_jump_arrive(search, origin->node,
                               origin->g + FR_JUMP_DIAGONAL * (uint64_t)to_goal +
                                   FR_JUMP_STRAIGHT * (uint64_t)rest);
            to_goal = 0;
        }
        if (hop <= 0)
            return true;
        if (done > limit)
            return fr_jump_defer(search, origin, d, done);
        done += hop;
        cell += hop * step;
        const int32_t x = origin->x + dx * done, y = origin->y + dy * done;
        const uint64_t g = origin->g + FR_JUMP_DIAGONAL * (uint64_t)done;
        if (state->distances->turns[cell - state->distances->cells] &&
            !fr_jump_pass(search, origin->node, x, y, d, g))
            return true;
        const int32_t side = cell->at[along], below = cell->at[down];
        if (side > 0 && !fr_jump_offer(search, origin->node, x + dx * side, y, along,
                                       g + FR_JUMP_STRAIGHT * (uint64_t)side))
            return false;
        if (below > 0 && !fr_jump_offer(search, origin->node, x, y + dy * below, down,
                                        g + FR_JUMP_STRAIGHT * (uint64_t)below))
            return false;
    }
}

/* Scans in all directions of a set of bits. False if out of memory. */
static bool walk_all(struct fr_state *state, const struct fr_jump_task *origin, unsigned exits)
{
    bool memory = true;
    for (; exits && memory; exits &= exits - 1) {
        const int d = fr_lowest_bit(exits);
        memory = d % 2 == 0 ? walk_straight(state, origin, d) : walk_diagonal(state, origin, d);
    }
    return memory;
}

/* Continues from a node, from the start, or along a diagonal. */
static bool walk(void *context, const struct fr_jump_task *task)
{
    struct fr_state *state = context;
    const uint8_t turns =
        state->distances->turns[fr_jump_index(state->distances, task->x, task->y)];
    unsigned exits = task->node == FR_JUMP_START ? 0xFF : 0;
    if (task->direction)
        return walk_diagonal(state, task, task->direction);
    for (unsigned fresh = task->arrivals; fresh; fresh &= fresh - 1)
        exits |= fr_jump_exits(turns, fr_lowest_bit(fresh));
    return walk_all(state, task, exits);
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    return fr_jump_search_find(&state->search, walk, state, start, goal, probe, path);
}

/* If the changed rectangles, with a margin, have more than one pixel in SHARE, the whole map is
 * read again: an update is never slower than preparation. Tuned on adventure-150 with changes of 1
 * to 100 pixels. */
enum { MARGIN = 24, SHARE = 6 };

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    const struct fr_map *map = state->search.head.map;
    const struct fr_rect all = {0, 0, map->width, map->height};
    if (fr_rects_exceed(map, rects, count, MARGIN, SHARE)) {
        rects = &all;
        count = 1;
    }
    for (size_t i = 0; i < count; i++)
        if (fr_jump_distances_update(state->distances, rects[i]) != FR_OK)
            return FR_NO_MEMORY;
    return fr_jump_search_update(&state->search, rects, count);
}

const struct fr_pathfinder fr_jpsplus = {
    .name = "jpsplus",
    .label = "JPS+",
    .summary = "jump point search on tables of eight distances per pixel",
    .source = "Rabin and Silva, \"JPS+: An Extreme A* Speed Optimization for Static Uniform Cost "
              "Grids\", Game AI Pro 2, 2015",
    .colour = "#56B4E9",
    .marker = '<',
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
