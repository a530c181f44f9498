#include "algorithms/front.h"

/* Whether the option "smooth" is on. */
static bool smooths(const struct fr_pathfinder *pathfinder, const struct fr_option_values *options)
{
    return pathfinder->smoothing && options->at[pathfinder->option_count - 1] != 0;
}

void fr_traits_of(const struct fr_pathfinder *pathfinder, const struct fr_option_values *options,
                  struct fr_traits *traits)
{
    if (pathfinder->describe)
        pathfinder->describe(options, traits);
    else
        *traits = pathfinder->traits;
    if (!smooths(pathfinder, options))
        return;
    traits->movement = FR_ANY_ANGLE;
    traits->optimality = FR_OPTIMAL_NONE;
    traits->edge_walls = false;
}

/* Whether a map has edge walls that the back end does not handle. */
static bool is_refused(const struct fr_pathfinder *pathfinder, const struct fr_map *map,
                       const struct fr_option_values *options)
{
    struct fr_traits traits;
    if (map->wall_count == 0)
        return false;
    fr_traits_of(pathfinder, options, &traits);
    return !traits.edge_walls;
}

enum fr_status fr_state_make(const struct fr_pathfinder *pathfinder, const struct fr_map *map,
                             const struct fr_option_values *options,
                             const struct fr_allocator *allocator, struct fr_state **state)
{
    struct fr_state *fresh = fr_allocate_zeroed(allocator, 1, pathfinder->state_bytes);
    if (!fresh)
        return FR_NO_MEMORY;
    struct fr_head *head = fr_head_of(fresh);
    head->map = map;
    head->allocator = allocator;
    head->options = *options;
    if (smooths(pathfinder, options) && pathfinder->smoothing->create(head) != FR_OK) {
        fr_deallocate(allocator, fresh, 1, pathfinder->state_bytes);
        return FR_NO_MEMORY;
    }
    *state = fresh;
    return FR_OK;
}

/* A state that is zero except for its head, unless the back end refuses the map. */
static enum fr_status begin(const struct fr_pathfinder *pathfinder, const struct fr_map *map,
                            const struct fr_option_values *options,
                            const struct fr_allocator *allocator, struct fr_state **state)
{
    return is_refused(pathfinder, map, options)
               ? FR_UNSUPPORTED
               : fr_state_make(pathfinder, map, options, allocator, state);
}

/* Releases a state that could not be completed. */
static enum fr_status check(const struct fr_pathfinder *pathfinder, enum fr_status status,
                            struct fr_state **state)
{
    if (status == FR_OK)
        return FR_OK;
    fr_release(pathfinder, *state);
    *state = NULL;
    return status;
}

enum fr_status fr_prepare_some(const struct fr_pathfinder *pathfinder, const struct fr_map *map,
                               const struct fr_option_values *options,
                               const struct fr_allocator *allocator, struct fr_work *work,
                               struct fr_state **state)
{
    enum fr_status status = *state ? FR_OK : begin(pathfinder, map, options, allocator, state);
    if (status != FR_OK)
        return status;
    work->paused = false;
    status = pathfinder->prepare_some ? pathfinder->prepare_some(*state, work)
                                      : pathfinder->prepare(*state);
    return check(pathfinder, status, state);
}

enum fr_status fr_prepare(const struct fr_pathfinder *pathfinder, const struct fr_map *map,
                          const struct fr_option_values *options,
                          const struct fr_allocator *allocator, struct fr_state **state)
{
    struct fr_work all = FR_ALL_WORK;
    struct fr_state *fresh = NULL;
    const enum fr_status status =
        fr_prepare_some(pathfinder, map, options, allocator, &all, &fresh);
    if (status == FR_OK)
        *state = fresh;
    return status;
}

enum fr_status fr_load(const struct fr_pathfinder *pathfinder, const struct fr_map *map,
                       const struct fr_option_values *options, const struct fr_allocator *allocator,
                       struct fr_saved *saved, struct fr_state **state)
{
    struct fr_state *fresh;
    enum fr_status status = begin(pathfinder, map, options, allocator, &fresh);
    if (status != FR_OK)
        return status;
    status = check(pathfinder, pathfinder->load(fresh, saved), &fresh);
    if (status == FR_OK)
        *state = fresh;
    return status;
}

enum fr_status fr_update(const struct fr_pathfinder *pathfinder, struct fr_state *state,
                         const struct fr_rect *rects, size_t count)
{
    const struct fr_head *head = fr_head_of(state);
    return is_refused(pathfinder, head->map, &head->options)
               ? FR_UNSUPPORTED
               : pathfinder->update(state, rects, count);
}

enum fr_status fr_update_nothing(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    (void)state;
    (void)rects;
    (void)count;
    return FR_OK;
}

void fr_stats_read(const struct fr_pathfinder *pathfinder, const struct fr_state *state,
                   struct fr_stats *stats)
{
    const struct fr_head *head = (const struct fr_head *)(const void *)state;
    *stats = head->stats;
    if (pathfinder->counts == FR_COUNTS_NOTHING)
        *stats = (struct fr_stats){-1, -1, -1, -1};
    else if (pathfinder->counts == FR_COUNTS_NODES && !head->smoother)
        stats->sight_checks = -1;
}

void fr_release(const struct fr_pathfinder *pathfinder, struct fr_state *state)
{
    if (!state)
        return;
    struct fr_head *head = fr_head_of(state);
    if (pathfinder->release)
        pathfinder->release(state);
    if (head->smoother)
        pathfinder->smoothing->release(head);
    fr_components_release(head->reach.labels);
    fr_deallocate(head->allocator, state, 1, pathfinder->state_bytes);
}

enum fr_status fr_head_label(struct fr_head *head, enum fr_movement movement)
{
    struct fr_components *labels;
    const enum fr_status status =
        fr_components_create(head->map, movement == FR_GRID8_CUT ? FR_CONNECTED_8 : FR_CONNECTED_4,
                             head->allocator, &labels);
    if (status != FR_OK)
        return status;
    fr_components_release(head->reach.labels);
    head->reach = (struct fr_reach){.labels = labels};
    return FR_OK;
}

enum fr_outcome fr_head_admits(struct fr_head *head, enum fr_movement movement,
                               struct fr_point start, struct fr_point goal)
{
    if (fr_head_joins(head, start, goal))
        return FR_NONE;
    if (head->reach.stale && fr_head_label(head, movement) != FR_OK)
        return FR_OUT_OF_MEMORY;
    return fr_head_joins(head, start, goal) ? FR_NONE : FR_UNREACHABLE;
}

enum fr_outcome fr_head_learns(struct fr_head *head, enum fr_movement movement,
                               enum fr_outcome outcome)
{
    const bool misled = outcome == FR_UNREACHABLE && head->reach.stale;
    return misled && fr_head_label(head, movement) != FR_OK ? FR_OUT_OF_MEMORY : outcome;
}
