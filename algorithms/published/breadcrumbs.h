/* What both searches of Covert 2016 have in common: nodes, neighbours, and which positions were
 * visited.
 *
 * Some nomenclature. A node is a position with its breadcrumbs, the positions that led there. Here
 * a node only links to the node that it came from, which is how Clojure's persistent vectors share
 * breadcrumbs. A position may have many nodes; positions are visited, not nodes.
 *
 * Some precursors. Neighbours are those of the eight around a position that the collision map marks
 * as passable, in the order of the printed deltas, whatever lies beside a diagonal step
 * (grid8-cut). Positions are written [y x] and the deltas are named as if they were [x y], which
 * makes the order go by columns. (The printed function misnames its list of deltas; what is meant
 * is clear.)
 *
 * Both searches leave it to the caller to check the ends: from a start in a wall, they walk out of
 * it; for a goal in a wall, they search all that can be reached. */
#ifndef FOOTRACE_ALGORITHMS_PUBLISHED_BREADCRUMBS_H
#define FOOTRACE_ALGORITHMS_PUBLISHED_BREADCRUMBS_H

#include <stdbool.h>
#include <stdint.h>

#include "algorithms/pathfinder.h"
#include "algorithms/steps/grid_moves.h"

#define FR_BREADCRUMBS_NONE UINT32_MAX

/* The traits of both searches. */
#define FR_BREADCRUMBS_TRAITS                                                                      \
    {                                                                                              \
        .movement = FR_GRID8_CUT, .edge_walls = true, .expected_faults = true, .expansions = true  \
    }

/* The most nodes that a click may take off its frontier: each adds up to 8 new ones, whose numbers
 * must fit in 32 bits. */
#define FR_BREADCRUMBS_CAP 100000000

struct fr_breadcrumb_node {
    uint16_t x, y;
    uint32_t from; /* the node before it, or FR_BREADCRUMBS_NONE */
};

struct fr_breadcrumbs {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    uint32_t *visited; /* per pixel: the generation in which it was visited last */
    uint32_t generation;
    struct fr_breadcrumb_node *nodes; /* all nodes of this click, in the order of their creation */
    size_t count, capacity;
};

/* FR_OK or FR_NO_MEMORY; the caller releases breadcrumbs in both cases. The map is borrowed, and
 * read at each click. */
FR_MUST_USE enum fr_status fr_breadcrumbs_init(struct fr_breadcrumbs *breadcrumbs,
                                               const struct fr_map *map,
                                               const struct fr_allocator *allocator);

/* Forgets the last click; its memory is kept. */
void fr_breadcrumbs_forget(struct fr_breadcrumbs *breadcrumbs);

/* Appends a node for a position; its number is then count - 1. False if out of memory. */
FR_MUST_USE bool fr_breadcrumbs_add(struct fr_breadcrumbs *breadcrumbs, struct fr_pixel position,
                                    uint32_t from);

void fr_breadcrumbs_visit(struct fr_breadcrumbs *breadcrumbs, struct fr_pixel position);
bool fr_breadcrumbs_visited(const struct fr_breadcrumbs *breadcrumbs, struct fr_pixel position);

/* Writes the neighbours of a position that were not visited, in their order; returns how many. */
int fr_breadcrumbs_neighbours(const struct fr_breadcrumbs *breadcrumbs, struct fr_pixel position,
                              struct fr_pixel neighbours[FR_DIRECTIONS]);

static inline struct fr_pixel fr_breadcrumbs_position(const struct fr_breadcrumbs *breadcrumbs,
                                                      uint32_t node)
{
    return (struct fr_pixel){breadcrumbs->nodes[node].x, breadcrumbs->nodes[node].y};
}

/* Appends the path from the start to a node, with both ends. FR_FOUND or FR_OUT_OF_MEMORY. */
enum fr_outcome fr_breadcrumbs_follow(const struct fr_breadcrumbs *breadcrumbs, uint32_t node,
                                      struct fr_path *path);

/* Accepts an all-zero struct. */
void fr_breadcrumbs_release(struct fr_breadcrumbs *breadcrumbs);

#endif
