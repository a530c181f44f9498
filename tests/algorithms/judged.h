/* Lengths of instances' any-angle answers, judged by the validator. Include cmocka and its
 * requirements first. */
#ifndef FOOTRACE_TESTS_ALGORITHMS_JUDGED_H
#define FOOTRACE_TESTS_ALGORITHMS_JUDGED_H

#include <math.h>

#include "harness/judge/validator.h"
#include "tests/algorithms/instance.h"
#include "tests/algorithms/random_maps.h"

/* Two sums of the lengths of the same segments differ by far less. */
#define JUDGED_TOLERANCE 1e-9

/* The length of an answer in pixels; INFINITY: no path; NAN: a wrong answer. */
static inline double judged_answer(const struct fr_validator *validator, struct fr_point start,
                                   struct fr_point goal, enum fr_outcome outcome,
                                   const struct fr_path *path)
{
    struct fr_judgement judgement;
    fr_validator_judge(validator, FR_ANY_ANGLE, start, goal, outcome, path, &judgement);
    if (judgement.verdict != FR_VERDICT_OK) {
        print_error("%s\n", judgement.reason);
        return NAN;
    }
    return outcome == FR_FOUND ? judgement.length : INFINITY;
}

/* The same for an instance's answer. */
static inline double judged_length(const struct fr_validator *validator, struct instance *instance,
                                   struct fr_pixel start, struct fr_pixel goal)
{
    const enum fr_outcome outcome = instance_find(instance, start, goal);
    return judged_answer(validator, fr_pixel_centre(start), fr_pixel_centre(goal), outcome,
                         &instance->path);
}

/* Whether two lengths are equal, or both infinite. */
static inline bool judged_alike(double length, double other)
{
    return length == other || fabs(length - other) <= JUDGED_TOLERANCE;
}

/* Whether both are infinite, or the first is not shorter. */
static inline bool judged_no_shorter(double length, double than)
{
    return isinf(length) ? isinf(than) : length >= than - JUDGED_TOLERANCE;
}

/* Both ends of a random click on walkable pixels; false if none was found. */
static inline bool random_click(const struct fr_map *map, struct fr_random *random,
                                struct fr_pixel *start, struct fr_pixel *goal)
{
    return random_walkable(map, random, start) && random_walkable(map, random, goal);
}

#endif
