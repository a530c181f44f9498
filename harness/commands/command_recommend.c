#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/answer/recommendation.h"
#include "harness/base/json_document.h"
#include "harness/base/signals.h"
#include "harness/base/terminal.h"
#include "harness/commands/decision.h"
#include "harness/commands/help.h"
#include "harness/commands/recommend_plan.h"
#include "harness/commands/take_home.h"
#include "harness/machine/quiet_core.h"
#include "harness/race/fingerprint.h"
#include "harness/racers/caching.h"

#define OPTIMUM_SHARE 0.15  /* fraction of the budget for the exact optima */
#define SCREENING_SHARE 0.4 /* fraction of the remaining time for the screening */
#define LEAST_SHARE                                                                                \
    0.2             /* smallest fraction of the budget for the screening, even if everything else
                     * took long */
#define LEAST_S 1.0 /* smallest number of seconds for the screening */
#define RESERVE 0.9 /* fraction of the remaining time that the race is planned to take */

enum {
    MOST_MEMORY_MB = 4096,
    ROUNDS = 3,
    PASSES = 2,
    MOST_FINAL_RACERS = 8,
    WANTED_DETOURS = 240, /* for each racer of the final race, if there is time */
    SOME_DETOURS = 60,    /* for the leading candidates, if there is time */
    LEAST_DETOURS = 12,   /* in any case */
    LEAST_FOLLOWERS = 3   /* clicks after an event */
};

static double seconds_left(const struct fr_recommend_plan *plan)
{
    const double spent = (double)(fr_clock_ns() - plan->begin_ns) / 1e9;
    return plan->budget_s - spent;
}

static void lay_down_rules(struct fr_recommend_plan *plan)
{
    const int64_t free_mb = fr_machine_free_bytes() >> 20;
    fr_clock_measure(&plan->clock);
    plan->rules = (struct fr_sandbox_rules){
        .timeout_s = FR_SLOWEST_CLICK,
        .change_s = FR_SLOWEST_CHANGE,
        .memory_mb = free_mb > 4 && free_mb < MOST_MEMORY_MB ? free_mb : MOST_MEMORY_MB,
        .clock_ns = plan->clock.cost_ns,
        .unlimited_addresses = plan->machine.sanitized,
        .stop = plan->stop};
    fr_optimum_rules_init(&plan->optimum);
    plan->optimum.seconds = fmin(plan->optimum.seconds, OPTIMUM_SHARE * plan->budget_s);
    plan->optimum.unlimited_addresses = plan->machine.sanitized;
    plan->optimum.stop = plan->stop;
    fr_frame_use(&plan->frame, &plan->rules);
}

static struct fr_race_settings settings_of(const struct fr_recommend_plan *plan)
{
    return (struct fr_race_settings){.rules = &plan->rules,
                                     .optimum = &plan->optimum,
                                     .seed = (uint64_t)plan->seed,
                                     .trial_seed = fr_caching_seed(),
                                     .total_bytes = fr_machine_share_mb() << 20,
                                     .last = plan->course.set.count,
                                     .allocator = &fr_default_allocator};
}

/* Races and writes rows. */
static enum fr_status race(const struct fr_arguments *arguments, struct fr_recommend_plan *plan,
                           const struct fr_race_settings *settings, struct fr_standings *standings,
                           struct fr_rows *rows)
{
    static const char *const none[] = {NULL};
    char *command = fr_arguments_spell("recommend", arguments, none);
    if (!command)
        return FR_NO_MEMORY;
    const struct fr_run_row run = {.command = command,
                                   .seed = plan->seed,
                                   .trial_seed = (int64_t)settings->trial_seed,
                                   .rounds = settings->schedule.rounds,
                                   .passes = settings->schedule.passes,
                                   .frame_width = plan->frame.width,
                                   .frame_height = plan->frame.height,
                                   .timeout_s = plan->rules.timeout_s,
                                   .change_limit_s = plan->rules.change_s,
                                   .memory_mb = plan->rules.memory_mb,
                                   .total_memory_mb = settings->total_bytes >> 20,
                                   .clamp = fr_clamping_names[FR_CLAMP_NEAREST],
                                   .pinned = plan->core,
                                   .shard = 1,
                                   .shards = 1};
    fr_rows_run(rows, &run, &plan->machine, &plan->clock, NULL,
                fr_fingerprint(&plan->course, 1, settings->racers, plan->plugins.hash));
    free(command);
    const enum fr_status status = fr_race_run(settings, &plan->course, rows, &plan->progress,
                                              standings, plan->stopped, sizeof plan->stopped);
    fr_rows_end(rows, plan->stopped);
    return status;
}

