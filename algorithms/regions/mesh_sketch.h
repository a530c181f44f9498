/* Draws a mesh: its corners and portals. Portals into polygons with no other portal are minor. */
#ifndef FOOTRACE_ALGORITHMS_REGIONS_MESH_SKETCH_H
#define FOOTRACE_ALGORITHMS_REGIONS_MESH_SKETCH_H

#include "algorithms/pathfinder.h"
#include "algorithms/regions/convex_mesh.h"

/* crossed: by edge, whether the last find crossed it from this side; NULL: never. */
void mesh_sketch(const struct mesh *mesh, const bool *crossed, const struct fr_sketch *sketch);

#endif
