/* A query on hub labels: joins both ends to the corners around them, and reads the shortest path
 * from their labels.
 *
 * Some shortest path passes a jump point of the start, p, and then one of the goal, q, or a scan
 * from the goal reaches p (jumps.h, hierarchy_query.h). If a block of cells lists the jump points
 * of all its cells, only those that may matter are tested. The shortest path from any p to any q
 * goes through the best hub that their labels share: the costs of the start's side are stored by
 * hub, then those of the goal's side are added. Labels are read only in sectors that are taut after
 * the step to their corner; corners that straight-line bounds rule out are not read at all.
 *
 * Costs are those of jump_search.h. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_LABEL_QUERY_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_LABEL_QUERY_H

#include "algorithms/jump_points/cell_joins.h"
#include "algorithms/pathfinder.h"

/* A jump point to which an end is joined, if a scan from there meets it. */
struct label_join {
    uint64_t g; /* cost from the end to it */
    uint64_t f; /* g plus the straight line to the other end; UINT64_MAX: no scan meets it */
    uint32_t hub;
    uint16_t direction; /* half the direction of the last step to it */
    bool is_met;        /* known to be met */
};

struct label_end {
    struct fr_pixel at;
    struct label_join *joins;
    size_t count, capacity;
};

/* Cost at which the start's side reaches a hub. Costs are stored above a floor that falls from
 * query to query by more than any path costs, so that costs of earlier queries exceed those of any
 * path. */
struct label_reached {
    uint64_t cost;
    uint32_t entry;
};

struct label_query {
    const struct jump_graph *graph;
    const struct fr_allocator *allocator;
    struct corner_labels labels;
    struct cell_joins joins;
    struct label_end ends[2];
    struct label_reached *reached; /* by hub */
    uint32_t *chain;               /* edges of the path */
    size_t chain_capacity;
    uint64_t floor;     /* of the stored costs */
    uint64_t most;      /* more than any path of the map costs */
    uint64_t best;      /* cost of the best path so far; `most`: none */
    uint32_t corner[2]; /* hubs: the first and last corner of the best path */
    /* its hub's entries in their labels; LABEL_NONE: the goal's scan reaches the first corner */
    uint32_t entry[2];
    int64_t expanded, generated;
};

/* Initialises a query without labels. */
void label_query_init(struct label_query *query, const struct jump_graph *graph,
                      const struct fr_allocator *allocator);

/* Prepares for queries, in slices, after labels were filled in: calls cell_joins_build for a table
 * that may take most_bytes. FR_OK if the work paused or is done; or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status label_query_begin(struct label_query *query, size_t most_bytes,
                                             struct casting **casting, struct fr_work *work);

/* Appends labels and joins to `bytes`. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status label_query_save(const struct label_query *query,
                                            struct fr_bytes *bytes);

/* Reads saved labels, instead of filling them in and calling label_query_begin. FR_OK, FR_NO_MEMORY
 * or FR_BAD_INPUT. */
FR_MUST_USE enum fr_status label_query_load(struct label_query *query, struct fr_saved *saved);

/* Finds a path between two pixels that one diagonal and one straight segment cannot join. FR_FOUND,
 * FR_UNREACHABLE or FR_OUT_OF_MEMORY. */
enum fr_outcome label_query_run(struct label_query *query, struct fr_pixel start,
                                struct fr_pixel goal, const struct fr_probe *probe);

/* Writes the path found. FR_FOUND or FR_OUT_OF_MEMORY. */
enum fr_outcome label_query_trace(struct label_query *query, struct fr_path *path);

/* Accepts an all-zero struct; labels may be filled in again afterwards. */
void label_query_release(struct label_query *query);

#endif
