/* Dividing a race among machines: by map, then by blocks of clicks, never by back end, so that
 * racers meet on equal terms; balanced by what clicks may cost. */
#ifndef FOOTRACE_HARNESS_RACE_SHARD_H
#define FOOTRACE_HARNESS_RACE_SHARD_H

#include "harness/course/course.h"

/* The entries of a course's click set, [first, last), that are raced in one shard. Events belong to
 * the entries around them, and are carried out wherever they come before a click. */
struct fr_share {
    size_t first, last; /* equal: the course is none of this shard's */
};

/* Reads "I/N", 1 <= I <= N <= 10000. FR_OK, or FR_BAD_INPUT with error filled. */
FR_MUST_USE enum fr_status fr_shard_read(const char *text, int *shard, int *shards,
                                         struct fr_error *error);

/* The shares of shard (from 1) of shards in count courses. A click is taken to cost what a search
 * of all walkable pixels does, besides a little for itself. The shares of all shards together are
 * the whole race, without overlap. */
void fr_shard_divide(const struct fr_course *courses, int count, int shard, int shards,
                     struct fr_share *shares);

#endif
