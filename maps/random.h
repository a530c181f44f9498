/* Seeded random numbers (SplitMix64: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number
 * Generators", OOPSLA 2014): the same numbers on every machine. */
#ifndef FOOTRACE_MAPS_RANDOM_H
#define FOOTRACE_MAPS_RANDOM_H

#include <stdint.h>

struct fr_random {
    uint64_t state; /* any seed works */
};

static inline uint64_t fr_random_next(struct fr_random *random)
{
    uint64_t z = random->state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* Uniform in [0, bound), `bound` at least 1. */
static inline uint32_t fr_random_below(struct fr_random *random, uint32_t bound)
{
    return (uint32_t)((fr_random_next(random) >> 32) * bound >> 32);
}

/* Uniform in [low, high], both inclusive. */
static inline int32_t fr_random_between(struct fr_random *random, int32_t low, int32_t high)
{
    return low + (int32_t)fr_random_below(random, (uint32_t)(high - low) + 1);
}

/* Uniform in [0, 1). */
static inline double fr_random_unit(struct fr_random *random)
{
    return (double)(fr_random_next(random) >> 11) * 0x1p-53;
}

#endif
