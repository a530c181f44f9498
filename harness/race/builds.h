/* The programs that run the racers of `footrace run`: other builds in the same race (--also), and
 * the instruction counter (--count). */
#ifndef FOOTRACE_HARNESS_RACE_BUILDS_H
#define FOOTRACE_HARNESS_RACE_BUILDS_H

#include "harness/base/arguments.h"
#include "harness/race/race.h"
#include "harness/sandbox/execute.h"

enum { FR_MOST_BUILDS = 8 };

struct fr_builds {
    struct fr_executable self; /* this program, to be executed like the other builds */
    struct fr_executable others[FR_MOST_BUILDS];
    int count;
    char texts[FR_MOST_BUILDS][640]; /* "old: /usr/bin/footrace, 0.1.0 (3aa8930), gcc 12.2.0 -O3" */
    const char *also[FR_MOST_BUILDS + 1]; /* those texts; NULL at the end */
    char counted_by[80];                  /* "valgrind-3.19.0", "processor"; "": not counted */
    struct fr_race_counter counter;
};

/* Reads --also and --count. Adds a copy of each racer for each other build, labelled ALGO@LABEL.
 * Racers of this build then also run in processes started by exec, so that all racers have the same
 * conditions. FR_OK; or FR_BAD_INPUT with `error` filled: a program is missing or cannot serve, or
 * this machine cannot count instructions. */
FR_MUST_USE enum fr_status fr_builds_read(const struct fr_arguments *arguments,
                                          struct fr_racers *racers, struct fr_builds *builds,
                                          struct fr_error *error);

#endif
