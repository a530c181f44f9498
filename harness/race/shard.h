/* Divides a race among machines: by map, then by blocks of clicks, never by back end, so that all
 * racers run under the same conditions. Shards are balanced by the estimated cost of clicks. */
#ifndef FOOTRACE_HARNESS_RACE_SHARD_H
#define FOOTRACE_HARNESS_RACE_SHARD_H

#include "harness/clicks/course.h"

#define FR_MOST_SHARDS 10000

/* The entries of a course's click set, [first, last), that one shard races. An event is applied in
 * every shard that has a click after it. */
struct fr_share {
    size_t first, last; /* equal: this shard does not race the course */
};

/* The number of clicks in a share, without events. */
size_t fr_share_clicks(const struct fr_course *course, struct fr_share share);

/* Reads "I/N", 1 <= I <= N <= 10000. FR_OK, or FR_BAD_INPUT with `error` filled. */
FR_MUST_USE enum fr_status fr_shard_read(const char *text, int *shard, int *shards,
                                         struct fr_error *error);

/* The part of each of `count` courses that shard number `shard`, from 1 to `shards`, races. The
 * cost of a click is estimated as a search of all walkable pixels plus a small constant. The shares
 * of all shards make up the whole race, without overlap. */
void fr_shard_divide(const struct fr_course *courses, int count, int shard, int shards,
                     struct fr_share *shares);

#endif
