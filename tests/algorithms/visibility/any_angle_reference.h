/* The slow reference for exact any-angle paths: all corners, the judge's exact segment test between
 * any two, and the simplest form of Dijkstra's algorithm. */
#ifndef FOOTRACE_TESTS_ALGORITHMS_VISIBILITY_ANY_ANGLE_REFERENCE_H
#define FOOTRACE_TESTS_ALGORITHMS_VISIBILITY_ANY_ANGLE_REFERENCE_H

#include <math.h>

#include "harness/judge/validator.h"
#include "tests/algorithms/random_maps.h"

#define MOST_NODES (2 * RANDOM_MAP_SIZE * RANDOM_MAP_SIZE)

/* Lattice points with exactly one blocked pixel around them, and both ends. */
struct reference {
    struct fr_point nodes[MOST_NODES];
    double length[MOST_NODES];
    bool done[MOST_NODES];
    int count;
};

static inline int blocked_around(const struct fr_map *map, int32_t x, int32_t y)
{
    int blocked = 0;
    for (int32_t v = y - 1; v <= y; v++)
        for (int32_t u = x - 1; u <= x; u++)
            blocked += !fr_map_inside(map, u, v) || !fr_map_walkable(map, u, v);
    return blocked;
}

static inline void find_corners(const struct fr_map *map, struct reference *reference)
{
    reference->count = 2;
    for (int32_t y = 0; y <= map->height; y++)
        for (int32_t x = 0; x <= map->width; x++)
            if (blocked_around(map, x, y) == 1)
                reference->nodes[reference->count++] = (struct fr_point){2 * x, 2 * y};
}

static inline int nearest_open(const struct reference *reference)
{
    int nearest = 0;
    for (int i = 1; i < reference->count; i++)
        if (!reference->done[i] &&
            (reference->done[nearest] || reference->length[i] < reference->length[nearest]))
            nearest = i;
    return nearest;
}

/* Whether a segment is legal. */
typedef bool reference_test(const void *context, struct fr_point a, struct fr_point b);

/* Dijkstra's algorithm over all nodes: the length of the shortest path of legal segments in pixels,
 * or INFINITY. */
static inline double reference_length_by(reference_test *legal, const void *context,
                                         struct reference *reference, struct fr_point start,
                                         struct fr_point goal)
{
    reference->nodes[0] = start;
    reference->nodes[1] = goal;
    for (int i = 0; i < reference->count; i++) {
        reference->length[i] = i == 0 ? 0 : INFINITY;
        reference->done[i] = false;
    }
    for (;;) {
        const int at = nearest_open(reference);
        if (at == 1 || reference->done[at] || isinf(reference->length[at]))
            return reference->length[1];
        reference->done[at] = true;
        const struct fr_point from = reference->nodes[at];
        for (int i = 0; i < reference->count; i++) {
            const struct fr_point to = reference->nodes[i];
            const double length = reference->length[at] + hypot(to.x - from.x, to.y - from.y) / 2;
            if (!reference->done[i] && length < reference->length[i] && legal(context, from, to))
                reference->length[i] = length;
        }
    }
}

static inline bool judged_legal(const void *validator, struct fr_point a, struct fr_point b)
{
    return fr_validator_segment(validator, a, b);
}

/* The length of the shortest any-angle path. */
static inline double reference_length(const struct fr_validator *validator,
                                      struct reference *reference, struct fr_point start,
                                      struct fr_point goal)
{
    return reference_length_by(judged_legal, validator, reference, start, goal);
}

#endif
