#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "harness/answer/ranking.h"
#include "harness/base/clock.h"
#include "harness/base/terminal.h"
#include "harness/commands/command.h"
#include "harness/commands/decision.h"
#include "harness/commands/help.h"
#include "harness/commands/racing/run_plan.h"
#include "harness/race/race.h"
#include "harness/race/shard.h"

/* Seconds on one course, for all racers and rounds together. */
struct course_seconds {
    double prepare_s; /* before the first click */
    double click_s;   /* per click: queries, judging and writing rows */
};

enum { MOST_ASKED = 25 };

/* A slower click has one steady pass per round. */
#define SLOW_S 1e-3

/* Seconds per click and racer besides queries: judging, caching trials, and writing
 * (measured on Moving AI's scenarios). */
#define OWN_S 1e-4

/* Seconds of one racer's queries; played queries include the harness. */
struct costs {
    double prepare, played, steady;
    int asked;
};

/* Queries clicks spread over the share of the click set, on the map before any event. */
static void ask_some(const struct fr_course *course, struct fr_share share,
                     struct fr_sandbox *sandbox, struct costs *costs)
{
    static const enum fr_timing timings[] = {FR_PLAYED, FR_STEADY};
    double *const totals[] = {&costs->played, &costs->steady};
    const size_t stride = fr_share_clicks(course, share) / MOST_ASKED + 1;
    size_t seen = 0;
    for (size_t i = share.first; i < share.last; i++) {
        const struct fr_resolved_click *click = &course->resolved[i];
        struct fr_reply reply;
        if (click->event || !click->answerable || seen++ % stride != 0)
            continue;
        for (int j = 0; j < 2; j++) {
            const uint64_t begin = fr_clock_ns();
            fr_sandbox_click(sandbox, timings[j], click->from, click->to, &reply, NULL);
            *totals[j] += j == 0 ? (double)(fr_clock_ns() - begin) / 1e9 : reply.answer.ns / 1e9;
            if (reply.status != FR_REPLY_ANSWERED)
                return;
        }
        costs->asked++;
    }
}

static struct costs measure(const struct fr_race_settings *settings, const struct fr_course *course,
                            struct fr_share share, const struct fr_racer *racer)
{
    struct fr_sandbox sandbox;
    struct fr_reply reply;
    struct costs costs = {.asked = 0};
    fr_sandbox_init(&sandbox, settings->rules);
    sandbox.reduction = course->report.reduction;
    const uint64_t begin = fr_clock_ns();
    fr_sandbox_open(&sandbox, racer, course->map, &reply);
    costs.prepare = (double)(fr_clock_ns() - begin) / 1e9;
    if (reply.status == FR_REPLY_ANSWERED)
        ask_some(course, share, &sandbox, &costs);
    fr_sandbox_release(&sandbox);
    return costs;
}

/* Seconds per click for one racer in one round, including queries besides the passes. */
static double click_seconds(const struct fr_race_schedule *schedule, const struct costs *costs)
{
    if (costs->asked == 0)
        return 0;
    const double played = costs->played / costs->asked, steady = costs->steady / costs->asked;
    const int steady_passes = schedule->skips_steady ? 0 : (steady > SLOW_S ? 1 : schedule->passes);
    return schedule->rounds * (schedule->passes * played + steady_passes * steady) +
           steady * !schedule->skips_phases + OWN_S;
}

/* Measures with the settings' racers, rules and schedule. The queries are spread over the share of
 * the click set; events are not applied. A racer that cannot be queried costs only its preparation.
 * Ends early if rules->stop is set. */
static struct course_seconds estimate_course(const struct fr_race_settings *settings,
                                             const struct fr_course *course, struct fr_share share,
                                             struct fr_progress *progress)
{
    struct course_seconds estimate = {0, 0};
    for (int i = 0; i < settings->racers->count && !*settings->rules->stop; i++) {
        const struct fr_racer *racer = &settings->racers->at[i];
        fr_progress_show(progress, course->name, racer->algo);
        const struct costs costs = measure(settings, course, share, racer);
        estimate.prepare_s += settings->schedule.rounds * costs.prepare;
        estimate.click_s += click_seconds(&settings->schedule, &costs);
    }
    return estimate;
}

