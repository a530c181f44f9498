/* One number that identifies the input of a race: maps, clicks with their events, racers with their
 * options, and the bytes of their plugins and other builds. Races with different inputs have
 * different fingerprints, whatever their files are called. */
#ifndef FOOTRACE_HARNESS_RACE_FINGERPRINT_H
#define FOOTRACE_HARNESS_RACE_FINGERPRINT_H

#include "harness/clicks/course.h"
#include "harness/sandbox/racer.h"

/* Covers all courses, not only those of a shard; programs: a hash of the bytes of plugins and
 * builds. */
uint64_t fr_fingerprint(const struct fr_course *courses, int course_count,
                        const struct fr_racers *racers, uint64_t programs);

#endif
