/* One query on hub labels: joins what the cells of its two ends list. */
#ifndef FOOTRACE_ALGORITHMS_HUBS_HUB_QUERY_H
#define FOOTRACE_ALGORITHMS_HUBS_HUB_QUERY_H

#include "algorithms/hubs/hub_labels.h"
#include "algorithms/hubs/upward_edges.h"
#include "algorithms/hubs/via_labels.h"
#include "algorithms/pathfinder.h"
#include "algorithms/visibility/landmarks.h"

/* The tables that queries read. */
struct hub_tables {
    const struct fr_map *map; /* borrowed */
    struct hub_labels labels;
    struct landmarks landmarks;
    struct via_labels vias;
    struct upward_edges upward;
};

enum hub_sight { HUB_UNSEEN, HUB_SEEN, HUB_HIDDEN };

/* Via corners, where a path from one end may turn first: the list of the end's cell, as parallel
 * arrays for vectorised loops. */
struct hub_via_list {
    uint32_t *listed; /* corners with flags, as the cell stores them */
    int32_t *x, *y;   /* half pixels */
    float *bounds;    /* pixels: lower bounds on paths through each to the other end */
    size_t tested;    /* number of via corners that were tested as entries */
    size_t count, capacity;
};

/* A corner where a better path may enter the core: a via corner, or one that the upward search
 * reached. */
struct hub_entry {
    double length; /* pixels, from the end */
    double bound;  /* lower bound on paths through the corner to the other end */
    uint32_t side;
    enum hub_sight sight; /* of the corner, from the end; HUB_SEEN if is_upward */
    bool is_upward;
};

/* A corner that the upward search reached; valid if stamp is the query's. */
struct hub_node {
    double length;
    uint32_t parent; /* the previous corner; HUB_NONE: the end */
    uint32_t level;  /* level of the edge from parent; 0 if from the end */
    uint32_t side;   /* the side by which a path leaves the corner */
    uint32_t stamp;
    struct hub_place place;
    bool queued;
};

/* State of one end of the query. */
struct hub_end {
    struct fr_point at;
    int quarter; /* quarter of its cell: see via_labels_quarter */
    struct hub_via_list vias;
    struct hub_entry *entries;
    uint32_t *unpruned; /* entries that a better path may use */
    size_t entry_count, unpruned_count;
    size_t entry_capacity, unpruned_capacity;
    struct hub_node *nodes; /* by corner */
    uint32_t *upward;       /* corners that the upward search reached */
    uint32_t *queue;
    size_t upward_count, upward_capacity, queue_count, queue_capacity;
    struct landmark_range range; /* of unpruned entries */
};

/* Two entries and where their labels meet: their path is shorter than the best one, or seems so
 * because of rounding. */
struct hub_candidate {
    uint32_t entry[2];
    double length; /* lower bound */
    struct hub_meeting meeting;
};

/* Two entries that may be joined, and the lower bound on paths through both. */
struct hub_pair {
    double bound;
    uint32_t a, b;
};

enum hub_best { HUB_BEST_NONE, HUB_BEST_TURN, HUB_BEST_UPWARD, HUB_BEST_LABELS };

struct hub_query {
    const struct hub_tables *tables;
    const struct fr_allocator *allocator;
    struct hub_end ends[2]; /* start and goal */
    uint32_t stamp;
    double best; /* pixels: only shorter paths are searched for */
    enum hub_best kind;
    uint32_t best_corner; /* the single turn, or where the halves from both ends meet */
    const struct hub_end
        *best_seen_by; /* the end that sees best_corner; NULL: both ends reached the corner */
    uint32_t *table;   /* by hub: for hub_labels_enter; empty between queries */
    uint32_t entered;  /* the only side entered in table, or HUB_NONE */
    uint32_t *facing;  /* by side: the goal's list entry of that side; 0 between queries */
    struct hub_pair joined[3]; /* joined by their labels before the other pairs are listed */
    size_t joined_count;
    struct hub_pair *pairs;
    size_t pair_count, pair_capacity;
    struct hub_candidate *candidates;
    size_t candidate_count, candidate_capacity;
    int64_t sight_checks, expanded, generated;
    const struct fr_probe *probe; /* NULL: expansions are not reported */
};

/* FR_OK or FR_NO_MEMORY; in both cases the caller releases the query. The tables are borrowed. */
FR_MUST_USE enum fr_status hub_query_create(struct hub_query *query,
                                            const struct hub_tables *tables,
                                            const struct fr_allocator *allocator);

/* Begins a query: resets the results of the last query, and the counters. */
void hub_query_forget(struct hub_query *query);

/* Whether two points see each other. Counts the check. */
bool hub_query_sees(struct hub_query *query, struct fr_point a, struct fr_point b);

/* After hub_query_forget: finds the shortest path between the centres of two pixels that do not see
 * each other. FR_FOUND, FR_UNREACHABLE or FR_OUT_OF_MEMORY. */
FR_MUST_USE enum fr_outcome hub_query_run(struct hub_query *query, struct fr_point start,
                                          struct fr_point goal, const struct fr_probe *probe,
                                          struct fr_path *path);

void hub_query_release(struct hub_query *query);

#endif
