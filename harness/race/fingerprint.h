/* What a race asks, in one number: maps, clicks with their events, racers with their options,
 * and the bytes of the plugins and other builds that they come from. Two races that differ in
 * any of these are two questions, whatever their files are called. */
#ifndef FOOTRACE_HARNESS_RACE_FINGERPRINT_H
#define FOOTRACE_HARNESS_RACE_FINGERPRINT_H

#include "harness/clicks/course.h"
#include "harness/sandbox/racer.h"

/* Of all courses, not only of what a shard races; programs: a hash of those bytes. */
uint64_t fr_fingerprint(const struct fr_course *courses, int course_count,
                        const struct fr_racers *racers, uint64_t programs);

#endif
