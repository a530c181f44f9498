/* Visibility graph: the exact shortest any-angle path, over the corners that it can turn at.
 *
 * A shortest path among polygons is made of straight segments that turn at reflex corners only (the
 * concave vertices of an outline, the convex ones of a hole), so corners that see each other make a
 * graph in which it is a path. The corners come from the mask itself, 2x2 pixels at a time, and
 * every question of sight is decided exactly, in integers. Of the edges only the taut ones are
 * kept, those that bend around the blocked quadrant at both ends, and of these most have a level:
 * they lead nowhere but into the corner of the room that they are in, and a search climbs over them
 * from the start and descends over them to the goal, with the core in between.
 *
 * Two graphs can be built. The taut one is the default. The articles' one (ring_graph.h) links all
 * vertices in sight over rings: those of the mask (edges=all, or simplified by so many pixels,
 * which loses floor but never gains any), or those of a map that was drawn as polygons
 * (ground=drawing). published gives it the articles' arithmetic, faults included.
 *
 * When a part of the map changes, the taut graph keeps what it does not touch: triangles, pairs of
 * corners whose segment misses it, levels; corners look again in its direction only (taut_graph.h).
 * Rings begin anew.
 *
 * Complexity: building the taut graph takes a triangular expansion from each corner
 * (build=expansion), or a line of sight for each pair (build=pairs, as the articles do it); a click
 * takes two expansions and A* on the edges above what the start and goal see. Memory: 8 bytes an
 * edge end, 56 a corner.
 *
 * Sources: Gouveia, "Pathfinding on a 2D polygonal map", 2011; Uurloon, "Pathfinding in a 2D point
 * and click adventure game", 2015; Oh and Leong, "Edge N-Level Sparse Visibility Graphs: Fast
 * Optimal Any-Angle Pathfinding Using Hierarchical Taut Paths", SoCS 2017. Deviations: polygons are
 * the exact outline of the mask; the goal's climb is recorded with its lengths, so that the search
 * from the start ends where it meets it. */
#include "algorithms/pathfinder.h"
#include "algorithms/steps/reach.h"
#include "algorithms/visibility/drawn_rings.h"
#include "algorithms/visibility/query.h"
#include "algorithms/visibility/ring_graph.h"
#include "algorithms/visibility/sketch.h"
#include "algorithms/visibility/taut_graph.h"
#include "maps/geometry/line_of_sight.h"
#include "maps/geometry/simplify.h"

enum {
    OPTION_BUILD,
    OPTION_EDGES,
    OPTION_GROUND,
    OPTION_SIMPLIFY,
    OPTION_PUBLISHED,
    OPTION_TOLERANCE
};
enum { EDGES_LEVELS, EDGES_TAUT, EDGES_ALL };
enum { GROUND_MASK, GROUND_DRAWING };

static const struct fr_option option_table[] = {
    [OPTION_BUILD] = {.name = "build",
                      .kind = FR_OPTION_CHOICE,
                      .choices = "expansion|pairs",
                      .fallback = SIGHT_EXPANSION,
                      .help = "who sees whom: by triangular expansion, or a line for each pair"},
    [OPTION_EDGES] = {.name = "edges",
                      .kind = FR_OPTION_CHOICE,
                      .choices = "levels|taut|all",
                      .fallback = EDGES_LEVELS,
                      .help = "taut edges sorted into levels, all taut edges alike, or all edges"},
    [OPTION_GROUND] = {.name = "ground",
                       .kind = FR_OPTION_CHOICE,
                       .choices = "mask|drawing",
                       .fallback = GROUND_MASK,
                       .help = "the outline of the mask, or the polygons of a drawn map"},
    [OPTION_SIMPLIFY] = {.name = "simplify",
                         .kind = FR_OPTION_INTEGER,
                         .high = FR_SIMPLIFY_MAX_TOLERANCE,
                         .help = "cut pockets of so many pixels off the mask's outline, and clicks "
                                 "into them"},
    [OPTION_PUBLISHED] = {.name = "published",
                          .kind = FR_OPTION_SWITCH,
                          .help = "all edges by the articles' floating point, faults included"},
    [OPTION_TOLERANCE] = {.name = "tolerance",
                          .kind = FR_OPTION_CHOICE,
                          .choices = "ellipse|expanded|none",
                          .fallback = TOLERANCE_ELLIPSE,
                          .help = "published: what also counts as inside near an edge"},
};

