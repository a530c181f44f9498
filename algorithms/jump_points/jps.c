/* Jump point search on bit rows: shortest grid8 paths on maps that change, without tables.
 *
 * A* over corners only. From a jump point, the search scans in the few directions in which a
 * shortest path may leave it, and jumps to the next jump points: along rows and columns it looks
 * for the next bit, 64 cells at a time; on a diagonal it looks along the row and the column of
 * every cell. Jump points that a diagonal finds are offered from the corner where the diagonal
 * began, so cells that are not corners are never nodes. At a corner, a diagonal ends if the corner
 * was reached at a lower cost, or passed in the same direction before. The goal is found by
 * comparing coordinates, on the one row or column where a diagonal can meet it.
 *
 * If obstacles are dense, almost every scan is short and ends at a known corner. So the corners
 * found by all scans of an expansion are collected first and then offered together: no scan waits
 * for a branch that depends on the one before.
 *
 * Edge walls are closed borders like those around blocked pixels (jump_words.h): maps without walls
 * pay nothing for them.
 *
 * Data: 64 bytes for each 64 cells (jump_lanes.h), 16 for their corners, and 24 for each corner. An
 * update recomputes the words next to the change. Complexity: O(cells) for a click at worst, a few
 * words for each jump in practice.
 *
 * Source: Harabor and Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011, and
 * "Improving Jump Point Search", ICAPS 2014 (blocks of cells, pruning of intermediate points).
 * Deviations: no corner cutting; the bits of jump points are stored, not computed from three rows
 * at each step; nodes reached at equal cost in several directions are expanded for each; diagonals
 * end at corners that were reached at a lower cost. */
#include "algorithms/jump_points/jump_distances.h"
#include "algorithms/jump_points/jump_lanes.h"
#include "algorithms/jump_points/jump_search.h"
#include "algorithms/steps/grid_moves.h"
#include "algorithms/steps/smooth.h"
#include "maps/changes.h"

/* Each direction has its own instance of a scan, wherever the scan is called. */
#if defined(__GNUC__)
#define INLINE inline __attribute__((always_inline))
#else
#define INLINE inline
#endif

#define MET_BATCH 58 /* fewest jump points offered together, while a diagonal continues */
#define MET_ROOM 64  /* room for MET_BATCH, four straight scans and one more step */

/* A jump point that a scan found: x, y << 16 and the straight direction of the scan << 32. One
 * word, as a copy of narrow fields would wait until each is written. */
struct met {
    uint64_t g, place;
};

struct fr_state {
    struct fr_jump_search search;
    struct fr_jump_lanes lanes;
    uint32_t met_count;
    struct met met[MET_ROOM]; /* not offered yet */
};

static void release(struct fr_state *state)
{
    fr_jump_search_release(&state->search);
    fr_jump_lanes_release(&state->lanes);
}

static enum fr_status prepare(struct fr_state *state)
{
    const struct fr_head *head = &state->search.head;
    const enum fr_status status = fr_jump_lanes_init(&state->lanes, head->map, head->allocator);
    return status == FR_OK ? fr_jump_search_prepare(&state->search) : status;
}

/* Notes where a straight scan of this many steps ended, from a cell reached at cost g: a jump
 * point, or nothing to keep. A branch on whether a point was found is mispredicted too often. */
static INLINE void note(struct fr_state *state, bool point, int32_t x, int32_t y, int32_t steps,
                        int d, uint64_t g)
{
    state->met[state->met_count] =
        (struct met){.g = g + FR_JUMP_STRAIGHT * (uint64_t)steps,
                     .place = (uint64_t)d << 32 | (uint32_t)y << 16 | (uint32_t)x};
    state->met_count += point;
}

/* Offers the jump points noted so far, from one node or from the start. Most points gain nothing
 * and are dropped first, in a loop without branches on what it reads. False if out of memory. */
