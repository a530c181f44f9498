/* The independent judge: it trusts nothing that a back end reports about its path.
 *
 * The judge shares no code with the back ends. The validator reads walkability from the areas, and
 * decides legality and reachability with its own code, exactly, in integers. The grid models
 * respect edge walls; in other models, no segment is legal on a map with edge walls. A validator
 * describes the map as it was at creation or at the last refresh. Only one thread at a time may use
 * a validator. */
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
    FR_VERDICT_INVALID,           /* violates its declared movement model */
    FR_VERDICT_FALSE_UNREACHABLE, /* reports unreachable, but its movement model reaches the goal */
    FR_VERDICT_NONDETERMINISTIC,  /* answers differ between passes; set by the harness */
    FR_VERDICT_TOLERATED,         /* enters walls, no deeper than it was allowed to */
    FR_VERDICT_CLOCK,             /* a guest's own time is not believed; set by the harness */
    FR_VERDICTS
};

/* "ok", "short", "invalid", "false-unreachable", "nondeterministic", "tolerated", "clock"; NULL for
 * FR_VERDICT_NONE. */
const char *fr_verdict_name(enum fr_verdict verdict);

/* Whether an answer counts: it is right, or tolerated. */
static inline bool fr_verdict_passes(enum fr_verdict verdict)
{
    return verdict == FR_VERDICT_OK || verdict == FR_VERDICT_TOLERATED;
}

struct fr_judgement {
    enum fr_verdict verdict;
    char reason[160];           /* what is wrong, and where; "" if nothing is */
    double length;              /* pixels; NAN: no path */
    int64_t straight, diagonal; /* exact grid steps; -1 unless all segments are grid moves */
    double turning;             /* radians: sum of the absolute turning angles; NAN: no path */
    int64_t turns;              /* waypoints where the direction changes; -1: no path */
    bool any_angle;       /* there is a path, and the map has no edge walls, so any-angle rules
                           * apply */
    bool valid_any_angle; /* with any_angle: whether the path is a legal any-angle path */
    /* In pixels, if the path violates its movement model (crossing.h); NAN for other paths, with
     * edge walls, and for polygons */
    double wall_depth, wall_length;
};

struct fr_validator;

/* FR_OK or FR_NO_MEMORY. The map is borrowed. */
FR_MUST_USE enum fr_status fr_validator_create(const struct fr_map *map,
                                               const struct fr_allocator *allocator,
                                               struct fr_validator **validator);

/* Reads a changed part of the map again: the pixels of a rectangle, which may extend beyond the
 * map, and the borders between them. FR_OK; or FR_NO_MEMORY, after which the validator may only be
 * released. */
FR_MUST_USE enum fr_status fr_validator_refresh(struct fr_validator *validator,
                                                const struct fr_map *map, struct fr_rect changed);

/* Whether movement reaches goal from start; false unless both are pixel centres. FR_POLYGON reaches
 * a connected group of the drawing's regions from any point in the group; regions are connected
 * where their borders meet. */
bool fr_validator_reachable(const struct fr_validator *validator, enum fr_movement movement,
                            struct fr_point start, struct fr_point goal);

/* From now on, tolerates paths at most depth_px pixels deep in walls; 0, the default: none. */
void fr_validator_tolerate(struct fr_validator *validator, double depth_px);

/* Judges an answer. The path is ignored unless outcome is FR_FOUND. */
void fr_validator_judge(const struct fr_validator *validator, enum fr_movement movement,
                        struct fr_point start, struct fr_point goal, enum fr_outcome outcome,
                        const struct fr_path *path, struct fr_judgement *judgement);

/* Whether a segment lies in free space; and whether a path between two points may turn at a corner
 * (the pinch rule). */
bool fr_validator_segment(const struct fr_validator *validator, struct fr_point a,
                          struct fr_point b);
bool fr_validator_waypoint(const struct fr_validator *validator, struct fr_point from,
                           struct fr_point corner, struct fr_point to);

void fr_validator_release(struct fr_validator *validator); /* accepts NULL */

#endif
