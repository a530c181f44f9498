/* The polygons of a convex mesh under construction, of all triangles or those around a change:
 * which edges of the triangulation are removed, and the rings that the others form. */
#ifndef FOOTRACE_ALGORITHMS_REGIONS_MESH_REPAIR_H
#define FOOTRACE_ALGORITHMS_REGIONS_MESH_REPAIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algorithms/regions/mesh.h"
#include "algorithms/steps/search_heap.h"
#include "maps/geometry/live_triangulation.h"
#include "maps/work.h"

/* Flags of an edge of the triangulation; those of a triangle are at its first edge. */
enum {
    OUT = 1,     /* the polygon continues beyond the edge */
    SPLIT = 2,   /* OUT, but stays: the polygon would have too many edges */
    WAITING = 4, /* still to be tested */
    GATHERED = 8 /* the triangle is in a polygon under construction */
};

/* Unfinished polygons. */
struct mesh_repair {
    struct fr_work_progress progress;
    struct fr_triangulation_plan triangles; /* under construction */
    struct mesh *mesh;
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    bool whole;                 /* all triangles and edges are listed from the start */
    struct search_heap waiting; /* edges to test, in order */
    int32_t *seeds;             /* triangles whose polygons must be made again */
    size_t seed_count, seed_capacity;
    int32_t *members; /* triangles of the polygons made, polygon by polygon */
    size_t member_count, member_capacity;
    uint32_t *made; /* polygons */
    size_t made_count, made_capacity;
    uint32_t *gone;
    size_t gone_count, gone_capacity;
};

/* The place of an edge in the order in which edges are tested. */
uint64_t mesh_order_of(const struct mesh *mesh, int32_t edge);

/* Puts an edge on the list of those to test, at its place in the order. False if out of memory. */
bool mesh_wait(struct mesh_repair *repair, int32_t edge, uint64_t order);

/* Lists the edges around an edge's origin, from that edge on to the negative or positive side,
 * whose tests a change may alter: a test looks past edges that are OUT and earlier in the order.
 * `order` is the order of the changed edge, or 0 if a triangle changed. Accepts a negative edge. */
bool mesh_wait_beyond(struct mesh_repair *repair, int32_t edge, uint64_t order, bool negative);

/* Lists a triangle whose polygon must be made again. False if out of memory. */
bool mesh_seed(struct mesh_repair *repair, int32_t triangle);

/* Removes the polygon that contained a triangle. False if out of memory. */
bool mesh_dissolve(struct mesh_repair *repair, int32_t triangle);

/* The stages of a repair (`context`), in this order: decide which edges of the list are removed,
 * gather polygons from the seeds, store their rings, link the rings, and remove the marks. */
enum fr_status mesh_decide(void *context, struct fr_work *work);
enum fr_status mesh_gather_all(void *context, struct fr_work *work);
enum fr_status mesh_store_rings(void *context, struct fr_work *work);
enum fr_status mesh_link_rings(void *context, struct fr_work *work);
enum fr_status mesh_clean_up(void *context, struct fr_work *work);

#endif
