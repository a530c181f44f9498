/* Theta*: A* over pixels in which the parent of a pixel may be any pixel in line of sight.
 *
 * Paths of A* from pixel to neighbouring pixel turn by 45 degrees. Here, an expanded pixel offers
 * its neighbours two paths: the straight line from its own parent, if that sees them, and the step
 * from itself. So a parent is passed on as far as it sees, and paths turn only beside corners,
 * almost as the shortest ones do. They are not the shortest: only parents of neighbours are tried,
 * a pixel is expanded once, and paths turn at pixel centres, not at corners.
 *
 * Lines of sight are exact, between pixel centres; they cross open areas in long strides
 * (maps/geometry/open_tiles.h). A line is tested only if the path along it would be taken.
 *
 * Preparation: component labels, open tiles, and 16 bytes per pixel for the search. After a change,
 * the tiles of its rows are made again, and labels when the next click needs them.
 *
 * Complexity: O(n log n) for n pixels, and up to eight lines of sight per pixel, O(rows) each.
 *
 * Source: Nash, Daniel, Koenig, Felner, "Theta*: Any-Angle Path Planning on Grids", AAAI 2007.
 * Deviations: nodes are the centres of pixels, not corners; a click whose ends see each other is
 * answered first; labels find unreachable goals. */
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
