/* Path smoothing after Don 2022: fewer waypoints and fewer turns, without another search.
 *
 * All functions here work in place on waypoints at pixel centres, keep the first and last one, and
 * allocate nothing. Beautification uses a sight to test whether a segment is allowed; if all
 * segments of the path were allowed before, all are afterwards. */
#ifndef FOOTRACE_ALGORITHMS_STEPS_BEAUTIFY_H
#define FOOTRACE_ALGORITHMS_STEPS_BEAUTIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "algorithms/front.h"
#include "maps/geometry/open_tiles.h"

struct fr_sight {
    const struct fr_map *map;
    bool (*clear)(const struct fr_map *map, struct fr_point a, struct fr_point b);
    int64_t checks;                    /* number of checks so far */
    const struct fr_open_tiles *tiles; /* for exact lines, instead of `clear`; or NULL */
};

/* Whether a segment between two centres of walkable pixels is allowed. */
static inline bool fr_sight_sees(struct fr_sight *sight, struct fr_point a, struct fr_point b)
{
    sight->checks++;
    return sight->tiles ? fr_open_tiles_sight(sight->tiles, a, b) : sight->clear(sight->map, a, b);
}

/* If enabled, answers without a search: FR_FOUND with a straight path if the ends see each other;
 * else FR_NONE; or FR_OUT_OF_MEMORY. The test counts as a phase. */
enum fr_outcome fr_precheck(struct fr_sight *sight, bool enabled, struct fr_point start,
                            struct fr_point goal, const struct fr_probe *probe,
                            struct fr_path *path);

/* Drops the waypoints at which a path of unit steps does not turn. */
void fr_simplify(struct fr_path *path);

/* From the first waypoint on: drops each waypoint that a straight segment can bypass, and moves
 * each other waypoint along the segment after it, in at most ten steps of at least five pixels, to
 * the farthest point that keeps both segments allowed. */
void fr_beautify(struct fr_path *path, struct fr_sight *sight);

/* Beautifies from the last waypoint backward. */
void fr_beautify_reverse(struct fr_path *path, struct fr_sight *sight);

/* Beautifies in either direction or both, as phases. */
void fr_beautify_ways(struct fr_path *path, struct fr_sight *sight, bool forward, bool reverse,
                      const struct fr_probe *probe);

#endif
