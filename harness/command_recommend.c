#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/clock.h"
#include "harness/command.h"
#include "harness/help.h"
#include "harness/machine.h"
#include "harness/output.h"
#include "harness/plugin.h"
#include "harness/race.h"
#include "harness/recommend_candidates.h"
#include "harness/recommendation.h"
#include "harness/reporting.h"
#include "harness/signals.h"
#include "maps/io/click_set_file.h"

#define DEFAULT_BUDGET_S 60.0
#define MOST_BUDGET_S 86400.0
#define OPTIMUM_SHARE 0.15 /* of the budget, for the exact optima */
#define SAMPLING_SHARE 0.1 /* for the clicks */
#define LEAST_SHARE 0.25   /* for the race, however long all else took */
#define PIXEL_NS 2.0       /* that sampling a click takes for each pixel of the map */

enum {
    REPEATS = 5,
    MOST_CLICKS = 1000,
    FEWEST_SAMPLED = 60, /* fewer are had from the kinds that need no search */
    EASY_CLICKS = 200,
    MOST_MEMORY_MB = 4096,
    PLAIN_WIDTH = 80,
    WIDEST = 100,
    FILE_SIZE = 1024
};

static const struct fr_flag flags[] = {
    {"prefer", "WHAT", false, false, "what matters most, see below (looks)"},
    {"budget", "S", false, false, "seconds that it may take, all in all (60)"},
    {"plugin", "SO", true, false, "a library with more back ends to consider"},
    {"seed", "N", false, false, "of the clicks and of the order of turns (1)"},
    {"clicks", "FILE", false, false, "keep the click set"},
    {"report", "DIR", false, false, "write the report of the race: DIR/report.html"},
    {"json", NULL, false, false, "print JSON, for programs"},
    {"allow-debug", NULL, false, false, "race though this build is not fit for timing"},
    {"o", "FILE", false, false, "keep the rows of the race"},
    {NULL, NULL, false, false, NULL},
};

/* What is asked for, and all that is made on the way to an answer. */
struct errand {
    const char *mask;
    enum fr_preference preference;
    double budget_s;
    int64_t seed;
    uint64_t begin_ns;
    struct fr_plugins plugins;
    struct fr_racers racers;
    struct fr_machine machine;
    struct fr_clock clock;
    struct fr_sandbox_rules rules;
    struct fr_optimum_rules optimum;
    struct fr_inspection inspection;
    struct fr_course course;
    struct fr_standings standings;
    struct fr_heats heats;
    struct fr_progress progress;
    struct fr_output output; /* of the rows */
    char rows_file[FILE_SIZE];
    char stopped[256];
    const volatile sig_atomic_t *stop;
};

/* "60", "60s" or "2m". */
static enum fr_status read_budget(const struct fr_arguments *arguments, double *seconds,
                                  struct fr_error *error)
{
    const char *text = fr_argument(arguments, "budget", 0);
    char *end;
    *seconds = DEFAULT_BUDGET_S;
    if (!text)
        return FR_OK;
    *seconds = strtod(text, &end);
    if (end != text && strcmp(end, "m") == 0)
        *seconds *= 60;
    if (end == text || (*end && strcmp(end, "s") != 0 && strcmp(end, "m") != 0) ||
        !(*seconds > 0 && *seconds <= MOST_BUDGET_S))
        return fr_fail(error, FR_BAD_INPUT,
                       "--budget: '%s' found, expected seconds above 0, such as 60s, or minutes, "
                       "such as 2m",
                       text);
    return FR_OK;
}

static enum fr_status read_preference(const struct fr_arguments *arguments,
                                      enum fr_preference *preference, struct fr_error *error)
{
    const char *text = fr_argument(arguments, "prefer", 0);
    *preference = FR_PREFER_LOOKS;
    if (!text || fr_preference_read(text, preference))
        return FR_OK;
    return fr_fail(error, FR_BAD_INPUT,
                   "--prefer: '%s' found, expected looks, speed, length, memory or dynamic", text);
}

