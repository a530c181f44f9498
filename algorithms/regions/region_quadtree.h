/* The pixels of a map in a region quadtree: a uniform square is a leaf, any other has four
 * quarters.
 *
 * The root is the smallest square that contains the map and whose side is a power of two; pixels
 * outside the map are blocked. Four equal leaves are merged, so that the tree depends only on the
 * map, not on its history; node numbers depend on both. A node is 4 * block + quarter, with
 * quarters in the order top left, top right, bottom left, bottom right.
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

/* The four quarters of a square. */
struct quadtree_block {
    uint32_t quarters[4]; /* the block of a divided quarter, or the kind of a leaf */
    uint32_t parent;      /* the node of the square; in an unused block: the next unused one */
    uint16_t x, y;        /* pixels; of the square */
    uint8_t level;        /* a quarter has a side of 2^level pixels */
};

struct quadtree {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    struct quadtree_block *blocks; /* the first holds only the root, as its first quarter */
    size_t count, capacity;
    uint32_t unused; /* first of the unused blocks; 0: none */
};

/* Pixels. */
struct quadtree_square {
    int32_t x, y, side;
};

enum quadtree_side { QUADTREE_EAST, QUADTREE_SOUTH, QUADTREE_WEST, QUADTREE_NORTH };
#define QUADTREE_SIDES 4

/* A growing list; if all zero, it is empty. */
struct quadtree_list {
    uint32_t *nodes;
    size_t count, capacity;
};

/* FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED if node numbers exceed 31 bits; in all cases the caller
 * releases the tree. The map is borrowed. */
FR_MUST_USE enum fr_status quadtree_create(struct quadtree *tree, const struct fr_map *map,
                                           const struct fr_allocator *allocator);

/* Updates the tree after the map changed in a rectangle; visits only squares that it touches.
 * Returns as quadtree_create. */
FR_MUST_USE enum fr_status quadtree_update(struct quadtree *tree, struct fr_rect rect);

/* The leaf that contains a pixel of the map. */
uint32_t quadtree_locate(const struct quadtree *tree, struct fr_pixel pixel);

/* Appends the free leaves next to a side of a leaf, from left to right or top to bottom. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status quadtree_neighbours(const struct quadtree *tree, uint32_t leaf,
                                               enum quadtree_side side, struct quadtree_list *list);

struct quadtree_square quadtree_square_of(const struct quadtree *tree, uint32_t node);

void quadtree_release(struct quadtree *tree);

#endif
