/* A back end from outside: the straight line where there is one, else no answer. Built against the
 * installed headers alone, as algorithms/plugin.h says. */
#include "algorithms/plugin.h"
#include "maps/line_of_sight.h"

struct fr_state {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
};

static void describe(const struct fr_option_values *options, struct fr_traits *traits)
{
    (void)options;
    *traits = (struct fr_traits){.movement = FR_ANY_ANGLE, .optimality = FR_OPTIMAL_LENGTH};
}

static enum fr_status prepare(const struct fr_map *map, const struct fr_option_values *options,
                              const struct fr_allocator *allocator, struct fr_state **state)
{
    (void)options;
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
    fr_probe_enter(probe, FR_PHASE_SEARCH);
    if (!fr_map_walkable_centre(state->map, start) || !fr_map_walkable_centre(state->map, goal))
        return FR_UNREACHABLE;
    if (!fr_line_of_sight(state->map, start, goal))
        return FR_NONE;
    if (fr_path_reserve(path, 2) != FR_OK)
        return FR_OUT_OF_MEMORY;
    path->points[path->count++] = start;
    if (!fr_point_equal(start, goal))
        path->points[path->count++] = goal;
    return FR_FOUND;
}

static void stats(const struct fr_state *state, struct fr_stats *stats)
{
    (void)state;
    *stats = (struct fr_stats){.expanded = -1, .generated = -1, .cleared = -1, .sight_checks = 1};
}

static void release(struct fr_state *state)
{
    if (state)
        fr_deallocate(state->allocator, state, 1, sizeof *state);
}

static const struct fr_pathfinder straight = {.name = "straight",
                                              .label = "Straight line",
                                              .summary = "the straight line where there is one",
                                              .source = "an example",
                                              .describe = describe,
                                              .prepare = prepare,
                                              .find = find,
                                              .stats = stats,
                                              .release = release};
static const struct fr_pathfinder *const list[] = {&straight, NULL};
FR_PLUGIN(list);
