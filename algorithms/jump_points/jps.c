/* Jump point search on bit rows: shortest grid8 paths on maps that change, without tables.
 *
 * A* over corners only. From a jump point the search walks on in the few directions in which a
 * shortest path may leave it, and jumps to the next jump points: along rows and columns it looks
 * for the next bit, 64 cells a step; on a diagonal it looks along both lines from every cell. What
 * a diagonal meets belongs to where the diagonal began: cells between that are no corners are never
 * nodes. The goal is looked for by comparing coordinates, on the one row and the one column where a
 * diagonal can meet it.
 *
 * Edge walls are closed borders like those around blocked pixels (shared/jump_words.h): maps
 * without walls pay nothing for them.
 *
 * Data: 64 bytes for each 64 cells (jump_lanes.h), 16 for their corners, and 24 for each corner.
 * An update computes the words beside what changed anew.
 * Complexity: O(cells) for a click at worst, a few words for each jump in practice.
 *
 * Source: Harabor and Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011, and
 * "Improving Jump Point Search", ICAPS 2014 (blocks of cells, pruning of intermediate points).
 * Deviations: no corner cutting; the bits of jump points are kept rather than made from three rows
 * at each step; nodes reached at equal cost in several directions are expanded for each. */
#include "algorithms/jump_points/jump_distances.h"
#include "algorithms/jump_points/jump_lanes.h"
#include "algorithms/jump_points/jump_search.h"
#include "algorithms/pathfinder.h"
#include "algorithms/steps/grid_moves.h"
#include "algorithms/steps/smooth.h"

enum { OPTION_SMOOTH };

static const struct fr_option option_table[] = {
    [OPTION_SMOOTH] = FR_SMOOTH_OPTION(FR_SMOOTH_NONE),
};

struct fr_state {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    struct fr_jump_lanes lanes;
    struct fr_jump_search search;
    struct fr_smoother smoother;
};

static void describe(const struct fr_option_values *options, struct fr_traits *traits)
{
    *traits = (struct fr_traits){.movement = FR_GRID8,
                                 .optimality = FR_OPTIMAL_LENGTH,
                                 .edge_walls = true,
                                 .tells_expansions = true};
    fr_smoothed_traits(options->at[OPTION_SMOOTH], traits);
}

static void release(struct fr_state *state)
{
    if (!state)
        return;
    fr_smoother_release(&state->smoother);
    fr_jump_search_release(&state->search);
    fr_jump_lanes_release(&state->lanes);
    fr_deallocate(state->allocator, state, 1, sizeof *state);
}

static enum fr_status prepare(const struct fr_map *map, const struct fr_option_values *options,
                              const struct fr_allocator *allocator, struct fr_state **state)
{
    if (!fr_smoother_takes(options->at[OPTION_SMOOTH], map))
        return FR_UNSUPPORTED;
    struct fr_state *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->map = map;
    fresh->allocator = allocator;
    fr_smoother_init(&fresh->smoother, options->at[OPTION_SMOOTH], map, allocator);
    if (fr_jump_lanes_init(&fresh->lanes, map, allocator) != FR_OK ||
        fr_jump_search_init(&fresh->search, map, allocator) != FR_OK) {
        release(fresh);
        return FR_NO_MEMORY;
    }
    *state = fresh;
    return FR_OK;
}

/* A straight walk along a lane in direction d, from a cell reached at cost g; goal_cell is the
 * goal's place in the lane, or -1. False without memory. */
static inline bool walk_lane(struct fr_state *state, const struct fr_jump_task *origin,
                             const struct fr_lanes *lanes, int32_t number, int32_t from,
                             int32_t goal_cell, int d, uint64_t g)
{
    struct fr_jump_search *search = &state->search;
    const bool later = d == 0 || d == 2;
    const struct fr_lane_word *words = fr_lane(lanes, number);
    const struct fr_jump jump =
        later ? fr_jump_forward(words, from) : fr_jump_backward(words, from);
    if (goal_cell >= 0 && (later ? from < goal_cell && goal_cell <= jump.at
                                 : from > goal_cell && goal_cell >= jump.at)) {
        const int32_t steps = later ? goal_cell - from : from - goal_cell;
        fr_jump_arrive(search, origin->node, g + FR_JUMP_STRAIGHT * (uint64_t)steps);
        return true;
    }
    if (!jump.point)
        return true;
    const int32_t steps = later ? jump.at - from : from - jump.at;
    const bool along = d == 0 || d == 4;
    return fr_jump_offer(search, origin->node, along ? jump.at : number, along ? number : jump.at,
                         d, g + FR_JUMP_STRAIGHT * (uint64_t)steps);
}

static inline bool walk_row(struct fr_state *state, const struct fr_jump_task *origin, int32_t x,
                            int32_t y, int d, uint64_t g)
{
    const struct fr_pixel goal = state->search.goal;
    return walk_lane(state, origin, &state->lanes.rows, y, x, y == goal.y ? goal.x : -1, d, g);
}

static inline bool walk_column(struct fr_state *state, const struct fr_jump_task *origin, int32_t x,
                               int32_t y, int d, uint64_t g)
{
    const struct fr_pixel goal = state->search.goal;
    return walk_lane(state, origin, &state->lanes.columns, x, y, x == goal.x ? goal.y : -1, d, g);
}

