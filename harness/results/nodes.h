/* How fast the nodes of a merged race were, by the anchor that each of its shards timed. */
#ifndef FOOTRACE_HARNESS_RESULTS_NODES_H
#define FOOTRACE_HARNESS_RESULTS_NODES_H

#include "maps/formats/base/error.h"

struct fr_node {
    int shard;    /* of the race */
    double ratio; /* its anchor over the median shard's; NAN: it timed none */
};

struct fr_nodes {
    struct fr_node *at; /* in the order of shards */
    int count;
};

/* Reads a result file again; a race that was not merged is one node. FR_OK and nodes for the caller to
 * release; or FR_BAD_INPUT or FR_NO_MEMORY with error filled. */
FR_MUST_USE enum fr_status fr_nodes_read(const char *file, struct fr_nodes *nodes,
                                         struct fr_error *error);

void fr_nodes_release(struct fr_nodes *nodes);

#endif