/* Removes the candidates that are certainly worse. */
static enum fr_status screen(const struct fr_arguments *arguments, struct fr_recommend_plan *plan,
                             char name[FR_KEPT_NAME], struct fr_error *error)
{
    struct fr_race_settings settings = settings_of(plan);
    struct fr_rows rows;
    FILE *file;
    enum fr_status status = fr_recommend_plan_keep(&plan->screening, name, &file, error);
    if (status != FR_OK)
        return status;
    settings.racers = &plan->racers;
    settings.schedule = (struct fr_race_schedule){.rounds = 1, .passes = 1, .click_by_click = true};
    settings.stopping = &plan->halving.stopping;
    fr_halving_init(&plan->halving, &plan->racers, &plan->standings, &plan->situation,
                    &plan->rules.timeout_s);
    plan->halving.now_ns = fr_clock_ns;
    plan->halving.due_ns =
        fr_clock_ns() + (uint64_t)(SCREENING_SHARE * 1e9 * fmax(seconds_left(plan), 0));
    plan->halving.least = fmax(LEAST_S, LEAST_SHARE * plan->budget_s);
    fr_rows_init(&rows, file);
    status = fr_standings_create(plan->racers.count, plan->course.set.count, 1,
                                 &fr_default_allocator, &plan->standings);
    if (status == FR_OK)
        status = fr_standings_keep_samples(&plan->standings, 1);
    if (status == FR_OK)
        status = race(arguments, plan, &settings, &plan->standings, &rows);
    if (status == FR_OK)
        status = fr_halving_finish(&plan->halving, &plan->standings);
    fflush(file);
    return status == FR_OK ? FR_OK : fr_fail(error, status, "%s: not enough memory", plan->mask);
}

/* The fraction of events in the click set. */
static double event_share(const struct fr_course *course)
{
    size_t events = 0;
    for (size_t i = 0; i < course->set.count; i++)
        events += course->resolved[i].event;
    return course->set.count > 0 ? (double)events / (double)course->set.count : 0;
}

/* Seconds that a click-set entry takes in the final race. An event, with the query after it, is
 * assumed to take as long as in the screening, or as preparation if the screening had no event. */
static double entry_cost(const struct fr_recommend_plan *plan, int racer)
{
    const struct fr_standing *standing = &plan->standings.at[racer];
    const struct fr_samples *updates = &standing->updates;
    const double mean_s = plan->halving.answer.figures[racer].median_ns / 1e9;
    const double share = event_share(&plan->course);
    const double clicks_s = plan->halving.spent[racer];
    const size_t charged = plan->halving.charged[racer];
    double events_s = 0;
    for (size_t i = 0; i < updates->count; i++)
        events_s += updates->ns[i] / 1e9;
    for (size_t i = 0; i < standing->after_event.count; i++)
        events_s += standing->after_event.ns[i] / 1e9;
    const double click = charged > 0 ? clicks_s / (double)charged : 0;
    const double event =
        updates->count > 0 ? events_s / (double)updates->count : standing->prepare_ns / 1e9;
    return (1 - share) * (ROUNDS * PASSES * (click + (isnan(mean_s) ? 0 : mean_s)) + click) +
           share * ROUNDS * (isnan(event) ? 0 : event);
}

static double preparing_cost(const struct fr_recommend_plan *plan, int racer)
{
    const double ns = plan->standings.at[racer].prepare_ns;
    return isnan(ns) ? 0 : ROUNDS * ns / 1e9;
}

/* Whether one candidate precedes another: by first preference, by penalty, by object code. */
static bool comes_before(const struct fr_halving *halving, int one, int other)
{
    const struct fr_weighing *weighing = &halving->answer.weighing;
    const enum fr_quantity preferred = halving->seen.preferences[0];
    double mine = weighing->penalty[one], theirs = weighing->penalty[other];
    if (halving->seen.count > 0 && weighing->counts[preferred]) {
        mine = weighing->mean[one][preferred];
        theirs = weighing->mean[other][preferred];
    }
    if (mine < theirs || mine > theirs)
        return mine < theirs;
    return fr_is_smaller(&halving->view, one, other);
}

/* Sorts the remaining candidates, the most promising first. */
static int order_candidates(const struct fr_halving *halving, int order[FR_MAX_RACERS])
{
    int count = 0;
    for (int i = 0; i < halving->view.racers.count; i++) {
        int place = count;
        if (halving->left[i] != FR_PLACE_SHIPPED)
            continue;
        for (; place > 0 && comes_before(halving, i, order[place - 1]); place--)
            order[place] = order[place - 1];
        order[place] = i;
        count++;
    }
    return count;
}

/* The number of click-set entries, from the first, that contain this many clicks of class detour
 * and, if there are events, some clicks after an event; all entries if there are fewer. */
