/* The visibility graph of Gouveia 2011 and Uurloon 2015 as printed, faults included.
 *
 * Problem: a shortest path inside a drawn walk area, from the character to the mouse, in every
 * frame.
 *
 * What Gouveia prints, section by section, and how it is built here:
 *
 * Algorithm: a node for each concave vertex of the polygon and each convex one of its holes; all
 * pairs are tested, and those in line of sight are linked. For a click, an end outside is clamped;
 * a straight line is used if there is one; otherwise both ends are nodes during one A* search,
 * linked to all nodes that they see (visibility/ring_graph.h).
 *
 * Code snippets: published_sight.h. Segments cross only strictly between their ends, and parallel
 * ones never. The sign of a cross product decides whether a vertex is concave, which the opposite
 * winding of holes inverts (if all rings are flipped, the wrong vertices are nodes). A point in a
 * thin ellipse around an edge is inside. A line of sight is tested against all edges, and its
 * middle must be inside. Everything is computed in single precision. So a segment through vertices,
 * or along an edge and on into the wall, counts as free if its middle is inside. The author joins
 * shapes with Clipper while they are drawn; here they are joined when a map is loaded or areas open
 * (map.h; shapes=joined). With shapes=drawn each area keeps its rings, and "in no hole" then
 * rejects points in an area that fills a hole.
 *
 * Comments below the article: clamping moves a click to the nearest point of any edge, which
 * rounding may leave outside; the tolerance exists for that (tolerance=ellipse). The author says
 * that all checks had a tolerance, but prints only that of points; with tolerance=all, the test of
 * crossing segments has the same ellipse, around the ends. An earlier version tested a copy of the
 * polygon, expanded by one or two pixels (tolerance=expanded). A race has ends in half pixels (run
 * --clamp edge); with clamp=on these are moved to the nearest points of edges. A point is inside if
 * it is in no hole and in some outer ring.
 *
 * What Uurloon adds: no code in this part, but the same graph, in every frame; a mouse outside the
 * walk area is moved to the nearest point on it.
 *
 * Deviations: vertices that the arithmetic finds outside are not nodes; the printed code makes them
 * nodes without links. The epsilon of the line of sight, which is not given, is that of the
 * tolerance. A node that A* closed is skipped when it is taken again. With source=mask, which
 * neither article tried, the outline of a mask is the polygon; simplify=N cuts pockets of up to N
 * pixels off it, without which a painted room takes too long.
 *
 * Data: 56 bytes per node, 4 per edge end. An update prepares everything again. Complexity:
 * preparation tests all edges for each pair of nodes, which is cubic; a click tests all edges for
 * each node, twice, and runs A*.
 *
 * Sources: David Gouveia, "Pathfinding on a 2D polygonal map", david-gouveia.com, 2011; Mic
 * Uurloon, "Pathfinding in a 2D point and click adventure game, part 1", groebelsloot.com, 2015. */
#include "algorithms/front.h"
#include "algorithms/published/published_sight.h"
#include "algorithms/visibility/map_rings.h"
#include "algorithms/visibility/ring_graph.h"
#include "maps/geometry/simplify.h"

enum { OPTION_SOURCE, OPTION_SIMPLIFY, OPTION_TOLERANCE, OPTION_SHAPES, OPTION_CLAMP };
enum { SOURCE_MASK, SOURCE_DRAWING };

static const struct fr_option options[] = {
    [OPTION_SOURCE] = FR_CHOICE("source", "mask|drawing", SOURCE_MASK,
                                "the outline of the mask, or the polygons of a drawn map"),
    [OPTION_SIMPLIFY] =
        FR_INTEGER("simplify", 0, FR_SIMPLIFY_MAX_TOLERANCE, 0,
                   "masks: cut pockets of up to this many pixels off the outline; clicks "
                   "in them are unreachable"),
    [OPTION_TOLERANCE] = FR_CHOICE("tolerance", "ellipse|expanded|none|all", TOLERANCE_ELLIPSE,
                                   "what else counts as inside near an edge; all: also, a path "
                                   "that ends near an edge does not cross it"),
    [OPTION_SHAPES] = FR_CHOICE("shapes", "joined|drawn", 0,
                                "drawing: the union of the enabled areas, or a ring for each"),
    [OPTION_CLAMP] =
        FR_SWITCH("clamp", false,
                  "move an end that is not a pixel's centre to the nearest point of an "
                  "edge, in single precision"),
};

struct fr_state {
    struct fr_head head;
    struct fr_contours *contours;
    struct published_sight sight;
    struct ring_graph *graph;
};

static bool is_drawn(const struct fr_option_values *values)
{
    return values->at[OPTION_SOURCE] == SOURCE_DRAWING;
}

static void describe(const struct fr_option_values *values, struct fr_traits *traits)
{
    *traits = (struct fr_traits){.movement = is_drawn(values) ? FR_POLYGON : FR_ANY_ANGLE,
                                 .expected_faults = true,
                                 .expansions = true};
}

static void clear(struct fr_state *state)
{
    ring_graph_release(state->graph);
    published_sight_release(&state->sight);
    fr_contours_release(state->contours);
    state->graph = NULL;
    state->contours = NULL;
}

static enum fr_status build(struct fr_state *state)
{
    const struct fr_head *head = &state->head;
    const int64_t *at = head->options.at;
    const enum ring_source drawn = at[OPTION_SHAPES] == 0 ? RINGS_JOINED : RINGS_DRAWN;
    enum fr_status status =
        map_rings_create(head->map, is_drawn(&head->options) ? drawn : RINGS_OF_MASK,
                         (int32_t)at[OPTION_SIMPLIFY], head->allocator, &state->contours);
    if (status == FR_OK)
        status =
            published_sight_create(&state->sight, state->contours,
                                   (enum published_tolerance)at[OPTION_TOLERANCE], head->allocator);
    if (status != FR_OK)
        return status;
    const struct ring_sight sight = published_sight_of(&state->sight);
    return ring_graph_create(&sight, head->allocator, &state->graph);
}

/* An area of a drawing may hold no pixel's centre, and then changes no pixel. */
static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    (void)rects;
    if (count == 0 && !is_drawn(&state->head.options))
        return FR_OK;
    clear(state);
    return build(state);
}

static void move_to_edge(struct published_sight *sight, struct fr_point end)
{
    if (!fr_point_equal(end, fr_pixel_centre(fr_point_pixel(end))))
        published_sight_move(sight, end);
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    state->sight.moved_count = 0;
    if (state->head.options.at[OPTION_CLAMP]) {
        move_to_edge(&state->sight, start);
        move_to_edge(&state->sight, goal);
    }
    return ring_graph_click(state->graph, &state->head, start, goal, probe, path);
}

const struct fr_pathfinder fr_visgraph_published = {
    .name = "visgraph-published",
    .label = "Visibility graph, as published",
    .summary = "graph of all mutually visible concave vertices, as printed, faults included",
    .source = "Gouveia 2011; Uurloon 2015",
    .colour = "#8A4A6D",
    .marker = '8',
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