/* Where the rows go: to a file that is kept, beside the report, or nowhere. */
static enum fr_status open_rows(const struct fr_arguments *arguments, struct errand *errand,
                                struct fr_error *error)
{
    const char *file = fr_argument(arguments, "o", 0);
    const char *folder = fr_argument(arguments, "report", 0);
    if (file && strcmp(file, "-") == 0)
        return fr_fail(error, FR_BAD_INPUT,
                       "-o: '-' found, expected a file: standard output is "
                       "for the recommendation");
    if (file)
        snprintf(errand->rows_file, FILE_SIZE, "%s", file);
    else if (folder)
        snprintf(errand->rows_file, FILE_SIZE, "%s/race.jsonl", folder);
    if (!*errand->rows_file)
        return FR_OK;
    if (folder && mkdir(folder, 0777) != 0 && errno != EEXIST)
        return fr_fail(error, FR_BAD_INPUT, "--report %s: %s", folder, strerror(errno));
    return fr_output_open(errand->rows_file, &errand->output, error);
}

static enum fr_status read_arguments(const struct fr_program *program,
                                     const struct fr_arguments *arguments, struct errand *errand,
                                     struct fr_error *error)
{
    errand->mask = arguments->words[0];
    enum fr_status status = read_budget(arguments, &errand->budget_s, error);
    if (status == FR_OK)
        status = read_preference(arguments, &errand->preference, error);
    if (status == FR_OK)
        status = fr_argument_integer(arguments, "seed", 0, INT64_MAX, 1, &errand->seed, error);
    if (status == FR_OK)
        status = fr_plugins_read(&errand->plugins, program->pathfinders, arguments, error);
    if (status == FR_OK)
        status = fr_candidates_list(errand->plugins.pathfinders, &errand->racers, error);
    fr_machine_read(&errand->machine);
    if (status == FR_OK && fr_argument_count(arguments, "allow-debug") == 0)
        status = fr_machine_expect_trust(&errand->machine, error);
    return status == FR_OK ? open_rows(arguments, errand, error) : status;
}

static enum fr_status inspect(const struct fr_program *program, struct errand *errand,
                              struct fr_error *error)
{
    fr_progress_show(&errand->progress, errand->mask, "looking the mask over");
    const enum fr_status status = fr_inspect(errand->mask, program->bundled, &fr_default_allocator,
                                             &errand->inspection, error);
    if (status == FR_OK && errand->inspection.health.walkable == 0)
        return fr_fail(error, FR_BAD_INPUT, "%s: %s", errand->mask, errand->inspection.warnings[0]);
    return status;
}

/* Whether the mask has gates: a second area. */
static bool has_areas(const struct fr_health *health)
{
    int areas = 0;
    for (int area = 1; area < FR_AREAS; area++)
        areas += health->area_pixels[area] > 0;
    return areas > 1;
}

/* As many clicks as can be sampled in their share of the budget; the same for the same budget. */
static void spell_clicks(const struct errand *errand, char *spec, size_t size)
{
    const double each_ns = PIXEL_NS * (double)errand->inspection.health.pixels + 1;
    const double affordable = SAMPLING_SHARE * errand->budget_s * 1e9 / each_ns;
    const bool hard = affordable >= FEWEST_SAMPLED;
    const int count = !hard ? EASY_CLICKS : (int)fmin(MOST_CLICKS, affordable);
    snprintf(spec, size, "auto:%d:%s%s%s", count, hard ? "default,walk" : "walk,off-ground,same",
             has_areas(&errand->inspection.health) ? ",gates" : "",
             errand->preference == FR_PREFER_DYNAMIC ? ",movers" : "");
}

static enum fr_status load_course(const struct fr_program *program,
                                  const struct fr_arguments *arguments, struct errand *errand,
                                  struct fr_error *error)
{
    const struct fr_course_options options = {.bundled = program->bundled,
                                              .seed = (uint64_t)errand->seed};
    const char *file = fr_argument(arguments, "clicks", 0);
    char spec[128];
    spell_clicks(errand, spec, sizeof spec);
    fr_progress_show(&errand->progress, errand->mask, "sampling clicks");
    enum fr_status status =
        fr_course_load(errand->mask, spec, &options, &fr_default_allocator, &errand->course, error);
    if (status == FR_OK && file) {
        snprintf(errand->course.set.map, sizeof errand->course.set.map, "%s", errand->mask);
        status = fr_click_set_save(file, &errand->course.set, error);
    }
    return status;
}

