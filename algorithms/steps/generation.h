/* Generations: each query increments a number; marks with an older number count as unset, so that
 * nothing is cleared between queries. */
#ifndef FOOTRACE_ALGORITHMS_STEPS_GENERATION_H
#define FOOTRACE_ALGORITHMS_STEPS_GENERATION_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The next generation, which no mark has. When all numbers are used up, zeroes the marks, `count`
 * items of `size` bytes, and returns 1. */
static inline uint32_t fr_next_generation(uint32_t generation, void *marks, size_t count,
                                          size_t size)
{
    if (generation < UINT32_MAX)
        return generation + 1;
    if (count > 0)
        memset(marks, 0, count * size);
    return 1;
}

#endif