struct fr_state {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    struct fr_option_values options;
    struct taut_graph taut;
    struct query query;    /* on the taut graph */
    struct fr_reach reach; /* a click that has no answer would search the whole graph */
    struct fr_corner_list from_start, from_goal;
    int64_t sight_checks;
    struct fr_contours *contours; /* of the articles' graph, which is then all there is */
    struct ring_graph *rings;     /* or NULL */
};

static bool on_rings(const struct fr_option_values *options)
{
    return options->at[OPTION_EDGES] == EDGES_ALL || options->at[OPTION_GROUND] == GROUND_DRAWING ||
           options->at[OPTION_SIMPLIFY] > 0 || options->at[OPTION_PUBLISHED];
}

static void describe(const struct fr_option_values *options, struct fr_traits *traits)
{
    const bool drawing = options->at[OPTION_GROUND] == GROUND_DRAWING;
    const bool faults = options->at[OPTION_PUBLISHED] || options->at[OPTION_SIMPLIFY] > 0;
    *traits = (struct fr_traits){.movement = drawing ? FR_POLYGON : FR_ANY_ANGLE,
                                 .optimality = faults ? FR_OPTIMAL_NONE : FR_OPTIMAL_LENGTH,
                                 .expected_faults = faults};
}

static void release(struct fr_state *state)
{
    if (!state)
        return;
    const struct fr_allocator *allocator = state->allocator;
    ring_graph_release(state->rings);
    fr_contours_release(state->contours);
    fr_reach_release(&state->reach);
    fr_corner_list_clear(&state->from_start);
    fr_corner_list_clear(&state->from_goal);
    query_release(&state->query);
    taut_graph_release(&state->taut);
    fr_deallocate(allocator, state, 1, sizeof *state);
}

/* What stands on the taut graph. */
static enum fr_status build_upon(struct fr_state *state)
{
    const enum fr_status status =
        fr_reach_refresh(&state->reach, state->map, FR_GRID4, state->allocator);
    return status == FR_OK ? query_create(&state->query, &state->taut.graph) : status;
}

static enum fr_status build_taut(struct fr_state *state)
{
    const enum fr_status status = taut_graph_create(
        &state->taut, state->map, (enum sight_method)state->options.at[OPTION_BUILD],
        state->options.at[OPTION_EDGES] == EDGES_LEVELS, state->allocator);
    return status == FR_OK ? build_upon(state) : status;
}

static enum fr_status update_taut(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    query_release(&state->query);
    state->query = (struct query){0};
    const enum fr_status status = taut_graph_update(&state->taut, rects, count);
    return status == FR_OK ? build_upon(state) : status;
}

static enum fr_status find_contours(struct fr_state *state)
{
    const struct fr_map *map = state->map;
    if (state->options.at[OPTION_GROUND] == GROUND_DRAWING)
        return map->drawing ? drawn_rings_create(map, state->allocator, &state->contours)
                            : FR_UNSUPPORTED;
    enum fr_status status = fr_contours_create(map, state->allocator, &state->contours);
    const int32_t tolerance = (int32_t)state->options.at[OPTION_SIMPLIFY];
    if (status != FR_OK || tolerance == 0)
        return status;
    struct fr_contours *simplified;
    status = fr_contours_simplify(map, state->contours, tolerance, state->allocator, &simplified);
    if (status != FR_OK)
        return status;
    fr_contours_release(state->contours);
    state->contours = simplified;
    return FR_OK;
}

static enum fr_status build_rings(struct fr_state *state)
{
    const int64_t *on = state->options.at;
    const struct ring_graph_plan plan = {
        .sight = on[OPTION_PUBLISHED] ? RING_SIGHT_PUBLISHED : RING_SIGHT_EXACT,
        .tolerance = (enum published_tolerance)on[OPTION_TOLERANCE],
        .through_pinches = on[OPTION_GROUND] == GROUND_DRAWING};
    const enum fr_status status = find_contours(state);
    if (status != FR_OK)
        return status;
    return ring_graph_create(state->contours, &plan, state->allocator, &state->rings);
}

