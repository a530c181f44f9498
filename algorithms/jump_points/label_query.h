/* A click on hub labels: joins its ends to the corners round them, and reads the shortest path off
 * their labels.
 *
 * Some shortest path passes one of the jump points round the start, p, and from there one of the
 * goal's, q, or else a walk of the goal's leads straight to p (jumps.h, hierarchy_query.h). Where a
 * block of cells lists the jump points of them all, only those are asked for that may matter. The
 * shortest way from any p to any q is that over the best hub which their labels share: the costs of
 * the start's side are laid out by hub, then those of the goal's are added. Labels are read in
 * those sectors only that are taut after the step that led to their corner; corners that straight
 * lines rule out are not read at all.
 *
 * Costs are those of jump_search.h. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_LABEL_QUERY_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_LABEL_QUERY_H

#include "algorithms/jump_points/cell_joins.h"
#include "algorithms/pathfinder.h"

/* A jump point that an end is joined to, if a walk from there meets it. */
struct label_join {
    uint64_t g; /* cost of the walk there */
    uint64_t f; /* and straight on to the other end; UINT64_MAX: no walk meets it */
    uint32_t hub;
    uint16_t direction; /* half of that of the last step there */
    bool is_met;        /* as far as is known */
};

struct label_end {
    struct fr_pixel at;
    struct label_join *joins;
    size_t count, capacity;
};

/* Where the start's side reached a hub. Costs are kept above a floor that falls by more than any
 * cost from click to click, so that whatever an earlier click left costs more than any path. */
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
    uint32_t *chain;               /* ways of the path */
    size_t chain_capacity;
    uint64_t floor;     /* of costs of hubs */
    uint64_t most;      /* more than any path of the map costs */
    uint64_t best;      /* cost of the best path so far; `most`: none */
    uint32_t corner[2]; /* its first one, and its last; where they are hubs, by number */
    uint32_t entry[2];  /* of the hub in their labels, or LABEL_NONE: a walk of the goal's leads to
                         * the first one */
    bool found;         /* a path was written: */
    size_t chain_count; /* so many ways */
    int64_t expanded, generated;
};

/* A query on nothing yet. */
void label_query_init(struct label_query *query, const struct jump_graph *graph,
                      const struct fr_allocator *allocator);

/* What follows the labels, which are filled in; a table of joins (cell_joins.h) may take so many
 * bytes. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status label_query_begin(struct label_query *query, size_t most_bytes);

/* Appends labels and joins. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status label_query_save(const struct label_query *query,
                                            struct fr_bytes *bytes);

/* Instead of filled in labels and begin. FR_OK, FR_NO_MEMORY or FR_BAD_INPUT. */
FR_MUST_USE enum fr_status label_query_load(struct label_query *query, struct fr_saved *saved);

/* From a pixel to another that no diagonal and straight run joins (graph_click.h). FR_FOUND,
 * FR_UNREACHABLE or FR_OUT_OF_MEMORY. */
enum fr_outcome label_query_run(struct label_query *query, struct fr_pixel start,
                                struct fr_pixel goal, const struct fr_probe *probe);

/* Writes the found path. FR_FOUND or FR_OUT_OF_MEMORY. */
enum fr_outcome label_query_trace(struct label_query *query, struct fr_path *path);

/* Forgets the last click, for one that needs no labels. */
void label_query_forget(struct label_query *query);

/* Draws corners, and ways between them. */
void label_query_draw(const struct label_query *query, const struct fr_sketch *sketch);

/* Accepts what was never initialised, if it is all zero; after it labels may be filled in again. */
void label_query_release(struct label_query *query);

#endif
