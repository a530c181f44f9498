/* Smoothing as a stage after any back end that finds grid paths, as its option "smooth": turns them
 * into paths of straight segments. These are any-angle paths, and nothing is claimed about their
 * length. */
#ifndef FOOTRACE_ALGORITHMS_STEPS_SMOOTH_H
#define FOOTRACE_ALGORITHMS_STEPS_SMOOTH_H

#include "algorithms/pathfinder.h"
#include "algorithms/steps/beautify.h"
#include "algorithms/steps/pull_string.h"

enum fr_smoothing {
    FR_SMOOTH_NONE,
    FR_SMOOTH_BEAUTIFY, /* beautify.h: from the start and from the goal */
    FR_SMOOTH_STRING,   /* pull_string.h */
    FR_SMOOTH_SIGHT     /* shortcut.h */
};

/* The option, for a back end's table, with its default. */
#define FR_SMOOTH_OPTION(smoothing)                                                                \
    {                                                                                              \
        .name = "smooth", .kind = FR_OPTION_CHOICE, .choices = "none|beautify|string|sight",       \
        .fallback = (smoothing), .help = "how the found path is made straight"                     \
    }

struct fr_smoother {
    enum fr_smoothing smoothing;
    struct fr_sight sight;
    struct fr_string string;
};

/* The map and the allocator are borrowed. Allocates nothing. */
void fr_smoother_init(struct fr_smoother *smoother, int64_t smoothing, const struct fr_map *map,
                      const struct fr_allocator *allocator);

/* Whether paths on a map can be smoothed: straight segments do not support edge walls. */
static inline bool fr_smoother_takes(int64_t smoothing, const struct fr_map *map)
{
    return smoothing == FR_SMOOTH_NONE || map->wall_count == 0;
}

/* The movement model to search in before smoothing: grid8-cut passes pinches, which no straight
 * segment does, so the next closest model replaces it. */
static inline enum fr_movement fr_smoother_model(int64_t smoothing, int64_t movement)
{
    return smoothing != FR_SMOOTH_NONE && movement == FR_GRID8_CUT ? FR_GRID8_ONE
                                                                   : (enum fr_movement)movement;
}

/* Converts the traits of the paths found to those of the smoothed paths. */
static inline void fr_smoothed_traits(int64_t smoothing, struct fr_traits *traits)
{
    if (smoothing == FR_SMOOTH_NONE)
        return;
    traits->movement = FR_ANY_ANGLE;
    traits->optimality = FR_OPTIMAL_NONE;
    traits->edge_walls = false;
}

/* Resets the count of sight checks. */
static inline void fr_smoother_begin(struct fr_smoother *smoother)
{
    smoother->sight.checks = 0;
}

/* The sight checks of this find; -1 if not counted. */
static inline int64_t fr_smoother_checks(const struct fr_smoother *smoother)
{
    return smoother->smoothing == FR_SMOOTH_NONE ? -1 : smoother->sight.checks;
}

/* The last step of a find: smooths its path if one was found. Returns the outcome, or
 * FR_OUT_OF_MEMORY with the path empty. */
enum fr_outcome fr_smoother_finish(struct fr_smoother *smoother, enum fr_outcome outcome,
                                   const struct fr_probe *probe, struct fr_path *path);

/* Accepts an all-zero struct. */
void fr_smoother_release(struct fr_smoother *smoother);

#endif
