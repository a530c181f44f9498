/* Answers nothing, at once: the floor under every timing.
 *
 * Whatever the harness measures for this back end is the harness's own cost. */
#include "algorithms/pathfinder.h"

struct fr_state {
    const struct fr_allocator *allocator;
};

static void describe(const struct fr_option_values *options, struct fr_traits *traits)
{
    (void)options;
    *traits =
        (struct fr_traits){.movement = FR_GRID4, .optimality = FR_OPTIMAL_NONE, .edge_walls = true};
}

static enum fr_status prepare(const struct fr_map *map, const struct fr_option_values *options,
                              const struct fr_allocator *allocator, struct fr_state **state)
{
    (void)map;
    (void)options;
    struct fr_state *fresh = fr_allocate(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->allocator = allocator;
    *state = fresh;
    return FR_OK;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    (void)state;
    (void)start;
    (void)goal;
    (void)probe;
    path->count = 0;
    return FR_NONE;
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    (void)state;
    (void)rects;
    (void)count;
    return FR_OK;
}

static void release(struct fr_state *state)
{
    if (state)
        fr_deallocate(state->allocator, state, 1, sizeof *state);
}

const struct fr_pathfinder fr_null = {
    .name = "null",
    .label = "Null",
    .summary = "answers nothing: what the harness itself costs",
    .source = "none",
    .colour = "#999999",
    .marker = 'X',
    .describe = describe,
    .prepare = prepare,
    .find = find,
    .update = update,
    .release = release,
};
