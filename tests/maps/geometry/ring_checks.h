/* Contours in tests: made from a map, and compared ring by ring. */
#ifndef FOOTRACE_TESTS_MAPS_GEOMETRY_RING_CHECKS_H
#define FOOTRACE_TESTS_MAPS_GEOMETRY_RING_CHECKS_H

#include "maps/geometry/contours.h"

static inline struct fr_contours *contours_of(const struct fr_map *map)
{
    struct fr_contours *contours;
    assert_int_equal(fr_contours_create(map, &fr_default_allocator, &contours), FR_OK);
    return contours;
}

static inline void assert_ring(const struct fr_contours *contours, uint32_t index,
                               const struct fr_point *expected, uint32_t count)
{
    const struct fr_ring *ring = &contours->rings[index];
    assert_int_equal(ring->count, count);
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(contours->vertices[ring->first + i].x, expected[i].x);
        assert_int_equal(contours->vertices[ring->first + i].y, expected[i].y);
    }
}

#endif
