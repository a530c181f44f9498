#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/signals.h"
#include "harness/commands/command.h"
#include "harness/commands/help.h"
#include "harness/commands/reporting.h"
#include "harness/experiments/claims.h"
#include "harness/experiments/claims_pace.h"
#include "harness/experiments/claims_plan.h"
#include "harness/machine/machine.h"

enum { MOST_EXPERIMENTS = 32, REASON_SIZE = 512 };

static const struct fr_flag flags[] = {
    {"quick", NULL, false, false,
     "few clicks and maps, and only claims that they can decide: 1 minute, not 10"},
    {"only", "NAME", true, false, "this experiment alone, see below; may be given again"},
    {"o", "DIR", false, false, "folder for claims.html, charts and result files (claims)"},
    {"json", NULL, false, false, "print the verdicts as JSON, for programs"},
    {"dry-run", NULL, false, false,
     "race nothing: list the experiments and about how long they take; with --json, the claims"},
    {"allow-debug", NULL, false, false, "race although this build is not fit for timing"},
    {NULL, NULL, false, false, NULL},
};

/* What came of the experiments: words for the judge, which names what it has and what it lacks. */
struct outcome {
    char results[MOST_EXPERIMENTS][FR_CLAIMS_PATH];
    char missing[MOST_EXPERIMENTS][REASON_SIZE + 64]; /* NAME=why */
    int result_count, missing_count;
    bool fault;
};

static bool is_wanted(const struct fr_arguments *arguments, const char *name)
{
    const int count = fr_argument_count(arguments, "only");
    for (int i = 0; i < count; i++)
        if (strcmp(fr_argument(arguments, "only", i), name) == 0)
            return true;
    return count == 0;
}

/* Whether an experiment can be raced: it is in the scale, and its back ends are there. */
static bool is_raced(const struct fr_program *program, const struct fr_experiment *experiment,
                     enum fr_scale scale)
{
    return experiment->flags[scale] && fr_experiment_ready(experiment, program->pathfinders);
}

static enum fr_status check_names(const struct fr_arguments *arguments, struct fr_error *error)
{
    const char *names[MOST_EXPERIMENTS];
    size_t count = 0;
    for (; fr_experiments[count].name; count++)
        names[count] = fr_experiments[count].name;
    for (int i = 0; i < fr_argument_count(arguments, "only"); i++) {
        const char *typed = fr_argument(arguments, "only", i);
        size_t at = 0;
        while (at < count && strcmp(names[at], typed) != 0)
            at++;
        const char *close = fr_did_you_mean(typed, names, count);
        if (at == count && close)
            return fr_fail(error, FR_BAD_INPUT, "--only: no experiment '%s'; did you mean %s?",
                           typed, close);
        if (at == count)
            return fr_fail(error, FR_BAD_INPUT,
                           "--only: no experiment '%s'; 'footrace claims --help' lists them",
                           typed);
    }
    return FR_OK;
}

/* Each race would refuse such a build by itself, one after the other. */
static enum fr_status check_build(const struct fr_claims *claims, struct fr_error *error)
{
    struct fr_machine machine;
    fr_machine_read(&machine);
    const char *distrust = fr_machine_distrust(&machine);
    if (!distrust || claims->allow_debug)
        return FR_OK;
    return fr_fail(error, FR_BAD_INPUT,
                   "this is %s, and its verdicts would mislead; expected an optimised one "
                   "(cmake --preset bench), or --allow-debug",
                   distrust);
}

/* Whether a full run races it in the quick scale, too, which the judge then compares. */
static bool is_raced_twice(const struct fr_program *program, const struct fr_experiment *experiment,
                           enum fr_scale scale)
{
    return scale == FR_SCALE_FULL && is_raced(program, experiment, FR_SCALE_QUICK) &&
           !fr_experiment_is_one(experiment);
}

/* Of one experiment at pace 1. */
static double seconds_of_one(const struct fr_program *program,
                             const struct fr_experiment *experiment, enum fr_scale scale)
{
    double seconds = is_raced(program, experiment, scale) ? experiment->seconds[scale] : 0;
    if (is_raced_twice(program, experiment, scale))
        seconds += experiment->seconds[FR_SCALE_QUICK];
    return seconds;
}

static double seconds_of_judge(const struct fr_arguments *arguments, enum fr_scale scale)
{
    return fr_judge_seconds[fr_argument_count(arguments, "only") > 0 ? FR_SCALE_QUICK : scale];
}

