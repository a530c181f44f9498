/* The programs that run the racers of `footrace run`: other builds that race along (--also), and
 * what counts instructions (--count). */
#ifndef FOOTRACE_HARNESS_RACE_BUILDS_H
#define FOOTRACE_HARNESS_RACE_BUILDS_H

#include "harness/base/arguments.h"
#include "harness/race/race.h"
#include "harness/racers/execute.h"

enum { FR_MOST_BUILDS = 8 };

struct fr_builds {
    struct fr_executable self; /* this program, when it runs racers as the others do */
    struct fr_executable others[FR_MOST_BUILDS];
    int count;
    char texts[FR_MOST_BUILDS][640]; /* "old: /usr/bin/footrace, 0.1.0 (3aa8930), gcc 12.2.0 -O3" */
    const char *also[FR_MOST_BUILDS + 1]; /* the texts; ends with NULL */
    char counted_by[80];                  /* "valgrind-3.19.0", "processor"; "": nothing counts */
    struct fr_race_counter counter;
};

/* Reads --also and --count. Each racer gets a twin of each other build, labelled ALGO@LABEL, and is
 * itself run by an executed process then, so that all are alike. FR_OK; or FR_BAD_INPUT with error
 * filled: no such program, one that does not serve, nothing here that counts. */
FR_MUST_USE enum fr_status fr_builds_read(const struct fr_arguments *arguments,
                                          struct fr_racers *racers, struct fr_builds *builds,
                                          struct fr_error *error);

#endif
