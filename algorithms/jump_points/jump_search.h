/* A* over jump points: nodes, costs, open list and trace, for back ends that differ in how they
 * find successors. A back end passes a function that scans from a node and offers what it meets.
 *
 * Nodes are corners, numbered by jump_corners.h. A node is reached at its least cost in one or
 * several straight directions; each of these is expanded once. A diagonal scan that passes a corner
 * stores its cost there, so that nothing more expensive continues from it. A jump point, or the
 * goal, is reached from its parent by one diagonal segment, possibly empty, then one straight
 * segment: the trace needs no more. A diagonal scan that leads away from the goal is paused after a
 * few steps and continued in order of cost.
 *
 * Costs. A path of a straight and b diagonal steps costs a*S + b*D in 64 bits, where D/S is a
 * continued fraction convergent of sqrt(2). These integers order two paths exactly as a + b*sqrt(2)
 * does, if their numbers of diagonal steps differ by less than S: no fraction with a smaller
 * denominator is between D/S and sqrt(2). S = 93,222,358 is enough for any two paths that a search
 * compares, and every cost is below 2^58.
 *
 * Open list. A circular bucket queue: f never falls, and entries too far ahead for the circle wait
 * in its last bucket. A bucket spans about a sixth of a step; within a bucket the order is last in,
 * first out. A node that was expanded too early is expanded again, and the search ends when nothing
 * on the open list costs less than the known path; so the result is exact in any order. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMP_SEARCH_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_JUMP_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algorithms/front.h"
#include "algorithms/jump_points/jump_corners.h"
#include "algorithms/steps/grid_moves.h"

#define FR_JUMP_START UINT32_MAX /* the parent of nodes reached from the start */
#define FR_JUMP_LAST UINT32_MAX  /* as the next entry: there is none in this bucket */

#define FR_JUMP_STRAIGHT UINT64_C(93222358)  /* S */
#define FR_JUMP_DIAGONAL UINT64_C(131836323) /* D */

#define FR_JUMP_COSTS (UINT64_C(1) << 58) /* every cost is below this */

#define FR_JUMP_BUCKETS 4096
#define FR_JUMP_BUCKET_SHIFT 24 /* a bucket spans a cost of 2^24 */

/* How many steps a diagonal scan continues after those toward the goal: the minimum, and one more
 * each time that f rises by this many buckets, up to the maximum. Steps away from the goal are
 * wasted where f rises little, as in dense noise, and needed around obstacles. Tuned on Moving AI's
 * orz900d, Aftershock, Berlin_0_1024 and random512-10-0; the minimum is at least 1. */
#define FR_JUMP_LEAST_PATIENCE 2
#define FR_JUMP_PATIENCE 16
#define FR_JUMP_PATIENCE_BUCKETS 16

struct fr_jump_node {
    uint64_t g;      /* cost from the start */
    uint32_t parent; /* node, or FR_JUMP_START */
    uint32_t stamp;  /* the query that last wrote this node; if older, the node is unreached */
    uint16_t x, y;
    uint8_t arrivals; /* bit d: reached at cost g in direction d, or passed diagonally */
    uint8_t expanded; /* arrivals already expanded; diagonal ones always are */
};

/* An entry of the open list: a node to expand, or a diagonal scan to continue. */
struct fr_jump_entry {
    uint32_t node;      /* or FR_JUMP_START, for a scan */
    uint32_t next;      /* the next entry in the bucket, or FR_JUMP_LAST */
    uint16_t direction; /* direction of the scan, which is odd; 0: expand the node */
    uint16_t done;      /* steps of the scan so far */
};

/* A task: expand a node, or continue a diagonal scan that began at it. */
struct fr_jump_task {
    uint32_t node;
    int32_t x, y;
    uint64_t g;
    unsigned arrivals; /* unexpanded directions, as bits; their successors are wanted */
    int direction;     /* of the scan; 0: none */
    int32_t done;
};

