/* Lower bounds on paths between core corners, from the lengths of shortest paths to a few landmarks
 * (Goldberg and Harrelson, "Computing the shortest path: A* search meets graph theory", SODA 2005):
 * a path between two corners is at least as long as the difference of their distances to a
 * landmark. Landmarks are cheaper to read than two labels, and usually suffice. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_LANDMARKS_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_LANDMARKS_H

#include "algorithms/saved.h"
#include "algorithms/visibility/core_search.h"

#define LANDMARKS 16

/* The length in steps where no path exists: longer than any other. Twice this length fits in 16
 * bits, and compilers vectorise 16-bit sums well. */
#define LANDMARKS_FAR 16383

struct landmarks {
    const struct fr_allocator *allocator;
    uint32_t count, corner_count; /* of the core; of the graph */
    uint32_t *rows;               /* by corner: its row in lengths; CORE_NONE: not in the core */
    int16_t *lengths;             /* by row: lengths to each landmark, in whole steps */
    double step;                  /* pixels */
};

/* For each landmark, the least and the greatest distance to it from a place outside the core, over
 * the corners where paths from this place may enter the core. In steps. */
struct landmark_range {
    int16_t nearest[LANDMARKS], farthest[LANDMARKS];
};

/* Landmarks under construction. */
struct landmark_plan;

/* Chooses landmarks and measures their distances, in slices. *plan must be NULL at first, and is
 * NULL again at the end. FR_OK at a pause and at the end; or FR_NO_MEMORY. In both cases the caller
 * releases landmarks and plan. */
FR_MUST_USE enum fr_status landmarks_build(struct landmarks *landmarks, struct core_search *search,
                                           const struct fr_allocator *allocator,
                                           struct landmark_plan **plan, struct fr_work *work);

/* Accepts NULL. */
void landmark_plan_release(struct landmark_plan *plan);

/* The lengths in a row. */
static inline const int16_t *landmarks_lengths(const struct landmarks *landmarks, uint32_t row)
{
    return landmarks->lengths + (size_t)row * LANDMARKS;
}

/* The lengths of a corner of the core. */
static inline const int16_t *landmarks_row(const struct landmarks *landmarks, uint32_t corner)
{
    return landmarks_lengths(landmarks, landmarks->rows[corner]);
}

static inline int16_t landmarks_max(int16_t a, int16_t b)
{
    return a > b ? a : b;
}

/* A lower bound in pixels on paths through the core between two of its corners. */
double landmarks_bound(const struct landmarks *landmarks, uint32_t a, uint32_t b);

static inline void landmarks_begin(struct landmark_range *range)
{
    for (int i = 0; i < LANDMARKS; i++) {
        range->nearest[i] = INT16_MAX;
        range->farthest[i] = INT16_MIN;
    }
}

/* Adds a corner of the core, at a distance in pixels from a place, to that place's range. */
static inline void landmarks_extend(const struct landmarks *landmarks, struct landmark_range *range,
                                    uint32_t corner, double pixels)
{
    const int16_t *row = landmarks_row(landmarks, corner);
    const double whole = pixels / landmarks->step;
    const int16_t steps = (int16_t)(whole < LANDMARKS_FAR ? whole : LANDMARKS_FAR);
    struct landmark_range wider = *range; /* overlaps no row, so the loop vectorises */
    for (int i = 0; i < LANDMARKS; i++) {
        const int16_t most = (int16_t)(row[i] + steps);
        wider.nearest[i] = most < wider.nearest[i] ? most : wider.nearest[i];
    }
    for (int i = 0; i < LANDMARKS; i++)
        wider.farthest[i] = landmarks_max(wider.farthest[i], (int16_t)(row[i] - steps));
    *range = wider;
}

/* A lower bound in pixels on paths from the core corner with these lengths to the place of `range`,
 * through any corner in that range. */
double landmarks_beyond(const struct landmarks *landmarks, const int16_t *lengths,
                        const struct landmark_range *range);

/* Saves landmarks, or loads them into an all-zero struct, which the caller releases in all
 * cases. */
void landmarks_pass(struct landmarks *landmarks, struct fr_saved *saved);

void landmarks_release(struct landmarks *landmarks);

#endif
