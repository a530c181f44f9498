/* The core of a map, its corridors without dead ends, as a graph of forks.
 *
 * A corridor with one neighbour is a dead end, and so is one that has one neighbour left after all
 * other dead ends are removed: no shortest path crosses a dead end unless the path begins or ends
 * there. A dead end's last neighbour is its parent; a chain of parents leads out of a tree of dead
 * ends. All other corridors are the core.
 *
 * An end of a core corridor with two or more neighbours is a fork; if the corridor is a single run,
 * both ends are one fork. Lanes lead from a fork to other forks: one through each neighbour and
 * straight on, up or down, through corridors with one continuation; and one back through its own
 * corridor. A lane's passage gives the cost of crossing it: nothing on it needs a search. */
#ifndef FOOTRACE_ALGORITHMS_GRID_CORE_GRAPH_H
#define FOOTRACE_ALGORITHMS_GRID_CORE_GRAPH_H

#include "algorithms/grid/corridors.h"

#define CORE UINT32_MAX /* as a parent: the corridor is in the core */
/* as a parent: the corridor is a root, the last one of a component in which all are dead ends */
#define CORE_ROOT (UINT32_MAX - 1)

struct lane {
    struct passage passage; /* its upper gate is at this fork, its lower one at `to` */
    uint32_t to;            /* fork */
    uint32_t back;          /* the same lane in the other direction */
    uint32_t first;         /* the corridor after this fork, possibly the fork's own */
    uint16_t row;           /* of `to` */
    uint16_t end;           /* the end by which it enters corridors */
};

struct fork {
    uint32_t corridor;
    uint32_t lanes; /* index of the first lane */
    uint16_t lane_count;
    uint16_t row;
};

struct core_corridor {
    uint32_t parent;       /* a corridor, CORE or CORE_ROOT */
    uint32_t depth;        /* number of corridors to the core, or to the root */
    uint32_t component;    /* equal for connected corridors */
    uint32_t fork[ENDS];   /* at its ends, or RUN_NONE */
    uint32_t beyond[ENDS]; /* in the core: the only core neighbour; RUN_NONE: none or many */
};

struct core_graph {
    const struct corridors *corridors;
    struct core_corridor *at; /* by corridor */
    size_t capacity;
    struct fork *forks;
    size_t fork_count, fork_capacity;
    struct lane *lanes;
    size_t lane_count, lane_capacity;
};

/* FR_OK or FR_NO_MEMORY, with nothing to release. The corridors are borrowed. */
FR_MUST_USE enum fr_status core_graph_init(struct core_graph *core,
                                           const struct corridors *corridors);

/* Rebuilds the graph after corridors were updated. FR_OK; or FR_NO_MEMORY, after which the core can
 * only be released. */
FR_MUST_USE enum fr_status core_graph_refresh(struct core_graph *core);

void core_graph_release(struct core_graph *core);

#endif
