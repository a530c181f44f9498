/* What the command line of `footrace run` asks for: racers, maps with clicks, rules, the part of it
 * that is raced here, and what was raced before. */
#ifndef FOOTRACE_HARNESS_COMMANDS_RUN_PLAN_H
#define FOOTRACE_HARNESS_COMMANDS_RUN_PLAN_H

#include "harness/base/clock.h"
#include "harness/base/output.h"
#include "harness/clicks/radius_spec.h"
#include "harness/commands/command.h"
#include "harness/machine/machine.h"
#include "harness/race/builds.h"
#include "harness/race/race.h"
#include "harness/race/shard.h"
#include "harness/racers/frame.h"
#include "harness/sandbox/racer_plugin.h"

struct fr_run_plan {
    struct fr_plugins plugins; /* all back ends, those of plugins too */
    struct fr_racers racers;
    struct fr_builds builds; /* the programs that run them, where that is not this process */
    struct fr_sandbox_rules rules;
    struct fr_optimum_rules optimum;
    struct fr_race_settings settings;
    struct fr_course *courses;
    int course_count;
    enum fr_clamping clamping;
    int64_t total_mb; /* that racers may take together; 0: no end */
    int shard, shards;
    struct fr_share *shares; /* of the courses: what this shard races */
    uint64_t fingerprint;    /* of what is asked */
    struct fr_record record; /* of a race that was cut short; of no bytes: there was none */
    struct fr_output output;
    struct fr_machine machine;
    struct fr_clock clock;
    struct fr_progress progress;
    int core;  /* that all keeps to; -1: any */
    int claim; /* a descriptor that holds the core, or -1 */
    struct fr_frame frame;
    unsigned char *sweep;              /* bytes to empty the caches with, or NULL */
    bool quiet, dry;                   /* print no table; race nothing */
    const volatile sig_atomic_t *stop; /* no longer 0: drop everything */
};

extern const struct fr_flag fr_run_flags[];

/* Masks may be given as words; all back ends race, and the result is named after the first mask. */
FR_MUST_USE enum fr_status fr_run_fill_in(struct fr_arguments *arguments, struct fr_error *error);

/* Calls a command with a plan that nothing was read into yet, and
 * with signals caught. What it returns; or a failure that is reported, without memory for a plan. */
enum fr_exit fr_run_plan_carry_out(const struct fr_program *program,
                                   const struct fr_arguments *arguments,
                                   enum fr_exit (*command)(const struct fr_program *program,
                                                           const struct fr_arguments *arguments,
                                                           struct fr_run_plan *plan));

/* Reads arguments into a plan. FR_OK or a failure with error filled. */
FR_MUST_USE enum fr_status fr_run_plan_read(const struct fr_program *program,
                                            const struct fr_arguments *arguments,
                                            struct fr_run_plan *plan, struct fr_error *error);

/* Measures the clock, and points the settings to the plan's racers and rules: now a race can begin. */
void fr_run_plan_be_ready(struct fr_run_plan *plan);

/* The command line as it would be typed, but for --resume, --force and --quiet: the same for the
 * same race. For the caller to free; NULL without memory. */
char *fr_run_command_line(const struct fr_arguments *arguments);

#endif