static size_t entries_with(const struct fr_recommend_plan *plan, int detours)
{
    int followers = event_share(&plan->course) > 0 ? LEAST_FOLLOWERS : 0;
    size_t count = 0;
    for (; count < plan->course.set.count && (detours > 0 || followers > 0); count++) {
        const bool click = !plan->course.resolved[count].event;
        detours -= click && plan->standings.classes[count] == FR_CLASS_DETOUR;
        followers -= click && count > 0 && plan->course.resolved[count - 1].event;
    }
    return count;
}

/* Fills in the racers of the final race: the remaining candidates for which there is time. Returns
 * the number of click-set entries for the race. */
static size_t choose_final_racers(struct fr_recommend_plan *plan)
{
    const double left = RESERVE * fmax(seconds_left(plan), LEAST_S);
    const double wanted = (double)entries_with(plan, WANTED_DETOURS);
    const double some = (double)entries_with(plan, SOME_DETOURS);
    const double least = (double)entries_with(plan, LEAST_DETOURS);
    double each = 0, once = 0;
    int order[FR_MAX_RACERS];
    const int count = order_candidates(&plan->halving, order);
    for (int i = 0; i < count && plan->final_racers.count < MOST_FINAL_RACERS; i++) {
        const double more = entry_cost(plan, order[i]), begin = preparing_cost(plan, order[i]);
        /* The first candidate races against another, if at all possible. */
        const double fewest = plan->final_racers.count > 1 ? some : least;
        const bool fits = once + begin + (each + more) * wanted <= left;
        if (plan->final_racers.count > 0 && !fits &&
            (once + begin > left / 2 || once + begin + (each + more) * fewest > left))
            continue;
        each += more;
        once += begin;
        plan->final_racers.at[plan->final_racers.count++] = plan->racers.at[order[i]];
    }
    const double entries = each > 0 ? (left - once) / each : 0;
    return (size_t)fmin(fmax(entries, least), (double)plan->course.set.count);
}

/* Runs the final race as `run` does. */
static enum fr_status race_final_racers(const struct fr_arguments *arguments,
                                        struct fr_recommend_plan *plan, size_t entries,
                                        struct fr_rows *rows, struct fr_error *error)
{
    struct fr_race_settings settings = settings_of(plan);
    struct fr_standings standings;
    FILE *file;
    enum fr_status status = fr_recommend_plan_begin_rows(plan, &file, error);
    if (status != FR_OK)
        return status;
    plan->rules.timeout_s = FR_SLOWEST_CLICK;
    settings.racers = &plan->final_racers;
    settings.schedule = (struct fr_race_schedule){.rounds = ROUNDS, .passes = PASSES};
    settings.last = entries;
    fr_rows_init(rows, file);
    status = fr_standings_create(plan->final_racers.count, plan->course.set.count, ROUNDS,
                                 &fr_default_allocator, &standings);
    if (status == FR_OK) {
        status = race(arguments, plan, &settings, &standings, rows);
        fr_standings_release(&standings);
    }
    fflush(file);
    return status == FR_OK ? FR_OK : fr_fail(error, status, "%s: not enough memory", plan->mask);
}

static enum fr_status print(const struct fr_arguments *arguments, struct fr_recommend_plan *plan,
                            bool raced, const struct fr_final_answer *answer)
{
    struct fr_recommendation recommendation = {.inspection = &plan->inspection,
                                               .course = &plan->course,
                                               .screening = &plan->halving,
                                               .final_racers = raced ? &plan->final_racers : NULL,
                                               .answer = answer,
                                               .budget_s = plan->budget_s,
                                               .spent_s =
                                                   (double)(fr_clock_ns() - plan->begin_ns) / 1e9,
                                               .verbose = !plan->progress.terse,
                                               .stopped = plan->stopped};
    fr_recommendation_spell(&recommendation, (uint64_t)plan->seed, arguments);
    if (fr_argument_count(arguments, "json") > 0)
        return fr_json_write(stdout, fr_recommendation_json(&recommendation));
    fr_recommendation_print(&recommendation, fr_terminal_width(), fr_terminal_bold());
    return FR_OK;
}

/* Whether a candidate gave a wrong answer or crashed, which is a fault of this program. */
static bool is_fault(const struct fr_recommend_plan *plan, const struct fr_final_answer *answer)
{
    for (int i = 0; i < plan->racers.count; i++)
        if (plan->halving.answer.figures[i].wrong > 0)
            return true;
    for (int i = 0; i < answer->evidence->racers.count; i++)
        if (answer->figures[i].wrong > 0)
            return true;
    return !fr_answer_ship(answer);
}

/* The number of candidates that might have been chosen, but could not be prepared or queried in
 * time. */
static int count_untried(const struct fr_recommend_plan *plan)
{
    const struct fr_halving *halving = &plan->halving;
    int count = 0;
    for (int i = 0; i < plan->racers.count; i++)
        count += !halving->tried[i] || halving->left[i] == FR_PLACE_UNTRIED ||
                 (halving->left[i] == FR_PLACE_UNREADY && halving->given_s[i] < FR_PATIENT_S);
    return count;
}

