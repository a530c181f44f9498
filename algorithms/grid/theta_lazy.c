/* Lazy Theta*: Theta* with one line of sight for each expanded pixel.
 *
 * Theta* (theta.c) tests whether a parent sees a pixel for each neighbour to which it is offered;
 * most of these pixels are never expanded. Here, a pixel takes its neighbour's parent without a
 * test, and the line is tested when the pixel is expanded. If it is blocked, the best of the
 * expanded neighbours becomes the parent; there is always one, which put the pixel on the open
 * list. Costs of pixels on the list may therefore be too low, and paths differ a little, but are
 * not much longer.
 *
 * Encoding, update and complexity are those of Theta*, with one line of sight per pixel.
 *
 * Source: Nash, Koenig, Tovey, "Lazy Theta*: Any-Angle Path Planning and Path Length Analysis in
 * 3D", AAAI 2010. Deviations: as in theta.c. */
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
    return theta_search_find(&state->search, THETA_LAZY, start, goal, probe, path);
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    return theta_search_update(&state->search, rects, count);
}

const struct fr_pathfinder fr_theta_lazy = {
    .name = "theta-lazy",
    .label = "Lazy Theta*",
    .summary = "Theta* that checks a line of sight only for pixels that it expands",
    .source = "Nash, Koenig, Tovey, \"Lazy Theta*: Any-Angle Path Planning and Path Length "
              "Analysis in 3D\", "
              "AAAI 2010",
    .colour = "#EE7733",
    .marker = 'd',
    .counts = FR_COUNTS_ALL,
    .traits = {.movement = FR_ANY_ANGLE},
    .state_bytes = sizeof(struct fr_state),
    .prepare = prepare,
    .find = find,
    .update = update,
    .release = release,
};
