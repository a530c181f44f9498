/* Run wave: the path of a flood fill, without the fill.
 *
 * Problem: the same path as flood, pixel for pixel, in a fraction of its time. Preparation should
 * take no longer than reading the mask, and an update should be as cheap.
 *
 * Idea: in a horizontal run of walkable pixels, the Manhattan distance grows by one per column from
 * where the run was entered. Most runs have one neighbour above and one below; a stack of such
 * runs, a corridor, is crossed by a formula with five numbers. Most corridors are dead ends or
 * parts of a chain. What remains is a graph of forks, a few hundred in a painted room, which A*
 * searches from the goal; of equal forks, the one nearer to the goal comes first. The path is read
 * row by row, according to the rule of the flood fill's trace, and smoothed in the same way.
 *
 * Data: runs and their corridors (run_rows.h, corridors.h, passage.h), the graph of forks
 * (core_graph.h), its labels (run_wave.h), paths from both ends to it (run_ends.h), the whole path
 * (run_trace.h). 12 bytes per run, and 80 per corridor, lanes included; only one bit per 64 pixels,
 * for lines across open areas (open_tiles.h), grows with the map.
 *
 * Complexity: preparation reads each word of the mask and takes some steps per run; a click takes a
 * priority queue of labels, about one per fork between the ends, and a step for each row that the
 * path crosses; an update reads the changed rows and the corridors that cross them, and passes over
 * all corridors.
 *
 * Source: the path is that of Steven Don, "Pathfinding in point and click adventure games",
 * shdon.com, 2022. Corridors between obstacles, searched by their junctions, are from Kapoor,
 * Maheshwari, Mitchell, "An Efficient Algorithm for Euclidean Shortest Paths among Polygonal
 * Obstacles in the Plane", Discrete & Computational Geometry 18, 1997; filling by runs is from
 * Smith, "Tint Fill", SIGGRAPH 1979.
 *
 * Deviations: none in the answers. An area that opens or closes is treated as a change of its rows:
 * separate runs for areas would split corridors along all their borders, and save only the few
 * microseconds of reading the rows again. Edge walls are not supported. */
#include "algorithms/front.h"
#include "algorithms/grid/run_trace.h"
#include "algorithms/steps/beautify.h"
#include "algorithms/steps/smooth.h"

enum { FOLD, SIMPLIFY, FORWARD, REVERSE, PRECHECK, SMOOTH };

static const struct fr_option options[] = {
    [FOLD] = FR_SWITCH("fold", true, "join steps into diagonals"),
    [SIMPLIFY] = FR_SWITCH("simplify", true, "drop waypoints inside straight runs"),
    [FORWARD] = FR_SWITCH("forward", true, "straighten the path from its start"),
    [REVERSE] = FR_SWITCH("reverse", true, "straighten the path from its goal"),
    [PRECHECK] = FR_SWITCH("precheck", true, "try the straight line before the search"),
    [SMOOTH] = FR_SMOOTH_OPTION,
};

struct fr_state {
    struct fr_head head;
    struct corridors corridors;
    struct core_graph core;
    struct run_wave wave;
    struct run_trace trace;
    struct fr_open_tiles tiles;
    struct fr_sight sight;
};

static void describe(const struct fr_option_values *values, struct fr_traits *traits)
{
    const int64_t *on = values->at;
    const bool draws_lines = on[PRECHECK] || on[FORWARD] || on[REVERSE];
    *traits = (struct fr_traits){.movement = FR_GRID4, .optimality = FR_OPTIMAL_STEPS};
    if (draws_lines)
        traits->movement = FR_ANY_ANGLE;
    else if (on[FOLD])
        traits->movement = FR_GRID8;
    if (draws_lines || on[FOLD])
        traits->optimality = FR_OPTIMAL_NONE;
}

static void release(struct fr_state *state)
{
    if (state->tiles.map)
        fr_open_tiles_release(&state->tiles);
    if (state->trace.wave)
        run_trace_release(&state->trace);
    if (state->wave.core)
        run_wave_release(&state->wave);
    if (state->core.corridors)
        core_graph_release(&state->core);
    if (state->corridors.rows.map)
        corridors_release(&state->corridors);
}