/* Decides from rows, and prints the answer. */
static enum fr_exit conclude(const struct fr_program *program, const struct fr_arguments *arguments,
                             struct fr_recommend_plan *plan, bool raced, const char *file)
{
    const char *const files[] = {file};
    struct fr_decision *decision;
    struct fr_error error;
    if (fr_decision_create(files, 1, plan->plugins.list.at, &plan->situation, &decision, &error) !=
        FR_OK)
        return fr_report_error(program, &error);
    fr_answer_set_untried(&decision->answer, count_untried(plan));
    enum fr_status status = print(arguments, plan, raced, &decision->answer);
    const char *folder = fr_argument(arguments, "take", 0),
               *ship = fr_answer_ship(&decision->answer);
    const bool fault = is_fault(plan, &decision->answer);
    if (status != FR_OK)
        (void)fr_fail(&error, status, "not enough memory to write JSON");
    fflush(stdout);
    if (status == FR_OK && folder && ship)
        status = fr_take_home(program, folder, ship, plan->spec, &error);
    fr_decision_release(decision);
    if (status != FR_OK)
        return fr_report_error(program, &error);
    if (*plan->stopped)
        return FR_EXIT_STOPPED;
    return fault ? FR_EXIT_FAULT : FR_EXIT_DONE;
}

/* If no race began, the answer rests on the rows of the screening, which are kept. Returns the
 * errno if the rows cannot be written. */
static int keep_screening(struct fr_recommend_plan *plan)
{
    char bytes[1 << 14];
    struct fr_error error;
    FILE *file;
    size_t count;
    if (!*plan->rows_file || plan->output.file || plan->kept)
        return 0;
    if (fr_recommend_plan_begin_rows(plan, &file, &error) != FR_OK)
        return errno ? errno : EIO;
    rewind(plan->screening);
    while ((count = fread(bytes, 1, sizeof bytes, plan->screening)) > 0)
        if (fwrite(bytes, 1, count, file) != count)
            return errno;
    return fflush(file) == 0 ? 0 : errno;
}

/* Runs the race, then decides. */
static enum fr_exit race_and_conclude(const struct fr_program *program,
                                      const struct fr_arguments *arguments,
                                      struct fr_recommend_plan *plan)
{
    struct fr_rows rows = {.error = 0};
    struct fr_error error;
    char screened[FR_KEPT_NAME];
    bool raced = false;
    enum fr_status status = screen(arguments, plan, screened, &error);
    const size_t entries = status == FR_OK ? choose_final_racers(plan) : 0;
    if (status == FR_OK && !*plan->stopped && plan->final_racers.count > 0) {
        status = race_final_racers(arguments, plan, entries, &rows, &error);
        raced = !*plan->stopped;
    }
    fr_progress_clear(&plan->progress);
    if (status != FR_OK)
        return fr_report_error(program, &error);
    if (!raced && !rows.error)
        rows.error = keep_screening(plan);
    const int closing = fr_output_close(&plan->output);
    const int lost = rows.error ? rows.error : closing;
    const enum fr_exit code =
        conclude(program, arguments, plan, raced, raced ? plan->rows_file : screened);
    if (!lost)
        return code;
    (void)fr_fail(&error, FR_SYSTEM_ERROR, "-o %s: %s", plan->rows_file, strerror(lost));
    return fr_report_error(program, &error);
}

static enum fr_exit carry_out(const struct fr_program *program,
                              const struct fr_arguments *arguments, struct fr_recommend_plan *plan)
{
    struct fr_error error;
    const enum fr_status status = fr_recommend_plan_read(program, arguments, plan, &error);
    fr_progress_clear(&plan->progress);
    if (status != FR_OK)
        return fr_report_error(program, &error);
    if (*plan->stop) {
        (void)fr_fail(&error, FR_SYSTEM_ERROR, "stopped before the race began; there is no answer");
        return fr_report_error(program, &error);
    }
    plan->core = fr_pin_to_free_core(&plan->claim);
    lay_down_rules(plan);
    return race_and_conclude(program, arguments, plan);
}

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    struct fr_signals before;
    struct fr_recommend_plan *plan = calloc(1, sizeof *plan);
    struct fr_error error;
    if (!plan) {
        (void)fr_fail(&error, FR_NO_MEMORY, "not enough memory to start");
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

const struct fr_command fr_command_recommend = {
    .name = "recommend",
    .group = "Decide",
    .words = "MASK",
    .summary = "Names the back end to ship for your mask, and why.",
    .flags = fr_recommend_flags,
    .first_flags = 18,
    .least_words = 1,
    .most_words = 1,
    .run = run,
    .explain = fr_help_answer,
};
