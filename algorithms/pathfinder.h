/* The one interface between pathfinding back ends and whoever calls them: a game, or the harness.
 *
 * A back end is a const struct fr_pathfinder. prepare does all work that needs no click and yields
 * a state; find answers clicks on it; update tells it that parts of the map changed. The map is
 * borrowed and outlives the state. States are independent: two threads may use two of them. A back
 * end knows no clock, no file and no global variable; all its memory comes from the allocator that
 * prepare is handed. Outcomes are values: nothing here prints, exits or aborts.
 *
 *     const struct fr_pathfinder *flood = fr_pathfinder_find("flood");
 *     struct fr_option_values options;
 *     fr_options_default(flood->options, flood->option_count, &options);
 *     struct fr_state *state;
 *     if (flood->prepare(map, &options, &fr_default_allocator, &state) == FR_OK &&
 *         flood->find(state, start, goal, NULL, &path) == FR_FOUND)
 *         walk(path.points, path.count);
 *     flood->release(state);
 */
#ifndef FOOTRACE_ALGORITHMS_PATHFINDER_H
#define FOOTRACE_ALGORITHMS_PATHFINDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algorithms/options.h"
#include "maps/map.h"
#include "maps/movement.h"
#include "maps/path.h"
#include "maps/point.h"

/* What one find came to. */
enum fr_outcome {
    FR_FOUND,        /* the path holds all waypoints from start to goal */
    FR_UNREACHABLE,  /* there is no path, or an end is not the centre of a walkable pixel */
    FR_LIMIT,        /* gave up at a cap of its own: no answer, and never counted as found */
    FR_NONE,         /* answers nothing, by design */
    FR_OUT_OF_MEMORY /* the allocator refused */
};

enum fr_optimality {
    FR_OPTIMAL_NONE,  /* claims nothing */
    FR_OPTIMAL_STEPS, /* fewest steps of its movement model */
    FR_OPTIMAL_LENGTH /* shortest of its movement model */
};

/* What holds for a back end with certain options. */
struct fr_traits {
    enum fr_movement movement;
    enum fr_optimality optimality;
    bool edge_walls;       /* walks round edge walls; else prepare refuses a map that has any */
    bool expected_faults;  /* failures are the point: they never turn a run's exit status bad */
    bool tells_expansions; /* to a probe that asks */
};

/* Parts of find that are timed apart. A find enters those that it does, and no others. */
enum fr_phase {
    FR_PHASE_PRECHECK, /* the straight line */
    FR_PHASE_CLEAR,    /* forgetting the last click, node by node */
    FR_PHASE_ISOVIST,  /* joining start and goal to a graph */
    FR_PHASE_SEARCH,   /* the search or fill */
    FR_PHASE_TRACE,    /* reading the path off */
    FR_PHASE_SIMPLIFY, /* dropping waypoints inside straight runs */
    FR_PHASE_FORWARD,  /* beautification from the start */
    FR_PHASE_REVERSE,  /* and from the goal */
    FR_PHASE_SMOOTH,   /* making a grid path a walk of straight lines, as one stage */
    FR_PHASES
};

/* "precheck", "clear", "isovist", "search", "trace", "simplify", "forward", "reverse",
 * "smooth". */
const char *fr_phase_name(enum fr_phase phase);

/* Called at the beginning of each phase of a find, which lasts until the next one, or the end. expanded
 * is called for each node that a search expands, in that order, in half pixels; NULL, as in all passes that
 * are timed, if nobody wants to know. A node that is opened again may come again. */
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

/* The probe, if it asks for expansions: a search keeps that one. */
static inline const struct fr_probe *fr_probe_for_expansions(const struct fr_probe *probe)
{
    return probe && probe->expanded ? probe : NULL;
}

/* For what only a traced pass does: it takes no register from a search. */
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

/* Work done by the last find; -1 where a back end does not count it. */
struct fr_stats {
    int64_t expanded;     /* nodes (pixels) whose neighbours were looked at */
    int64_t generated;    /* nodes put on the open list, duplicates included */
    int64_t cleared;      /* nodes initialised or cleared before the search */
    int64_t sight_checks; /* line-of-sight tests */
};

struct fr_state; /* each back end has its own */
struct fr_bytes; /* saved.h */
struct fr_saved;

struct fr_sketch_edge {
    struct fr_point a, b;
    bool minor;   /* only leads out of, or into, a dead end: a crowded picture does without it */
    bool touched; /* the last find went along it, or it links the start or the goal to a corner */
};

