/* Flood fill: walks on a walkability mask without a graph (Don 2022).
 *
 * Problem: a walk between two pixels of a mask with a million or more walkable ones, and no
 * preparation worth the name.
 *
 * Idea: fill the mask from the goal with Manhattan distances, two stacks taking turns, one for the
 * pixels at this distance and one for those at the next. From the start, walk downhill; fold a step
 * sideways and one up or down into a diagonal; drop waypoints inside straight runs; then beautify,
 * from the start and again from the goal, by straight lines that skip or slide waypoints. A
 * straight line from start to goal is tried before all else.
 *
 * It fills less than the article does: fill=guided orders pixels by distance plus Manhattan
 * distance to the start, which a step changes by 0 or 2, so that two stacks still are an exact
 * queue (the search is A* with a consistent heuristic, Hart, Nilsson, Raphael 1968), and what is
 * labelled is the lens between the ends; stop=early ends it with the key of the start, so that the
 * trace is the same. sight=exact smooths with lines that stay in free space, sight=bresenham with
 * beelines that hold both ways.
 *
 * Data: 32-bit labels with a border of walls (field.h); stacks of packed pixels. Nothing is cleared
 * between clicks.
 *
 * Cost: time and stacks linear in the pixels labelled, 4 bytes of labels a pixel; each sight check
 * costs the words or pixels along its line.
 *
 * Source: Steven Don, "Pathfinding in point and click adventure games", shdon.com, 2022.
 *
 * Deviations (published/flood_published.c is the print): the backward scan of beautification stops
 * at the furthest place found, which must also see the waypoint after it; segments too short to
 * slide on are passed over; beelines hold both ways and do not squeeze between blocked pixels, or
 * are exact; a blocked start is unreachable; a goal in another component is known from labels,
 * without a fill; without straight lines (precheck, forward and reverse off) it honours edge
 * walls. */
#include "algorithms/pathfinder.h"
#include "algorithms/steps/beautify.h"
#include "algorithms/steps/field.h"
#include "algorithms/steps/reach.h"
#include "algorithms/steps/smooth.h"
#include "algorithms/steps/trace.h"
#include "maps/geometry/line_of_sight.h"

enum { GUIDED, STACKS };
enum { EARLY, FULL };
enum { EXACT, BRESENHAM };

enum { FILL, STOP, FOLD, SIMPLIFY, FORWARD, REVERSE, PRECHECK, SIGHT, LABELS, SMOOTH };

static const struct fr_option options[] = {
    [FILL] = {"fill", FR_OPTION_CHOICE, "guided|stacks", 0, 0, GUIDED,
              "fill towards the start, or ring by ring"},
    [STOP] = {"stop", FR_OPTION_CHOICE, "early|full", 0, 0, EARLY,
              "end the fill at the start, or when all is filled"},
    [FOLD] = {"fold", FR_OPTION_SWITCH, NULL, 0, 0, 1, "join steps into diagonals"},
    [SIMPLIFY] = {"simplify", FR_OPTION_SWITCH, NULL, 0, 0, 1,
                  "drop waypoints inside straight runs"},
    [FORWARD] = {"forward", FR_OPTION_SWITCH, NULL, 0, 0, 1, "beautify from the start"},
    [REVERSE] = {"reverse", FR_OPTION_SWITCH, NULL, 0, 0, 1, "beautify from the goal"},
    [PRECHECK] = {"precheck", FR_OPTION_SWITCH, NULL, 0, 0, 1,
                  "try the straight line before the fill"},
    [SIGHT] = {"sight", FR_OPTION_CHOICE, "exact|bresenham", 0, 0, EXACT,
               "what a straight line is; exact where smooth is on"},
    [LABELS] = {"labels", FR_OPTION_SWITCH, NULL, 0, 0, 1,
                "find unreachable clicks from component labels, without a fill"},
    [SMOOTH] = FR_SMOOTH_OPTION(FR_SMOOTH_NONE),
};

struct fr_state {
    const struct fr_allocator *allocator;
    const struct fr_map *map;
    struct fr_option_values options;
    struct flood_field field;
    struct fr_sight sight;
    struct fr_reach reach;
    struct fr_smoother smoother;
};

/* Whether its paths hold straight lines from pixel to pixel that no field leads along. */
static bool draws_lines(const struct fr_option_values *values)
{
    return values->at[PRECHECK] || values->at[FORWARD] || values->at[REVERSE];
}

static void describe(const struct fr_option_values *values, struct fr_traits *traits)
{
    const int64_t *on = values->at;
    *traits = (struct fr_traits){.edge_walls = !draws_lines(values), .tells_expansions = true};
    if (draws_lines(values)) {
        traits->movement = on[SIGHT] == BRESENHAM ? FR_BEELINE : FR_ANY_ANGLE;
    } else if (on[FOLD]) {
        traits->movement = FR_GRID8;
    } else {
        traits->movement = FR_GRID4;
        traits->optimality = FR_OPTIMAL_STEPS;
    }
    fr_smoothed_traits(on[SMOOTH], traits);
}

