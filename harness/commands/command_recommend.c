#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "harness/answer/recommendation.h"
#include "harness/base/signals.h"
#include "harness/commands/help.h"
#include "harness/commands/recommend_plan.h"
#include "harness/commands/reporting.h"
#include "harness/machine/quiet_core.h"
#include "harness/race/fingerprint.h"

#define OPTIMUM_SHARE 0.15 /* of the budget, for the exact optima, and ... */
#define CURIOSITY 0.05     /* ... where no choice hangs on them */
#define LEAST_SHARE 0.25   /* for the race, however long all else took, and ... */
#define LEAST_S 1.0        /* ... these seconds at least */

enum { MOST_MEMORY_MB = 4096, PLAIN_WIDTH = 80, WIDEST = 100 };

static void lay_down_rules(struct fr_recommend_plan *plan)
{
    const int64_t free_mb = fr_machine_free_bytes() >> 20;
    fr_clock_measure(&plan->clock);
    plan->rules = (struct fr_sandbox_rules){
        .timeout_s = FR_SLOWEST_CLICK,
        .memory_mb = free_mb > 4 && free_mb < MOST_MEMORY_MB ? free_mb : MOST_MEMORY_MB,
        .clock_ns = plan->clock.cost_ns,
        .unlimited_addresses = plan->machine.sanitized,
        .stop = plan->stop};
    fr_optimum_rules_init(&plan->optimum);
    const bool needed = plan->preference == FR_PREFER_LOOKS || plan->preference == FR_PREFER_LENGTH;
    plan->optimum.seconds =
        fmin(plan->optimum.seconds, (needed ? OPTIMUM_SHARE : CURIOSITY) * plan->budget_s);
    plan->optimum.unlimited_addresses = plan->machine.sanitized;
    plan->optimum.stop = plan->stop;
    fr_halving_init(&plan->halving, &plan->racers, plan->preference, &plan->rules.timeout_s,
                    &plan->standings);
    plan->halving.now_ns = fr_clock_ns;
    plan->halving.due_ns = plan->begin_ns + (uint64_t)(plan->budget_s * 1e9);
    plan->halving.least = fmax(LEAST_S, LEAST_SHARE * plan->budget_s);
}

/* Races; rows go to the result file, which may be temporary. */
static enum fr_status race(const struct fr_arguments *arguments, struct fr_recommend_plan *plan,
                           struct fr_rows *rows)
{
    static const char *const none[] = {NULL};
    const int64_t total_mb = fr_machine_share_mb();
    struct fr_race_settings settings = {
        .racers = &plan->racers,
        .schedule = {.rounds = 1, .passes = 1, .click_by_click = true},
        .rules = &plan->rules,
        .optimum = &plan->optimum,
        .seed = (uint64_t)plan->seed,
        .total_bytes = total_mb << 20,
        .stopping = &plan->halving.stopping,
        .last = plan->course.set.count,
        .allocator = &fr_default_allocator};
    char *command = fr_arguments_spell("recommend", arguments, none);
    const struct fr_run_facts facts = {
        .command = command,
        .seed = (uint64_t)plan->seed,
        .machine = &plan->machine,
        .clock = &plan->clock,
        .rules = &plan->rules,
        .rounds = 1,
        .passes = 1,
        .frame_width = plan->frame.width,
        .frame_height = plan->frame.height,
        .total_mb = total_mb,
        .core = fr_pin_to_free_core(&plan->claim),
        .shard = 1,
        .shards = 1,
        .fingerprint = fr_fingerprint(&plan->course, 1, &plan->racers, plan->plugins.hash)};
    lay_down_rules(plan);
    fr_frame_use(&plan->frame, &plan->rules);
    if (!command || fr_standings_create(plan->racers.count, plan->course.set.count, 1,
                                        &fr_default_allocator, &plan->standings) != FR_OK) {
        free(command);
        return FR_NO_MEMORY;
    }
    fr_rows_run(rows, &facts);
    free(command);
    enum fr_status status = fr_race_run(&settings, &plan->course, rows, &plan->progress,
                                        &plan->standings, plan->stopped, sizeof plan->stopped);
    fr_rows_end(rows, plan->stopped);
    fr_progress_clear(&plan->progress);
    return status == FR_OK ? fr_halving_finish(&plan->halving) : status;
}

static int columns_of_terminal(void)
{
    struct winsize size;
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return PLAIN_WIDTH;
    return size.ws_col < WIDEST ? size.ws_col : WIDEST;
}

