/* Which vertices see each other, as Gouveia 2011 decides it (and Uurloon 2015 after him): in single
 * precision, with all its failures.
 *
 * Points are in pixels. Two points see each other if both are inside, no edge is crossed strictly
 * between its ends, and the middle of the segment is inside. So a segment that leaves and comes
 * back through vertices passes if its middle happens to be inside, and so does one that runs along
 * an edge and on into the wall. Rounding decides whether a point on an edge is inside; a tolerance
 * corrects this. Rings are used unchanged: winding and repeated vertices matter. */
#ifndef FOOTRACE_ALGORITHMS_PUBLISHED_PUBLISHED_SIGHT_H
#define FOOTRACE_ALGORITHMS_PUBLISHED_PUBLISHED_SIGHT_H

#include <stdbool.h>
#include <stdint.h>

#include "algorithms/visibility/ring_sight.h"
#include "maps/geometry/contours.h"

struct vector2 {
    float x, y; /* pixels */
};

enum published_tolerance {
    TOLERANCE_ELLIPSE,  /* points in a thin ellipse around an edge are inside */
    TOLERANCE_EXPANDED, /* the author's first remedy: points in an expanded polygon are inside */
    TOLERANCE_NONE,
    TOLERANCE_ALL /* also, a segment that ends in an edge's ellipse does not cross it */
};

/* A point in half pixels that stands for the nearest point of an edge. */
struct moved_end {
    struct fr_point asked;
    struct vector2 at;
};

struct published_sight {
    const struct fr_allocator *allocator;
    const struct fr_contours *contours; /* borrowed */
    enum published_tolerance tolerance;
    struct vector2 *vertices; /* in the order of the contours' vertices */
    struct vector2 *expanded; /* TOLERANCE_EXPANDED; else NULL */
    struct moved_end moved[2];
    int moved_count;
};

/* FR_OK or FR_NO_MEMORY; the caller releases it in both cases. The contours outlive the sight. */
FR_MUST_USE enum fr_status published_sight_create(struct published_sight *sight,
                                                  const struct fr_contours *contours,
                                                  enum published_tolerance tolerance,
                                                  const struct fr_allocator *allocator);

static inline struct vector2 published_sight_vector(struct fr_point point)
{
    return (struct vector2){(float)point.x / 2, (float)point.y / 2};
}

/* Whether a point is in no hole and in some outer ring. */
bool published_sight_inside(const struct published_sight *sight, struct vector2 point);

/* Whether two points that are inside see each other. */
bool published_sight_sees(const struct published_sight *sight, struct vector2 a, struct vector2 b);

/* For a ring graph: two tests, and the vertices that become nodes: those that are inside and, if
 * outer rings have a positive area and holes a negative one, concave. The sight is borrowed. */
struct ring_sight published_sight_of(const struct published_sight *sight);

/* Lets `end` stand for the nearest point on any edge, in single precision, from now on. At most two
 * ends can be moved. */
void published_sight_move(struct published_sight *sight, struct fr_point end);

void published_sight_release(struct published_sight *sight);

#endif
