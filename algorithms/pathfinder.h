/* The interface between pathfinding back ends and the front through which callers use them
 * (front.h). This header is for authors of back ends; a game, or the harness, calls the front.
 *
 * A back end is a const struct fr_pathfinder. prepare does all work that needs no click, on a state
 * that the front made; find answers clicks on that state; update repairs it after parts of the map
 * changed. The map is borrowed and outlives the state. States are independent: two threads may use
 * two of them. A back end uses no clock, no file and no global variable; it takes all memory from
 * the allocator of its state. Outcomes are values: nothing here prints, exits or aborts.
 *
 * Each back end has its own struct fr_state, which begins with the part that the front keeps:
 *
 *     struct fr_state {
 *         struct fr_head head; // map, allocator, options, counters
 *         ...
 *     }; */
#ifndef FOOTRACE_ALGORITHMS_PATHFINDER_H
#define FOOTRACE_ALGORITHMS_PATHFINDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algorithms/options.h"
#include "maps/analysis/components.h"
#include "maps/map.h"
#include "maps/movement.h"
#include "maps/path.h"
#include "maps/point.h"
#include "maps/work.h"

/* The outcome of one find. */
enum fr_outcome {
    FR_FOUND,        /* the path holds all waypoints from start to goal */
    FR_UNREACHABLE,  /* no path exists, or an end is not the centre of a walkable pixel */
    FR_LIMIT,        /* stopped at its own limit: no answer, and never counted as found */
    FR_NONE,         /* answers nothing, by design */
    FR_OUT_OF_MEMORY /* the allocator refused */
};

enum fr_optimality {
    FR_OPTIMAL_NONE,  /* claims nothing */
    FR_OPTIMAL_STEPS, /* fewest steps of its movement model */
    FR_OPTIMAL_LENGTH /* shortest path of its movement model */
};

/* The traits of a back end with given options. */
struct fr_traits {
    enum fr_movement movement;
    enum fr_optimality optimality;
    bool edge_walls;      /* handles edge walls; else prepare refuses a map that has any */
    bool expected_faults; /* failures are intended: they never affect a run's exit status */
    bool expansions;      /* reports expansions to a probe that asks for them */
};

/* The traits of a back end that finds shortest grid8 paths and handles edge walls. */
#define FR_EXACT_GRID8                                                                             \
    {                                                                                              \
        .movement = FR_GRID8, .optimality = FR_OPTIMAL_LENGTH, .edge_walls = true,                 \
        .expansions = true                                                                         \
    }

/* Phases of find that are timed separately. A find enters only the phases that its back end has. */
enum fr_phase {
    FR_PHASE_PRECHECK, /* the straight-line check */
    FR_PHASE_CLEAR,    /* resetting nodes after the last click */
    FR_PHASE_ISOVIST,  /* linking start and goal to a graph */
    FR_PHASE_SEARCH,   /* the search or flood fill */
    FR_PHASE_TRACE,    /* reading the path back */
    FR_PHASE_SIMPLIFY, /* dropping waypoints inside straight runs */
    FR_PHASE_FORWARD,  /* beautification from the start */
    FR_PHASE_REVERSE,  /* beautification from the goal */
    FR_PHASE_SMOOTH,   /* turning a grid path into straight segments, as one stage */
    FR_PHASES
};

/* enter is called at the start of each phase of a find; a phase lasts until the next one, or the
 * end. expanded is called for each expanded node, in order, in half pixels, and again if a node is
 * expanded again; it is NULL in all timed passes. */
struct fr_probe {
    void (*enter)(void *context, enum fr_phase phase);
    void *context;
    void (*expanded)(void *context, int32_t x, int32_t y);
};

static inline void fr_probe_enter(const struct fr_probe *probe, enum fr_phase phase)
{
    if (probe)
        probe->enter(probe->context, phase);
}

/* The probe for a search to store, or NULL if it does not ask for expansions. */
static inline const struct fr_probe *fr_probe_for_expansions(const struct fr_probe *probe)
{
    return probe && probe->expanded ? probe : NULL;
}

/* For functions that run only in traced passes, so that the search keeps its registers. */
#if defined(__GNUC__)
#define FR_TRACED __attribute__((cold, noinline))
#else
#define FR_TRACED
#endif

static inline void fr_probe_expanded(const struct fr_probe *probe, struct fr_point at)
{
    if (probe)
        probe->expanded(probe->context, at.x, at.y);
}

/* Work done by the last find; -1 if the back end does not count it. */
struct fr_stats {
    int64_t expanded;     /* nodes (pixels) whose neighbours were examined */
    int64_t generated;    /* nodes put on the open list, duplicates included */
    int64_t cleared;      /* nodes initialised or cleared before the search */
    int64_t sight_checks; /* line-of-sight tests */
};

/* Which counters a back end keeps; the others are read as -1. */
enum fr_counting {
    FR_COUNTS_NOTHING,
    FR_COUNTS_NODES, /* all but sight checks; these, too, if paths are smoothed */
    FR_COUNTS_ALL
};

struct fr_smoother; /* steps/smooth.h */

/* Component labels that show which pixels are connected: a click without an answer then needs no
 * search that floods the map. */
struct fr_reach {
    struct fr_components *labels; /* NULL: not used, all pixels count as connected */
    bool stale; /* labels are older than the map; a back end may wait to rebuild them */
};

/* The beginning of every state: the front sets it, clears the counters before each click, and
 * releases what it holds. */
struct fr_head {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    struct fr_option_values options;
    struct fr_stats stats;
    struct fr_reach reach;        /* for back ends that label components */
    struct fr_smoother *smoother; /* NULL: paths stay as they are found */
};

