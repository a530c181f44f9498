/* Visibility graph of polygons: the exact shortest path inside a drawn walk area.
 *
 * Problem: a shortest path between two points inside polygons with holes, drawn by hand, whose
 * areas may open and close.
 *
 * Idea: a shortest path turns only at concave vertices (in holes, at convex ones). Vertices that
 * see each other are linked; a click links its ends to all vertices that they see, and A* does the
 * rest. Rings are normalised first (outline.h): same winding, no repeated vertices, and touching
 * points separated, so that lines of sight are decided exactly, in integers, where the articles'
 * floating point is wrong (published/visgraph_published.c). A drawing is a closed set: a path may
 * pass a point where two areas touch.
 *
 * source=mask uses the outline of a mask as the polygon, with all edges, not only the taut ones as
 * in visgraph. simplify=N first cuts pockets of up to N pixels off that outline, which loses floor
 * but never adds any: clicks into a pocket are unreachable. lookup=every tests all edges.
 *
 * Data: 56 bytes per corner, 4 per edge end, and the outline with its grid of cells. An update
 * prepares everything again. Complexity: corners^2 lines of sight for preparation; a click takes
 * two for each corner, and A*.
 *
 * Source: Gouveia, "Pathfinding on a 2D polygonal map", 2011; Uurloon, "Pathfinding in a 2D point
 * and click adventure game", 2015. Deviations: lines of sight are exact; edges are looked up in
 * cells. */
#include "algorithms/front.h"
#include "algorithms/visibility/exact_sight.h"
#include "algorithms/visibility/map_rings.h"
#include "algorithms/visibility/ring_graph.h"
#include "maps/geometry/simplify.h"

enum { OPTION_SOURCE, OPTION_SIMPLIFY, OPTION_LOOKUP };
enum { LOOKUP_CELLS, LOOKUP_EVERY };
enum { SOURCE_DRAWING, SOURCE_MASK };

static const struct fr_option options[] = {
    [OPTION_SOURCE] = FR_CHOICE("source", "drawing|mask", SOURCE_DRAWING,
                                "the polygons of a drawn map, or the outline of the mask"),
    [OPTION_SIMPLIFY] =
        FR_INTEGER("simplify", 0, FR_SIMPLIFY_MAX_TOLERANCE, 0,
                   "masks: cut pockets of up to this many pixels off the outline; clicks "
                   "in them are unreachable"),
    [OPTION_LOOKUP] = FR_CHOICE(
        "lookup", "cells|every", LOOKUP_CELLS,
        "test a line of sight against the edges in the cells that it crosses, or all edges"),
};

struct fr_state {
    struct fr_head head;
    struct fr_contours *contours;
    struct outline outline;
    struct ring_graph *graph;
};

static bool is_drawn(const struct fr_option_values *values)
{
    return values->at[OPTION_SOURCE] == SOURCE_DRAWING;
}

static void describe(const struct fr_option_values *values, struct fr_traits *traits)
{
    const bool drawn = is_drawn(values);
    const bool faults = !drawn && values->at[OPTION_SIMPLIFY] > 0;
    *traits = (struct fr_traits){.movement = drawn ? FR_POLYGON : FR_ANY_ANGLE,
                                 .optimality = faults ? FR_OPTIMAL_NONE : FR_OPTIMAL_LENGTH,
                                 .expected_faults = faults,
                                 .expansions = true};
}

static void clear(struct fr_state *state)
{
    ring_graph_release(state->graph);
    if (state->outline.allocator)
        outline_release(&state->outline);
    fr_contours_release(state->contours);
    state->graph = NULL;
    state->outline = (struct outline){0};
    state->contours = NULL;
}

static enum fr_status list_every_edge(struct outline *outline)
{
    edge_grid_release(&outline->grid);
    return edge_grid_create(&outline->grid, outline->edges, outline->edge_count, true,
                            outline->allocator);
}

static enum fr_status build(struct fr_state *state)
{
    const struct fr_head *head = &state->head;
    const bool drawn = is_drawn(&head->options);
    enum fr_status status = map_rings_create(head->map, drawn ? RINGS_DRAWN : RINGS_OF_MASK,
                                             (int32_t)head->options.at[OPTION_SIMPLIFY],
                                             head->allocator, &state->contours);
    if (status == FR_OK)
        status = outline_create(&state->outline, state->contours, drawn, head->allocator);
    if (status == FR_OK && head->options.at[OPTION_LOOKUP] == LOOKUP_EVERY)
        status = list_every_edge(&state->outline);
    if (status != FR_OK)
        return status;
    const struct ring_sight sight = exact_sight_of(&state->outline);
    return ring_graph_create(&sight, head->allocator, &state->graph);
}

/* An area of a drawing that holds no pixel's centre opens or closes without changing a pixel. */
static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    (void)rects;
    if (count == 0 && !is_drawn(&state->head.options))
        return FR_OK;
    clear(state);
    return build(state);
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    return ring_graph_click(state->graph, &state->head, start, goal, probe, path);
}

const struct fr_pathfinder fr_visgraph_polygon = {
    .name = "visgraph-polygon",
    .label = "Visibility graph of polygons",
    .summary = "the exact shortest path inside a drawing's polygons, over all vertices in sight",
    .source = "Gouveia 2011; Uurloon 2015",
    .colour = "#B35C8C",
    .marker = 's',
    .takes_any_ends = true,
    .counts = FR_COUNTS_ALL,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .describe = describe,
    .state_bytes = sizeof(struct fr_state),
    .prepare = build,
    .find = find,
    .update = update,
    .release = clear,
};
