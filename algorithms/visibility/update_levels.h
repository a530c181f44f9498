/* Finding levels again after a change (graph.h), as far as it is felt.
 *
 * The level of an edge is 1 more than the highest of the edges that lead on from it, at the end
 * where that is less: in the round after the last of those is removed, it is dead there. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_UPDATE_LEVELS_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_UPDATE_LEVELS_H

#include "algorithms/visibility/graph_edit.h"

/* From levels that were right before the change, with none for new edges, to those that graph_build
 * finds. Edits the corners at which anything changes. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status update_levels(struct graph_edit *edit);

#endif