static size_t count_turns(const struct fr_run_plan *plan)
{
    size_t clicks = 0;
    for (int i = 0; i < plan->course_count; i++)
        clicks += fr_share_clicks(&plan->courses[i], plan->shares[i]);
    const struct fr_race_schedule *schedule = &plan->settings.schedule;
    const int calls = schedule->rounds * schedule->passes * (2 - schedule->skips_steady) +
                      !schedule->skips_phases;
    return clicks * (size_t)plan->racers.count * (size_t)calls;
}

static bool is_empty(const struct fr_run_plan *plan, int course)
{
    return plan->shares[course].first == plan->shares[course].last;
}

/* Whether an earlier course of this race has the same map. */
static bool is_known(const struct fr_run_plan *plan, int course)
{
    for (int i = 0; i < course; i++)
        if (!is_empty(plan, i) && strcmp(plan->courses[i].file, plan->courses[course].file) == 0)
            return true;
    return false;
}

/* Whether the record of an interrupted race mentions a later map: then this map is finished. */
static bool is_finished(const struct fr_run_plan *plan, int course)
{
    for (int i = course + 1; i < plan->course_count; i++)
        if (strcmp(plan->courses[i].file, plan->courses[course].file) != 0 &&
            fr_record_row(&plan->record, FR_ROW_MAP, &plan->courses[i], NULL, 0, 0))
            return true;
    return false;
}

/* Races on one course; the caller releases its standings. */
static enum fr_status race_on(struct fr_run_plan *plan, int course, struct fr_rows *rows,
                              struct fr_standings *standings, char *stopped, size_t size)
{
    const enum fr_status status =
        fr_standings_create(plan->racers.count, plan->courses[course].set.count,
                            plan->settings.schedule.rounds, &fr_default_allocator, standings);
    if (status != FR_OK)
        return status;
    plan->settings.known_map = is_known(plan, course);
    plan->settings.record = plan->record.bytes > 0 ? &plan->record : NULL;
    plan->settings.finished = is_finished(plan, course);
    plan->settings.first = plan->shares[course].first;
    plan->settings.last = plan->shares[course].last;
    return fr_race_run(&plan->settings, &plan->courses[course], rows, &plan->progress, standings,
                       stopped, size);
}

/* Races on every course; false if the race was stopped. */
static bool race(struct fr_run_plan *plan, struct fr_rows *rows, struct fr_standings *standings,
                 char *stopped, size_t size)
{
    enum fr_status status = FR_OK;
    plan->progress.total = count_turns(plan);
    for (int i = 0; i < plan->course_count && status == FR_OK && !*stopped; i++)
        if (!is_empty(plan, i))
            status = race_on(plan, i, rows, &standings[i], stopped, size);
    fr_progress_clear(&plan->progress);
    if (status != FR_OK)
        snprintf(stopped, size, "not enough memory");
    return *stopped == '\0';
}

/* Prints the tables, with ranks from the answer; `decision` may be NULL. */
static void print_standings(const struct fr_run_plan *plan, struct fr_standings *standings,
                            const struct fr_decision *decision)
{
    int ranks[FR_MAX_RACERS] = {0};
    struct fr_ranking ranking;
    if (decision && fr_rank(&decision->answer, &ranking) == FR_OK)
        for (int i = 0; i < plan->racers.count; i++)
            ranks[i] = fr_rank_named(&decision->answer, &ranking, plan->racers.at[i].algo);
    for (int i = 0; i < plan->course_count; i++)
        if (standings[i].racers > 0)
            fr_standings_print(&standings[i], &plan->courses[i], &plan->racers, ranks);
}

/* Opens a journal next to the result file, if there is a file. */
static enum fr_status keep_journal(struct fr_run_plan *plan, struct fr_journal *journal,
                                   struct fr_error *error)
{
    struct stat facts;
    if (plan->output.standard || fstat(plan->output.descriptor, &facts) != 0 ||
        !S_ISREG(facts.st_mode))
        return FR_OK;
    plan->settings.journal = journal;
    return fr_journal_open(plan->output.name, plan->record.bytes > 0, journal, error);
}

/* The answer to a race's rows; NULL: the rows are only a part of a race, or cannot be read. */
static struct fr_decision *decide(const struct fr_program *program, const struct fr_run_plan *plan)
{
    const char *const files[] = {plan->output.name};
    struct fr_decision *decision;
    struct fr_situation situation;
    struct fr_error error;
    fr_situation_init(&situation);
    if (plan->shards > 1 || !plan->settings.journal ||
        fr_decision_create(files, 1, program->pathfinders, &situation, &decision, &error) != FR_OK)
        return NULL;
    return decision;
}

