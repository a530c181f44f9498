/* The plan of `footrace recommend`: what it is asked for, and what it needs before the race: the
 * inspected mask, the candidates, and clicks.
 *
 * A screening, by successive halving and with one call a click, drops those that are certainly
 * worse. The finalists then race as `run` races, and the answer is from the rows of that race. */
#ifndef FOOTRACE_HARNESS_COMMANDS_RECOMMEND_PLAN_H
#define FOOTRACE_HARNESS_COMMANDS_RECOMMEND_PLAN_H

#include <stdio.h>

#include "harness/answer/successive_halving.h"
#include "harness/base/clock.h"
#include "harness/base/output.h"
#include "harness/commands/command.h"
#include "harness/inspect/inspection.h"
#include "harness/machine/machine.h"
#include "harness/race/race.h"
#include "harness/racers/frame.h"
#include "harness/sandbox/racer_plugin.h"

#define FR_KEPT_NAME 64 /* bytes of the name of a temporary file */

struct fr_recommend_plan {
    const char *mask;
    char spec[1024]; /* the mask with --radius, and what its colours suggest */
    bool advised;    /* the suggestion is in it */
    struct fr_situation situation;
    double budget_s;
    int64_t seed;
    uint64_t begin_ns;
    struct fr_plugins plugins;
    struct fr_racers racers;
    struct fr_machine machine;
    struct fr_clock clock;
    struct fr_sandbox_rules rules;
    struct fr_frame frame;
    struct fr_optimum_rules optimum;
    struct fr_inspection inspection;
    struct fr_course course;
    struct fr_standings standings; /* of the screening */
    struct fr_halving halving;
    struct fr_racers finalists;
    struct fr_progress progress;
    struct fr_output output; /* of the rows, where they are kept */
    FILE *screening, *kept;  /* temporary: rows of the screening, and of the race if no file is
                             * wanted */
    int core;                /* that it keeps to, or -1 */
    int claim;               /* a descriptor that holds the core, or -1 */
    char rows_file[1024];    /* of the race */
    char stopped[256];
    const volatile sig_atomic_t *stop;
};

extern const struct fr_flag fr_recommend_flags[];

/* Reads arguments and mask into a plan of zero bytes but for begin_ns, stop, the progress, which
 * has begun, and claim and output.descriptor, -1. FR_OK; or a failure with error filled: of a mask
 * without floor it says what is wrong. Either way the caller releases the plan. */
FR_MUST_USE enum fr_status fr_recommend_plan_read(const struct fr_program *program,
                                                  const struct fr_arguments *arguments,
                                                  struct fr_recommend_plan *plan,
                                                  struct fr_error *error);

/* Begins the rows of the race; file is where they go, and rows_file its name. FR_OK, or
 * FR_BAD_INPUT with error filled. */
FR_MUST_USE enum fr_status fr_recommend_plan_begin_rows(struct fr_recommend_plan *plan, FILE **file,
                                                        struct fr_error *error);

/* A temporary file for rows, and the name that reads it again. FR_OK, or FR_BAD_INPUT with error
 * filled. */
FR_MUST_USE enum fr_status fr_recommend_plan_keep(FILE **kept, char name[FR_KEPT_NAME], FILE **file,
                                                  struct fr_error *error);

void fr_recommend_plan_release(struct fr_recommend_plan *plan);

#endif
