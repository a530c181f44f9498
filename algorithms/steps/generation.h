/* Generations: every click counts one on, and what bears an older number is unseen, so that nothing
 * needs to be cleared between clicks. */
#ifndef FOOTRACE_ALGORITHMS_STEPS_GENERATION_H
#define FOOTRACE_ALGORITHMS_STEPS_GENERATION_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The generation behind this one, which no mark bears: when all numbers are used up, the marks are
 * zeroed, and it is 1. */
static inline uint32_t fr_next_generation(uint32_t generation, void *marks, size_t bytes)
{
    if (generation < UINT32_MAX)
        return generation + 1;
    if (bytes > 0)
        memset(marks, 0, bytes);
    return 1;
}

#endif
