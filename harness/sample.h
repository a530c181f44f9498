/* Click sampling: seeded click sets for any map, told apart by tags.
 *
 * Tags: "bucket-0".."bucket-9" (distance buckets, log-spaced up to the longest grid8 distance seen,
 * by the oracle's grid8 distance, which is stored as expect_grid8), "blocked" (reachable, but not
 * in a straight line), "unreachable", "outside" (an end lies outside the map or on a wall), "same"
 * (start and goal are one pixel). */
#ifndef FOOTRACE_HARNESS_SAMPLE_H
#define FOOTRACE_HARNESS_SAMPLE_H

#include <stdint.h>

#include "maps/click_set.h"
#include "maps/io/error.h"
#include "maps/map.h"

enum fr_sample_kind {
    FR_SAMPLE_BUCKETS = 1,
    FR_SAMPLE_BLOCKED = 2,
    FR_SAMPLE_UNREACHABLE = 4,
    FR_SAMPLE_OUTSIDE = 8,
    FR_SAMPLE_SAME = 16,
    FR_SAMPLE_ALL = 31
};

/* count clicks of the kinds (a set of bits) in fixed shares, in a seeded order. A kind that the map
 * cannot give (no second component, no blocked view) leaves its share to the others. FR_OK and a
 * set for the caller to release; FR_BAD_INPUT (nothing walkable) or FR_NO_MEMORY with error filled.
 */
FR_MUST_USE enum fr_status fr_sample_clicks(const struct fr_map *map, int count, uint64_t seed,
                                            unsigned kinds, const struct fr_allocator *allocator,
                                            struct fr_click_set *set, struct fr_error *error);

#endif