/* Called for every corner and edge of a graph that is to be drawn. */
struct fr_sketch {
    void (*corner)(void *context, struct fr_point at);
    void (*edge)(void *context, const struct fr_sketch_edge *edge);
    void *context;
};

/* Matplotlib's filled markers. */
#define FR_MARKERS "o^v<>sDdpP*hH8X"

struct fr_pathfinder {
    const char *name;    /* "flood": lower case, as typed */
    const char *label;   /* "Flood fill": as printed in charts */
    const char *summary; /* one line */
    const char *source;  /* article or paper: authors, title, venue, year */
    const char *colour;  /* "#D55E00": its hue in charts and pictures */
    char marker;         /* 'o': in charts, one of FR_MARKERS */
    bool candidate;      /* something that a game could ship */
    /* Settings of a candidate that may pay on some map ("budget=80"): ends with NULL, or is NULL. */
    const char *const *settings;
    const struct fr_option *options;
    int option_count;

    void (*describe)(const struct fr_option_values *options, struct fr_traits *traits);

    /* FR_OK and a state for the caller to release; FR_NO_MEMORY; or FR_UNSUPPORTED for a map that
     * it cannot take (too large for its node numbers, or with edge walls). */
    FR_MUST_USE enum fr_status (*prepare)(const struct fr_map *map,
                                          const struct fr_option_values *options,
                                          const struct fr_allocator *allocator,
                                          struct fr_state **state);

    /* One click, between centres of pixels inside the map. The path is emptied first and holds
     * waypoints only on FR_FOUND; start == goal gives one. The same question gives the same answer.
     * Allocates only to grow its buffers to a size not needed before. probe may be NULL. */
    FR_MUST_USE enum fr_outcome (*find)(struct fr_state *state, struct fr_point start,
                                        struct fr_point goal, const struct fr_probe *probe,
                                        struct fr_path *path);

    /* The pixels of rects changed in the map, or borders between them did; from here on find gives
     * the outcome and length of a fresh prepare. Rectangles lie inside the map. FR_OK; or, with the
     * state fit only for release, FR_NO_MEMORY or FR_UNSUPPORTED. NULL: prepare again. */
    FR_MUST_USE enum fr_status (*update)(struct fr_state *state, const struct fr_rect *rects,
                                         size_t count);

    /* Appends what load needs to bytes, as the layout with that number. FR_OK; FR_NO_MEMORY; or
     * FR_UNSUPPORTED where what this state holds is as fast prepared. Both are NULL where that is
     * so of every state. Callers use fr_state_save and fr_state_load (saved.h). */
    FR_MUST_USE enum fr_status (*save)(const struct fr_state *state, struct fr_bytes *bytes);

    /* As prepare, from what save wrote, with nothing left over, for an equal map and options: the
     * caller has checked that. FR_OK, FR_NO_MEMORY, or FR_BAD_INPUT where sizes do not fit. */
    FR_MUST_USE enum fr_status (*load)(const struct fr_map *map,
                                       const struct fr_option_values *options,
                                       const struct fr_allocator *allocator, struct fr_saved *saved,
                                       struct fr_state **state);
    int saved_layout; /* rises when save writes something else */

    /* NULL: counts nothing. */
    void (*stats)(const struct fr_state *state, struct fr_stats *stats);

    /* The graph as prepared: each corner once, each edge once, either way round, with the edges by
     * which the last find reached corners marked and its links to the start and the goal added.
     * NULL where a back end has no graph. */
    void (*sketch)(const struct fr_state *state, const struct fr_sketch *sketch);

    void (*release)(struct fr_state *state); /* accepts NULL */
};

/* The work that the last find of a state did. */
static inline void fr_stats_read(const struct fr_pathfinder *pathfinder,
                                 const struct fr_state *state, struct fr_stats *stats)
{
    const struct fr_stats none = {-1, -1, -1, -1};
    if (pathfinder->stats)
        pathfinder->stats(state, stats);
    else
        *stats = none;
}

/* All back ends that ship, the floor and the oracle first; ends with NULL. */
extern const struct fr_pathfinder *const fr_pathfinders[];

/* Takes every map without edge walls, with little code: it answers where another one cannot take the
 * map. In every library, however few back ends were chosen for it; then not in the list above. */
extern const struct fr_pathfinder *const fr_pathfinder_fallback;

/* The one of that name, or NULL. */
const struct fr_pathfinder *fr_pathfinder_find(const char *name);

#endif
