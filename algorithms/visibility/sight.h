/* Which corners of a map see each other, by triangular expansion. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_SIGHT_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_SIGHT_H

#include "maps/geometry/corners.h"
#include "maps/geometry/region.h"
#include "maps/geometry/visibility.h"
#include "maps/map.h"

struct sight {
    const struct fr_map *map;
    struct fr_corners *corners;
    struct fr_corner_list spare;       /* places of removed corners */
    struct fr_triangulation_plan plan; /* during construction */
    struct fr_triangulation *triangulation;
    struct fr_visibility *visibility;
    struct fr_visibility_workspace workspace;
    /* true after an update: corner numbers may then differ from those of a new sight */
    bool was_updated;
};

/* The corners that were added, removed and kept in changed regions; a change with only the
 * allocators of its lists and of `touched` set is empty. */
struct sight_change {
    struct fr_corner_list added, removed; /* a corner whose block changed sides is in both lists */
    struct fr_corner_list present;        /* now, by region, then row, then column */
    struct fr_touched touched;
};

/* Begins to create `sight`. FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED for too many corners; in all
 * cases the caller releases the sight. */
FR_MUST_USE enum fr_status sight_begin(struct sight *sight, const struct fr_map *map,
                                       const struct fr_allocator *allocator);

/* Does the rest of the creation in slices; until then, the struct must not move. FR_OK if it paused
 * or is done; or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status sight_build(struct sight *sight, struct fr_work *work);

/* Updates the sight after the map changed in these regions, no two of which meet. Corners keep
 * their numbers; freed numbers are reused from the next change on. FR_OK; FR_UNSUPPORTED if a new
 * start is as fast; or FR_NO_MEMORY. Unless FR_OK, the sight can only be released. */
FR_MUST_USE enum fr_status sight_update(struct sight *sight, const struct fr_region *regions,
                                        size_t count, struct sight_change *change);

void sight_change_release(struct sight_change *change);

/* Replaces the list with the corners that a pixel's centre sees and where a shortest path from it
 * may turn. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status sight_from_point(struct sight *sight, struct fr_point point,
                                            struct fr_corner_list *seen);

/* Lists the corners that a corner sees if a shortest path may turn at both. */
FR_MUST_USE enum fr_status sight_from_corner(struct sight *sight, uint32_t corner,
                                             struct fr_corner_list *seen);

/* Whether a segment that touches a region may be taut at a corner. */
bool sight_may_lead(const struct fr_corner *corner, struct fr_region region);

/* Like sight_from_corner, but only through a region that the corner is outside of: all that it sees
 * along segments that touch the region, and possibly more. */
FR_MUST_USE enum fr_status sight_through(struct sight *sight, uint32_t corner,
                                         struct fr_region region, struct fr_corner_list *seen);

/* Frees everything except the corners. */
void sight_keep_corners(struct sight *sight);

void sight_release(struct sight *sight);

#endif