/* Rings are all the articles know, so that they begin anew. */
static enum fr_status rebuild_rings(struct fr_state *state)
{
    ring_graph_release(state->rings);
    fr_contours_release(state->contours);
    state->rings = NULL;
    state->contours = NULL;
    return build_rings(state);
}

static enum fr_status prepare(const struct fr_map *map, const struct fr_option_values *options,
                              const struct fr_allocator *allocator, struct fr_state **state)
{
    if (map->wall_count > 0)
        return FR_UNSUPPORTED;
    struct fr_state *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->map = map;
    fresh->allocator = fresh->taut.graph.allocator = allocator;
    fresh->options = *options;
    fresh->from_start.allocator = fresh->from_goal.allocator = allocator;
    const enum fr_status status = on_rings(options) ? build_rings(fresh) : build_taut(fresh);
    if (status != FR_OK) {
        release(fresh);
        return status;
    }
    *state = fresh;
    return FR_OK;
}

/* An area of a drawing may hold no pixel's centre, and so open or close without changing any. */
static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    if (state->map->wall_count > 0)
        return FR_UNSUPPORTED;
    if (count == 0 && state->options.at[OPTION_GROUND] != GROUND_DRAWING)
        return FR_OK;
    return on_rings(&state->options) ? rebuild_rings(state) : update_taut(state, rects, count);
}

static enum fr_outcome straight(struct fr_point start, struct fr_point goal, struct fr_path *path)
{
    return fr_path_straight(path, start, goal) == FR_OK ? FR_FOUND : FR_OUT_OF_MEMORY;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    path->count = 0;
    state->sight_checks = 0;
    if (state->rings)
        ring_graph_forget(state->rings);
    else
        query_forget(&state->query);
    if (!fr_map_walkable_centre(state->map, start) || !fr_map_walkable_centre(state->map, goal))
        return FR_UNREACHABLE;
    if (fr_point_equal(start, goal))
        return straight(start, goal, path);
    if (state->rings)
        return ring_graph_find(state->rings, start, goal, probe, path);
    fr_probe_enter(probe, FR_PHASE_PRECHECK);
    state->sight_checks = 1;
    if (fr_line_of_sight(state->map, start, goal))
        return straight(start, goal, path);
    if (!fr_reach_joins(&state->reach, fr_point_pixel(start), fr_point_pixel(goal)))
        return FR_UNREACHABLE;
    fr_probe_enter(probe, FR_PHASE_ISOVIST);
    if (sight_from_point(&state->taut.sight, goal, &state->from_goal) != FR_OK ||
        sight_from_point(&state->taut.sight, start, &state->from_start) != FR_OK)
        return FR_OUT_OF_MEMORY;
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    const enum fr_outcome outcome =
        query_run(&state->query, start, state->from_start.items, state->from_start.count, goal,
                  state->from_goal.items, state->from_goal.count, path);
    if (outcome != FR_FOUND)
        path->count = 0;
    return outcome;
}

static void stats(const struct fr_state *state, struct fr_stats *stats)
{
    if (state->rings) {
        ring_graph_stats(state->rings, stats);
        return;
    }
    *stats = (struct fr_stats){.expanded = state->query.expanded,
                               .generated = state->query.generated,
                               .cleared = 0,
                               .sight_checks = state->sight_checks};
}

static void sketch(const struct fr_state *state, const struct fr_sketch *sketch)
{
    if (state->rings)
        ring_graph_sketch(state->rings, sketch);
    else
        visgraph_sketch(&state->query, sketch);
}

const struct fr_pathfinder fr_visgraph = {
    .name = "visgraph",
    .label = "Visibility graph",
    .summary = "the exact shortest any-angle path, over the corners of the mask",
    .source = "Gouveia 2011; Uurloon 2015; Oh and Leong, SoCS 2017",
    .colour = "#CC79A7",
    .marker = 'p',
    .candidate = true,
    .options = option_table,
    .option_count = sizeof option_table / sizeof *option_table,
    .describe = describe,
    .prepare = prepare,
    .find = find,
    .update = update,
    .stats = stats,
    .sketch = sketch,
    .release = release,
};
