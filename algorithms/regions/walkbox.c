/* Walk boxes: the floor as boxes, and a table of the next gate between any two.
 *
 * The floor is covered by trapezoids, which designers drew by hand for the adventure games of the
 * eighties. For every pair of boxes, a matrix holds the gate through which a path continues from
 * one toward the other. A click looks up its two boxes and follows the matrix from gate to gate,
 * without a search. The price is the matrix: its memory grows with the square of the number of
 * boxes, and its preparation takes a shortest-path tree from each box.
 *
 * The matrix selects the chain of boxes, which may not be the best for this click: trees are grown
 * from the middle of each box, through the point of each gate that is nearest to the previous
 * point. A funnel pulls the path through the chain taut. A click whose ends see each other is
 * answered first, by a straight line.
 *
 * Encoding: a matrix element is two bytes, the number of the gate among those of its box. If the
 * matrix would take more than memory=MB, or there are too many boxes for 16 bits, prepare refuses
 * the map before it allocates the matrix.
 *
 * With matrix=off, each click grows the one tree that it needs, until the tree contains the start:
 * this gives the same paths without the matrix and shows what the matrix gains.
 *
 * Complexity: preparation makes the boxes in a pass over the map, and takes O(n (n + g) log n) for
 * n boxes with g gates; a click takes O(c) for a chain of c boxes. Memory: 2 n^2 bytes. After a
 * change, the boxes are rebuilt, in at most a hundredth of the preparation time. Because a
 * changed box may be in every tree, each tree is grown again for the first click to its box.
 *
 * Sources: Wilmunder and Gilbert, the SCUMM engine, Lucasfilm Games, 1987; described by Gouveia,
 * "Pathfinding on a 2D polygonal map", 2011. Deviations: boxes are derived from the mask, exactly,
 * instead of drawn by hand; chains are compared by their lengths, where the original counts their
 * boxes; paths are pulled taut, where the original goes straight toward the goal or, where it would
 * miss a gate, to the gate's nearer end; start and goal may be any pixels, inside a core or beside
 * it. */
#include <string.h>

#include "algorithms/front.h"
#include "algorithms/regions/box_cover.h"
#include "algorithms/regions/box_matrix.h"
#include "algorithms/regions/funnel.h"
#include "maps/geometry/line_of_sight.h"

enum { OPTION_MEMORY, OPTION_MATRIX };

static const struct fr_option option_table[] = {
    [OPTION_MEMORY] =
        FR_INTEGER("memory", 1, 16384, 64,
                   "limit of the matrix in megabytes; maps that need more are refused"),
    [OPTION_MATRIX] = FR_SWITCH("matrix", true,
                                "keep the next gates of all boxes, or search them for each click"),
};

struct fr_state {
    struct fr_head head;
    struct box_cover cover;
    struct box_matrix matrix;
    struct funnel funnel;
};

static void release(struct fr_state *state)
{
    funnel_release(&state->funnel);
    box_matrix_release(&state->matrix);
    box_cover_release(&state->cover);
}

static enum fr_status prepare(struct fr_state *state)
{
    const struct fr_allocator *allocator = state->head.allocator;
    const int64_t *at = state->head.options.at;
    state->funnel.allocator = state->matrix.allocator = allocator;
    const enum fr_status status = box_cover_create(&state->cover, state->head.map, allocator);
    return status == FR_OK
               ? box_matrix_create(&state->matrix, &state->cover,
                                   at[OPTION_MATRIX] ? (uint64_t)at[OPTION_MEMORY] * 1000000 : 0,
                                   allocator)
               : status;
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    (void)rects;
    (void)count;
    box_cover_release(&state->cover);
    const enum fr_status status =
        box_cover_create(&state->cover, state->head.map, state->head.allocator);
    return status == FR_OK ? box_matrix_renew(&state->matrix) : status;
}

/* ---- walks ---- */

/* Appends the taut path through all gates on the way; `path` holds the waypoints so far. */
static enum fr_status pull(struct fr_state *state, uint32_t box, uint32_t to, struct fr_point start,
                           struct fr_point goal, struct fr_path *path)
{
    enum fr_status status = funnel_begin(&state->funnel, start);
    while (box != to && status == FR_OK) {
        const struct box_gate *gate = box_matrix_next(&state->matrix, box, to);
        const struct fr_point left = {gate->left, gate->y}, right = {gate->right, gate->y};
        const bool down = gate->y == state->cover.boxes[box].bottom;
        status = funnel_cross(&state->funnel, down ? right : left, down ? left : right);
        box = gate->to;
        state->head.stats.expanded++;
    }
    return status == FR_OK ? funnel_end(&state->funnel, goal, path) : status;
}

static enum fr_status append_other(struct fr_path *path, struct fr_point point)
{
    if (path->count > 0 && fr_point_equal(path->points[path->count - 1], point))
        return FR_OK;
    return fr_path_append(path, point);
}

/* Removes a waypoint between two others if these see each other. */
static void cut(struct fr_state *state, struct fr_path *path, size_t index)
{
    if (path->count < 3)
        return;
    struct fr_point *point = path->points + index;
    state->head.stats.sight_checks++;
    if (!fr_line_of_sight(state->head.map, point[-1], point[1]))
        return;
    memmove(point, point + 1, (path->count - index - 1) * sizeof *point);
    path->count--;
}

/* Goes from the start to its box's core, through the chain, and from the last core to the goal. */
static enum fr_status walk(struct fr_state *state, uint32_t from, uint32_t to,
                           struct fr_point start, struct fr_point goal, struct fr_path *path)
{
    const struct fr_point first = box_core_point(&state->cover.boxes[from], start);
    const struct fr_point last = box_core_point(&state->cover.boxes[to], goal);
    enum fr_status status = FR_OK;
    if (!fr_point_equal(first, start))
        status = fr_path_append(path, start);
    if (status == FR_OK)
        status = pull(state, from, to, first, last, path);
    if (status == FR_OK)
        status = append_other(path, goal);
    if (status == FR_OK && !fr_point_equal(first, start))
        cut(state, path, 1);
    if (status == FR_OK && !fr_point_equal(last, goal))
        cut(state, path, path->count - 2);
    return status;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    fr_probe_enter(probe, FR_PHASE_PRECHECK);
    state->head.stats.sight_checks = 1;
    if (fr_line_of_sight(state->head.map, start, goal))
        return fr_find_straight(path, start, goal);
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    const uint32_t from = box_cover_locate(&state->cover, fr_point_pixel(start));
    const uint32_t to = box_cover_locate(&state->cover, fr_point_pixel(goal));
    if (from != to && box_matrix_search(&state->matrix, from, to) != FR_OK)
        return FR_OUT_OF_MEMORY;
    if (from != to && !box_matrix_next(&state->matrix, from, to))
        return FR_UNREACHABLE;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    return walk(state, from, to, start, goal, path) == FR_OK ? FR_FOUND : FR_OUT_OF_MEMORY;
}

const struct fr_pathfinder fr_walkbox = {
    .name = "walkbox",
    .label = "Walk boxes",
    .summary = "a matrix of the next gate between any two boxes of the floor, as in SCUMM",
    .source = "Wilmunder and Gilbert, SCUMM, Lucasfilm Games, 1987; Gouveia 2011",
    .colour = "#117733",
    .marker = '^',
    .counts = FR_COUNTS_ALL,
    .options = option_table,
    .option_count = sizeof option_table / sizeof *option_table,
    .traits = {.movement = FR_ANY_ANGLE},
    .state_bytes = sizeof(struct fr_state),
    .prepare = prepare,
    .find = find,
    .update = update,
    .release = release,
};
