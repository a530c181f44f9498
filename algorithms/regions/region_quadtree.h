/* The map's pixels in a region quadtree: a square of one kind is a leaf, any other has four quarters.
 *
 * The root is the least square with a power of two as its side that holds the map; what lies outside
 * the map is blocked. Four quarters that are leaves of one kind are merged, so that the tree is a
 * function of the map, however it came about. Nodes are numbered 4 * block + quarter, with the
 * quarters left above, right above, left below, right below; the numbers are not.
 *
 * Samet, "The quadtree and related hierarchical data structures", ACM Computing Surveys, 1984; and,
 * on neighbours, "Neighbor finding techniques for images represented by quadtrees", CGIP, 1982. */
#ifndef FOOTRACE_ALGORITHMS_REGIONS_REGION_QUADTREE_H
#define FOOTRACE_ALGORITHMS_REGIONS_REGION_QUADTREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/map.h"

#define QUADTREE_FREE UINT32_MAX
#define QUADTREE_BLOCKED (UINT32_MAX - 1)
#define QUADTREE_ROOT 0

/* Four quarters of a square. */
struct quadtree_block {
    uint32_t quarters[4]; /* the block of its quarters, or what kind of leaf it is */
    uint32_t parent;      /* the node whose quarters they are; of an unused block the next one */
    uint16_t x, y;        /* pixels; of the whole square */
    uint8_t level;        /* a quarter's side is 2^level pixels */
};

struct quadtree {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    struct quadtree_block *blocks; /* the first holds nothing but the root, as its first quarter */
    size_t count, capacity;
    uint32_t unused; /* a list of blocks; 0: none */
};

/* Pixels. */
struct quadtree_square {
    int32_t x, y, side;
};

enum quadtree_side { QUADTREE_EAST, QUADTREE_SOUTH, QUADTREE_WEST, QUADTREE_NORTH };
#define QUADTREE_SIDES 4

/* A list that grows; zero bytes are an empty one. */
struct quadtree_list {
    uint32_t *nodes;
    size_t count, capacity;
};

/* FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED where nodes have no numbers of 31 bits. Either way the
 * caller releases it. The map is borrowed. */
FR_MUST_USE enum fr_status quadtree_create(struct quadtree *tree, const struct fr_map *map,
                                           const struct fr_allocator *allocator);

/* The same for a tree whose map changed in a rectangle: looks at the squares that it touches. */
FR_MUST_USE enum fr_status quadtree_update(struct quadtree *tree, struct fr_rect rect);

/* The leaf that holds a pixel of the map. */
uint32_t quadtree_locate(const struct quadtree *tree, struct fr_pixel pixel);

/* Appends the free leaves beside a side of a leaf, from left to right or from top to bottom. FR_OK
 * or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status quadtree_neighbours(const struct quadtree *tree, uint32_t leaf,
                                               enum quadtree_side side, struct quadtree_list *list);

struct quadtree_square quadtree_square_of(const struct quadtree *tree, uint32_t node);

void quadtree_release(struct quadtree *tree);

#endif
