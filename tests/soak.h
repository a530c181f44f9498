/* How long random tests run, and from which seed: FOOTRACE_SOAK_SCALE multiplies their counts (20
 * for the full ones), FOOTRACE_SEED replaces their seed. */
#ifndef FOOTRACE_TESTS_SOAK_H
#define FOOTRACE_TESTS_SOAK_H

#include <stdint.h>
#include <stdlib.h>

static inline int soak_scale(void)
{
    const char *text = getenv("FOOTRACE_SOAK_SCALE");
    const long scale = text ? strtol(text, NULL, 10) : 1;
    return scale < 1 ? 1 : scale > 1000 ? 1000 : (int)scale;
}

static inline uint64_t soak_seed(uint64_t fallback)
{
    const char *text = getenv("FOOTRACE_SEED");
    return text ? strtoull(text, NULL, 10) : fallback;
}

#endif
