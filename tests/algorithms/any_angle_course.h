/* Random clicks on random maps, for back ends that only claim that their any-angle paths are legal
 * and reach whatever is reachable: the validator judges each path, and none may be shorter than the
 * optimum. */
#ifndef FOOTRACE_TESTS_ALGORITHMS_ANY_ANGLE_COURSE_H
#define FOOTRACE_TESTS_ALGORITHMS_ANY_ANGLE_COURSE_H

#include <math.h>

#include "harness/judge/validator.h"
#include "tests/algorithms/instance.h"
#include "tests/algorithms/random_maps.h"
#include "tests/soak.h"

/* Two sums of the lengths of the same segments differ by far less. */
#define ANY_ANGLE_TOLERANCE 1e-9

struct any_angle_course {
    struct fr_map *map; /* released with the course */
    struct fr_validator *validator;
    struct instance shortest;
    uint64_t seed; /* reproduces the map */
};

static inline void any_angle_begin(struct any_angle_course *course, struct fr_map *map,
                                   uint64_t seed)
{
    *course = (struct any_angle_course){.map = map, .seed = seed};
    assert_int_equal(fr_validator_create(map, &fr_default_allocator, &course->validator), FR_OK);
    course->shortest = instance_at("visgraph", map);
}

static inline void any_angle_end(struct any_angle_course *course)
{
    instance_release(&course->shortest);
    fr_validator_release(course->validator);
    fr_map_release(course->map);
}

/* The length of an answer in pixels; INFINITY: no path; NAN: a wrong answer. */
static inline double any_angle_ask(const struct any_angle_course *course, struct instance *instance,
                                   struct fr_pixel start, struct fr_pixel goal)
{
    const enum fr_outcome outcome = instance_find(instance, start, goal);
    struct fr_judgement judgement;
    fr_validator_judge(course->validator, FR_ANY_ANGLE, fr_pixel_centre(start),
                       fr_pixel_centre(goal), outcome, &instance->path, &judgement);
    if (judgement.verdict != FR_VERDICT_OK)
        print_error("%s\n", judgement.reason);
    return judgement.verdict != FR_VERDICT_OK ? NAN
           : outcome == FR_FOUND              ? judgement.length
                                              : INFINITY;
}

/* Queries an instance and the exact back end; fails if only one of them finds a path, or if the
 * instance's is illegal or too short. Returns the instance's length. */
static inline double any_angle_check(struct any_angle_course *course, struct instance *instance,
                                     struct fr_pixel start, struct fr_pixel goal)
{
    const double shortest = any_angle_ask(course, &course->shortest, start, goal);
    const double length = any_angle_ask(course, instance, start, goal);
    if (isinf(shortest) ? isinf(length) : length >= shortest - ANY_ANGLE_TOLERANCE)
        return length;
    char address[256];
    print_error("FOOTRACE_SEED=%llu: %s from %d,%d to %d,%d: %.17g beside %.17g\n",
                (unsigned long long)course->seed,
                instance_address(instance, address, sizeof address), start.x, start.y, goal.x,
                goal.y, length, shortest);
    print_map(course->map);
    fail();
    return NAN;
}

/* Runs this many random clicks on each of this many random maps, times the soak scale, for several
 * back ends. */
static inline void any_angle_check_random(const char *const *addresses, size_t count, int maps,
                                          int clicks)
{
    const uint64_t seed = soak_seed(1);
    for (int i = 0; i < maps * soak_scale(); i++) {
        struct fr_random random = {seed + (uint64_t)i};
        struct any_angle_course course;
        any_angle_begin(&course, mixed_map(&random), seed + (uint64_t)i);
        for (size_t k = 0; k < count; k++) {
            struct instance instance = instance_at(addresses[k], course.map);
            struct fr_pixel start, goal;
            for (int click = 0; click < clicks; click++)
                if (random_walkable(course.map, &random, &start) &&
                    random_walkable(course.map, &random, &goal))
                    any_angle_check(&course, &instance, start, goal);
            instance_release(&instance);
        }
        any_angle_end(&course);
    }
}

#endif