static double seconds_of(const struct fr_program *program, const struct fr_arguments *arguments,
                         enum fr_scale scale, int first)
{
    double seconds = seconds_of_judge(arguments, scale);
    for (int i = first; fr_experiments[i].name; i++)
        if (is_wanted(arguments, fr_experiments[i].name))
            seconds += seconds_of_one(program, &fr_experiments[i], scale);
    return seconds;
}

static void list(const struct fr_program *program, const struct fr_arguments *arguments,
                 enum fr_scale scale)
{
    const double pace = fr_claims_pace();
    for (int i = 0; fr_experiments[i].name; i++) {
        const struct fr_experiment *each = &fr_experiments[i];
        if (!is_wanted(arguments, each->name) || !each->flags[scale])
            continue;
        if (fr_experiment_ready(each, program->pathfinders))
            printf("%-10s %5.0f s  %s\n", each->name, pace * seconds_of_one(program, each, scale),
                   each->summary);
        else
            printf("%-10s %7s  %s: once there is a back end %s\n", each->name, "open",
                   each->summary, each->needs);
    }
    printf("%-10s %5.0f s  the rows read, and the page drawn\n", "verdicts",
           pace * seconds_of_judge(arguments, scale));
    printf("%-10s %5.0f s  at most, as fast as this machine is now\n", "together",
           pace * seconds_of(program, arguments, scale, 0));
}

/* The judge is reports/claims/. Which words it is asked with begin with the scale and the plan. */
static enum fr_exit ask_judge(const struct fr_program *program, const struct fr_claims *claims,
                              const char **words, int count)
{
    enum fr_exit code;
    struct fr_error error;
    char *plan = fr_claims_plan(claims->scale, program->pathfinders);
    if (!plan) {
        (void)fr_fail(&error, FR_NO_MEMORY, "no memory to tell the judge what was raced");
        return fr_report_error(program, &error);
    }
    const char *all[4 * MOST_EXPERIMENTS] = {
        "-o", claims->folder, "--scale", fr_scale_name(claims->scale), "--plan", plan};
    memcpy(all + 6, words, (size_t)count * sizeof *words);
    const enum fr_status status = fr_reporting_run(program, "reports.claims", all, &code, &error);
    free(plan);
    return status == FR_OK ? code : fr_report_error(program, &error);
}

static enum fr_exit plan_only(const struct fr_program *program,
                              const struct fr_arguments *arguments, const struct fr_claims *claims)
{
    const char *words[] = {"--dry-run"};
    if (fr_argument_count(arguments, "json") > 0)
        return ask_judge(program, claims, words, 1);
    list(program, arguments, claims->scale);
    return FR_EXIT_DONE;
}

static void tell_missing(struct outcome *outcome, const char *name, const char *why)
{
    fprintf(stderr, "footrace: claims: %s not measured: %s\n", name, why);
    snprintf(outcome->missing[outcome->missing_count++], sizeof outcome->missing[0], "%s=%s", name,
             why);
}

/* Files an experiment under what came of it; false when the others are not to follow. */
static bool file_away(const struct fr_claims *claims, const struct fr_experiment *experiment,
                      enum fr_experiment_end end, const char *why, struct outcome *outcome)
{
    switch (end) {
    case FR_EXPERIMENT_DONE:
    case FR_EXPERIMENT_FAULT:
        fr_claims_result(claims, experiment, outcome->results[outcome->result_count++],
                         FR_CLAIMS_PATH);
        outcome->fault = outcome->fault || (end == FR_EXPERIMENT_FAULT && !experiment->faults);
        return true;
    case FR_EXPERIMENT_FAILED:
        outcome->fault = true;
        tell_missing(outcome, experiment->name, why);
        return true;
    case FR_EXPERIMENT_MISSING:
        tell_missing(outcome, experiment->name, why);
        return true;
    case FR_EXPERIMENT_STOPPED:
        break;
    }
    fprintf(stderr,
            "footrace: claims: stopped in %s%s%s; what was measured is in %s: the same "
            "command goes on from there\n",
            experiment->name, *claims->stop ? "" : ": ", *claims->stop ? "" : why, claims->folder);
    return false;
}

/* Races it in the quick scale beside a full one. False when no other is to follow. */
static bool race_quickly(const struct fr_program *program, const struct fr_claims *claims,
                         const struct fr_experiment *experiment, struct outcome *outcome)
{
    char why[REASON_SIZE];
    struct fr_claims quick = *claims;
    quick.scale = FR_SCALE_QUICK;
    if (!is_raced_twice(program, experiment, claims->scale))
        return true;
    const enum fr_experiment_end end = fr_claims_race(&quick, experiment, why, sizeof why);
    if (end == FR_EXPERIMENT_STOPPED)
        return file_away(&quick, experiment, end, why, outcome);
    if (end == FR_EXPERIMENT_FAILED)
        fprintf(stderr, "footrace: claims: %s not measured in the quick scale: %s\n",
                experiment->name, why);
    outcome->fault = outcome->fault || end == FR_EXPERIMENT_FAILED ||
                     (end == FR_EXPERIMENT_FAULT && !experiment->faults);
    return true;
}

