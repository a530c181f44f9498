/* Bounds on the ways between any two corners of a core, from their lengths to a few landmarks
 * (Goldberg and Harrelson, "Computing the shortest path: A* search meets graph theory", SODA 2005):
 * of two corners that are differently far from a landmark, the way between them is at least the
 * difference. They cost less to read than two labels, and mostly tell that these need not be. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_LANDMARKS_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_LANDMARKS_H

#include "algorithms/saved.h"
#include "algorithms/visibility/core_search.h"

#define LANDMARKS 16

struct landmarks {
    const struct fr_allocator *allocator;
    uint32_t count, corner_count; /* of the core, and of all */
    uint32_t *rows;               /* by corner: of lengths; CORE_NONE: not of the core */
    float *lengths;               /* by row: pixels to each landmark */
    double slack; /* pixels by which rounding may have made a difference too large */
};

/* FR_OK or FR_NO_MEMORY; either way the caller releases it. */
FR_MUST_USE enum fr_status landmarks_create(struct landmarks *landmarks, struct core_search *search,
                                            const struct fr_allocator *allocator);

/* No way through the core between two of its corners is shorter than this. */
static inline double landmarks_bound(const struct landmarks *landmarks, uint32_t a, uint32_t b)
{
    const float *to_a = landmarks->lengths + (size_t)landmarks->rows[a] * LANDMARKS;
    const float *to_b = landmarks->lengths + (size_t)landmarks->rows[b] * LANDMARKS;
    float most[4] = {0, 0, 0, 0};
    for (int i = 0; i < LANDMARKS; i += 4)
        for (int k = 0; k < 4; k++) {
            const float difference = to_a[i + k] - to_b[i + k];
            const float size = difference < 0 ? -difference : difference;
            most[k] = size > most[k] ? size : most[k];
        }
    const float low = most[0] > most[1] ? most[0] : most[1];
    const float high = most[2] > most[3] ? most[2] : most[3];
    return (double)(low > high ? low : high) - landmarks->slack;
}

/* Appends them. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status landmarks_save(const struct landmarks *landmarks,
                                          struct fr_bytes *bytes);

/* FR_OK, FR_NO_MEMORY or FR_BAD_INPUT; either way the caller releases them. */
FR_MUST_USE enum fr_status landmarks_load(struct landmarks *landmarks,
                                          const struct fr_allocator *allocator,
                                          struct fr_saved *saved);

void landmarks_release(struct landmarks *landmarks);

#endif
