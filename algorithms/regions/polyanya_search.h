/* The search of Polyanya: views through the portals of a mesh, and corners to bend around.
 *
 * Lengths and coordinates are half pixels. A search belongs to a mesh as it is; it is made again
 * when that changes. */
#ifndef FOOTRACE_ALGORITHMS_REGIONS_POLYANYA_SEARCH_H
#define FOOTRACE_ALGORITHMS_REGIONS_POLYANYA_SEARCH_H

#include "algorithms/pathfinder.h"
#include "algorithms/regions/convex_mesh.h"
#include "algorithms/steps/search_heap.h"

/* What a root sees through a portal: directions less than half a turn apart, with left to the
 * positive side of right. */
struct polyanya_view {
    int32_t portal; /* an edge of the polygon beyond */
    uint32_t root;  /* index into roots */
    struct fr_point right, left;
};

/* The start, or a corner that was seen by another root. */
struct polyanya_root {
    double from_start, to_goal;
    uint16_t x, y;
    uint32_t parent; /* the root that it was seen by */
    int32_t seen;    /* the edge that leaves it in the polygon that it was seen through; MESH_WALL:
                        looked around from already */
    uint32_t stamp;  /* of the click; older: not seen yet */
};

/* A view whose cost is not known yet, and its whole portal, from a (right) to b. */
struct polyanya_glimpse {
    struct polyanya_view view;
    struct fr_point a, b; /* from the root */
};

struct polyanya_search {
    struct mesh *mesh;
    const struct fr_allocator *allocator;
    struct polyanya_root *roots; /* by corner, and the start behind them */
    size_t root_count;
    uint32_t stamp;
    struct polyanya_view *views; /* of the last click */
    size_t view_count, view_capacity;
    struct search_heap open;  /* nodes are views, and roots with a bit of their own */
    struct search_entry next; /* the cheapest that came up since the last node: not on the heap */
    struct polyanya_glimpse glimpses[2 * MESH_MOST_SIDES]; /* since the last node */
    int glimpse_count;
    bool is_only_way; /* nothing else came up since the last node */
    struct fr_point goal;
    int32_t goal_polygons[2]; /* first edges of the polygons that hold the goal; MESH_WALL: none */
    double best;              /* length of the shortest path found so far */
    uint32_t best_root;       /* the root that sees the goal on it */
    bool no_memory;
    int64_t expanded, generated;
    const struct fr_probe *probe; /* NULL: nobody asks what is expanded */
};

/* FR_OK or FR_NO_MEMORY; either way the caller releases it. */
FR_MUST_USE enum fr_status polyanya_search_create(struct polyanya_search *search, struct mesh *mesh,
                                                  const struct fr_allocator *allocator);

/* A shortest path between two centres of walkable pixels. */
FR_MUST_USE enum fr_outcome polyanya_search_run(struct polyanya_search *search,
                                                struct fr_point start, struct fr_point goal,
                                                const struct fr_probe *probe, struct fr_path *path);

/* Forgets the last click. */
void polyanya_search_forget(struct polyanya_search *search);

/* Accepts one of zero bytes. */
void polyanya_search_release(struct polyanya_search *search);

#endif
