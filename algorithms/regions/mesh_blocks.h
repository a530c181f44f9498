/* The parts of a mesh that a shortest path between two polygons may cross.
 *
 * A shortest path never returns to a convex polygon that it has left. So if a part of the mesh is
 * attached by a single polygon, a path needs it only if it ends there: dead ends, niches, rooms
 * behind a door. The parts between such polygons are the blocks (biconnected components) of the
 * graph of polygons. Blocks and the polygons where they meet form a tree, and a path crosses only
 * the blocks between its ends in the tree. Each portal is in one block.
 *
 * Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing, 1972. */
#ifndef FOOTRACE_ALGORITHMS_REGIONS_MESH_BLOCKS_H
#define FOOTRACE_ALGORITHMS_REGIONS_MESH_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "algorithms/regions/mesh.h"
#include "maps/status.h"

/* Finds the blocks of an otherwise complete mesh. FR_OK or FR_NO_MEMORY; in both cases the blocks
 * are released with the mesh. */
FR_MUST_USE enum fr_status mesh_blocks_create(struct mesh *mesh);

/* Marks the blocks as outdated after polygons changed: all portals are open until searches, which
 * count visits in blocks.searched, have visited as many polygons as there are. FR_OK; or
 * FR_NO_MEMORY, after which the mesh can only be released. */
FR_MUST_USE enum fr_status mesh_blocks_outdate(struct mesh *mesh);

/* Opens the blocks between two polygons, and closes all others. False if no path joins the
 * polygons; true, too, while the blocks remain outdated. */
bool mesh_blocks_open(struct mesh *mesh, uint32_t from, uint32_t to);

/* Opens all blocks. */
void mesh_blocks_open_all(struct mesh *mesh);

/* Accepts a mesh without blocks. */
void mesh_blocks_release(struct mesh *mesh);

#endif
