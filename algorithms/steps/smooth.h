/* Smoothing as a stage after any back end that finds grid paths, as its option "smooth": turns the
 * grid paths into paths of straight segments. Smoothed paths are any-angle, and not claimed to be
 * shortest. */
#ifndef FOOTRACE_ALGORITHMS_STEPS_SMOOTH_H
#define FOOTRACE_ALGORITHMS_STEPS_SMOOTH_H

#include "algorithms/front.h"
#include "algorithms/steps/beautify.h"

/* The last option of a back end that names fr_smoothing. With "beautify", paths are beautified
 * (beautify.h) from the start and from the goal. */
#define FR_SMOOTH_OPTION                                                                           \
    FR_CHOICE("smooth", "none|beautify", 0, "how the found path is straightened")

/* The table of back ends that have no other option. */
extern const struct fr_option fr_smooth_only[1];

struct fr_smoother {
    struct fr_sight sight; /* its tiles are borrowed from a back end that keeps open tiles */
};

/* For fr_pathfinder.smoothing. */
extern const struct fr_smoothing fr_smoothing;

/* The movement model to search in before smoothing: grid8-cut passes pinches, which no straight
 * segment does, so the next closest model replaces it. */
static inline enum fr_movement fr_smoother_model(const struct fr_smoother *smoother,
                                                 int64_t movement)
{
    return smoother && movement == FR_GRID8_CUT ? FR_GRID8_ONE : (enum fr_movement)movement;
}

#endif
