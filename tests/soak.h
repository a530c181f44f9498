/* How long random tests run, and from which seed: FOOTRACE_SOAK_SCALE multiplies their counts (20
 * for the full ones), FOOTRACE_SEED replaces their seed. Sanitized programs are several times
 * slower, so long tests do less there (soak_fewer). */
#ifndef FOOTRACE_TESTS_SOAK_H
#define FOOTRACE_TESTS_SOAK_H

#include <stdint.h>
#include <stdlib.h>

#if defined(__has_feature)
#define SOAK_HAS_FEATURE(feature) __has_feature(feature)
#else
#define SOAK_HAS_FEATURE(feature) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || SOAK_HAS_FEATURE(address_sanitizer)
#define SOAK_SANITIZED 1
#else
#define SOAK_SANITIZED 0
#endif

static inline int soak_scale(void)
{
    const char *text = getenv("FOOTRACE_SOAK_SCALE");
    const long scale = text ? strtol(text, NULL, 10) : 1;
    return scale < 1 ? 1 : scale > 1000 ? 1000 : (int)scale;
}

/* A count, or in a sanitized program this part of it, at least 1. */
static inline int64_t soak_fewer(int64_t count, int64_t part)
{
    return !SOAK_SANITIZED ? count : count / part > 1 ? count / part : 1;
}

static inline uint64_t soak_seed(uint64_t fallback)
{
    const char *text = getenv("FOOTRACE_SEED");
    return text ? strtoull(text, NULL, 10) : fallback;
}

#endif
