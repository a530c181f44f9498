/* Updates the levels (graph.h) that a change affects.
 *
 * Each end of an edge gives 1 more than the highest level of the edges that can follow there. The
 * level is the lower of the two; that end is a dead end once the last of these edges is removed. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_UPDATE_LEVELS_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_UPDATE_LEVELS_H

#include "algorithms/visibility/graph_edit.h"

/* Turns levels that were right before the change, with none for new edges, into those that
 * graph_build finds. Edits the corners where anything changes. FR_OK, FR_NO_MEMORY, or
 * FR_UNSUPPORTED for a graph that is torn. */
FR_MUST_USE enum fr_status update_levels(struct graph_edit *edit);

#endif
