/* The margin of a map: the walkable pixels within two pixels of a wall or of the map's edge, along
 * either axis. A path hugs walls where it runs in the margin without need.
 *
 * The roomy path proves that a path need not hug walls. The roomy path is a shortest grid8 path
 * between the ends, if steps in the margin count twice, pulled taut over the pixels outside the
 * margin and those inside that it uses. The roomy path leaves the margin wherever that costs less
 * length than it saves in the margin, and passes doors and the surroundings of ends that lie in the
 * margin. The roomy path exists and its length is exact, so it is a valid proof; a shorter one may
 * exist, which favours the judged path. The roomy path is legal on maps without edge walls. */
#ifndef FOOTRACE_HARNESS_JUDGE_MARGIN_H
#define FOOTRACE_HARNESS_JUDGE_MARGIN_H

#include "maps/map.h"
#include "maps/path.h"

#define FR_MARGIN_PX 2

struct fr_margin;

/* A path that keeps away from walls. */
struct fr_roomy {
    double length, margin; /* pixels: of the path, and of its part in the margin; NAN: none */
};

/* FR_OK or FR_NO_MEMORY. The map is borrowed, and must not change. */
FR_MUST_USE enum fr_status fr_margin_create(const struct fr_map *map,
                                            const struct fr_allocator *allocator,
                                            struct fr_margin **margin);

/* The length in pixels of a path's part in the margin, sampled in the middle of every half pixel of
 * each segment's longer axis. A point on the border of several pixels is in the margin if all of
 * these are. */
double fr_margin_along(const struct fr_margin *margin, const struct fr_path *path);

/* The roomy path between two walkable pixels; if they are not connected, `roomy` has NAN. `taut`
 * receives its waypoints. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_margin_avoid(struct fr_margin *margin, struct fr_pixel start,
                                           struct fr_pixel goal, struct fr_path *taut,
                                           struct fr_roomy *roomy);

void fr_margin_release(struct fr_margin *margin); /* accepts NULL */

#endif