struct fr_jump_search {
    struct fr_head head;
    struct fr_jump_corners corners;
    struct fr_jump_node *nodes;
    size_t node_capacity;
    struct fr_jump_entry *entries; /* all entries of this query */
    size_t entry_count, entry_capacity;
    uint32_t heads[FR_JUMP_BUCKETS];       /* top entry of each bucket that is not empty */
    uint64_t filled[FR_JUMP_BUCKETS / 64]; /* a bit for each bucket that is not empty */
    uint64_t filled_words;                 /* a bit for each word of filled that is not 0 */
    uint64_t first, base; /* absolute numbers of the first and the current bucket */
    uint32_t stamp;
    struct fr_pixel start, goal;
    uint64_t best;                /* cost of the goal; UINT64_MAX: not reached */
    uint32_t best_parent;         /* parent of the goal */
    const struct fr_probe *probe; /* NULL: expansions are not reported */
};

/* Scans from a node, from the start, or along a diagonal, and offers what the scans meet. `context`
 * is the back end's state. False if out of memory. */
typedef bool (*fr_jump_scanner)(void *context, const struct fr_jump_task *task);

/* As fr_pathfinder.prepare. */
FR_MUST_USE enum fr_status fr_jump_search_prepare(struct fr_jump_search *search);

/* Like fr_pathfinder.find, with the scans of a back end. After a change of the map, the first query
 * that seems unreachable rebuilds the component labels, which allocates. */
enum fr_outcome fr_jump_search_find(struct fr_jump_search *search, fr_jump_scanner scanner,
                                    void *context, struct fr_point start, struct fr_point goal,
                                    const struct fr_probe *probe, struct fr_path *path);

/* Like fr_pathfinder.update and release. */
FR_MUST_USE enum fr_status fr_jump_search_update(struct fr_jump_search *search,
                                                 const struct fr_rect *rects, size_t count);
void fr_jump_search_release(struct fr_jump_search *search);

/* The cost of the shortest path on an empty map. */
static inline uint64_t fr_jump_octile(int32_t dx, int32_t dy)
{
    const uint64_t x = (uint64_t)(dx < 0 ? -dx : dx), y = (uint64_t)(dy < 0 ? -dy : dy);
    const uint64_t longer = x > y ? x : y, shorter = x > y ? y : x;
    return FR_JUMP_STRAIGHT * (longer - shorter) + FR_JUMP_DIAGONAL * shorter;
}

static inline uint64_t fr_jump_estimate(const struct fr_jump_search *search, int32_t x, int32_t y)
{
    return fr_jump_octile(x - search->goal.x, y - search->goal.y);
}

/* Puts an entry on top of the bucket for f. */
static inline void fr_jump_link(struct fr_jump_search *search, size_t entry, uint64_t f)
{
    uint64_t bucket = f >> FR_JUMP_BUCKET_SHIFT;
    if (bucket - search->base >= FR_JUMP_BUCKETS)
        bucket = search->base + FR_JUMP_BUCKETS - 1;
    const unsigned slot = bucket % FR_JUMP_BUCKETS;
    const bool filled = search->filled[slot / 64] >> slot % 64 & 1;
    search->entries[entry].next = filled ? search->heads[slot] : FR_JUMP_LAST;
    search->heads[slot] = (uint32_t)entry;
    search->filled[slot / 64] |= (uint64_t)1 << slot % 64;
    search->filled_words |= (uint64_t)1 << slot / 64;
}

/* False if out of memory. */
static inline bool fr_jump_push(struct fr_jump_search *search, uint32_t node, int direction,
                                int32_t done, uint64_t f)
{
    if (!fr_reserve(search->head.allocator, &search->entries, search->entry_count, 1,
                    &search->entry_capacity, sizeof *search->entries))
        return false;
    search->entries[search->entry_count] = (struct fr_jump_entry){
        .node = node, .direction = (uint16_t)direction, .done = (uint16_t)done};
    fr_jump_link(search, search->entry_count++, f);
    search->head.stats.generated++;
    return true;
}

/* Offers a path to the jump point (x, y), the corner with this number, in the straight direction
 * `d` at cost g; f = g + estimate is below the best cost. False if out of memory. */
