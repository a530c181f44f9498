#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/file_guard.h"
#include "harness/commands/help.h"
#include "harness/commands/racing/run_plan.h"
#include "harness/race/estimate.h"

#define DEFAULT_SECONDS 600

enum { MOST_SECONDS = 1000000, COST_SIZE = 48 };

static const struct fr_flag flags[] = {
    FR_RACE_FLAGS,
    {"shards", "N", false, false, "cut the race into so many"},
    {"seconds", "S", false, false,
     "cut it into shards of at most about so many seconds each (600)"},
    {"o", FR_WRITES_FILE, false, false, "where to write the plan (standard output)"},
    {NULL, NULL, false, false, NULL},
};

/* The arguments of the race that is planned: what is given of it, and --dry-run, so that nothing is
 * opened for it. */
static enum fr_status take_race(const struct fr_arguments *given, struct fr_arguments *race,
                                struct fr_error *error)
{
    static const struct fr_flag shared[] = {FR_RACE_FLAGS, {NULL, NULL, false, false, NULL}};
    enum fr_status status = FR_OK;
    *race = (struct fr_arguments){.flags = fr_run_flags, .word_count = given->word_count};
    memcpy(race->words, given->words, sizeof race->words);
    for (int i = 0; shared[i].name; i++)
        for (int j = 0; j < fr_argument_count(given, shared[i].name) && status == FR_OK; j++)
            status =
                fr_argument_add(race, shared[i].name, fr_argument(given, shared[i].name, j), error);
    if (status == FR_OK)
        status = fr_argument_add(race, "dry-run", "", error);
    return status == FR_OK ? fr_run_fill_in(race, error) : status;
}

static int64_t microseconds(double seconds)
{
    return (int64_t)(seconds * 1e6 + 0.5);
}

/* Measures what each course takes. FR_OK, or FR_BAD_INPUT (stopped) with error filled. */
static enum fr_status measure(struct fr_run_plan *plan, struct fr_course_cost *costs,
                              struct fr_error *error)
{
    for (int i = 0; i < plan->course_count; i++) {
        const struct fr_share whole = {0, plan->courses[i].set.count};
        const struct fr_course_seconds found =
            fr_estimate_course(&plan->settings, &plan->courses[i], whole, &plan->progress);
        costs[i].prepare_us = microseconds(found.prepare_s);
        costs[i].click_us = microseconds(found.click_s);
    }
    fr_progress_clear(&plan->progress);
    return *plan->stop ? fr_fail(error, FR_SYSTEM_ERROR, "stopped") : FR_OK;
}

/* "P+C,P+C,...", for the caller to free; NULL without memory. */
static char *spell_costs(const struct fr_course_cost *costs, int count)
{
    char *text = malloc((size_t)count * COST_SIZE), *at = text;
    for (int i = 0; i < count && text; i++)
        at += snprintf(at, COST_SIZE, "%s%" PRId64 "+%" PRId64, i ? "," : "", costs[i].prepare_us,
                       costs[i].click_us);
    return text;
}

/* What the costs, which the command names, are multiplied by. */
static void write_clicks(FILE *file, const struct fr_run_plan *plan)
{
    fprintf(file, "# clicks of each map: ");
    for (int i = 0; i < plan->course_count; i++) {
        const struct fr_course *course = &plan->courses[i];
        const struct fr_share whole = {0, course->set.count};
        fprintf(file, "%s%zu", i ? "," : "", fr_share_clicks(course, whole));
    }
    fprintf(file, "; racers: %d\n", plan->racers.count);
}

static void write_shards(FILE *file, const struct fr_run_plan *plan,
                         const struct fr_course_cost *costs, int shards, const char *command)
{
    int64_t total = 0, longest = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 1; i <= shards; i++) {
            const int64_t us = fr_shard_divide_measured(plan->courses, costs, plan->course_count, i,
                                                        shards, plan->shares);
            if (pass == 0)
                total += us;
            else
                fprintf(file, "%.3f\t%s --shard %d/%d\n", (double)us / 1e6, command, i, shards);
            longest = us > longest ? us : longest;
        }
        if (pass == 0) {
            fprintf(file,
                    "# footrace-plan/1: %d shard%s, about %.1f s in all, the longest %.1f s\n",
                    shards, shards == 1 ? "" : "s", (double)total / 1e6, (double)longest / 1e6);
            write_clicks(file, plan);
        }
    }
}

