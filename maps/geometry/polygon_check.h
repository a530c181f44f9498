/* Validity of drawings. */
#ifndef FOOTRACE_MAPS_GEOMETRY_POLYGON_CHECK_H
#define FOOTRACE_MAPS_GEOMETRY_POLYGON_CHECK_H

#include "maps/polygon.h"

/* The faults of a drawing. Each is reported at an edge, named by its first vertex. */
enum fr_polygon_fault_kind {
    FR_RING_SHORT,     /* fewer than three vertices */
    FR_RING_REPEATS,   /* the next vertex is the same */
    FR_RING_FLAT,      /* encloses no area, or equal areas turned each way */
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

/* Whether the drawing is valid. FR_OK; FR_BAD_INPUT with the first fault found; FR_NO_MEMORY. The
 * worst case is quadratic in the number of edges. */
FR_MUST_USE enum fr_status fr_polygon_check(const struct fr_polygon *polygon,
                                            struct fr_polygon_fault *fault);

#endif