struct fr_state; /* each back end has its own; a struct fr_head comes first */
struct fr_bytes; /* saved.h */
struct fr_saved;

/* The filled markers of Matplotlib. */
#define FR_MARKERS "o^v<>sDdpP*hH8X"

/* A stage after find that straightens found paths. The option "smooth" (FR_SMOOTH_OPTION in
 * steps/smooth.h), a back end's last one, chooses the stage. Value 0 leaves paths unchanged. */
struct fr_smoothing {
    FR_MUST_USE enum fr_status (*create)(struct fr_head *head);
    /* Smooths a path that turns. FR_FOUND or FR_OUT_OF_MEMORY. */
    FR_MUST_USE enum fr_outcome (*smooth)(struct fr_head *head, const struct fr_probe *probe,
                                          struct fr_path *path);
    void (*release)(struct fr_head *head);
};

struct fr_pathfinder {
    const char *name;    /* "flood": lower case, as typed */
    const char *label;   /* "Flood fill": as printed in charts */
    const char *summary; /* one line */
    const char *source;  /* article or paper: authors, title, venue, year */
    const char *colour;  /* "#D55E00": its colour in charts and pictures; NULL in a plugin: any */
    char marker;         /* 'o': its marker in charts, one of FR_MARKERS; 0 in a plugin: any */
    bool candidate;      /* a game could ship it */
    /* find gets every click, even with ends that are blocked, equal or not at centres: for
     * published code, to show how it treats them, and for drawn maps. */
    bool takes_any_ends;
    enum fr_counting counts;
    /* Settings of a candidate to try if its defaults refuse a map ("budget=80"); ends with NULL,
     * or is NULL. */
    const char *const *settings;
    const struct fr_option *options;
    int option_count;
    const struct fr_smoothing *smoothing; /* NULL if no option is "smooth" */

    struct fr_traits traits; /* for all option values, if describe is NULL */
    void (*describe)(const struct fr_option_values *options, struct fr_traits *traits);

    size_t state_bytes; /* sizeof(struct fr_state) */

    /* Completes a state that is zero except for its head. The map has no edge walls unless the
     * traits say that they are handled. FR_OK; FR_NO_MEMORY; or FR_UNSUPPORTED for a map that the
     * back end cannot take (too large for its node numbers). The front releases the state unless
     * FR_OK. NULL if prepare_some is set. */
    FR_MUST_USE enum fr_status (*prepare)(struct fr_state *state);

    /* Replaces an expensive prepare: each call does a slice of the work, and the next call, with the
     * same state, continues it. The map does not change between calls. Equal amounts of work give
     * equal slices; the last slice leaves the same state as a single call. Statuses as in prepare. */
    FR_MUST_USE enum fr_status (*prepare_some)(struct fr_state *state, struct fr_work *work);

    /* Answers one click between centres of two different walkable pixels. The path is empty at
     * first; what it holds counts only on FR_FOUND. Equal clicks get equal answers. Allocates only
     * when a buffer must grow. `probe` may be NULL. */
    FR_MUST_USE enum fr_outcome (*find)(struct fr_state *state, struct fr_point start,
                                        struct fr_point goal, const struct fr_probe *probe,
                                        struct fr_path *path);

    /* Finds paths to a goal from everywhere, for many figures that walk to it: FR_FOUND,
     * FR_UNREACHABLE if the goal is not the centre of a walkable pixel, or FR_OUT_OF_MEMORY. Until
     * the next fill or update, `follow` reads an optimal path to that goal, like find but in a time
     * that depends on the path's waypoints alone. find may be called meanwhile. Most back ends
     * leave fill and follow NULL. */
    FR_MUST_USE enum fr_outcome (*fill)(struct fr_state *state, struct fr_point goal);
    FR_MUST_USE enum fr_outcome (*follow)(const struct fr_state *state, struct fr_point from,
                                          struct fr_path *path);

    /* Repairs the state after the pixels in rects, or edge walls between them, changed. After an
     * update, find gives the outcome and length of a fresh prepare. Rectangles lie inside the map.
     * FR_OK; or FR_NO_MEMORY or FR_UNSUPPORTED, after which the state can only be released. NULL if
     * a changed map is prepared again. */
    FR_MUST_USE enum fr_status (*update)(struct fr_state *state, const struct fr_rect *rects,
                                         size_t count);

    /* Appends to `bytes` what load needs, in the layout saved_layout. FR_OK; FR_NO_MEMORY; or
     * FR_UNSUPPORTED if preparing this state again is as fast as loading it. save and load are NULL
     * if this is true of every state. Callers use fr_state_save and fr_state_load (saved.h). */
    FR_MUST_USE enum fr_status (*save)(const struct fr_state *state, struct fr_bytes *bytes);

    /* Like prepare, but from exactly the bytes that save wrote. The caller has checked that map and
     * options are those saved. FR_OK, FR_NO_MEMORY, or FR_BAD_INPUT if the bytes are not sound
     * (saved.h). */
    FR_MUST_USE enum fr_status (*load)(struct fr_state *state, struct fr_saved *saved);
    int saved_layout; /* increases when save writes something else */

    /* Frees what a state holds, except itself and its head; a state may be half prepared. NULL if
     * there is nothing to free. */
    void (*release)(struct fr_state *state);
};

/* All back ends in this build, starting with null and the oracle; ends with NULL. */
extern const struct fr_pathfinder *const fr_pathfinders[];

/* A back end with little code that takes every map without edge walls, for when another one cannot
 * take the map. Every library contains the fallback; fr_pathfinders lists it only if chosen. */
extern const struct fr_pathfinder *const fr_pathfinder_fallback;

/* The back end with that name, or NULL. */
const struct fr_pathfinder *fr_pathfinder_find(const char *name);

#endif
