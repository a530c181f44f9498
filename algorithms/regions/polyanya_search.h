/* The search of Polyanya: views through the portals of a mesh, and corners to bend around.
 *
 * Lengths and coordinates are half pixels. A search belongs to a mesh and must be updated after the
 * mesh changed. */
#ifndef FOOTRACE_ALGORITHMS_REGIONS_POLYANYA_SEARCH_H
#define FOOTRACE_ALGORITHMS_REGIONS_POLYANYA_SEARCH_H

#include "algorithms/pathfinder.h"
#include "algorithms/regions/convex_mesh.h"
#include "algorithms/steps/search_heap.h"

/* What a root sees through a portal: directions less than 180 degrees apart, left on the positive
 * side of right. */
struct polyanya_view {
    int32_t portal; /* an edge of the polygon on the far side */
    uint32_t root;  /* index into roots */
    struct fr_point right, left;
};

/* The start, or a corner that another root saw. */
struct polyanya_root {
    double from_start, to_goal;
    uint16_t x, y;
    uint32_t parent; /* the root that saw it */
    /* an edge that begins at it, in the polygon through which it was seen; MESH_WALL: already
     * expanded */
    int32_t seen;
    uint32_t stamp; /* the query's stamp, if already seen */
};

/* A view without a cost yet, and its whole portal, from a (right) to b (left). */
struct polyanya_glimpse {
    struct polyanya_view view;
    struct fr_point a, b; /* relative to the root */
};

struct polyanya_search {
    struct mesh *mesh;
    const struct fr_allocator *allocator;
    struct polyanya_root *roots; /* by corner; the start is the last */
    size_t root_count;
    uint32_t stamp;
    struct polyanya_view *views; /* of the last query */
    size_t view_count, view_capacity;
    struct search_heap open;  /* nodes are views, or roots if a bit is set */
    struct search_entry next; /* the cheapest of the last expansion, not in the heap */
    struct polyanya_glimpse glimpses[2 * MESH_MOST_SIDES]; /* of the current expansion */
    int glimpse_count;
    bool is_only_way; /* the expansion gave a single view and nothing else */
    struct fr_point goal;
    int32_t goal_polygons[2]; /* first edges of the polygons with the goal; MESH_WALL: none */
    bool filling;             /* there is no goal: everything is visited */
    double best;              /* length of the shortest path so far */
    uint32_t best_root;       /* the root that sees the goal on the best path */
    bool no_memory;
    int64_t expanded, generated;
    const struct fr_probe *probe; /* NULL: expansions are not reported */
};

/* FR_OK or FR_NO_MEMORY; in both cases the caller releases the search. */
FR_MUST_USE enum fr_status polyanya_search_create(struct polyanya_search *search, struct mesh *mesh,
                                                  const struct fr_allocator *allocator);

/* Adapts to a changed mesh. FR_OK, or FR_NO_MEMORY: then the search can only be released. */
FR_MUST_USE enum fr_status polyanya_search_update(struct polyanya_search *search);

/* Finds a shortest path between the centres of two walkable pixels. */
FR_MUST_USE enum fr_outcome polyanya_search_run(struct polyanya_search *search,
                                                struct fr_point start, struct fr_point goal,
                                                const struct fr_probe *probe, struct fr_path *path);

/* Visits everything reachable from the centre of a walkable pixel, in the one or two polygons whose
 * first edges are given. Afterwards, `views` holds all views through portals, and from corners into
 * the polygons around them; the roots in them have their shortest length from the start. FR_FOUND
 * or FR_OUT_OF_MEMORY. */
FR_MUST_USE enum fr_outcome polyanya_search_fill(struct polyanya_search *search,
                                                 struct fr_point start, const int32_t polygons[2]);

/* Resets the last query. */
void polyanya_search_forget(struct polyanya_search *search);

/* Accepts an all-zero struct. */
void polyanya_search_release(struct polyanya_search *search);

#endif