static bool offer_notes(struct fr_state *state, uint32_t parent)
{
    struct fr_jump_search *search = &state->search;
    const struct met *met = state->met;
    uint32_t numbers[MET_ROOM], kept = 0;
    uint8_t which[MET_ROOM];
    for (uint32_t i = 0; i < state->met_count; i++) {
        const int32_t x = met[i].place & 0xFFFF, y = met[i].place >> 16 & 0xFFFF;
        const uint32_t number = fr_jump_corner(&search->corners, x, y);
        const struct fr_jump_node *node = &search->nodes[number];
        numbers[kept] = number;
        which[kept] = (uint8_t)i;
        kept += (node->stamp != search->stamp) | (met[i].g <= node->g);
    }
    state->met_count = 0;
    for (uint32_t i = 0; i < kept; i++) {
        const struct met *gain = &met[which[i]];
        const int32_t x = gain->place & 0xFFFF, y = gain->place >> 16 & 0xFFFF;
        const uint64_t f = gain->g + fr_jump_estimate(search, x, y);
        if (f < search->best &&
            !fr_jump_enter(search, parent, numbers[i], x, y, (int)(gain->place >> 32), gain->g, f))
            return false;
    }
    return true;
}

/* Scans straight along a row or column, from a cell reached at cost g; returns its steps. */
static INLINE int32_t walk_row(struct fr_state *state, const struct fr_lane_word *row, int32_t x,
                               int32_t y, int d, uint64_t g)
{
    const struct fr_jump jump = d == 0 ? fr_jump_forward(row, x) : fr_jump_backward(row, x);
    const int32_t steps = d == 0 ? jump.at - x : x - jump.at;
    note(state, jump.point, jump.at, y, steps, d, g);
    return steps;
}

static INLINE int32_t walk_column(struct fr_state *state, const struct fr_lane_word *column,
                                  int32_t x, int32_t y, int d, uint64_t g)
{
    const struct fr_jump jump = d == 2 ? fr_jump_forward(column, y) : fr_jump_backward(column, y);
    const int32_t steps = d == 2 ? jump.at - y : y - jump.at;
    note(state, jump.point, x, jump.at, steps, d, g);
    return steps;
}

/* A straight scan of this many steps has passed the goal if the goal is in its line, and no farther
 * ahead. */
static INLINE void pass_goal(struct fr_state *state, const struct fr_jump_task *origin,
                             bool in_line, int32_t ahead, int32_t steps, uint64_t g)
{
    if (in_line && ahead >= 0 && ahead <= steps)
        fr_jump_arrive(&state->search, origin->node, g + FR_JUMP_STRAIGHT * (uint64_t)ahead);
}

/* Always true, as no memory is needed. */
static INLINE bool walk_straight(struct fr_state *state, const struct fr_jump_task *origin, int d)
{
    const int32_t x = origin->x, y = origin->y;
    const int32_t goal_x = state->search.goal.x - x, goal_y = state->search.goal.y - y;
    const uint64_t g = origin->g;
    if (d == 0 || d == 4) {
        const int32_t steps = walk_row(state, fr_lane(&state->lanes.rows, y), x, y, d, g);
        pass_goal(state, origin, goal_y == 0, d == 0 ? goal_x : -goal_x, steps, g);
    } else {
        const int32_t steps = walk_column(state, fr_lane(&state->lanes.columns, x), x, y, d, g);
        pass_goal(state, origin, goal_x == 0, d == 2 ? goal_y : -goal_y, steps, g);
    }
    return true;
}

/* Whether the block with the cells x and x + 1 of this row and the next row is open. */
static INLINE bool step_open(const struct fr_lane_word *row, int32_t x)
{
    const ptrdiff_t word = (ptrdiff_t)((uint32_t)(x + 64) >> 6) - 1;
    return row[word].block >> ((uint32_t)x & 63) & 1;
}

static INLINE bool is_corner(const struct fr_lane_word *row, const struct fr_lane_word *column,
                             int32_t x, int32_t y)
{
    row += x >> 6;
    column += y >> 6;
    return ((row->forward | row->backward) >> (x & 63) |
            (column->forward | column->backward) >> (y & 63)) &
           1;
}