static enum fr_status prepare(struct fr_state *state)
{
    const struct fr_head *head = &state->head;
    enum fr_status status = corridors_init(&state->corridors, head->map, head->allocator);
    if (status == FR_OK)
        status = core_graph_init(&state->core, &state->corridors);
    if (status == FR_OK)
        status = run_wave_init(&state->wave, &state->core);
    if (status == FR_OK)
        run_trace_init(&state->trace, &state->wave);
    if (status == FR_OK)
        status = fr_open_tiles_init(&state->tiles, head->map, head->allocator);
    state->sight = (struct fr_sight){.map = head->map, .tiles = &state->tiles};
    if (head->smoother)
        head->smoother->sight.tiles = &state->tiles;
    return status;
}

static enum fr_outcome search(struct fr_state *state, struct fr_point start, struct fr_point goal,
                              const struct fr_probe *probe, struct fr_path *path)
{
    const int64_t *on = state->head.options.at;
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    enum fr_outcome outcome =
        run_wave_search(&state->wave, fr_point_pixel(start), fr_point_pixel(goal));
    if (outcome != FR_FOUND)
        return outcome;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    outcome = run_trace_walk(&state->trace, on[FOLD], on[SIMPLIFY], path);
    if (outcome == FR_FOUND)
        fr_beautify_ways(path, &state->sight, on[FORWARD], on[REVERSE], probe);
    return outcome;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    struct run_wave *wave = &state->wave;
    state->sight.checks = wave->expanded = 0;
    wave->label_count = 0;
    enum fr_outcome outcome =
        fr_precheck(&state->sight, state->head.options.at[PRECHECK], start, goal, probe, path);
    if (outcome == FR_NONE)
        outcome = search(state, start, goal, probe, path);
    state->head.stats = (struct fr_stats){.expanded = wave->expanded,
                                          .generated = (int64_t)wave->label_count,
                                          .sight_checks = state->sight.checks};
    return outcome;
}

/* Reading this many rows takes as long as the rest of an update; tuned on adventure-150. */
#define ROWS_OF_A_CHANGE 10

/* If the changed rectangles have as many rows as the map, all rows are read again: an update is
 * never slower than preparation. */
static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    const struct fr_map *map = state->head.map;
    const struct fr_rect all = {0, 0, map->width, map->height};
    enum fr_status status = FR_OK;
    int64_t rows = 0;
    for (size_t i = 0; i < count; i++)
        rows += (int64_t)rects[i].height + ROWS_OF_A_CHANGE;
    if (rows > map->height) {
        rects = &all;
        count = 1;
    }
    for (size_t i = 0; i < count && status == FR_OK; i++) {
        const struct fr_rect rect = fr_map_clip(map, rects[i]);
        if (rect.width <= 0 || rect.height <= 0)
            continue;
        fr_open_tiles_refresh(&state->tiles, rect.y, rect.y + rect.height - 1);
        status = corridors_update(&state->corridors, rect.y, rect.y + rect.height - 1);
    }
    if (status == FR_OK)
        status = core_graph_refresh(&state->core);
    return status == FR_OK ? run_wave_refresh(&state->wave) : status;
}

const struct fr_pathfinder fr_runwave = {
    .name = "runwave",
    .label = "Run wave",
    .summary = "the flood fill's path, by A* over forks between corridors of pixel runs",
    .source = "path: Steven Don, Pathfinding in point and click adventure games, shdon.com, 2022; "
              "corridors: Kapoor, Maheshwari, Mitchell, Discrete & Computational Geometry 18, 1997",
    .colour = "#C2B800",
    .marker = '8',
    .candidate = true,
    .counts = FR_COUNTS_ALL,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .smoothing = &fr_smoothing,
    .describe = describe,
    .state_bytes = sizeof(struct fr_state),
    .prepare = prepare,
    .find = find,
    .update = update,
    .release = release,
};
