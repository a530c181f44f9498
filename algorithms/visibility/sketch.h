/* Draws a taut visibility graph and what a click touched of it. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_SKETCH_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_SKETCH_H

#include "algorithms/visibility/query.h"

/* As struct fr_pathfinder says of sketch. Edges with a level are the minor ones. */
void visgraph_sketch(const struct query *query, const struct fr_sketch *sketch);

#endif
