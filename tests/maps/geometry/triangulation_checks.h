/* Requirements on a triangulation: it fills free space exactly, contains every contour edge, is
 * Delaunay across all others, and locates points. */
#ifndef FOOTRACE_TESTS_MAPS_GEOMETRY_TRIANGULATION_CHECKS_H
#define FOOTRACE_TESTS_MAPS_GEOMETRY_TRIANGULATION_CHECKS_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/geometry/contours.h"
#include "maps/geometry/predicates.h"
#include "maps/geometry/triangulation.h"

static inline struct fr_point origin(const struct fr_triangulation *t, int32_t edge)
{
    return t->vertices[t->origins[edge]];
}

/* Whether edges match their twins, free triangles border only free ones except at obstacles, none
 * is degenerate, and no vertex across an open edge lies in a triangle's circumcircle. */
static inline bool is_sound(const struct fr_triangulation *t)
{
    for (int32_t edge = 0; edge < 3 * t->covering_count; edge++) {
        const int32_t next = fr_next_edge(edge), twin = t->twins[edge];
        if (fr_previous_edge(next) != edge)
            return false;
        if (fr_orient(origin(t, edge), origin(t, next), origin(t, fr_next_edge(next))) <= 0)
            return false;
        if (twin == FR_NO_EDGE)
            continue;
        const int32_t other = twin < 0 ? ~twin : twin;
        const bool is_free = fr_triangulation_is_free(t, edge / 3);
        const bool is_other_free = fr_triangulation_is_free(t, other / 3);
        if (t->twins[other] != (twin < 0 ? ~edge : edge) || t->origins[other] != t->origins[next] ||
            t->origins[fr_next_edge(other)] != t->origins[edge] ||
            (is_free == is_other_free) != (twin >= 0))
            return false;
        if (twin >= 0 &&
            fr_in_circle(origin(t, edge), origin(t, next), origin(t, fr_next_edge(next)),
                         origin(t, fr_previous_edge(twin))) > 0)
            return false;
    }
    return true;
}

/* Twice the area of free space, in squares of half a pixel. */
static inline int64_t doubled_area(const struct fr_triangulation *t)
{
    int64_t area = 0;
    for (int32_t edge = 0; edge < 3 * t->triangle_count; edge += 3)
        if (fr_triangulation_is_free(t, edge / 3))
            area += fr_orient(origin(t, edge), origin(t, edge + 1), origin(t, edge + 2));
    return area;
}

/* The number of edges of free triangles at obstacles. */
static inline uint32_t obstacle_edges(const struct fr_triangulation *t)
{
    uint32_t count = 0;
    for (int32_t edge = 0; edge < 3 * t->triangle_count; edge++)
        count += t->twins[edge] < 0 && fr_triangulation_is_free(t, edge / 3);
    return count;
}

/* Whether a free triangle has the edge a->b with an obstacle beyond it. */
static inline bool has_obstacle_edge(const struct fr_triangulation *t, struct fr_point a,
                                     struct fr_point b)
{
    for (int32_t edge = 0; edge < 3 * t->triangle_count; edge++)
        if (t->twins[edge] < 0 && fr_triangulation_is_free(t, edge / 3) &&
            fr_point_equal(origin(t, edge), a) && fr_point_equal(origin(t, fr_next_edge(edge)), b))
            return true;
    return false;
}

static inline bool holds_contours(const struct fr_triangulation *t,
                                  const struct fr_contours *contours)
{
    if (obstacle_edges(t) != contours->vertex_count)
        return false;
    for (uint32_t r = 0; r < contours->ring_count; r++) {
        const struct fr_ring *ring = &contours->rings[r];
        const struct fr_point *at = contours->vertices + ring->first;
        for (uint32_t i = 0; i < ring->count; i++)
            if (!has_obstacle_edge(t, at[i], at[(i + 1) % ring->count]))
                return false;
    }
    return true;
}

/* Whether `leaving` leads around each vertex of free space from obstacle to obstacle. */
static inline bool leaves_along_contours(const struct fr_triangulation *t)
{
    for (int32_t edge = 0; edge < 3 * t->triangle_count; edge++) {
        const int32_t leaving = t->leaving[t->origins[edge]];
        if (fr_triangulation_is_free(t, edge / 3) &&
            (leaving < 0 || t->origins[leaving] != t->origins[edge] || t->twins[leaving] >= 0 ||
             !fr_triangulation_is_free(t, leaving / 3)))
            return false;
    }
    return true;
}

static inline bool touches_free(const struct fr_map *map, int32_t x, int32_t y)
{
    for (int32_t py = (y - 1) >> 1; py <= y >> 1; py++)
        for (int32_t px = (x - 1) >> 1; px <= x >> 1; px++)
            if (fr_map_inside(map, px, py) && fr_map_walkable(map, px, py))
                return true;
    return false;
}

/* Whether every half-pixel point of free space, and no other, is found in a triangle that contains
 * it. */
static inline bool finds_points(const struct fr_triangulation *t, const struct fr_map *map)
{
    for (int32_t y = -3; y <= 2 * map->height + 3; y++)
        for (int32_t x = -3; x <= 2 * map->width + 3; x++) {
            const int32_t triangle = fr_triangulation_find(t, (struct fr_point){x, y});
            if ((triangle != FR_NO_TRIANGLE) != touches_free(map, x, y))
                return false;
            if (triangle == FR_NO_TRIANGLE)
                continue;
            if (triangle < 0 || !fr_triangulation_is_free(t, triangle))
                return false;
            for (int32_t edge = 3 * triangle; edge < 3 * triangle + 3; edge++)
                if (fr_orient(origin(t, edge), origin(t, fr_next_edge(edge)),
                              (struct fr_point){x, y}) < 0)
                    return false;
        }
    return true;
}

#endif
