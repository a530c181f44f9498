/* The plan of `footrace run`, read from its command line: racers, maps with clicks, rules, the part
 * of the race that runs here, and the part that was raced before. */
#ifndef FOOTRACE_HARNESS_COMMANDS_RUN_PLAN_H
#define FOOTRACE_HARNESS_COMMANDS_RUN_PLAN_H

#include "harness/base/clock.h"
#include "harness/base/output.h"
#include "harness/clicks/mask_spec.h"
#include "harness/commands/command.h"
#include "harness/machine/machine.h"
#include "harness/race/builds.h"
#include "harness/race/race.h"
#include "harness/race/shard.h"
#include "harness/racers/frame.h"
#include "harness/sandbox/racer_plugin.h"

struct fr_run_plan {
    struct fr_plugins plugins; /* all back ends, including those of plugins */
    struct fr_racers racers;
    struct fr_builds builds; /* other programs that run racers */
    struct fr_sandbox_rules rules;
    struct fr_optimum_rules optimum;
    struct fr_race_settings settings;
    struct fr_course *courses;
    int course_count;
    enum fr_clamping clamping;
    int64_t total_mb; /* memory limit for all racers together; 0: none */
    int shard, shards;
    struct fr_share *shares; /* the part of each course that this shard races */
    uint64_t fingerprint;    /* of maps and clicks */
    struct fr_record record; /* of an interrupted race; all zero: none */
    struct fr_output output;
    struct fr_machine machine;
    struct fr_clock clock;
    struct fr_progress progress;
    int core;  /* the core that everything runs on; -1: any */
    int claim; /* a descriptor that holds the core, or -1 */
    struct fr_frame frame;
    bool quiet, dry;                   /* print no table; do not race */
    const volatile sig_atomic_t *stop; /* nonzero: stop at once */
};

extern const struct fr_flag fr_run_flags[];

/* Completes short command lines: masks may be given as plain words; the candidates race, and the
 * result is named after the first mask. */
FR_MUST_USE enum fr_status fr_run_fill_in(struct fr_arguments *arguments, struct fr_error *error);

/* Calls a command with an empty plan and with signals caught. Returns the command's exit code; or
 * reports a failure if there is no memory for a plan. */
enum fr_exit fr_run_plan_carry_out(const struct fr_program *program,
                                   const struct fr_arguments *arguments,
                                   enum fr_exit (*command)(const struct fr_program *program,
                                                           const struct fr_arguments *arguments,
                                                           struct fr_run_plan *plan));

/* Reads arguments into a plan. FR_OK or a failure with `error` filled. */
FR_MUST_USE enum fr_status fr_run_plan_read(const struct fr_program *program,
                                            const struct fr_arguments *arguments,
                                            struct fr_run_plan *plan, struct fr_error *error);

/* Measures the clock and connects the settings with the plan's racers and rules, so that a race can
 * begin. */
void fr_run_plan_be_ready(struct fr_run_plan *plan);

/* The command line as a user would type it, without --resume, --force and --quiet, so that it
 * identifies the race. The caller frees it; NULL if out of memory. */
char *fr_run_command_line(const struct fr_arguments *arguments);

#endif
