/* Flood fill: paths on a walkability mask without a graph (Don 2022).
 *
 * Problem: a path between two pixels of a mask with a million or more walkable pixels, almost
 * without preparation.
 *
 * Idea: fill the mask from the goal with Manhattan distances, using two stacks in turn: one for the
 * pixels at this distance and one for those at the next. From the start, go downhill; combine a
 * step sideways and one up or down into a diagonal; drop waypoints inside straight runs; then
 * beautify, from the start and again from the goal: straight lines skip or slide waypoints. A
 * straight line from start to goal is tried before all else.
 *
 * fill=guided labels fewer pixels than the article does: it orders them by distance plus Manhattan
 * distance to the start. A step changes the sum of the two distances by 0 or 2, so two stacks are
 * still an exact queue (the search is A* with a consistent heuristic, Hart, Nilsson, Raphael 1968),
 * and only a lens between the ends is labelled. stop=early ends the fill with the start's key, so
 * the traced path is the same. Paths are smoothed with lines that stay in free space.
 *
 * Data: 32-bit labels with a border of walls (field.h); stacks of packed pixels. Nothing is cleared
 * between clicks.
 *
 * Complexity: time and stacks linear in the labelled pixels, 4 bytes of labels per pixel; each line
 * of sight reads the words or pixels along it.
 *
 * Source: Steven Don, "Pathfinding in point and click adventure games", shdon.com, 2022.
 *
 * Deviations from the printed version (published/flood_published.c): the backward scan of
 * beautification stops at the farthest point found, which must also see the waypoint after it;
 * segments too short to slide on are skipped. Straight lines are exact, whereas beelines squeeze
 * between blocked pixels and may be free in one direction only. A blocked start is unreachable.
 * Component labels find unreachable goals without a fill. Without straight lines (precheck, forward
 * and reverse off), edge walls are respected. */
#include "algorithms/front.h"
#include "algorithms/steps/beautify.h"
#include "algorithms/steps/field.h"
#include "algorithms/steps/smooth.h"
#include "maps/geometry/line_of_sight.h"

enum { GUIDED, STACKS };
enum { EARLY, FULL };

enum { FILL, STOP, FOLD, SIMPLIFY, FORWARD, REVERSE, PRECHECK, SMOOTH };

static const struct fr_option options[] = {
    [FILL] = FR_CHOICE("fill", "guided|stacks", GUIDED, "fill towards the start, or ring by ring"),
    [STOP] =
        FR_CHOICE("stop", "early|full", EARLY, "end the fill at the start, or fill everything"),
    [FOLD] = FR_SWITCH("fold", true, "join steps into diagonals"),
    [SIMPLIFY] = FR_SWITCH("simplify", true, "drop waypoints inside straight runs"),
    [FORWARD] = FR_SWITCH("forward", true, "straighten the path from its start"),
    [REVERSE] = FR_SWITCH("reverse", true, "straighten the path from its goal"),
    [PRECHECK] = FR_SWITCH("precheck", true, "try the straight line before the fill"),
    [SMOOTH] = FR_SMOOTH_OPTION,
};

struct fr_state {
    struct fr_head head;
    struct flood_field field;
    struct fr_sight sight;
};

/* Whether paths contain straight lines that do not follow the distance field. */
static bool draws_lines(const struct fr_option_values *values)
{
    return values->at[PRECHECK] || values->at[FORWARD] || values->at[REVERSE];
}

static void describe(const struct fr_option_values *values, struct fr_traits *traits)
{
    const int64_t *on = values->at;
    *traits = (struct fr_traits){.edge_walls = !draws_lines(values), .expansions = true};
    if (draws_lines(values)) {
        traits->movement = FR_ANY_ANGLE;
    } else if (on[FOLD]) {
        traits->movement = FR_GRID8;
    } else {
        traits->movement = FR_GRID4;
        traits->optimality = FR_OPTIMAL_STEPS;
    }
}

static void release(struct fr_state *state)
{
    flood_field_release(&state->field);
}

static enum fr_status prepare(struct fr_state *state)
{
    const struct fr_head *head = &state->head;
    state->sight.map = head->map;
    state->sight.clear = fr_line_of_sight;
    const enum fr_status status = flood_field_init(&state->field, head->map, head->allocator);
    return status == FR_OK ? fr_head_label(&state->head, FR_GRID4) : status;
}

static void beautify(struct fr_state *state, const struct fr_probe *probe, struct fr_path *path)
{
    const int64_t *on = state->head.options.at;
    if (on[SIMPLIFY]) {
        fr_probe_enter(probe, FR_PHASE_SIMPLIFY);
        fr_simplify(path);
    }
    fr_beautify_ways(path, &state->sight, on[FORWARD], on[REVERSE], probe);
}

static enum fr_outcome search(struct fr_state *state, struct fr_pixel start, struct fr_pixel goal,
                              const struct fr_probe *probe, struct fr_path *path)
{
    const int64_t *on = state->head.options.at;
    struct flood_field *field = &state->field;
    flood_field_begin(field, start, goal, probe);
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    enum fr_outcome outcome = flood_field_fill(field, on[FILL] == GUIDED, on[STOP] == EARLY);
    if (fr_probe_for_expansions(probe) && flood_field_report(field, probe) != FR_OK)
        return FR_OUT_OF_MEMORY;
    if (outcome != FR_FOUND)
        return outcome;
    fr_probe_enter(probe, FR_PHASE_TRACE);
    outcome = flood_trace(field, on[FOLD], path);
    if (outcome == FR_FOUND)
        beautify(state, probe, path);
    return outcome;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    struct flood_field *field = &state->field;
    field->expanded = field->generated = field->cleared = state->sight.checks = 0;
    enum fr_outcome outcome =
        fr_precheck(&state->sight, state->head.options.at[PRECHECK], start, goal, probe, path);
    if (outcome == FR_NONE)
        outcome = fr_head_joins(&state->head, start, goal)
                      ? search(state, fr_point_pixel(start), fr_point_pixel(goal), probe, path)
                      : FR_UNREACHABLE;
    state->head.stats =
        (struct fr_stats){field->expanded, field->generated, field->cleared, state->sight.checks};
    return outcome;
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    for (size_t i = 0; i < count; i++)
        flood_field_refresh(&state->field, rects[i]);
    return fr_head_label(&state->head, FR_GRID4);
}

const struct fr_pathfinder fr_flood = {
    .name = "flood",
    .label = "Flood fill",
    .summary = "fills in Manhattan distances with two stacks, then traces and smooths the path",
    .source = "Steven Don, Pathfinding in point and click adventure games, shdon.com, 2022",
    .colour = "#D55E00",
    .marker = 'D',
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
