/* The front of all back ends: what a game, or the harness, calls.
 *
 * The front does what all back ends have in common: it makes a state and its head, refuses maps
 * with edge walls for back ends that do not handle them, answers clicks that need no search,
 * smooths paths, and counts. A race times all of fr_find.
 *
 *     const struct fr_pathfinder *flood = fr_pathfinder_find("flood");
 *     struct fr_option_values options;
 *     fr_options_default(flood->options, flood->option_count, &options);
 *     struct fr_state *state;
 *     if (fr_prepare(flood, map, &options, &fr_default_allocator, &state) == FR_OK &&
 *         fr_find(flood, state, start, goal, NULL, &path) == FR_FOUND)
 *         walk(path.points, path.count);
 *     fr_release(flood, state); */
#ifndef FOOTRACE_ALGORITHMS_FRONT_H
#define FOOTRACE_ALGORITHMS_FRONT_H

#include "algorithms/pathfinder.h"

/* The traits of a back end with these options; with smoothing, paths are any-angle and not claimed
 * to be optimal, and edge walls are not handled. */
void fr_traits_of(const struct fr_pathfinder *pathfinder, const struct fr_option_values *options,
                  struct fr_traits *traits);

/* Yields FR_OK and a state that the caller releases; FR_NO_MEMORY; or FR_UNSUPPORTED for a map
 * that the back end cannot take. */
FR_MUST_USE enum fr_status fr_prepare(const struct fr_pathfinder *pathfinder,
                                      const struct fr_map *map,
                                      const struct fr_option_values *options,
                                      const struct fr_allocator *allocator,
                                      struct fr_state **state);

/* Prepares a slice (maps/work.h). *state must be NULL at first; while work pauses, call again with
 * the same state, or release the state. The map must not change between calls. A back end without
 * prepare_some does all at once. Statuses as in fr_prepare; unless FR_OK, *state is NULL. */
FR_MUST_USE enum fr_status fr_prepare_some(const struct fr_pathfinder *pathfinder,
                                           const struct fr_map *map,
                                           const struct fr_option_values *options,
                                           const struct fr_allocator *allocator,
                                           struct fr_work *work, struct fr_state **state);

/* Like fr_prepare, but reads saved bytes; also FR_BAD_INPUT. For fr_state_load (saved.h). */
FR_MUST_USE enum fr_status fr_load(const struct fr_pathfinder *pathfinder, const struct fr_map *map,
                                   const struct fr_option_values *options,
                                   const struct fr_allocator *allocator, struct fr_saved *saved,
                                   struct fr_state **state);

/* The first half of fr_prepare: a state that is zero except for its head, for any map. For callers
 * that do not continue with the back end's prepare. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_state_make(const struct fr_pathfinder *pathfinder,
                                         const struct fr_map *map,
                                         const struct fr_option_values *options,
                                         const struct fr_allocator *allocator,
                                         struct fr_state **state);

static inline struct fr_head *fr_head_of(struct fr_state *state)
{
    return (struct fr_head *)(void *)state;
}

/* Answers one click. Empties the path first; it holds waypoints only on FR_FOUND, a single one if
 * start == goal. FR_UNREACHABLE if an end is not the centre of a walkable pixel. Equal clicks get
 * equal answers. Allocates only when a buffer must grow. `probe` may be NULL. */
FR_MUST_USE static inline enum fr_outcome
fr_find(const struct fr_pathfinder *pathfinder, struct fr_state *state, struct fr_point start,
        struct fr_point goal, const struct fr_probe *probe, struct fr_path *path)
{
    const struct fr_stats none = {0, 0, 0, 0};
    struct fr_head *head = fr_head_of(state);
    path->count = 0;
    head->stats = none;
    if (!pathfinder->takes_any_ends) {
        if (!fr_map_walkable_centre(head->map, start) || !fr_map_walkable_centre(head->map, goal))
            return FR_UNREACHABLE;
        if (fr_point_equal(start, goal))
            return fr_path_append(path, start) == FR_OK ? FR_FOUND : FR_OUT_OF_MEMORY;
    }
    enum fr_outcome outcome = pathfinder->find(state, start, goal, probe, path);
    if (outcome == FR_FOUND && head->smoother && path->count > 2)
        outcome = pathfinder->smoothing->smooth(head, probe, path);
    if (outcome != FR_FOUND)
        path->count = 0;
    return outcome;
}

/* Like fr_pathfinder.update, which must not be NULL; also FR_UNSUPPORTED if the changed map has
 * edge walls that the back end does not handle. */
FR_MUST_USE enum fr_status fr_update(const struct fr_pathfinder *pathfinder, struct fr_state *state,
                                     const struct fr_rect *rects, size_t count);

/* An update for back ends that store nothing about the map. FR_OK. */
FR_MUST_USE enum fr_status fr_update_nothing(struct fr_state *state, const struct fr_rect *rects,
                                             size_t count);

/* Reads how much work the last find of a state did. */
void fr_stats_read(const struct fr_pathfinder *pathfinder, const struct fr_state *state,
                   struct fr_stats *stats);

/* Accepts NULL. */
void fr_release(const struct fr_pathfinder *pathfinder, struct fr_state *state);

/* ---- for back ends ---- */

/* Labels the components of the head's map, for steps of a movement model. FR_OK; or FR_NO_MEMORY,
 * with the old labels kept. */
FR_MUST_USE enum fr_status fr_head_label(struct fr_head *head, enum fr_movement movement);

/* Whether the present labels say that one end is reachable from the other. */
static inline bool fr_head_joins(const struct fr_head *head, struct fr_point start,
                                 struct fr_point goal)
{
    const struct fr_components *labels = head->reach.labels;
    const struct fr_pixel a = fr_point_pixel(start), b = fr_point_pixel(goal);
    return !labels || fr_components_at(labels, a.x, a.y) == fr_components_at(labels, b.x, b.y);
}

/* Whether a click needs a search, according to the labels of components; outdated labels count only
 * if they connect its ends. FR_NONE if a search is needed; FR_UNREACHABLE if no path exists; or
 * FR_OUT_OF_MEMORY if labels cannot be recomputed. */
enum fr_outcome fr_head_admits(struct fr_head *head, enum fr_movement movement,
                               struct fr_point start, struct fr_point goal);

/* The outcome of a search. If outdated labels let a click pass that is FR_UNREACHABLE, the labels
 * are recomputed, for the next click; FR_OUT_OF_MEMORY if that fails. */
enum fr_outcome fr_head_learns(struct fr_head *head, enum fr_movement movement,
                               enum fr_outcome outcome);

/* FR_FOUND for a path of one straight segment; or FR_OUT_OF_MEMORY. */
static inline enum fr_outcome fr_find_straight(struct fr_path *path, struct fr_point start,
                                               struct fr_point goal)
{
    return fr_path_straight(path, start, goal) == FR_OK ? FR_FOUND : FR_OUT_OF_MEMORY;
}

#endif
