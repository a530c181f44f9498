/* The corners that a point sees and that a shortest path from it may go to next.
 *
 * Sight is that of fr_line_of_sight: a line may touch walls, run along them and pass corners, but
 * not pinches. A corner is listed if it is in sight and taut there (fr_corner_taut); from a corner,
 * the direction must be taut at both ends. If several corners are on one line, all are listed,
 * including those seen past or between others. Each corner is listed once, in no particular order.
 *
 * Threads may share a read-only fr_visibility; each needs its own workspace. */
#ifndef FOOTRACE_MAPS_GEOMETRY_VISIBILITY_H
#define FOOTRACE_MAPS_GEOMETRY_VISIBILITY_H

#include <stddef.h>
#include <stdint.h>

#include "maps/geometry/corner_list.h"
#include "maps/geometry/corners.h"
#include "maps/geometry/live_triangulation.h"
#include "maps/geometry/triangulation.h"

struct fr_visibility;

/* Directions less than 180 degrees apart, with left on the positive side of right. */
struct fr_cone {
    struct fr_point right, left;
};

/* Memory that a search reuses between calls, so that it soon allocates nothing; {.allocator = ...}
 * is an empty one. */
struct fr_visibility_workspace {
    struct fr_view *views;
    size_t capacity;
    const struct fr_allocator *allocator;
};

/* Creates the structure for the corners and the triangulation of one map; both must outlive it.
 * FR_OK, FR_NO_MEMORY, or FR_BAD_INPUT if a corner is not a vertex. */
FR_MUST_USE enum fr_status fr_visibility_create(const struct fr_triangulation *triangulation,
                                                const struct fr_corners *corners,
                                                const struct fr_allocator *allocator,
                                                struct fr_visibility **visibility);

/* Appends the corners that a point of free space sees; none if it is on an obstacle. The point must
 * not be a vertex of the triangulation; no pixel centre is one. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_visibility_from_point(const struct fr_visibility *visibility,
                                                    struct fr_point point,
                                                    struct fr_visibility_workspace *workspace,
                                                    struct fr_corner_list *visible);

/* Appends the corners that a corner sees, itself excluded. Only the two quadrants with taut
 * directions are searched. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_visibility_from_corner(const struct fr_visibility *visibility,
                                                     uint32_t corner,
                                                     struct fr_visibility_workspace *workspace,
                                                     struct fr_corner_list *visible);

/* Appends the corners that a corner sees in directions strictly inside a cone, and possibly others
 * that it sees; none twice. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_visibility_within(const struct fr_visibility *visibility,
                                                uint32_t corner, const struct fr_cone *cone,
                                                struct fr_visibility_workspace *workspace,
                                                struct fr_corner_list *visible);

/* Updates the structure after its triangulation was updated for a change of the map: `corners`
 * lists the corners in the changed regions, in the order of touched->vertices. FR_OK; or
 * FR_NO_MEMORY or FR_BAD_INPUT, after which the structure can only be released. */
FR_MUST_USE enum fr_status fr_visibility_follow(struct fr_visibility *visibility,
                                                const struct fr_touched *touched,
                                                const struct fr_corner_list *corners);

/* Appends all corners that may see a changed region, in a direction that is taut there, some of
 * them twice, and possibly others. `touched` comes from the update. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_visibility_toward(const struct fr_visibility *visibility,
                                                struct fr_region region,
                                                const struct fr_touched *touched,
                                                struct fr_corner_list *corners);

/* Frees what the workspace holds and leaves it empty. */
void fr_visibility_workspace_clear(struct fr_visibility_workspace *workspace);

/* Accepts NULL. */
void fr_visibility_release(struct fr_visibility *visibility);

#endif