static bool takes(const struct fr_option_values *values, const struct fr_map *map)
{
    return (!draws_lines(values) || map->wall_count == 0) &&
           fr_smoother_takes(values->at[SMOOTH], map);
}

/* What a straight line is. The stage starts from a path in free space, which beelines leave. */
static bool exact(const struct fr_option_values *values)
{
    return values->at[SIGHT] == EXACT || values->at[SMOOTH] != FR_SMOOTH_NONE;
}

static void release(struct fr_state *state)
{
    if (!state)
        return;
    fr_smoother_release(&state->smoother);
    fr_reach_release(&state->reach);
    flood_field_release(&state->field);
    fr_deallocate(state->allocator, state, 1, sizeof *state);
}

static enum fr_status prepare(const struct fr_map *map, const struct fr_option_values *values,
                              const struct fr_allocator *allocator, struct fr_state **state)
{
    if (!takes(values, map))
        return FR_UNSUPPORTED;
    struct fr_state *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->allocator = allocator;
    fresh->map = map;
    fresh->options = *values;
    fr_smoother_init(&fresh->smoother, values->at[SMOOTH], map, allocator);
    fresh->sight.map = map;
    fresh->sight.clear = exact(values) ? fr_line_of_sight : fr_sight_beeline;
    enum fr_status status = flood_field_init(&fresh->field, map, allocator);
    if (status == FR_OK && values->at[LABELS])
        status = fr_reach_refresh(&fresh->reach, map, FR_GRID4, allocator);
    if (status != FR_OK) {
        release(fresh);
        return status;
    }
    *state = fresh;
    return FR_OK;
}

static enum fr_outcome smooth(struct fr_state *state, const struct fr_probe *probe,
                              struct fr_path *path)
{
    const int64_t *on = state->options.at;
    if (on[SIMPLIFY]) {
        fr_probe_enter(probe, FR_PHASE_SIMPLIFY);
        fr_simplify(path);
    }
    fr_beautify_ways(path, &state->sight, on[FORWARD], on[REVERSE], probe);
    return fr_smoother_finish(&state->smoother, FR_FOUND, probe, path);
}

static enum fr_outcome search(struct fr_state *state, struct fr_pixel start, struct fr_pixel goal,
                              const struct fr_probe *probe, struct fr_path *path)
{
    struct flood_field *field = &state->field;
    flood_field_begin(field, start, goal, probe);
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    enum fr_outcome outcome = flood_field_fill(field, state->options.at[FILL] == GUIDED,
                                               state->options.at[STOP] == EARLY);
    if (fr_probe_for_expansions(probe) && flood_field_tell(field, probe) != FR_OK)
        return FR_OUT_OF_MEMORY;
    if (outcome != FR_FOUND)
        return outcome;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    outcome = flood_trace(field, state->options.at[FOLD], path);
    return outcome == FR_FOUND ? smooth(state, probe, path) : outcome;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    const struct fr_pixel from = fr_point_pixel(start), to = fr_point_pixel(goal);
    struct flood_field *field = &state->field;
    path->count = 0;
    field->expanded = field->generated = field->cleared = state->sight.checks = 0;
    fr_smoother_begin(&state->smoother);
    if (!fr_map_walkable_centre(state->map, start) || !fr_map_walkable_centre(state->map, goal))
        return FR_UNREACHABLE;
    enum fr_outcome outcome =
        fr_precheck(&state->sight, state->options.at[PRECHECK], start, goal, probe, path);
    if (outcome == FR_NONE)
        outcome = fr_reach_joins(&state->reach, from, to) ? search(state, from, to, probe, path)
                                                          : FR_UNREACHABLE;
    if (outcome != FR_FOUND)
        path->count = 0;
    return outcome;
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    if (!takes(&state->options, state->map))
        return FR_UNSUPPORTED;
    for (size_t i = 0; i < count; i++)
        flood_field_refresh(&state->field, rects[i]);
    if (!state->options.at[LABELS])
        return FR_OK;
    return fr_reach_refresh(&state->reach, state->map, FR_GRID4, state->allocator);
}

static void stats(const struct fr_state *state, struct fr_stats *stats)
{
    const struct flood_field *field = &state->field;
    *stats = (struct fr_stats){.expanded = field->expanded,
                               .generated = field->generated,
                               .cleared = field->cleared,
                               .sight_checks = state->sight.checks + state->smoother.sight.checks};
}

const struct fr_pathfinder fr_flood = {
    .name = "flood",
    .label = "Flood fill",
    .summary = "Manhattan distances from the goal by two stacks, traced and smoothed",
    .source = "Steven Don, Pathfinding in point and click adventure games, shdon.com, 2022",
    .colour = "#D55E00",
    .marker = 'D',
    .candidate = true,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .describe = describe,
    .prepare = prepare,
    .find = find,
    .update = update,
    .stats = stats,
    .release = release,
};