static bool race_all(const struct fr_program *program, const struct fr_arguments *arguments,
                     const struct fr_claims *claims, struct outcome *outcome)
{
    const double pace = fr_claims_pace();
    for (int i = 0; fr_experiments[i].name; i++) {
        const struct fr_experiment *experiment = &fr_experiments[i];
        char why[REASON_SIZE];
        if (!is_wanted(arguments, experiment->name))
            continue;
        if (!is_raced(program, experiment, claims->scale)) {
            if (fr_argument_count(arguments, "only") > 0)
                tell_missing(outcome, experiment->name,
                             experiment->flags[claims->scale]
                                 ? "the back end that it needs is still to come"
                                 : "few clicks cannot tell; expected without --quick");
            continue;
        }
        fprintf(stderr, "%-10s %s (%.0f of %.0f s at most)\n", experiment->name,
                experiment->summary, pace * seconds_of_one(program, experiment, claims->scale),
                pace * seconds_of(program, arguments, claims->scale, i));
        if (!race_quickly(program, claims, experiment, outcome))
            return false;
        const enum fr_experiment_end end = fr_claims_race(claims, experiment, why, sizeof why);
        if (!file_away(claims, experiment, end, why, outcome))
            return false;
    }
    return true;
}

/* The judge reads the result files, and prints and writes the verdicts. */
static enum fr_exit judge(const struct fr_program *program, const struct fr_arguments *arguments,
                          const struct fr_claims *claims, const struct outcome *outcome)
{
    const char *words[3 * MOST_EXPERIMENTS + 2];
    int count = 0;
    if (fr_argument_count(arguments, "json") > 0)
        words[count++] = "--json";
    for (int i = 0; i < outcome->missing_count; i++) {
        words[count++] = "--missing";
        words[count++] = outcome->missing[i];
    }
    words[count++] = "--";
    for (int i = 0; i < outcome->result_count; i++)
        words[count++] = outcome->results[i];
    const enum fr_exit code = ask_judge(program, claims, words, count);
    return code == FR_EXIT_DONE && outcome->fault ? FR_EXIT_FAULT : code;
}

static enum fr_exit carry_out(const struct fr_program *program,
                              const struct fr_arguments *arguments, struct fr_claims *claims)
{
    struct fr_error error;
    enum fr_status status = check_names(arguments, &error);
    if (status == FR_OK && fr_argument_count(arguments, "dry-run") > 0)
        return plan_only(program, arguments, claims);
    if (status == FR_OK)
        status = check_build(claims, &error);
    if (status == FR_OK)
        status = fr_claims_make_folders(claims, &error);
    if (status != FR_OK)
        return fr_report_error(program, &error);
    struct outcome *outcome = calloc(1, sizeof *outcome);
    if (!outcome) {
        (void)fr_fail(&error, FR_NO_MEMORY, "no memory to begin with");
        return fr_report_error(program, &error);
    }
    const enum fr_exit code = race_all(program, arguments, claims, outcome)
                                  ? judge(program, arguments, claims, outcome)
                                  : FR_EXIT_STOPPED;
    free(outcome);
    return code;
}

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    struct fr_signals before;
    const char *folder = fr_argument(arguments, "o", 0);
    struct fr_claims claims = {.folder = folder ? folder : "claims",
                               .scale = fr_argument_count(arguments, "quick") > 0 ? FR_SCALE_QUICK
                                                                                  : FR_SCALE_FULL,
                               .allow_debug = fr_argument_count(arguments, "allow-debug") > 0,
                               .stop = fr_signals_catch(&before)};
    const enum fr_exit code = carry_out(program, arguments, &claims);
    fr_signals_release(&before);
    return code;
}

static void explain(const struct fr_program *program)
{
    (void)program;
    printf("\nExperiments:\n");
    for (int i = 0; fr_experiments[i].name; i++)
        fr_help_entry(fr_experiments[i].name, fr_experiments[i].summary);
}

const struct fr_command fr_command_claims = {
    .name = "claims",
    .words = "",
    .summary = "races what the articles claim, and says which of it holds",
    .flags = flags,
    .run = run,
    .explain = explain,
};