/* Prints which back end to ship, if the rows have several candidates. */
static void say_answer(const struct fr_run_plan *plan, const struct fr_decision *decision)
{
    int candidates = 0;
    for (int i = 0; i < plan->racers.count; i++)
        candidates += plan->racers.at[i].candidate;
    if (candidates < 2 || !decision)
        return;
    printf("\nThe rows are in %s.\n", plan->output.name);
    fr_answer_print_sentences(&decision->answer, fr_terminal_width(), fr_terminal_bold());
}

/* Prints the results of a race: its tables and, if it is complete, which back end to ship. */
static void say_results(const struct fr_program *program, const struct fr_run_plan *plan,
                        struct fr_standings *standings, bool whole)
{
    struct fr_decision *decision = decide(program, plan);
    print_standings(plan, standings, decision);
    if (whole)
        say_answer(plan, decision);
    fr_decision_release(decision);
}

static enum fr_exit write_results(const struct fr_program *program,
                                  const struct fr_arguments *arguments, struct fr_run_plan *plan)
{
    struct fr_rows rows;
    struct fr_journal journal = {.file = NULL};
    struct fr_error error;
    char stopped[256] = "";
    enum fr_status status = keep_journal(plan, &journal, &error);
    if (status == FR_OK)
        status = fr_output_continue(&plan->output, plan->record.bytes, &error);
    if (status != FR_OK) {
        fr_journal_close(&journal, plan->record.bytes == 0);
        return fr_report_error(program, &error);
    }
    char *command = fr_run_command_line(arguments);
    struct fr_standings *standings = calloc((size_t)plan->course_count, sizeof *standings);
    if (!command || !standings) {
        free(command);
        free(standings);
        fr_journal_close(&journal, plan->record.bytes == 0);
        (void)fr_fail(&error, FR_NO_MEMORY, "not enough memory to start");
        return fr_report_error(program, &error);
    }
    const struct fr_race_schedule *schedule = &plan->settings.schedule;
    const struct fr_run_row run = {.command = command,
                                   .seed = (int64_t)plan->settings.seed,
                                   .trial_seed = (int64_t)plan->settings.trial_seed,
                                   .counter = plan->builds.counted_by,
                                   .rounds = schedule->rounds,
                                   .passes = schedule->passes,
                                   .frame_width = plan->frame.width,
                                   .frame_height = plan->frame.height,
                                   .timeout_s = plan->rules.timeout_s,
                                   .change_limit_s = plan->rules.change_s,
                                   .memory_mb = plan->rules.memory_mb,
                                   .total_memory_mb = plan->total_mb,
                                   .clamp = fr_clamping_names[plan->clamping],
                                   .pinned = plan->core,
                                   .give_up = plan->settings.give_up,
                                   .tolerance = plan->settings.tolerance,
                                   .shard = plan->shard,
                                   .shards = plan->shards};
    fr_rows_init(&rows, plan->output.file);
    if (plan->record.bytes > 0)
        fr_rows_continue(&rows, &plan->record);
    else
        fr_rows_run(&rows, &run, &plan->machine, &plan->clock, plan->builds.also,
                    plan->fingerprint);
    free(command);
    snprintf(journal.race, sizeof journal.race, "%016" PRIx64, rows.identity);
    const bool whole = race(plan, &rows, standings, stopped, sizeof stopped);
    fr_rows_end(&rows, stopped);
    const int closing = fr_output_close(&plan->output);
    if (!rows.error)
        rows.error = closing;
    fr_journal_close(&journal, whole && !rows.error);
    if (!rows.error && !plan->output.standard && !plan->quiet)
        say_results(program, plan, standings, whole);
    for (int i = 0; i < plan->course_count; i++)
        if (standings[i].racers > 0)
            fr_standings_release(&standings[i]);
    free(standings);
    if (rows.error)
        (void)fr_fail(&error, FR_SYSTEM_ERROR, "-o %s: %s%s", plan->output.name,
                      fr_rows_trouble(&rows), rows.lost ? "" : "; earlier rows are kept");
    else if (!whole)
        (void)fr_fail(&error, FR_SYSTEM_ERROR, "%s; the rows measured so far are in %s", stopped,
                      plan->output.name);
    if (rows.error || !whole)
        return fr_report_error(program, &error);
    return rows.totals.faults > 0 ? FR_EXIT_FAULT : FR_EXIT_DONE;
}

