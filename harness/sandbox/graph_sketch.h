/* A back end's graph, for drawing: the points of each part, as its sandbox sends them. */
#ifndef FOOTRACE_HARNESS_SANDBOX_GRAPH_SKETCH_H
#define FOOTRACE_HARNESS_SANDBOX_GRAPH_SKETCH_H

#include "algorithms/pathfinder.h"

enum fr_sketch_part {
    FR_SKETCH_CORNERS, /* one point each; all other parts have two points per edge */
    FR_SKETCH_EDGES,   /* neither minor nor touched */
    FR_SKETCH_MINOR,
    FR_SKETCH_TOUCHED,
    FR_SKETCH_PARTS
};

struct fr_graph_sketch {
    struct fr_path parts[FR_SKETCH_PARTS];
};

/* Makes all parts empty; points will be allocated from allocator. */
void fr_graph_sketch_init(struct fr_graph_sketch *graph, const struct fr_allocator *allocator);

/* Replaces points by one part of a state's graph. The back end must have a sketch function. FR_OK
 * or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_graph_sketch_take(const struct fr_pathfinder *pathfinder,
                                                const struct fr_state *state,
                                                enum fr_sketch_part part, struct fr_path *points);

void fr_graph_sketch_release(struct fr_graph_sketch *graph);

#endif
