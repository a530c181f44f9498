/* The graph of a back end as a picture needs it: points by part, as they come out of its sandbox.
 */
#ifndef FOOTRACE_HARNESS_RACERS_GRAPH_SKETCH_H
#define FOOTRACE_HARNESS_RACERS_GRAPH_SKETCH_H

#include "algorithms/pathfinder.h"

enum fr_sketch_part {
    FR_SKETCH_CORNERS, /* a point each; of the other parts, two points an edge */
    FR_SKETCH_EDGES,   /* neither minor nor touched */
    FR_SKETCH_MINOR,
    FR_SKETCH_TOUCHED,
    FR_SKETCH_PARTS
};

struct fr_graph_sketch {
    struct fr_path parts[FR_SKETCH_PARTS];
};

/* Empty parts; their points will come from the allocator. */
void fr_graph_sketch_init(struct fr_graph_sketch *graph, const struct fr_allocator *allocator);

/* One part of what a state draws, in place of what points held. The back end has a sketch. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_graph_sketch_take(const struct fr_pathfinder *pathfinder,
                                                const struct fr_state *state,
                                                enum fr_sketch_part part, struct fr_path *points);

void fr_graph_sketch_release(struct fr_graph_sketch *graph);

#endif