static void print_seconds(double seconds)
{
    if (seconds < 90)
        printf("about %.1f s\n", seconds);
    else if (seconds < 5400)
        printf("about %.0f minutes\n", seconds / 60);
    else
        printf("about %.1f hours\n", seconds / 3600);
}

/* Prepares every racer on every map, runs a few queries on each, and prints a line for each map and
 * a total. FR_OK, or FR_BAD_INPUT (stopped) with `error` filled. */
static enum fr_status dry_run(struct fr_run_plan *plan, struct fr_error *error)
{
    double total = 0;
    size_t turns = 0;
    int maps = 0;
    for (int i = 0; i < plan->course_count; i++) {
        const struct fr_share share = plan->shares[i];
        const struct fr_course *course = &plan->courses[i];
        if (share.first == share.last)
            continue;
        const struct course_seconds cost =
            estimate_course(&plan->settings, course, share, &plan->progress);
        const size_t clicks = fr_share_clicks(course, share);
        const double seconds = cost.prepare_s + (double)clicks * cost.click_s;
        fr_progress_clear(&plan->progress);
        printf("%s, clicks: %s, %zu clicks: ", course->name, course->clicks, clicks);
        print_seconds(seconds);
        total += seconds;
        turns += clicks * (size_t)plan->racers.count;
        maps++;
    }
    if (*plan->stop)
        return fr_fail(error, FR_BAD_INPUT, "stopped");
    printf("%d map%s, %d racer%s, %zu queries in a pass: ", maps, maps == 1 ? "" : "s",
           plan->racers.count, plan->racers.count == 1 ? "" : "s", turns);
    print_seconds(total);
    return FR_OK;
}

static enum fr_exit rehearse(const struct fr_program *program, struct fr_run_plan *plan)
{
    struct fr_error error;
    if (dry_run(plan, &error) == FR_OK)
        return FR_EXIT_DONE;
    return fr_report_error(program, &error);
}

/* A race that was interrupted after its last row may leave a journal. */
static void remove_journal(const char *result)
{
    struct fr_journal left;
    if (fr_journal_open(result, true, &left, NULL) == FR_OK)
        fr_journal_close(&left, true);
}

static enum fr_exit carry_out(const struct fr_program *program,
                              const struct fr_arguments *arguments, struct fr_run_plan *plan)
{
    struct fr_error error;
    if (fr_run_plan_read(program, arguments, plan, &error) != FR_OK)
        return fr_report_error(program, &error);
    if (*plan->stop) {
        (void)fr_fail(&error, FR_SYSTEM_ERROR, "stopped before the race began");
        return fr_report_error(program, &error);
    }
    if (plan->record.whole) {
        if (!plan->dry)
            remove_journal(plan->output.name);
        printf("%s: the race is complete\n", plan->output.name);
        return plan->record.rows.totals.faults > 0 ? FR_EXIT_FAULT : FR_EXIT_DONE;
    }
    fr_run_plan_be_ready(plan);
    return plan->dry ? rehearse(program, plan) : write_results(program, arguments, plan);
}

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    return fr_run_plan_carry_out(program, arguments, carry_out);
}

static void explain(void)
{
    printf("\nFailures in the table:\n");
    fr_help_entry("timeout, crash, memory",
                  "no path: exceeded the time limit, ended by a signal, exceeded the memory limit");
    fr_help_entry("limit", "gave up at its own limit");
    fr_help_entry("short, invalid", "the path does not reach the goal, or is not legal");
    fr_help_entry("false-unreachable", "missed a path that exists");
    fr_help_entry("nondeterministic", "a different path for the same click");
    fr_help_entry("clock", "a guest reported less time than its queries can have taken");
    fr_help_entry("caches answers", "a repeated query takes far fewer instructions than a new one; "
                                    "only first queries count, and the answer excludes the racer");
    fr_help_entry("knew answers", "queries near a click take many times as long as it");
    fr_help_entry("keeps threads",
                  "has threads that run during other racers' queries; its times do not count");
    fr_help_entry("uncounted memory", "took memory outside its allocator; the table includes it");
}

const struct fr_command fr_command_run = {
    .name = "run",
    .group = "Race",
    .words = "[MASK...]",
    .summary = "Races back ends on masks, and writes a result file.",
    .flags = fr_run_flags,
    .first_flags = 5,
    .least_words = 0,
    .most_words = FR_MAX_VALUES,
    .fill_in = fr_run_fill_in,
    .run = run,
    .explain = explain,
};
