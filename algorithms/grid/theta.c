/* Theta*: A* over pixels in which a pixel may be reached straight from any pixel that sees it.
 *
 * A* from pixel to neighbouring pixel finds paths that turn by 45 degrees. Here a pixel that is
 * expanded offers its neighbours two ways: the straight line from its own parent, where that sees
 * them, and the step from itself. So a parent is passed on as far as it sees, and paths turn beside
 * corners only, nearly as shortest ones do. They are not shortest: only parents of neighbours are
 * tried, a pixel is expanded once, and paths turn at centres of pixels, not at corners.
 *
 * Sight is exact, by lines between centres that stride across open ground
 * (maps/geometry/open_tiles.h). A line is looked at only where the way along it would be taken.
 *
 * Nothing is prepared but component labels, open tiles, and 16 bytes a pixel for the search. A change
 * of the map costs the tiles of its rows, and new labels when the next click asks for them.
 *
 * Complexity: O(n log n) for n pixels, and up to eight lines of sight a pixel, O(rows) each.
 *
 * Source: Nash, Daniel, Koenig, Felner, "Theta*: Any-Angle Path Planning on Grids", AAAI 2007.
 * Deviations: nodes are the centres of pixels, not corners; a click whose ends see each other is
 * answered first; labels tell a goal that cannot be reached. */
#include "algorithms/grid/theta_search.h"

struct fr_state {
    struct theta_search search;
};

static void describe(const struct fr_option_values *options, struct fr_traits *traits)
{
    (void)options;
    *traits = (struct fr_traits){.movement = FR_ANY_ANGLE, .optimality = FR_OPTIMAL_NONE};
}

static void release(struct fr_state *state)
{
    if (!state)
        return;
    const struct fr_allocator *allocator = state->search.allocator;
    theta_search_release(&state->search);
    fr_deallocate(allocator, state, 1, sizeof *state);
}

static enum fr_status prepare(const struct fr_map *map, const struct fr_option_values *options,
                              const struct fr_allocator *allocator, struct fr_state **state)
{
    (void)options;
    struct fr_state *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    const enum fr_status status = theta_search_create(&fresh->search, map, allocator);
    if (status != FR_OK) {
        release(fresh);
        return status;
    }
    *state = fresh;
    return FR_OK;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    return theta_search_find(&state->search, THETA_EAGER, start, goal, probe, path);
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    return theta_search_update(&state->search, rects, count);
}

static void stats(const struct fr_state *state, struct fr_stats *stats)
{
    theta_search_stats(&state->search, stats);
}

const struct fr_pathfinder fr_theta = {
    .name = "theta",
    .label = "Theta*",
    .summary = "A* over pixels whose parent is any pixel in sight, checked exactly",
    .source =
        "Nash, Daniel, Koenig, Felner, \"Theta*: Any-Angle Path Planning on Grids\", AAAI 2007",
    .colour = "#CC3311",
    .marker = 'X',
    .describe = describe,
    .prepare = prepare,
    .find = find,
    .update = update,
    .stats = stats,
    .release = release,
};