/* A diagonal scan, and the straight ones from each of its cells. */
static INLINE bool walk_diagonal(struct fr_state *state, const struct fr_jump_task *origin, int d)
{
    const int32_t dx = d == 1 || d == 7 ? 1 : -1, dy = d == 1 || d == 3 ? 1 : -1;
    const int along = dx > 0 ? 0 : 4, down = dy > 0 ? 2 : 6;
    const int32_t goal_x = (state->search.goal.x - origin->x) * dx;
    const int32_t goal_y = (state->search.goal.y - origin->y) * dy;
    /* After this many steps the diagonal is in the goal's row or column. */
    const int32_t to_goal = goal_x < goal_y ? goal_x : goal_y;
    int32_t done = origin->direction ? origin->done : 0;
    const int32_t limit = fr_jump_patience(&state->search, origin, d, done);
    int32_t x = origin->x + dx * done, y = origin->y + dy * done;
    uint64_t g = origin->g + FR_JUMP_DIAGONAL * (uint64_t)done;
    const ptrdiff_t next_row = state->lanes.rows.words, next_column = state->lanes.columns.words;
    const struct fr_lane_word *row = fr_lane(&state->lanes.rows, y);
    const struct fr_lane_word *column = fr_lane(&state->lanes.columns, x);
    while (step_open(dy < 0 ? row - next_row : row, dx < 0 ? x - 1 : x)) {
        if (done == limit)
            return fr_jump_defer(&state->search, origin, d, done);
        done++;
        x += dx;
        y += dy;
        g += FR_JUMP_DIAGONAL;
        row += dy * next_row;
        column += dx * next_column;
        if (is_corner(row, column, x, y) && !fr_jump_pass(&state->search, origin->node, x, y, d, g))
            return true;
        const int32_t row_steps = walk_row(state, row, x, y, along, g);
        const int32_t column_steps = walk_column(state, column, x, y, down, g);
        pass_goal(state, origin, done == to_goal, goal_x + goal_y - 2 * to_goal,
                  goal_x > goal_y ? row_steps : column_steps, g);
        if (state->met_count >= MET_BATCH && !offer_notes(state, origin->node))
            return false;
    }
    return true;
}

static bool walk_southeast(struct fr_state *state, const struct fr_jump_task *origin)
{
    return walk_diagonal(state, origin, 1);
}

static bool walk_southwest(struct fr_state *state, const struct fr_jump_task *origin)
{
    return walk_diagonal(state, origin, 3);
}

static bool walk_northwest(struct fr_state *state, const struct fr_jump_task *origin)
{
    return walk_diagonal(state, origin, 5);
}

static bool walk_northeast(struct fr_state *state, const struct fr_jump_task *origin)
{
    return walk_diagonal(state, origin, 7);
}

/* False if out of memory. */
static INLINE bool walk_toward(struct fr_state *state, const struct fr_jump_task *origin, int d)
{
    switch (d) {
    case 0:
        return walk_straight(state, origin, 0);
    case 1:
        return walk_southeast(state, origin);
    case 2:
        return walk_straight(state, origin, 2);
    case 3:
        return walk_southwest(state, origin);
    case 4:
        return walk_straight(state, origin, 4);
    case 5:
        return walk_northwest(state, origin);
    case 6:
        return walk_straight(state, origin, 6);
    default:
        return walk_northeast(state, origin);
    }
}

/* Scans in all directions of a set of bits. False if out of memory. */
static bool walk_all(struct fr_state *state, const struct fr_jump_task *origin, unsigned exits)
{
    bool memory = true;
    for (; exits && memory; exits &= exits - 1)
        memory = walk_toward(state, origin, fr_lowest_bit(exits));
    return memory;
}

