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

static void release(struct fr_state *state)
{
    theta_search_release(&state->search);
}

static enum fr_status prepare(struct fr_state *state)
{
    return theta_search_prepare(&state->search);
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

const struct fr_pathfinder fr_theta = {
    .name = "theta",
    .label = "Theta*",
    .summary =
        "A* over pixels; the parent of a pixel is any pixel in line of sight, tested exactly",
    .source =
        "Nash, Daniel, Koenig, Felner, \"Theta*: Any-Angle Path Planning on Grids\", AAAI 2007",
    .colour = "#CC3311",
    .marker = 'X',
    .counts = FR_COUNTS_ALL,
    .traits = {.movement = FR_ANY_ANGLE},
    .state_bytes = sizeof(struct fr_state),
    .prepare = prepare,
    .find = find,
    .update = update,
    .release = release,
};
