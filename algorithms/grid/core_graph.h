/* The core of a map: what is left of its corridors without dead ends, as a graph of forks.
 *
 * A corridor with one neighbour is a dead end, and so is one with one neighbour left when all dead
 * ends are taken off: no shortest walk leads through it, unless it begins or ends behind it. Its
 * parent is that neighbour, so that the way out of a tree of dead ends is a chain of parents. The
 * core is the rest.
 *
 * An end of a corridor of the core with two neighbours or more is a fork; both ends are one, where
 * the corridor is but one run. From a fork lanes lead to others: one to each neighbour and straight
 * on, up or down, through corridors with one way on; and one through its own corridor, the other
 * way. A lane's passage says what it costs to walk there: a search meets nothing in between. */
#ifndef FOOTRACE_ALGORITHMS_GRID_CORE_GRAPH_H
#define FOOTRACE_ALGORITHMS_GRID_CORE_GRAPH_H

#include "algorithms/grid/corridors.h"

#define CORE UINT32_MAX            /* parent: in the core */
#define CORE_ROOT (UINT32_MAX - 1) /* parent: the last one, where all are dead ends */

struct lane {
    struct passage passage; /* its upper gate is here, its lower one there */
    uint32_t to;            /* fork */
    uint32_t back;          /* the lane the other way */
    uint32_t first;         /* the corridor that it leads into; the fork's own: through that */
    uint16_t row;           /* of to */
    uint16_t end;           /* by which it comes to corridors */
};

struct fork {
    uint32_t corridor;
    uint32_t lanes; /* the number of the first */
    uint16_t lane_count;
    uint16_t row;
};

struct core_corridor {
    uint32_t parent;       /* a corridor, CORE or CORE_ROOT */
    uint32_t depth;        /* corridors to the core, or to the root */
    uint32_t component;    /* the same for two that are joined */
    uint32_t fork[ENDS];   /* at its ends, or RUN_NONE */
    uint32_t beyond[ENDS]; /* in the core: its neighbour there, or RUN_NONE for none or many */
};

struct core_graph {
    const struct corridors *corridors;
    struct core_corridor *at; /* one a corridor */
    size_t capacity;
    struct fork *forks;
    size_t fork_count, fork_capacity;
    struct lane *lanes;
    size_t lane_count, lane_capacity;
};

/* FR_OK or FR_NO_MEMORY, with nothing to release. The corridors are borrowed. */
FR_MUST_USE enum fr_status core_graph_init(struct core_graph *core,
                                           const struct corridors *corridors);

/* All again, after corridors were updated. FR_OK; or FR_NO_MEMORY, fit only for release. */
FR_MUST_USE enum fr_status core_graph_refresh(struct core_graph *core);

void core_graph_release(struct core_graph *core);

#endif
