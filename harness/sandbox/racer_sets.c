#include "harness/sandbox/racer_sets.h"

#include <string.h>

/* The names of algorithms as published end in this suffix. */
#define AS_PUBLISHED "-published"

static bool is_sound(const struct fr_racer *racer)
{
    return !racer->traits.expected_faults;
}

static bool is_candidate(const struct fr_racer *racer)
{
    return racer->candidate;
}

static bool is_as_published(const struct fr_racer *racer)
{
    const char *name = racer->pathfinder->name;
    const size_t length = strlen(name), ending = strlen(AS_PUBLISHED);
    return length > ending && strcmp(name + length - ending, AS_PUBLISHED) == 0;
}

static bool is_grid(const struct fr_racer *racer)
{
    return is_candidate(racer) && fr_movement_is_grid(racer->traits.movement);
}

static bool is_any_angle(const struct fr_racer *racer)
{
    return is_candidate(racer) && racer->traits.movement == FR_ANY_ANGLE;
}

static bool is_optimal(const struct fr_racer *racer)
{
    return is_candidate(racer) && racer->traits.optimality == FR_OPTIMAL_LENGTH;
}

const struct fr_racer_set fr_racer_sets[] = {
    {"all", "all back ends except those that are meant to fail", is_sound},
    {"candidates", "back ends that a game could ship", is_candidate},
    {"articles", "the articles' algorithms as published", is_as_published},
    {"grid", "candidates that move from pixel to pixel", is_grid},
    {"any-angle", "candidates that move in straight lines at any angle", is_any_angle},
    {"optimal", "candidates whose paths are the shortest of their movement model", is_optimal},
    {NULL, NULL, NULL},
};

const struct fr_racer_set *fr_racer_set_find(const char *name)
{
    for (const struct fr_racer_set *set = fr_racer_sets; set->name; set++)
        if (strcmp(set->name, name) == 0)
            return set;
    return NULL;
}
