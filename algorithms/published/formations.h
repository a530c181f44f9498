/* Isovists as Gilmok (2017) finds them: by tables of distances, and by formations.
 *
 * A corner is adjacent to a cell if diagonal and straight steps lead to it, which a few reads of
 * the tables show. The article leaves open the order of the steps, and whether corners on the way
 * stop them: struct adjacency decides. With diagonal steps first, adjacency is not symmetric.
 *
 * The naive method tests all corners of the map. The second method uses the obstacles, or
 * formations: each is traced with the distance markers, from a corner around its edge back to it,
 * and boxed. From a cell, beams are cast in eight directions, each as wide as the free steps in the
 * two directions beside it. A beam has lanes, a bit each. The formations in a beam's way, nearest
 * first, take the lanes that they block; corners of formations that take any lane are tested.
 *
 * A box hides more than its formation does: corners are missed. A formation whose box reaches
 * behind the cell, as most at the map's rim do, would hide everything; here it hides nothing.
 * Interval trees over the boxes, which are rotated for diagonal beams, find the formations in a
 * beam's way; the article's first version tests each formation. */
#ifndef FOOTRACE_ALGORITHMS_PUBLISHED_FORMATIONS_H
#define FOOTRACE_ALGORITHMS_PUBLISHED_FORMATIONS_H

#include "algorithms/jump_points/jump_distances.h"
#include "algorithms/jump_points/jump_graph.h"

enum { AXES = 4 }; /* x, y, x + y, x - y */

enum adjacency_order {
    ORDER_BOTH,
    ORDER_DIAGONAL
}; /* of the steps: both orders, or diagonal steps first */

struct adjacency {
    enum adjacency_order order; /* going from the first cell to the second */
    bool stops;                 /* corners between the two cells end the steps */
    bool stepwise;              /* tested tile by tile, without the tables */
};

struct formation {
    int32_t low[AXES], high[AXES]; /* of its corners */
    size_t first, count;           /* its corners */
    uint32_t seen;                 /* the isovist that found it last */
};

struct box_interval {
    int32_t low, high;
    int32_t highest; /* largest `high` in the subtree; the middle of each range is its root */
    uint32_t formation;
};

/* A formation in a beam's way. */
struct obstacle {
    int32_t near; /* its least distance from the map's origin, along the beam */
    uint32_t formation;
};

struct formations {
    const struct jump_graph *graph;
    const struct fr_allocator *allocator;
    struct fr_jump_distances *tables; /* stopping at corners */
    struct formation *list;
    size_t count, capacity;
    uint32_t *corners; /* of one formation after the other */
    size_t corner_count, corner_capacity;
    struct box_interval *intervals[AXES]; /* sorted */
    size_t interval_capacity[AXES];
    struct obstacle *obstacles;
    size_t obstacle_count, obstacle_capacity;
    uint64_t *lanes;
    size_t lane_capacity;
    uint32_t isovist; /* number of the last one */
    bool traced;      /* else only the tables are kept */
    bool every;       /* beams test each formation */
    bool mirrored;    /* the two sides of a beam exchange their widths */
    struct adjacency adjacency;
};

/* Builds the tables of the graph's map and, if formations->traced, finds its formations; the caller
 * has set `traced`, `every` and `adjacency`, and the rest to 0, and releases them in both cases. */
FR_MUST_USE enum fr_status formations_init(struct formations *formations,
                                           const struct jump_graph *graph);

/* Updates tables and formations after the graph was updated. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status formations_update(struct formations *formations,
                                             const struct fr_rect *rects, size_t count);

/* The free steps from a cell in each direction, for many tests from there. */
void formations_free_steps(const struct formations *formations, struct fr_pixel from,
                           int32_t steps[FR_DIRECTIONS]);

/* Whether `to` is adjacent to `from`; `known` has the free steps from `from`, or is NULL. */
bool formations_adjacent(const struct formations *formations, struct fr_pixel from,
                         struct fr_pixel to, const int32_t *known);

/* Append links from a cell to the corners adjacent to it or, with `inward`, from corners to which
 * it is adjacent: of all formations, or of those that are seen. `known` as above; NULL with
 * `inward`. False if out of memory. */
bool formations_scan(const struct formations *formations, struct fr_pixel from, bool inward,
                     const int32_t *known, struct links *links);
bool formations_see(struct formations *formations, struct fr_pixel from, bool inward,
                    struct links *links);

/* Accepts an all-zero struct. */
void formations_release(struct formations *formations);

#endif