static void lay_down_rules(struct errand *errand)
{
    const int64_t free_mb = fr_machine_free_bytes() >> 20;
    fr_clock_measure(&errand->clock);
    errand->rules = (struct fr_sandbox_rules){
        .timeout_s = FR_SLOWEST_CLICK,
        .memory_mb = free_mb > 4 && free_mb < MOST_MEMORY_MB ? free_mb : MOST_MEMORY_MB,
        .repeats = REPEATS,
        .shortest_ns = fr_clock_shortest_ns(&errand->clock),
        .unlimited_addresses = errand->machine.sanitized,
        .stop = errand->stop};
    fr_optimum_rules_init(&errand->optimum);
    errand->optimum.seconds = fmin(errand->optimum.seconds, OPTIMUM_SHARE * errand->budget_s);
    errand->optimum.unlimited_addresses = errand->machine.sanitized;
    errand->optimum.stop = errand->stop;
    fr_heats_init(&errand->heats, &errand->racers, errand->preference, &errand->rules,
                  &errand->standings);
    errand->heats.due_ns = errand->begin_ns + (uint64_t)(errand->budget_s * 1e9);
    errand->heats.least = LEAST_SHARE * errand->budget_s;
}

/* Races; rows gets the result file, which nobody may want to keep. */
static enum fr_status race(const struct fr_arguments *arguments, struct errand *errand,
                           struct fr_rows *rows)
{
    static const char *const none[] = {NULL};
    char command[4096];
    const int64_t free_mb = fr_machine_free_bytes() >> 20;
    const int64_t total_mb = free_mb > 4 ? free_mb * 3 / 4 : 0;
    struct fr_race_settings settings = {.racers = &errand->racers,
                                        .rules = &errand->rules,
                                        .optimum = &errand->optimum,
                                        .seed = (uint64_t)errand->seed,
                                        .total_bytes = total_mb << 20,
                                        .referee = &errand->heats.referee,
                                        .last = errand->course.set.count,
                                        .allocator = &fr_default_allocator};
    const struct fr_run_facts facts = {.command = command,
                                       .seed = (uint64_t)errand->seed,
                                       .machine = &errand->machine,
                                       .clock = &errand->clock,
                                       .rules = &errand->rules,
                                       .total_mb = total_mb,
                                       .core = -1,
                                       .shard = 1,
                                       .shards = 1};
    fr_arguments_spell("recommend", arguments, none, command, sizeof command);
    fr_rows_run(rows, &facts);
    enum fr_status status =
        fr_race_run(&settings, &errand->course, rows, &errand->progress, &errand->standings,
                    errand->stopped, sizeof errand->stopped);
    fr_rows_end(rows, errand->stopped);
    fr_progress_clear(&errand->progress);
    return status == FR_OK ? fr_heats_finish(&errand->heats) : status;
}

static int columns_of_terminal(void)
{
    struct winsize size;
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return PLAIN_WIDTH;
    return size.ws_col < WIDEST ? size.ws_col : WIDEST;
}

static enum fr_status tell(const struct fr_arguments *arguments, struct errand *errand)
{
    struct fr_recommendation recommendation = {.inspection = &errand->inspection,
                                               .course = &errand->course,
                                               .heats = &errand->heats,
                                               .budget_s = errand->budget_s,
                                               .spent_s =
                                                   (double)(fr_clock_ns() - errand->begin_ns) / 1e9,
                                               .stopped = errand->stopped};
    fr_recommendation_spell(&recommendation, (uint64_t)errand->seed,
                            fr_argument(arguments, "clicks", 0));
    if (fr_argument_count(arguments, "json") > 0)
        return fr_recommendation_write_json(&recommendation);
    fr_recommendation_print(&recommendation, columns_of_terminal(),
                            isatty(STDOUT_FILENO) && !getenv("NO_COLOR"));
    return FR_OK;
}

static enum fr_exit report(const struct fr_program *program, const char *folder,
                           const struct errand *errand, struct fr_error *error)
{
    const char *const words[] = {"-o", folder, "--", errand->rows_file, NULL};
    enum fr_exit code = FR_EXIT_DONE;
    fflush(stdout);
    return fr_reporting_run(program, "reports", words, &code, error) == FR_OK
               ? code
               : fr_report_error(program, error);
}

