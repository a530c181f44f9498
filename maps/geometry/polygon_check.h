/* Validity of drawings. */
#ifndef FOOTRACE_MAPS_GEOMETRY_POLYGON_CHECK_H
#define FOOTRACE_MAPS_GEOMETRY_POLYGON_CHECK_H

#include "maps/polygon.h"

/* The faults of a drawing. Each fault is reported at an edge, named by its first vertex. */
enum fr_polygon_fault_kind {
    FR_RING_SHORT,     /* fewer than three vertices */
    FR_RING_REPEATS,   /* equals the next vertex */
    FR_RING_FLAT,      /* encloses no area, or equal areas of both signs */
    FR_RING_TOUCHES,   /* touches the edge of vertex `other` of its ring at a point */
    FR_RING_CROSSES,   /* crosses or overlaps the edge of vertex `other` of its ring */
    FR_HOLE_OUTSIDE,   /* a hole's edge leaves its outer ring or runs along it */
    FR_HOLES_OVERLAP,  /* a hole's edge enters another hole or runs along it */
    FR_REGIONS_OVERLAP /* another region is on the same side of a region's edge */
};

struct fr_polygon_fault {
    enum fr_polygon_fault_kind kind;
    uint32_t ring, vertex; /* vertex is counted within its ring */
    uint32_t other;        /* FR_RING_TOUCHES, FR_RING_CROSSES: a vertex of the same ring */
};

/* Whether the drawing is valid. FR_OK; FR_BAD_INPUT with the first fault found; FR_NO_MEMORY. The
 * worst case is quadratic in the number of edges. */
FR_MUST_USE enum fr_status fr_polygon_check(const struct fr_polygon *polygon,
                                            struct fr_polygon_fault *fault);

#endif
