/* Which parts of a mesh a shortest path between two polygons can lead through.
 *
 * A path that leaves a convex polygon and comes back to it is not a shortest one. So where the
 * mesh hangs together by one polygon only, what lies beyond is of no use unless an end lies there:
 * dead ends, niches, rooms behind a door, halls around a pillar at the end of a passage. The parts
 * between such polygons are the blocks (biconnected components) of the graph of polygons; they and
 * the polygons that they meet in make a tree, and a path need only cross the blocks between its
 * ends in the tree. Each portal belongs to one block.
 *
 * Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing, 1972. */
#ifndef FOOTRACE_ALGORITHMS_REGIONS_MESH_BLOCKS_H
#define FOOTRACE_ALGORITHMS_REGIONS_MESH_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "algorithms/regions/mesh.h"
#include "maps/status.h"

/* Finds the blocks of a mesh that is complete but for them. FR_OK or FR_NO_MEMORY; either way they
 * are released with the mesh. */
FR_MUST_USE enum fr_status mesh_blocks_create(struct mesh *mesh);

/* Opens the blocks between two polygons, and closes all others. False where no path joins them. */
bool mesh_blocks_open(struct mesh *mesh, uint32_t from, uint32_t to);

/* Accepts a mesh without them. */
void mesh_blocks_release(struct mesh *mesh);

#endif
