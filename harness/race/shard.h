/* Divides a race among machines: by map, then by blocks of clicks, never by back end, so that all
 * racers run under the same conditions; balanced by the cost of clicks, which `footrace plan` measures
 * and is estimated otherwise. */
#ifndef FOOTRACE_HARNESS_RACE_SHARD_H
#define FOOTRACE_HARNESS_RACE_SHARD_H

#include "harness/clicks/course.h"

#define FR_MOST_SHARDS 10000

/* The entries of a course's click set, [first, last), that one shard races. Events are carried out
 * in every shard that has a click after them. */
struct fr_share {
    size_t first, last; /* equal: this shard does not race the course */
};

/* The clicks of a share: its entries that are no events. */
size_t fr_share_clicks(const struct fr_course *course, struct fr_share share);

/* Reads "I/N", 1 <= I <= N <= 10000. FR_OK, or FR_BAD_INPUT with error filled. */
FR_MUST_USE enum fr_status fr_shard_read(const char *text, int *shard, int *shards,
                                         struct fr_error *error);

/* What a course takes, measured, in microseconds of all racers and rounds: to prepare, which each
 * shard pays that has a share of it, and for a click. */
struct fr_course_cost {
    int64_t prepare_us, click_us;
};

/* Reads "P+C,P+C,...", one for each of count courses. FR_OK, or FR_BAD_INPUT with error filled. */
FR_MUST_USE enum fr_status fr_course_costs_read(const char *text, int count,
                                                struct fr_course_cost *costs,
                                                struct fr_error *error);

/* How many shards there must be for none to take longer than limit_us, but for those of one click. */
int fr_shard_count(const struct fr_course *courses, const struct fr_course_cost *costs, int count,
                   int64_t limit_us);

/* Divides by measured costs, so that the longest of the shards is as short as it can be if they
 * follow each other in the order of clicks. The shares of shard (from 1) of shards; where there are
 * more shards than clicks, the last ones race nothing. Returns what this shard takes, in
 * microseconds. */
int64_t fr_shard_divide_measured(const struct fr_course *courses,
                                 const struct fr_course_cost *costs, int count, int shard,
                                 int shards, struct fr_share *shares);

/* The shares of shard (from 1) of shards in count courses. The cost of a click is estimated as a
 * search of all walkable pixels plus a small constant. The shares of all shards make up the whole
 * race, without overlap. */
void fr_shard_divide(const struct fr_course *courses, int count, int shard, int shards,
                     struct fr_share *shares);

#endif