/* Writes the plan of measured courses. FR_OK, or FR_NO_MEMORY with error filled. */
static enum fr_status write_plan(FILE *file, const struct fr_run_plan *plan,
                                 const struct fr_course_cost *costs, int shards,
                                 struct fr_arguments *race, struct fr_error *error)
{
    static const char *const skipped[] = {"dry-run", NULL};
    char *text = spell_costs(costs, plan->course_count);
    enum fr_status status = text ? fr_argument_add(race, "costs", text, error) : FR_OK;
    char *command = text && status == FR_OK ? fr_arguments_spell("run", race, skipped) : NULL;
    if (command)
        write_shards(file, plan, costs, shards, command);
    else if (status == FR_OK)
        status = fr_fail(error, FR_NO_MEMORY, "no memory for the plan");
    free(command);
    free(text);
    return status;
}

struct wanted {
    int64_t shards, seconds; /* shards of 0: as many as seconds ask for */
};

static enum fr_status read_wanted(const struct fr_arguments *arguments, struct wanted *wanted,
                                  struct fr_error *error)
{
    if (fr_argument_count(arguments, "shards") && fr_argument_count(arguments, "seconds"))
        return fr_fail(error, FR_BAD_INPUT, "--shards, --seconds: expected one of the two");
    const enum fr_status status =
        fr_argument_integer(arguments, "shards", 1, FR_MOST_SHARDS, 0, &wanted->shards, error);
    return status == FR_OK ? fr_argument_integer(arguments, "seconds", 1, MOST_SECONDS,
                                                 DEFAULT_SECONDS, &wanted->seconds, error)
                           : status;
}

/* Loads, measures, and writes. */
static enum fr_status make(const struct fr_program *program, const struct fr_arguments *arguments,
                           struct fr_run_plan *plan, struct fr_output *output,
                           struct fr_error *error)
{
    struct fr_course_cost costs[FR_MAX_VALUES];
    struct fr_arguments race;
    struct wanted wanted;
    enum fr_status status = read_wanted(arguments, &wanted, error);
    if (status == FR_OK)
        status = take_race(arguments, &race, error);
    if (status == FR_OK)
        status = fr_run_plan_read(program, &race, plan, error);
    if (status != FR_OK)
        return status;
    fr_run_plan_be_ready(plan);
    status = measure(plan, costs, error);
    if (status == FR_OK)
        status = fr_output_begin(output, error);
    if (status != FR_OK)
        return status;
    const int shards = wanted.shards ? (int)wanted.shards
                                     : fr_shard_count(plan->courses, costs, plan->course_count,
                                                      wanted.seconds * 1000000);
    return write_plan(output->file, plan, costs, shards, &race, error);
}

static enum fr_exit carry_out(const struct fr_program *program,
                              const struct fr_arguments *arguments, struct fr_run_plan *plan)
{
    const char *name = fr_argument(arguments, "o", 0) ? fr_argument(arguments, "o", 0) : "-";
    struct fr_output output;
    struct fr_error error;
    enum fr_status status = fr_output_open(name, &output, &error);
    if (status != FR_OK)
        return fr_report_error(program, &error);
    status = make(program, arguments, plan, &output, &error);
    const bool torn = output.file && ferror(output.file);
    const int lost = fr_output_close_whole(&output, status == FR_OK && !torn);
    if (status == FR_OK && (torn || lost))
        status = fr_fail(&error, FR_SYSTEM_ERROR, "-o %s: %s", name, strerror(lost ? lost : EIO));
    return status == FR_OK ? FR_EXIT_DONE : fr_report_error(program, &error);
}

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    return fr_run_plan_carry_out(program, arguments, "plan", carry_out);
}

static void explain(const struct fr_program *program)
{
    (void)program;
    printf("\nThe plan: a line for each shard, its seconds, a tab, and the command that races it,\n"
           "to which -o and --resume are added:\n");
    fr_help_entry("on one machine",
                  "snakemake -s harness/cluster/Snakefile -j 2 --config plan=PLAN");
    fr_help_entry("Slurm", "sbatch --array=1-N harness/cluster/shards.sbatch PLAN FOLDER");
    fr_help_entry("what is left", "footrace merge --status FOLDER/shard-*.jsonl");
}

const struct fr_command fr_command_plan = {
    .name = "plan",
    .words = "[MASK...]",
    .summary =
        "measures what a race takes, and cuts it into shards of equal time for many machines",
    .flags = flags,
    .least_words = 0,
    .most_words = FR_MAX_VALUES,
    .run = run,
    .explain = explain,
};
