/* Bounds on the ways between any two corners of a core, from their lengths to a few landmarks
 * (Goldberg and Harrelson, "Computing the shortest path: A* search meets graph theory", SODA 2005):
 * of two corners that are differently far from a landmark, the way between them is at least the
 * difference. They cost less to read than two labels, and mostly show that these need not be. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_LANDMARKS_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_LANDMARKS_H

#include "algorithms/saved.h"
#include "algorithms/visibility/core_search.h"

#define LANDMARKS 16

/* A length in steps where no way leads: longer than any other, and equal to itself. Twice as much
 * fits in 16 bits, of which compilers put many in one register. */
#define LANDMARKS_FAR 16383

struct landmarks {
    const struct fr_allocator *allocator;
    uint32_t count, corner_count; /* of the core, and of all */
    uint32_t *rows;               /* by corner: of lengths; CORE_NONE: not of the core */
    int16_t *lengths;             /* by row: to each landmark, in whole steps */
    double step;                  /* pixels */
};

/* How far a place beside the core is from each landmark, by the corners at which its ways enter the
 * core: by the best of them, and by the worst. In steps. */
struct landmark_range {
    int16_t nearest[LANDMARKS], farthest[LANDMARKS];
};

/* FR_OK or FR_NO_MEMORY; either way the caller releases it. */
FR_MUST_USE enum fr_status landmarks_create(struct landmarks *landmarks, struct core_search *search,
                                            const struct fr_allocator *allocator);

/* The lengths in a row. */
static inline const int16_t *landmarks_lengths(const struct landmarks *landmarks, uint32_t row)
{
    return landmarks->lengths + (size_t)row * LANDMARKS;
}

/* The lengths from a corner of the core. */
static inline const int16_t *landmarks_row(const struct landmarks *landmarks, uint32_t corner)
{
    return landmarks_lengths(landmarks, landmarks->rows[corner]);
}

static inline int16_t landmarks_max(int16_t a, int16_t b)
{
    return a > b ? a : b;
}

/* No way through the core between two of its corners is shorter than so many pixels. */
double landmarks_bound(const struct landmarks *landmarks, uint32_t a, uint32_t b);

static inline void landmarks_begin(struct landmark_range *range)
{
    for (int i = 0; i < LANDMARKS; i++) {
        range->nearest[i] = INT16_MAX;
        range->farthest[i] = INT16_MIN;
    }
}

/* Adds a corner of the core, so many pixels from the place. */
static inline void landmarks_extend(const struct landmarks *landmarks, struct landmark_range *range,
                                    uint32_t corner, double pixels)
{
    const int16_t *row = landmarks_row(landmarks, corner);
    const double whole = pixels / landmarks->step;
    const int16_t steps = (int16_t)(whole < LANDMARKS_FAR ? whole : LANDMARKS_FAR);
    struct landmark_range wider = *range; /* which overlaps no row, so that loops are simple */
    for (int i = 0; i < LANDMARKS; i++) {
        const int16_t most = (int16_t)(row[i] + steps);
        wider.nearest[i] = most < wider.nearest[i] ? most : wider.nearest[i];
    }
    for (int i = 0; i < LANDMARKS; i++)
        wider.farthest[i] = landmarks_max(wider.farthest[i], (int16_t)(row[i] - steps));
    *range = wider;
}

/* No way from the corner of the core with these lengths to the place, by any of those that were
 * added, is shorter. */
double landmarks_beyond(const struct landmarks *landmarks, const int16_t *lengths,
                        const struct landmark_range *range);

/* Appends them. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status landmarks_save(const struct landmarks *landmarks,
                                          struct fr_bytes *bytes);

/* FR_OK, FR_NO_MEMORY or FR_BAD_INPUT; either way the caller releases them. */
FR_MUST_USE enum fr_status landmarks_load(struct landmarks *landmarks,
                                          const struct fr_allocator *allocator,
                                          struct fr_saved *saved);

void landmarks_release(struct landmarks *landmarks);

#endif