static enum fr_status tell(const struct fr_arguments *arguments, struct fr_recommend_plan *plan)
{
    struct fr_recommendation recommendation = {.inspection = &plan->inspection,
                                               .course = &plan->course,
                                               .halving = &plan->halving,
                                               .budget_s = plan->budget_s,
                                               .spent_s =
                                                   (double)(fr_clock_ns() - plan->begin_ns) / 1e9,
                                               .stopped = plan->stopped};
    fr_recommendation_spell(&recommendation, (uint64_t)plan->seed, arguments);
    if (fr_argument_count(arguments, "json") > 0)
        return fr_recommendation_write_json(&recommendation);
    fr_recommendation_print(&recommendation, columns_of_terminal(),
                            isatty(STDOUT_FILENO) && !getenv("NO_COLOR"));
    return FR_OK;
}

static enum fr_exit report(const struct fr_program *program, const char *folder,
                           const struct fr_recommend_plan *plan, struct fr_error *error)
{
    const char *const words[] = {"-o", folder, "--", plan->rows_file, NULL};
    enum fr_exit code = FR_EXIT_DONE;
    fflush(stdout);
    return fr_reporting_run(program, "reports", words, &code, error) == FR_OK
               ? code
               : fr_report_error(program, error);
}

/* Whether a candidate gave a wrong answer or crashed, which is a fault of ours, or none is left to
 * be recommended. */
static bool is_fault(const struct fr_choice *choice)
{
    for (int i = 0; i < choice->candidates; i++)
        if (choice->figures[i].wrong > 0)
            return true;
    return choice->chosen < 0;
}

static enum fr_exit conclude(const struct fr_program *program, const struct fr_arguments *arguments,
                             struct fr_recommend_plan *plan, const struct fr_rows *rows)
{
    struct fr_error error;
    const char *folder = fr_argument(arguments, "report", 0);
    const int closing = fr_output_close(&plan->output);
    const int lost = rows->error ? rows->error : closing;
    if (tell(arguments, plan) != FR_OK) {
        (void)fr_fail(&error, FR_NO_MEMORY, "not enough memory to write JSON");
        return fr_report_error(program, &error);
    }
    if (lost) {
        (void)fr_fail(&error, FR_SYSTEM_ERROR, "-o %s: %s", plan->rows_file, strerror(lost));
        return fr_report_error(program, &error);
    }
    const enum fr_exit reported = folder ? report(program, folder, plan, &error) : FR_EXIT_DONE;
    if (*plan->stopped)
        return FR_EXIT_STOPPED;
    if (reported != FR_EXIT_DONE)
        return reported;
    return is_fault(&plan->halving.choice) ? FR_EXIT_FAULT : FR_EXIT_DONE;
}

static enum fr_exit stopped_early(const struct fr_program *program)
{
    struct fr_error error;
    (void)fr_fail(&error, FR_SYSTEM_ERROR, "stopped before the race began: nothing is known yet");
    return fr_report_error(program, &error);
}

static enum fr_exit carry_out(const struct fr_program *program,
                              const struct fr_arguments *arguments, struct fr_recommend_plan *plan)
{
    struct fr_error error;
    struct fr_rows rows;
    FILE *file = NULL;
    enum fr_status status = fr_recommend_plan_read(program, arguments, plan, &error);
    fr_progress_clear(&plan->progress);
    if (status == FR_OK && *plan->stop)
        return stopped_early(program);
    if (status == FR_OK)
        status = fr_recommend_plan_begin_rows(plan, &file, &error);
    if (status != FR_OK)
        return fr_report_error(program, &error);
    fr_rows_init(&rows, file);
    status = race(arguments, plan, &rows);
    if (status == FR_OK)
        return conclude(program, arguments, plan, &rows);
    (void)fr_fail(&error, status, "%s: out of memory", plan->mask);
    return fr_report_error(program, &error);
}

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    struct fr_signals before;
    struct fr_recommend_plan *plan = calloc(1, sizeof *plan);
    struct fr_error error;
    if (!plan) {
        (void)fr_fail(&error, FR_NO_MEMORY, "no memory to begin with");
        return fr_report_error(program, &error);
    }
    plan->begin_ns = fr_clock_ns();
    plan->output.descriptor = plan->claim = -1;
    plan->stop = fr_signals_catch(&before);
    fr_progress_begin(&plan->progress, "recommend");
    const enum fr_exit code = carry_out(program, arguments, plan);
    fr_recommend_plan_release(plan);
    free(plan);
    fr_signals_release(&before);
    return code;
}

static void explain(const struct fr_program *program)
{
    (void)program;
    printf("\nPreferences. A back end that fails a click or takes too much time is not "
           "recommended:\n");
    for (int i = 0; i < FR_PREFERENCES; i++)
        fr_help_entry(fr_preference_name((enum fr_preference)i),
                      fr_preference_help((enum fr_preference)i));
}

const struct fr_command fr_command_recommend = {
    .name = "recommend",
    .words = "MASK",
    .summary = "says which back end to ship for a mask, what it costs, and why not the others",
    .flags = fr_recommend_flags,
    .least_words = 1,
    .most_words = 1,
    .run = run,
    .explain = explain,
};