static inline bool fr_jump_enter(struct fr_jump_search *search, uint32_t parent, uint32_t number,
                                 int32_t x, int32_t y, int d, uint64_t g, uint64_t f)
{
    struct fr_jump_node *node = &search->nodes[number];
    const uint8_t arrival = (uint8_t)(1u << d);
    const bool known = node->stamp == search->stamp;
    if (known & (g > node->g))
        return true;
    if (known & (g == node->g)) {
        const bool waits = (node->arrivals & ~node->expanded) != 0;
        if (node->arrivals & arrival)
            return true;
        node->arrivals |= arrival;
        return waits || fr_jump_push(search, number, 0, 0, f);
    }
    *node = (struct fr_jump_node){.g = g,
                                  .parent = parent,
                                  .stamp = search->stamp,
                                  .x = (uint16_t)x,
                                  .y = (uint16_t)y,
                                  .arrivals = arrival};
    return fr_jump_push(search, number, 0, 0, f);
}

/* Offers a path to the jump point (x, y) in the straight direction `d` at cost g. False if out of
 * memory. */
static inline bool fr_jump_offer(struct fr_jump_search *search, uint32_t parent, int32_t x,
                                 int32_t y, int d, uint64_t g)
{
    const uint64_t f = g + fr_jump_estimate(search, x, y);
    return f >= search->best ||
           fr_jump_enter(search, parent, fr_jump_corner(&search->corners, x, y), x, y, d, g, f);
}

/* Records that a diagonal scan in direction d passes the corner (x, y) at cost g. False if the
 * corner was reached at a lower cost or passed in this direction: the scan then leads to nothing
 * new. */
static inline bool fr_jump_pass(struct fr_jump_search *search, uint32_t parent, int32_t x,
                                int32_t y, int d, uint64_t g)
{
    struct fr_jump_node *node = &search->nodes[fr_jump_corner(&search->corners, x, y)];
    const uint8_t passed = (uint8_t)(1u << d);
    const bool known = node->stamp == search->stamp;
    if (known & ((g > node->g) | ((g == node->g) & ((node->arrivals & passed) != 0))))
        return false;
    if (known & (g == node->g)) {
        node->arrivals |= passed;
        node->expanded |= passed;
        return true;
    }
    *node = (struct fr_jump_node){.g = g,
                                  .parent = parent,
                                  .stamp = search->stamp,
                                  .x = (uint16_t)x,
                                  .y = (uint16_t)y,
                                  .arrivals = passed,
                                  .expanded = passed};
    return true;
}

/* Offers a path to the goal at cost g. */
static inline void fr_jump_arrive(struct fr_jump_search *search, uint32_t parent, uint64_t g)
{
    if (g < search->best) {
        search->best = g;
        search->best_parent = parent;
    }
}

/* How many steps of a diagonal scan to take at once, after the first `done`: those toward the goal,
 * which are free, and some more. */
static inline int32_t fr_jump_patience(const struct fr_jump_search *search,
                                       const struct fr_jump_task *task, int d, int32_t done)
{
    const int32_t x = (search->goal.x - task->x) * fr_direction_dx[d];
    const int32_t y = (search->goal.y - task->y) * fr_direction_dy[d];
    const int32_t toward = x < y ? x : y;
    const uint64_t more = (search->base - search->first) / FR_JUMP_PATIENCE_BUCKETS;
    const int32_t most = FR_JUMP_PATIENCE - FR_JUMP_LEAST_PATIENCE;
    return (toward > done ? toward : done) + FR_JUMP_LEAST_PATIENCE +
           (more < (uint64_t)most ? (int32_t)more : most);
}

/* Puts an unfinished diagonal scan on the open list. False if out of memory. */
static inline bool fr_jump_defer(struct fr_jump_search *search, const struct fr_jump_task *task,
                                 int d, int32_t done)
{
    const int32_t x = task->x + fr_direction_dx[d] * done;
    const int32_t y = task->y + fr_direction_dy[d] * done;
    const uint64_t f = task->g + FR_JUMP_DIAGONAL * (uint64_t)done + fr_jump_estimate(search, x, y);
    return f >= search->best || fr_jump_push(search, task->node, d, done, f);
}

#endif
