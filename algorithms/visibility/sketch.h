/* Draws a taut visibility graph and what the last query used of it. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_SKETCH_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_SKETCH_H

#include "algorithms/visibility/query.h"

/* As in struct fr_pathfinder; queried says whether the last click was a query. Edges with a level
 * are the minor ones. */
void visgraph_sketch(const struct query *query, bool queried, const struct fr_sketch *sketch);

#endif