/* A diagonal walk to the end, and the straight ones from each of its cells. */
static inline bool walk_diagonal(struct fr_state *state, const struct fr_jump_task *origin, int d)
{
    const int32_t dx = d == 1 || d == 7 ? 1 : -1, dy = d == 1 || d == 3 ? 1 : -1;
    const struct fr_pixel goal = state->search.goal;
    int32_t done = origin->direction ? origin->done : 0;
    const int32_t limit = fr_jump_patience(&state->search, origin, d, done);
    int32_t x = origin->x + dx * done, y = origin->y + dy * done;
    uint64_t g = origin->g + FR_JUMP_DIAGONAL * (uint64_t)done;
    for (; fr_block_open(&state->lanes, dx < 0 ? x - 1 : x, dy < 0 ? y - 1 : y); done++) {
        if (done == limit)
            return fr_jump_defer(&state->search, origin, d, done);
        x += dx;
        y += dy;
        g += FR_JUMP_DIAGONAL;
        if (x == goal.x && y == goal.y)
            fr_jump_arrive(&state->search, origin->node, g);
        if (!walk_row(state, origin, x, y, dx > 0 ? 0 : 4, g) ||
            !walk_column(state, origin, x, y, dy > 0 ? 2 : 6, g))
            return false;
    }
    return true;
}

/* Walks in all directions of a set of bits. False without memory. */
static bool walk_all(struct fr_state *state, const struct fr_jump_task *origin, unsigned exits)
{
    bool memory = true;
    for (; exits && memory; exits &= exits - 1) {
        const int32_t x = origin->x, y = origin->y;
        switch (fr_lowest_bit(exits)) {
        case 0:
            memory = walk_row(state, origin, x, y, 0, origin->g);
            break;
        case 1:
            memory = walk_diagonal(state, origin, 1);
            break;
        case 2:
            memory = walk_column(state, origin, x, y, 2, origin->g);
            break;
        case 3:
            memory = walk_diagonal(state, origin, 3);
            break;
        case 4:
            memory = walk_row(state, origin, x, y, 4, origin->g);
            break;
        case 5:
            memory = walk_diagonal(state, origin, 5);
            break;
        case 6:
            memory = walk_column(state, origin, x, y, 6, origin->g);
            break;
        default:
            memory = walk_diagonal(state, origin, 7);
        }
    }
    return memory;
}

/* The directions in which to leave a jump point that was reached in straight direction d. */
static unsigned exits_from(const struct fr_jump_lanes *lanes, int32_t x, int32_t y, int d)
{
    const bool along = d == 0 || d == 4;
    const int32_t behind_x = x - fr_direction_dx[d], behind_y = y - fr_direction_dy[d];
    const int32_t block_x = behind_x < x ? behind_x : x, block_y = behind_y < y ? behind_y : y;
    /* The sides with the lesser and the greater coordinate, and the blocks behind them. */
    const struct fr_lanes *across = along ? &lanes->columns : &lanes->rows;
    const int32_t number = along ? x : y, cell = along ? y : x;
    const bool lesser = fr_lane_open(across, number, cell - 1) &&
                        !fr_block_open(lanes, along ? block_x : x - 1, along ? y - 1 : block_y);
    const bool greater = fr_lane_open(across, number, cell) &&
                         !fr_block_open(lanes, along ? block_x : x, along ? y : block_y);
    const bool left = d == 0 || d == 6 ? lesser : greater;
    const bool right = d == 0 || d == 6 ? greater : lesser;
    return fr_jump_exits((uint8_t)((left | right << 1) << d), d);
}

/* Walks on from a node, from the start, or along a diagonal. */
static bool walk(void *context, const struct fr_jump_task *task)
{
    struct fr_state *state = context;
    unsigned exits = task->node == FR_JUMP_START ? 0xFF : 0;
    if (task->direction)
        return walk_all(state, task, 1u << task->direction);
    for (unsigned fresh = task->arrivals; fresh; fresh &= fresh - 1)
        exits |= exits_from(&state->lanes, task->x, task->y, fr_lowest_bit(fresh));
    return walk_all(state, task, exits);
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    fr_smoother_begin(&state->smoother);
    const enum fr_outcome outcome =
        fr_jump_search_find(&state->search, walk, state, start, goal, probe, path);
    return fr_smoother_finish(&state->smoother, outcome, probe, path);
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    if (!fr_smoother_takes(state->smoother.smoothing, state->map))
        return FR_UNSUPPORTED;
    for (size_t i = 0; i < count; i++)
        if (fr_jump_lanes_update(&state->lanes, rects[i]) != FR_OK)
            return FR_NO_MEMORY;
    return fr_jump_search_update(&state->search, rects, count);
}

static void stats(const struct fr_state *state, struct fr_stats *stats)
{
    fr_jump_search_stats(&state->search, stats);
    stats->sight_checks = fr_smoother_checks(&state->smoother);
}

const struct fr_pathfinder fr_jps = {
    .name = "jps",
    .label = "JPS",
    .summary = "jump point search on bit rows, without tables",
    .source = "Harabor and Grastien, \"Online Graph Pruning for Pathfinding on Grid Maps\", AAAI "
              "2011, and \"Improving Jump Point Search\", ICAPS 2014",
    .colour = "#009E73",
    .marker = 'v',
    .candidate = true,
    .options = option_table,
    .option_count = sizeof option_table / sizeof *option_table,
    .describe = describe,
    .prepare = prepare,
    .find = find,
    .update = update,
    .stats = stats,
    .release = release,
};