/* Whether a candidate gave an answer that is wrong, or crashed: a fault of ours, that nobody ships. */
static bool any_wrong(const struct fr_choice *choice)
{
    for (int i = 0; i < choice->candidates; i++)
        if (choice->figures[i].wrong > 0)
            return true;
    return false;
}

static enum fr_exit conclude(const struct fr_program *program, const struct fr_arguments *arguments,
                             struct errand *errand, const struct fr_rows *rows)
{
    struct fr_error error;
    const char *folder = fr_argument(arguments, "report", 0);
    const int closing = fr_output_close(&errand->output);
    const int lost = rows->error ? rows->error : closing;
    if (tell(arguments, errand) != FR_OK) {
        (void)fr_fail(&error, FR_NO_MEMORY, "not enough memory to write JSON");
        return fr_report_error(program, &error);
    }
    if (lost) {
        (void)fr_fail(&error, FR_BAD_INPUT, "-o %s: %s", errand->rows_file, strerror(lost));
        (void)fr_report_error(program, &error);
        return FR_EXIT_STOPPED;
    }
    const enum fr_exit reported = folder ? report(program, folder, errand, &error) : FR_EXIT_DONE;
    if (*errand->stopped)
        return FR_EXIT_STOPPED;
    if (reported != FR_EXIT_DONE)
        return reported;
    return any_wrong(&errand->heats.choice) ? FR_EXIT_FAULT : FR_EXIT_DONE;
}

static enum fr_exit carry_out(const struct fr_program *program,
                              const struct fr_arguments *arguments, struct errand *errand)
{
    struct fr_error error;
    struct fr_rows rows;
    FILE *nowhere = NULL;
    enum fr_status status = read_arguments(program, arguments, errand, &error);
    if (status == FR_OK)
        status = inspect(program, errand, &error);
    if (status == FR_OK)
        status = load_course(program, arguments, errand, &error);
    if (status == FR_OK && *errand->rows_file)
        status = fr_output_begin(&errand->output, &error);
    else if (status == FR_OK && !(nowhere = fopen("/dev/null", "w")))
        status = fr_fail(&error, FR_BAD_INPUT, "/dev/null: %s", strerror(errno));
    fr_progress_clear(&errand->progress);
    if (status != FR_OK)
        return fr_report_error(program, &error);
    status = fr_standings_create(errand->racers.count + 1, errand->course.set.count,
                                 &fr_default_allocator, &errand->standings);
    lay_down_rules(errand);
    fr_rows_init(&rows, nowhere ? nowhere : errand->output.file);
    if (status == FR_OK)
        status = race(arguments, errand, &rows);
    if (nowhere)
        fclose(nowhere);
    if (status == FR_OK)
        return conclude(program, arguments, errand, &rows);
    (void)fr_fail(&error, status, "%s: out of memory", errand->mask);
    return fr_report_error(program, &error);
}

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    struct fr_signals before;
    struct errand *errand = calloc(1, sizeof *errand);
    struct fr_error error;
    if (!errand) {
        (void)fr_fail(&error, FR_NO_MEMORY, "no memory to begin with");
        return fr_report_error(program, &error);
    }
    errand->begin_ns = fr_clock_ns();
    errand->output.descriptor = -1;
    errand->stop = fr_signals_catch(&before);
    fr_progress_begin(&errand->progress, "recommend");
    const enum fr_exit code = carry_out(program, arguments, errand);
    fr_output_close(&errand->output);
    fr_standings_release(&errand->standings);
    fr_course_release(&errand->course);
    fr_inspection_release(&errand->inspection);
    free(errand);
    fr_signals_release(&before);
    return code;
}

static void explain(const struct fr_program *program)
{
    (void)program;
    printf("\nWhat to prefer; looks, unless you say otherwise. Who fails a click is never "
           "recommended:\n");
    for (int i = 0; i < FR_PREFERENCES; i++)
        fr_help_entry(fr_preference_name((enum fr_preference)i),
                      fr_preference_help((enum fr_preference)i));
}

const struct fr_command fr_command_recommend = {
    .name = "recommend",
    .words = "MASK",
    .summary = "says which back end to ship for a mask, what it costs, and why not the others",
    .flags = flags,
    .least_words = 1,
    .most_words = 1,
    .run = run,
    .explain = explain,
};