/* The directions in which to leave a jump point that was reached in the straight direction `d`. */
static INLINE unsigned exits_from(const struct fr_jump_lanes *lanes, int32_t x, int32_t y, int d)
{
    const bool along = d == 0 || d == 4;
    const int32_t block_x = d == 0 ? x - 1 : x, block_y = d == 2 ? y - 1 : y;
    /* The sides with the lesser and the greater coordinate, and the blocks behind them. */
    const struct fr_lanes *across = along ? &lanes->columns : &lanes->rows;
    const int32_t number = along ? x : y, cell = along ? y : x;
    const unsigned lesser = (unsigned)fr_lane_open(across, number, cell - 1) &
                            !fr_block_open(lanes, along ? block_x : x - 1, along ? y - 1 : block_y);
    const unsigned greater = (unsigned)fr_lane_open(across, number, cell) &
                             !fr_block_open(lanes, along ? block_x : x, along ? y : block_y);
    const unsigned left = d == 0 || d == 6 ? lesser : greater;
    const unsigned right = d == 0 || d == 6 ? greater : lesser;
    return fr_jump_exits((uint8_t)((left | right << 1) << d), d);
}

/* Continues from a jump point that is reached in one straight direction d, as almost all are; as d
 * is a constant, no branch depends on it. */
static INLINE bool leave(struct fr_state *state, const struct fr_jump_task *task, int d)
{
    const unsigned exits = exits_from(&state->lanes, task->x, task->y, d);
    const int left = (d + 7) % FR_DIRECTIONS, right = d + 1;
    bool memory = walk_toward(state, task, d);
    if (exits >> left & 1)
        memory = memory && walk_toward(state, task, left) &&
                 walk_toward(state, task, (d + 6) % FR_DIRECTIONS);
    if (exits >> right & 1)
        memory = memory && walk_toward(state, task, right) &&
                 walk_toward(state, task, (d + 2) % FR_DIRECTIONS);
    return memory;
}

/* Continues from the start, along a diagonal, or from a jump point reached in several
 * directions. */
static bool walk_exits(struct fr_state *state, const struct fr_jump_task *task)
{
    unsigned exits = task->node == FR_JUMP_START ? 0xFF : 0;
    if (task->direction)
        return walk_all(state, task, 1u << task->direction);
    for (unsigned fresh = task->arrivals; fresh; fresh &= fresh - 1)
        exits |= exits_from(&state->lanes, task->x, task->y, fr_lowest_bit(fresh));
    return walk_all(state, task, exits);
}

/* Continues from a node, from the start, or along a diagonal. */
static bool walk(void *context, const struct fr_jump_task *task)
{
    struct fr_state *state = context;
    bool memory;
    switch (task->direction ? 0 : task->arrivals) {
    case 1 << 0:
        memory = leave(state, task, 0);
        break;
    case 1 << 2:
        memory = leave(state, task, 2);
        break;
    case 1 << 4:
        memory = leave(state, task, 4);
        break;
    case 1 << 6:
        memory = leave(state, task, 6);
        break;
    default:
        memory = walk_exits(state, task);
    }
    return memory && offer_notes(state, task->node);
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    state->met_count = 0;
    return fr_jump_search_find(&state->search, walk, state, start, goal, probe, path);
}

/* If the changed rectangles, with a margin, have more than one pixel in SHARE, the whole map is
 * read again: an update is never slower than preparation. Tuned on adventure-150 with changes of 1
 * to 100 pixels. */
enum { MARGIN = 40, SHARE = 2 };

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    const struct fr_map *map = state->search.head.map;
    const struct fr_rect all = {0, 0, map->width, map->height};
    if (fr_rects_exceed(map, rects, count, MARGIN, SHARE)) {
        rects = &all;
        count = 1;
    }
    for (size_t i = 0; i < count; i++)
        if (fr_jump_lanes_update(&state->lanes, rects[i]) != FR_OK)
            return FR_NO_MEMORY;
    return fr_jump_search_update(&state->search, rects, count);
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
