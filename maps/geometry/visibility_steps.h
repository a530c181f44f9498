/* The data that an expansion reads, shared by the sources of maps/geometry/visibility.h. */
#ifndef FOOTRACE_MAPS_GEOMETRY_VISIBILITY_STEPS_H
#define FOOTRACE_MAPS_GEOMETRY_VISIBILITY_STEPS_H

#include "maps/geometry/corners.h"
#include "maps/geometry/predicates.h"
#include "maps/geometry/triangulation.h"

#define NO_CORNER UINT32_MAX
#define CLOSED (-1)

/* What one step of the expansion reads of the other side of an edge: the third vertex of the
 * triangle there, and its two other edges. */
struct gate {
    /* gates, negative for obstacles: from the edge's origin to the vertex, and from there to its
     * end, in the direction of travel */
    int32_t left, right;
    uint16_t x, y; /* of the vertex */
    /* twice its index, plus 1 if its obstacle is along the diagonal from -x-y to +x+y; or
     * NO_CORNER */
    uint32_t corner;
};

struct fr_visibility {
    const struct fr_triangulation *triangulation;
    const struct fr_corners *corners;
    struct gate *gates;      /* by edge of free space: the gate across its twin */
    uint32_t *vertex_corner; /* by vertex, as in a gate */
    int32_t *leaving;        /* by corner: the first edge around it */
    size_t gate_room, vertex_room, corner_room; /* capacities of the struct's arrays */
    const struct fr_allocator *allocator;
};

/* Whether a path may turn at a gate's corner, arriving in direction d. */
static inline bool is_taut(uint32_t corner, struct fr_point d)
{
    const int64_t product = (int64_t)d.x * d.y, sign = 1 - 2 * (int64_t)(corner & 1);
    return (corner != NO_CORNER) & (sign * product >= 0);
}

/* Whether a corner is taut in a direction between two that are less than 180 degrees apart. */
static inline bool is_ever_taut(uint32_t corner, struct fr_point from, struct fr_point to)
{
    const bool is_same_quadrant = (int64_t)from.x * to.x > 0 && (int64_t)from.y * to.y > 0;
    return is_taut(corner, from) || is_taut(corner, to) ||
           (corner != NO_CORNER && !is_same_quadrant);
}

static inline struct gate make_gate(const struct fr_visibility *v, int32_t edge)
{
    const struct fr_triangulation *t = v->triangulation;
    const int32_t next = fr_next_edge(edge), previous = fr_previous_edge(edge);
    const uint32_t vertex = t->origins[previous];
    const struct fr_point at = t->vertices[vertex];
    const bool is_listed =
        is_ever_taut(v->vertex_corner[vertex], fr_point_minus(at, t->vertices[t->origins[edge]]),
                     fr_point_minus(at, t->vertices[t->origins[next]]));
    return (struct gate){t->twins[previous], t->twins[next], (uint16_t)at.x, (uint16_t)at.y,
                         is_listed ? v->vertex_corner[vertex] : NO_CORNER};
}

static inline bool leads_nowhere(const struct gate *gate)
{
    return gate->left < 0 && gate->right < 0 && gate->corner == NO_CORNER;
}

/* Turns the links to a gate that leads nowhere into walls. Predecessors that then lead nowhere
 * either are appended to the list, which has room for two more; returns its new count. */
static inline size_t close_before(struct fr_visibility *v, int32_t gate, int32_t *closed,
                                  size_t count)
{
    const int32_t before = v->triangulation->twins[gate];
    if (before < 0)
        return count;
    const int32_t to_right = fr_previous_edge(before), to_left = fr_next_edge(before);
    if (v->gates[to_right].right >= 0) {
        v->gates[to_right].right = CLOSED;
        if (leads_nowhere(&v->gates[to_right]))
            closed[count++] = to_right;
    }
    if (v->gates[to_left].left >= 0) {
        v->gates[to_left].left = CLOSED;
        if (leads_nowhere(&v->gates[to_left]))
            closed[count++] = to_left;
    }
    return count;
}

#endif
