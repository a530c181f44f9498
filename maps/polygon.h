/* A drawing: the floor as polygons with holes, the way a designer draws it, on the half-pixel grid.
 *
 * Rings are closed chains of vertices. An outer ring bounds a region of one area, a hole is cut out
 * of the region of its outer ring. Regions are closed sets: one may walk along an edge and turn on
 * a vertex. Free space lies to the positive side of every edge, from +x to +y, as around contours.
 * In a valid drawing no ring meets itself, holes lie in their outer ring and touch it and each
 * other in single points at most, and regions overlap nowhere but may share edges.
 *
 * Everything is decided exactly, in integers. Reading is safe from several threads. */
#ifndef FOOTRACE_MAPS_POLYGON_H
#define FOOTRACE_MAPS_POLYGON_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/map.h"

#define FR_NO_RING UINT32_MAX
#define FR_POLYGON_MAX_COORDINATE (2 * FR_MAP_MAX_SIZE) /* half pixels, either sign */

struct fr_polygon_ring {
    uint32_t first, count; /* its vertices; the last is joined to the first */
    uint32_t outer; /* the ring around the region that it bounds; an outer ring's is itself */
    uint8_t area;   /* 1..255: the region's area, for holes too */
};

/* An outer ring comes before its holes. */
struct fr_polygon {
    struct fr_point *vertices; /* half pixels */
    struct fr_polygon_ring *rings;
    uint32_t vertex_count, ring_count;
    size_t vertex_capacity, ring_capacity;
    const struct fr_allocator *allocator;
};

/* What a drawing can suffer from; each is found at an edge, named by the vertex that it starts
 * from. */
enum fr_polygon_fault_kind {
    FR_RING_SHORT,     /* fewer than three vertices */
    FR_RING_REPEATS,   /* the next vertex is the same */
    FR_RING_FLAT,      /* encloses no area, or as much turned one way as the other */
    FR_RING_TOUCHES,   /* meets the edge of vertex `other` of its own ring in a point */
    FR_RING_CROSSES,   /* crosses or runs along the edge of vertex `other` of its own ring */
    FR_HOLE_OUTSIDE,   /* a hole's edge that leaves its outer ring or runs along it */
    FR_HOLES_OVERLAP,  /* a hole's edge that enters another hole or runs along it */
    FR_REGIONS_OVERLAP /* a region's edge beside which another region lies on the same side */
};

struct fr_polygon_fault {
    enum fr_polygon_fault_kind kind;
    uint32_t ring, vertex; /* the vertex counted within its ring */
    uint32_t other;        /* FR_RING_TOUCHES, FR_RING_CROSSES: a vertex of the same ring */
};

/* An empty drawing. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_polygon_create(const struct fr_allocator *allocator,
                                             struct fr_polygon **polygon);

/* Appends a ring of at least one vertex, coordinates within FR_POLYGON_MAX_COORDINATE: an outer
 * ring of an area where outer is FR_NO_RING, else a hole of that outer ring. It is turned to its
 * orientation if need be, its first vertex staying first. FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED
 * for 2^28 vertices and more. */
FR_MUST_USE enum fr_status fr_polygon_append(struct fr_polygon *polygon,
                                             const struct fr_point *vertices, uint32_t count,
                                             uint32_t outer, uint8_t area);

/* FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_polygon_clone(const struct fr_polygon *polygon,
                                            const struct fr_allocator *allocator,
                                            struct fr_polygon **clone);

/* Whether the drawing is valid. FR_OK; FR_BAD_INPUT with the first fault found; FR_NO_MEMORY. Costs
 * the square of the number of edges at worst. */
FR_MUST_USE enum fr_status fr_polygon_check(const struct fr_polygon *polygon,
                                            struct fr_polygon_fault *fault);

/* Brings a valid drawing into the one form that its point set and its division into rings allow:
 * no vertex on a straight stretch, each ring from its topmost, then leftmost vertex, rings in the
 * order of these. FR_OK, or FR_NO_MEMORY with nothing changed. */
FR_MUST_USE enum fr_status fr_polygon_normalise(struct fr_polygon *polygon);

/* Whether a point lies in the closed region of an enabled area of a valid drawing; NULL: all are
 * enabled. */
bool fr_polygon_covers(const struct fr_polygon *polygon, const bool enabled[FR_AREAS],
                       struct fr_point point);

/* The outer ring of an area that the ring of vertices lies in, the narrowest where several are
 * nested; FR_NO_RING where its first vertex off their borders lies in none. */
uint32_t fr_polygon_outer_around(const struct fr_polygon *polygon, uint8_t area,
                                 const struct fr_point *vertices, uint32_t count);

/* Twice the area of a ring in square half pixels: positive for the orientation of an outer ring. */
int64_t fr_ring_doubled_area(const struct fr_point *vertices, uint32_t count);

/* Paints a map of area 0 everywhere: a pixel takes the area of the closed region that its centre
 * lies in, the least id on the border of several. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_polygon_paint(const struct fr_polygon *polygon, struct fr_map *map);

/* Accepts NULL. */
void fr_polygon_release(struct fr_polygon *polygon);

#endif
