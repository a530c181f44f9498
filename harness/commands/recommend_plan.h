/* The plan of `footrace recommend`: its arguments, and what it needs before the race: the inspected
 * mask, the candidates, and clicks.
 *
 * A screening, by successive halving with one query per click, removes candidates that are
 * certainly worse. The remaining candidates then race as in `run`, and the answer comes from the
 * rows of that race. */
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

#define FR_KEPT_NAME 64 /* bytes of a temporary file's name */

struct fr_recommend_plan {
    const char *mask;
    char spec[1024]; /* the mask with --radius and --gate, and with what its colours suggest */
    bool suggested;  /* spec contains what the mask's colours suggest */
    bool forced;     /* --force */
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
    struct fr_racers final_racers;
    struct fr_progress progress;
    struct fr_output output; /* receives the rows, if they are kept */
    FILE *screening, *kept;  /* temporary files: rows of the screening, and of the race if no file
                              * is requested */
    int core;                /* the core that everything runs on; -1: any */
    int claim;               /* a descriptor that holds the core, or -1 */
    char rows_file[1024];    /* of the race */
    char stopped[256];
    const volatile sig_atomic_t *stop;
};

extern const struct fr_flag fr_recommend_flags[];

/* Reads the arguments and the mask into a plan that is all zero except for begin_ns, stop, the
 * started progress, and claim and output.descriptor, which are -1. FR_OK; or a failure with `error`
 * filled, which for a mask without walkable pixels says what is wrong. In any case the caller
 * releases the plan. */
FR_MUST_USE enum fr_status fr_recommend_plan_read(const struct fr_program *program,
                                                  const struct fr_arguments *arguments,
                                                  struct fr_recommend_plan *plan,
                                                  struct fr_error *error);

/* Begins the rows of the race; `file` receives the rows, and rows_file is its name. FR_OK, or
 * FR_BAD_INPUT with `error` filled. */
FR_MUST_USE enum fr_status fr_recommend_plan_begin_rows(struct fr_recommend_plan *plan, FILE **file,
                                                        struct fr_error *error);

/* Creates a temporary file for rows, and a name by which it can be read again. FR_OK, or
 * FR_BAD_INPUT with `error` filled. */
FR_MUST_USE enum fr_status fr_recommend_plan_keep(FILE **kept, char name[FR_KEPT_NAME], FILE **file,
                                                  struct fr_error *error);

void fr_recommend_plan_release(struct fr_recommend_plan *plan);

#endif
