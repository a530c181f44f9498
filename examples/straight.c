/* A back end from outside: the straight line where there is one, else no answer. Built against the
 * installed headers alone, as algorithms/plugin.h says. */
#include "footrace/algorithms/plugin.h"
#include "footrace/maps/geometry/line_of_sight.h"

struct fr_state {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
};

static void describe(const struct fr_option_values *options, struct fr_traits *traits)
{
    *traits = (struct fr_traits){.movement = FR_ANY_ANGLE, .optimality = FR_OPTIMAL_LENGTH};
}

static enum fr_status prepare(const struct fr_map *map, const struct fr_option_values *options,
                              const struct fr_allocator *allocator, struct fr_state **state)
{
    if (map->wall_count > 0)
        return FR_UNSUPPORTED;
    struct fr_state *fresh = fr_allocate(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    *fresh = (struct fr_state){map, allocator};
    *state = fresh;
    return FR_OK;
}

static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    path->count = 0;
    if (!fr_map_walkable_centre(state->map, start) || !fr_map_walkable_centre(state->map, goal))
        return FR_UNREACHABLE;
    if (!fr_line_of_sight(state->map, start, goal))
        return FR_NONE;
    return fr_path_straight(path, start, goal) == FR_OK ? FR_FOUND : FR_OUT_OF_MEMORY;
}

static void release(struct fr_state *state)
{
    if (state)
        fr_deallocate(state->allocator, state, 1, sizeof *state);
}

FR_PLUGIN(.name = "straight", .label = "Straight line", .source = "an example",
          .summary = "the straight line where there is one", .colour = "#A0446E", .marker = '8',
          .describe = describe, .prepare = prepare, .find = find, .release = release);
