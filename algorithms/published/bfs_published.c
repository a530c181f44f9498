/* Breadth-first search over pixels as Covert 2016 prints it, faults included.
 *
 * Problem: a path between two pixels of a 160 x 120 screen.
 *
 * What the article prints, section by section:
 *
 * Some nomenclature, some precursors: breadcrumbs.h.
 *
 * Breadth first search: the frontier holds nodes in the order in which they were added; the first
 * is taken, and its unvisited neighbours are added at the end. Three faults:
 *   - a position counts as visited when a node of it is taken, not when one is added, and a taken
 *     node is expanded even if its position was already visited. The frontier holds a position once
 *     for each path that leads to it: on an open map it grows about 2.8-fold with each ring around
 *     the start;
 *   - a node's path ends with its own position, and the answer appends the position again: it names
 *     the goal twice, even if start == goal;
 *   - neither end is checked.
 * An empty frontier means no path.
 *
 * All done... or are we? The author finds breadth-first search too slow for 19,200 positions; but
 * the reason is the first fault.
 *
 * Deviations: the frontier is an array that is read from its front, whereas the original copies the
 * rest at every step; this changes only its time. A click that took `cap` nodes ends with FR_LIMIT.
 *
 * Data: 4 bytes per pixel, and 8 per node.
 *
 * Complexity: exponential in the distance in open areas.
 *
 * Source: Bryce Covert, "Making a Tale Tick: how to make Tick walk to where I click",
 * tickstales.com, 2016. */
#include "algorithms/front.h"
#include "algorithms/published/breadcrumbs.h"

static const struct fr_option options[] = {
    FR_INTEGER("cap", 1, FR_BREADCRUMBS_CAP, 10000000,
               "nodes taken off the frontier before the search gives up"),
};

struct fr_state {
    struct fr_head head;
    struct fr_breadcrumbs breadcrumbs; /* the frontier: its nodes after the expanded ones */
};

static void release(struct fr_state *state)
{
    fr_breadcrumbs_release(&state->breadcrumbs);
}

static enum fr_status prepare(struct fr_state *state)
{
    return fr_breadcrumbs_init(&state->breadcrumbs, state->head.map, state->head.allocator);
}

/* The path to a node, with its end repeated. */
static enum fr_outcome trace(const struct fr_state *state, uint32_t node, struct fr_path *path)
{
    const enum fr_outcome outcome = fr_breadcrumbs_follow(&state->breadcrumbs, node, path);
    if (outcome != FR_FOUND || fr_path_append(path, path->points[path->count - 1]) == FR_OK)
        return outcome;
    return FR_OUT_OF_MEMORY;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    struct fr_breadcrumbs *breadcrumbs = &state->breadcrumbs;
    struct fr_stats *stats = &state->head.stats;
    const struct fr_pixel first = fr_point_pixel(start), last = fr_point_pixel(goal);
    fr_breadcrumbs_forget(breadcrumbs);
    if (!fr_map_inside(breadcrumbs->map, first.x, first.y))
        return FR_UNREACHABLE;
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    fr_breadcrumbs_visit(breadcrumbs, first);
    stats->generated = 1;
    if (!fr_breadcrumbs_add(breadcrumbs, first, FR_BREADCRUMBS_NONE))
        return FR_OUT_OF_MEMORY;
    while (stats->expanded < (int64_t)breadcrumbs->count) {
        if (stats->expanded == state->head.options.at[0])
            return FR_LIMIT;
        const uint32_t node = (uint32_t)stats->expanded++;
        const struct fr_pixel position = fr_breadcrumbs_position(breadcrumbs, node);
        if (fr_probe_for_expansions(probe))
            fr_probe_expanded(probe, fr_pixel_centre(position));
        if (fr_pixel_equal(position, last)) {
            fr_probe_enter(probe, FR_PHASE_TRACE);
            return trace(state, node, path);
        }
        struct fr_pixel neighbours[FR_DIRECTIONS];
        const int count = fr_breadcrumbs_neighbours(breadcrumbs, position, neighbours);
        stats->generated += count;
        for (int i = 0; i < count; i++)
            if (!fr_breadcrumbs_add(breadcrumbs, neighbours[i], node))
                return FR_OUT_OF_MEMORY;
        fr_breadcrumbs_visit(breadcrumbs, position);
    }
    return FR_UNREACHABLE;
}

const struct fr_pathfinder fr_bfs_published = {
    .name = "bfs-published",
    .label = "Breadth-first, as published",
    .summary = "breadth-first search with breadcrumbs, as printed, faults included",
    .source = "Bryce Covert, Making a Tale Tick, tickstales.com, 2016",
    .colour = "#9A6A00",
    .marker = '>',
    .takes_any_ends = true,
    .counts = FR_COUNTS_NODES,
    .options = options,
    .option_count = sizeof options / sizeof *options,
    .traits = FR_BREADCRUMBS_TRAITS,
    .state_bytes = sizeof(struct fr_state),
    .prepare = prepare,
    .find = find,
    .update = fr_update_nothing,
    .release = release,
};
