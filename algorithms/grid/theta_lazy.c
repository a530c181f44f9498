/* Lazy Theta*: Theta* with one line of sight for each pixel that is expanded.
 *
 * Theta* (theta.c) checks whether a parent sees a pixel for each neighbour that it is offered to;
 * most of these pixels are never expanded. Here a pixel is given the parent of its neighbour
 * unseen, and the line is checked when the pixel is expanded. If the parent does not see it, the
 * best of its expanded neighbours takes the place of the parent: there is always one, that which put
 * the pixel on the open list. Costs of pixels on the list may so be too low, and paths come out a
 * little different, not much longer.
 *
 * Encoding, update and complexity as in Theta*, with one line of sight a pixel.
 *
 * Source: Nash, Koenig, Tovey, "Lazy Theta*: Any-Angle Path Planning and Path Length Analysis in
 * 3D", AAAI 2010. Deviations: as in theta.c. */
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
    return theta_search_find(&state->search, THETA_LAZY, start, goal, probe, path);
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    return theta_search_update(&state->search, rects, count);
}

static void stats(const struct fr_state *state, struct fr_stats *stats)
{
    theta_search_stats(&state->search, stats);
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
    .describe = describe,
    .prepare = prepare,
    .find = find,
    .update = update,
    .stats = stats,
    .release = release,
};
