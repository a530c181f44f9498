/* Who sees which corners of a map: by triangular expansion, or by a line of sight to each. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_SIGHT_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_SIGHT_H

#include "algorithms/saved.h"
#include "maps/geometry/corners.h"
#include "maps/geometry/region.h"
#include "maps/geometry/visibility.h"
#include "maps/map.h"

enum sight_method { SIGHT_EXPANSION, SIGHT_PAIRS };

struct sight {
    const struct fr_map *map;
    enum sight_method method;
    struct fr_corners *corners;
    struct fr_corner_list spare;            /* places of corners that are gone */
    struct fr_triangulation *triangulation; /* SIGHT_EXPANSION only, as are the next two */
    struct fr_visibility *visibility;
    struct fr_visibility_workspace workspace;
    bool has_followed; /* a change: its corners are not numbered as those of a fresh one */
};

/* Which corners came, went and stayed in regions that changed; {.allocator = ...} in each list and
 * in touched is an empty one. */
struct sight_change {
    struct fr_corner_list added, removed; /* one that has turned is removed and added */
    struct fr_corner_list present;        /* now, by region, then by row, then by column */
    struct fr_touched touched;            /* SIGHT_EXPANSION only */
};

/* FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED for too many corners; either way the caller releases it.
 */
FR_MUST_USE enum fr_status sight_create(struct sight *sight, const struct fr_map *map,
                                        enum sight_method method,
                                        const struct fr_allocator *allocator);

/* Follows a change of the map in these regions, no two of which meet. Corners keep their numbers.
 * FR_OK; FR_UNSUPPORTED if starting again is as quick; or FR_NO_MEMORY. Unless FR_OK, it can only
 * be released. The numbers of removed corners are used again from the next change on. */
FR_MUST_USE enum fr_status sight_follow(struct sight *sight, const struct fr_region *regions,
                                        size_t count, struct sight_change *change);

void sight_change_release(struct sight_change *change);

/* Lists, some more than once, all corners that may see something through a region that changed, and
 * maybe others. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status sight_toward(const struct sight *sight, struct fr_region region,
                                        const struct sight_change *change,
                                        struct fr_corner_list *corners);

/* The corners that a pixel's centre sees and that a shortest path from it may turn at, in place of
 * what the list held. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status sight_from_point(struct sight *sight, struct fr_point point,
                                            struct fr_corner_list *seen);

/* The same from a corner, where a shortest path may turn at both. */
FR_MUST_USE enum fr_status sight_from_corner(struct sight *sight, uint32_t corner,
                                             struct fr_corner_list *seen);

/* Whether any segment that touches a region may be taut at a corner. */
bool sight_may_lead(const struct fr_corner *corner, struct fr_region region);

/* As sight_from_corner, but only through a region that the corner lies outside of: all that it sees
 * along segments that touch the region, and maybe others. */
FR_MUST_USE enum fr_status sight_through(struct sight *sight, uint32_t corner,
                                         struct fr_region region, struct fr_corner_list *seen);

/* Appends what was dear to make: the triangles. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status sight_save(const struct sight *sight, struct fr_bytes *bytes);

/* The sight that was saved, on a map that is as it was then. As sight_create, or FR_BAD_INPUT. */
FR_MUST_USE enum fr_status sight_load(struct sight *sight, const struct fr_map *map,
                                      enum sight_method method,
                                      const struct fr_allocator *allocator, struct fr_saved *saved);

void sight_release(struct sight *sight);

#endif
