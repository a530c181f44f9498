/* A drawing: the floor as polygons with holes, as a designer draws it, on the half-pixel grid.
 *
 * Rings are closed chains of vertices. An outer ring bounds a region of one area; a hole is cut out
 * of the region of its outer ring. Regions are closed sets: a path may run along an edge and turn
 * at a vertex. Free space is on the positive side of every edge, from +x to +y, as for contours. In
 * a valid drawing no ring touches itself, holes are inside their outer ring and touch it and each
 * other only at single points, and regions do not overlap but may share edges.
 *
 * All decisions are exact, in integers. Several threads may read a drawing. */
#ifndef FOOTRACE_MAPS_POLYGON_H
#define FOOTRACE_MAPS_POLYGON_H

#include <stdint.h>

#include "maps/allocator.h"
#include "maps/point.h"
#include "maps/status.h"

#define FR_NO_RING UINT32_MAX
#define FR_POLYGON_MAX_COORDINATE (2 * FR_MAP_MAX_SIZE) /* half pixels, either sign */

struct fr_polygon_ring {
    uint32_t first, count; /* its vertices; the last is joined to the first */
    uint32_t outer;        /* the outer ring of its region, itself for an outer ring */
    uint8_t area;          /* 1..255: the region's area, in holes too */
};

/* An outer ring precedes its holes. */
struct fr_polygon {
    struct fr_point *vertices; /* half pixels */
    struct fr_polygon_ring *rings;
    uint32_t vertex_count, ring_count;
    size_t vertex_capacity, ring_capacity;
    const struct fr_allocator *allocator;
};

/* Creates an empty drawing. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_polygon_create(const struct fr_allocator *allocator,
                                             struct fr_polygon **polygon);

/* Appends a ring of at least one vertex, with coordinates within FR_POLYGON_MAX_COORDINATE: an
 * outer ring of an area if `outer` is FR_NO_RING, else a hole in that outer ring. Reverses the ring
 * if necessary; its first vertex stays first. FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED for 2^28 or
 * more vertices. */
FR_MUST_USE enum fr_status fr_polygon_append(struct fr_polygon *polygon,
                                             const struct fr_point *vertices, uint32_t count,
                                             uint32_t outer, uint8_t area);

/* FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_polygon_clone(const struct fr_polygon *polygon,
                                            const struct fr_allocator *allocator,
                                            struct fr_polygon **clone);

/* Reverses the order of the vertices. */
void fr_ring_reverse(struct fr_point *vertices, uint32_t count);

/* Twice the area of a ring in square half pixels: positive for the orientation of an outer ring. */
int64_t fr_ring_doubled_area(const struct fr_point *vertices, uint32_t count);

/* Accepts NULL. */
void fr_polygon_release(struct fr_polygon *polygon);

#endif
