/* The independent judge: it believes nothing that a back end says about its path.
 *
 * It shares no code with the back ends. Walkability is read from the areas; legality and reach are
 * decided by code of its own, exactly, in integers. The grid models honour edge walls; in the other
 * models no segment is legal on a map that has any. A validator holds the map as it was when it was
 * created or refreshed. Used by one thread at a time. */
#ifndef FOOTRACE_HARNESS_JUDGE_VALIDATOR_H
#define FOOTRACE_HARNESS_JUDGE_VALIDATOR_H

#include <stdbool.h>
#include <stdint.h>

#include "algorithms/pathfinder.h"
#include "maps/map.h"
#include "maps/movement.h"
#include "maps/path.h"

enum fr_verdict {
    FR_VERDICT_NONE,              /* nothing to judge */
    FR_VERDICT_OK,                /* legal from start to goal, or truly unreachable */
    FR_VERDICT_SHORT,             /* claims success, but does not lead from start to goal */
    FR_VERDICT_INVALID,           /* breaks its declared movement model */
    FR_VERDICT_FALSE_UNREACHABLE, /* the goal is within the reach of its model */
    FR_VERDICT_NONDETERMINISTIC,  /* answers differ between passes; set by the harness */
    FR_VERDICTS
};

/* "ok", "short", "invalid", "false-unreachable", "nondeterministic"; NULL for FR_VERDICT_NONE. */
const char *fr_verdict_name(enum fr_verdict verdict);

struct fr_judgement {
    enum fr_verdict verdict;
    char reason[160];           /* what is wrong, and where; "" if nothing is */
    double length;              /* pixels; NAN without a path */
    int64_t straight, diagonal; /* exact grid steps; -1 unless all segments are grid moves */
    double turning;       /* radians: sum of the absolute turning angles; NAN without a path */
    int64_t turns;        /* waypoints where the direction changes; -1 without a path */
    bool any_angle;       /* there is a path and no edge wall, so any-angle rules apply */
    bool valid_any_angle; /* then: whether it is a legal any-angle path */
};

struct fr_validator;

/* FR_OK or FR_NO_MEMORY. The map is borrowed. */
FR_MUST_USE enum fr_status fr_validator_create(const struct fr_map *map,
                                               const struct fr_allocator *allocator,
                                               struct fr_validator **validator);

/* Reads the map again where it changed: pixels in a rectangle, which may reach beyond the map, or
 * their borders to each other. FR_OK; or FR_NO_MEMORY, and the validator may only be released. */
FR_MUST_USE enum fr_status fr_validator_refresh(struct fr_validator *validator,
                                                const struct fr_map *map, struct fr_rect changed);

/* Whether goal is within the reach of movement from start; both are pixel centres, or else nothing
 * is. FR_POLYGON reaches the drawing's connected regions from any point of them; regions are
 * connected where their borders meet. */
bool fr_validator_reachable(const struct fr_validator *validator, enum fr_movement movement,
                            struct fr_point start, struct fr_point goal);

/* Judges an answer. The path counts only where outcome is FR_FOUND. */
void fr_validator_judge(const struct fr_validator *validator, enum fr_movement movement,
                        struct fr_point start, struct fr_point goal, enum fr_outcome outcome,
                        const struct fr_path *path, struct fr_judgement *judgement);

/* Whether a segment lies in free space; whether a path may turn at a corner on its way between two
 * points (the pinch rule). */
bool fr_validator_segment(const struct fr_validator *validator, struct fr_point a,
                          struct fr_point b);
bool fr_validator_waypoint(const struct fr_validator *validator, struct fr_point from,
                           struct fr_point corner, struct fr_point to);

void fr_validator_release(struct fr_validator *validator); /* accepts NULL */

#endif
