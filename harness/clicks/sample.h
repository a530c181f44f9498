/* Click sampling: seeded click sets for any map, distinguished by tags.
 *
 * A set is sampled from kinds: situations that players cause or that pathfinders find difficult. A
 * kind that needs several consecutive entries (a walk, a door that opens) samples groups, which
 * stay together when the set is shuffled: a group does not depend on earlier entries, and restores
 * the map at its end. Events do not count as clicks.
 *
 * Tags, by kind:
 *   buckets      "bucket-0".."bucket-9": distances, log-spaced up to the longest one seen
 *   blocked      "blocked": reachable, but not in a straight line
 *   unreachable  "unreachable"
 *   unwalkable   "outside": an end lies outside the map or, one in three, on a wall
 *   same         "same": start and goal are one pixel
 *   outside      "outside": an end lies outside the map
 *   on-wall      "on-wall": an end lies on a wall
 *   along-wall   "along-wall": both ends hug the same wall
 *   notch        "notch": the goal lies at the bottom of a concavity
 *   corner       "corner": if one end were a pixel further on, the ends would see each other
 *   neighbours   "neighbour-straight", "neighbour-diagonal"
 *   walk         "walk": a click, then goals only, each starting from the last one
 *   hover        "hover": from a standing start to a mouse that moves, 60 goals a second
 *   burst        "burst": 3 to 6 clicks near each other, all but the first in mid-walk
 *   symmetric    "symmetric": each way, from start to goal and back
 *   gates        "gate-open", "gate-closed": ends joined by an area, or one in it; events "gate"
 *   movers       "mover": rectangles move between clicks; "mover-hit": the goal lies on one;
 *                events "mover"
 *   obstructed   "obstructed": a rectangle lands on the shortest any-angle path of a click, the same
 *                for all back ends, and the next click leads from the figure's new position to the
 *                same goal; events "obstructed"
 * The exact grid8 length is stored as expect_grid8 for buckets, blocked, unreachable, same,
 * along-wall, corner and neighbours; it is left out for the other kinds, whose lengths depend on
 * clamping or events or whose paths are long. */
#ifndef FOOTRACE_HARNESS_CLICKS_SAMPLE_H
#define FOOTRACE_HARNESS_CLICKS_SAMPLE_H

#include <stdint.h>

#include "maps/click_set.h"
#include "maps/formats/base/error.h"
#include "maps/map.h"

enum fr_sample_kind {
    FR_SAMPLE_BUCKETS = 1 << 0,
    FR_SAMPLE_BLOCKED = 1 << 1,
    FR_SAMPLE_UNREACHABLE = 1 << 2,
    FR_SAMPLE_OFF_GROUND = 1 << 3,
    FR_SAMPLE_SAME = 1 << 4,
    FR_SAMPLE_OUTSIDE = 1 << 5,
    FR_SAMPLE_ON_WALL = 1 << 6,
    FR_SAMPLE_ALONG_WALL = 1 << 7,
    FR_SAMPLE_NOTCH = 1 << 8,
    FR_SAMPLE_CORNER = 1 << 9,
    FR_SAMPLE_NEIGHBOURS = 1 << 10,
    FR_SAMPLE_WALK = 1 << 11,
    FR_SAMPLE_HOVER = 1 << 12,
    FR_SAMPLE_BURST = 1 << 13,
    FR_SAMPLE_SYMMETRIC = 1 << 14,
    FR_SAMPLE_GATES = 1 << 15,
    FR_SAMPLE_MOVERS = 1 << 16,
    FR_SAMPLE_OBSTRUCTED = 1 << 17,
    FR_SAMPLE_CHANGES = 1 << 18,

    /* The kinds of the bundled sets and of auto:N; other kinds would change those sets. */
    FR_SAMPLE_DEFAULT = FR_SAMPLE_BUCKETS | FR_SAMPLE_BLOCKED | FR_SAMPLE_UNREACHABLE |
                        FR_SAMPLE_OFF_GROUND | FR_SAMPLE_SAME,
    /* Every kind except `changes`, which has up to 1,000 events; outside and on-wall replace
     * unwalkable. */
    FR_SAMPLE_ALL = ((1 << 18) - 1) & ~FR_SAMPLE_OFF_GROUND
};

#define FR_SAMPLE_KINDS 19

/* The name, and the description in one line, of the kind with bit 1 << kind. */
const char *fr_sample_kind_name(int kind);
const char *fr_sample_kind_help(int kind);

/* The bits of a kind's name, or of "default" or "all"; 0 for any other word. */
unsigned fr_sample_kind_bits(const char *word);

/* The kinds used if none are chosen: the default ones, and gates on a map with several areas. */
unsigned fr_sample_usual(const struct fr_map *map);

/* The result for each kind. */
struct fr_sample_tally {
    int clicks[FR_SAMPLE_KINDS];
    const char *lack[FR_SAMPLE_KINDS]; /* why a requested kind has no clicks, or NULL */
};

/* Samples `count` clicks of the kinds (a set of bits) in fixed shares, in a seeded order. A kind
 * that the map does not allow leaves its share to the others, as does a group that does not fit; if
 * the others are full, too, the set has fewer clicks. FR_OK, a set that the caller releases, and a
 * tally unless `tally` is NULL; or FR_BAD_INPUT (no walkable pixel, no possible kind) or
 * FR_NO_MEMORY with `error` filled. */
FR_MUST_USE enum fr_status fr_sample_clicks(const struct fr_map *map, int count, uint64_t seed,
                                            unsigned kinds, const struct fr_allocator *allocator,
                                            struct fr_click_set *set, struct fr_sample_tally *tally,
                                            struct fr_error *error);

#endif
