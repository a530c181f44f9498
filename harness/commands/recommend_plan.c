#include "harness/commands/recommend_plan.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/answer/recommend_candidates.h"
#include "harness/base/file_guard.h"
#include "harness/base/signals.h"
#include "harness/clicks/mask_spec.h"
#include "harness/clicks/sample.h"
#include "harness/commands/take_home.h"
#include "maps/formats/clicks/click_set_file.h"

#define DEFAULT_BUDGET_S 35.0
#define MOST_BUDGET_S 86400.0
#define SAMPLING_SHARE 0.1 /* fraction of the budget for sampling clicks */
#define PIXEL_NS 1.4       /* time to sample a click, per pixel of the map */

enum {
    MOST_CLICKS = 600,
    FEWEST_SAMPLED = 60, /* if time allows fewer, clicks are of the kinds that need no search */
    EASY_CLICKS = 200
};

const struct fr_flag fr_recommend_flags[] = {
    {"take", "DIR", false, false,
     "write a small program for this room, and the library with only the back end to ship"},
    {"budget", "S", false, false, "time limit of the whole command, such as 20s or 2m (35s)"},
    FR_SITUATION_FLAGS,
    {FR_GATE_FLAG},
    {"json", NULL, false, false, "print JSON, for programs"},
    {"o", FR_WRITES_FILE, false, false, "write the result file of the race"},
    {"clicks", FR_WRITES_FILE, false, false, "write the click set"},
    {"plugin", "SO", true, false,
     "a library with more back ends (algorithms/plugin.h), or a program that acts as a back end "
     "(guests/protocol.md)"},
    {"seed", "N", false, false, "seed of the clicks and of the order of queries (1)"},
    {"frame", "WxH", false, false,
     "size of the frame drawn before each played query; 0x0: none (1920x1080)"},
    {"allow-debug", NULL, false, false, "race with a build that is unsuitable for timing"},
    {"force", NULL, false, false,
     "replace a finished result; race even on a mask that 'inspect' finds unusable"},
    {"verbose", NULL, false, false,
     "also report how the race went: its time, and what it left out"},
    FR_THRESHOLD_FLAGS,
    {NULL, NULL, false, false, NULL},
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

/* Opens the file that receives the rows, if one is requested. */
static enum fr_status open_rows(const struct fr_arguments *arguments,
                                struct fr_recommend_plan *plan, struct fr_error *error)
{
    const char *file = fr_argument(arguments, "o", 0);
    if (!file)
        return FR_OK;
    if (strcmp(file, "-") == 0)
        return fr_fail(error, FR_BAD_INPUT,
                       "-o: '-' found, expected a file, as standard output is for the answer");
    if ((size_t)snprintf(plan->rows_file, sizeof plan->rows_file, "%s", file) >=
        sizeof plan->rows_file)
        return fr_fail(error, FR_BAD_INPUT, "-o %.60s...: %zu bytes found, expected fewer", file,
                       strlen(file));
    return fr_output_open(plan->rows_file, &plan->output, error);
}

static enum fr_status read_arguments(const struct fr_program *program,
                                     const struct fr_arguments *arguments,
                                     struct fr_recommend_plan *plan, struct fr_error *error)
{
    plan->mask = arguments->words[0];
    enum fr_status status = read_budget(arguments, &plan->budget_s, error);
    if (status == FR_OK)
        status = fr_situation_read(arguments, &plan->situation, error);
    if (status == FR_OK)
        status = fr_mask_spec(plan->mask, plan->situation.radius_px, arguments, plan->spec,
                              sizeof plan->spec, error);
    plan->progress.due_ns = plan->progress.begin_ns + (uint64_t)(plan->budget_s * 1e9);
    plan->forced = fr_argument_count(arguments, "force") > 0;
    if (status == FR_OK)
        status = fr_argument_integer(arguments, "seed", 0, INT64_MAX, 1, &plan->seed, error);
    if (status == FR_OK)
        status = fr_plugins_read(&plan->plugins, program->pathfinders, arguments, error);
    if (status == FR_OK)
        status = fr_candidates_list(plan->plugins.list.at,
                                    fr_situation_prefers(&plan->situation, FR_CHANGE),
                                    &plan->racers, error);
    fr_plugins_level(&plan->plugins, &plan->racers);
    fr_machine_read(&plan->machine);
    if (status == FR_OK && fr_argument_count(arguments, "allow-debug") == 0)
        status = fr_machine_expect_trust(&plan->machine, error);
    if (status == FR_OK && fr_argument(arguments, "take", 0))
        status = fr_take_home_check(fr_argument(arguments, "take", 0), plan->forced, error);
    return status == FR_OK ? open_rows(arguments, plan, error) : status;
}

static enum fr_status inspect(const struct fr_program *program, struct fr_recommend_plan *plan,
                              struct fr_error *error);

/* Reads a mask without walkable pixels again, as its colours suggest, and prints a note. */
static enum fr_status read_as_suggested(const struct fr_program *program,
                                        struct fr_recommend_plan *plan, struct fr_error *error)
{
    const size_t used = strlen(plan->spec);
    snprintf(plan->spec + used, sizeof plan->spec - used, "%c%s",
             strchr(plan->spec, ':') ? ',' : ':', plan->inspection.report.suggestion);
    fr_inspection_release(&plan->inspection);
    plan->suggested = true;
    fr_progress_note(&plan->progress, "no floor found; reading the mask as %s", plan->spec);
    return inspect(program, plan, error);
}

static bool is_usable(const struct fr_recommend_plan *plan)
{
    return plan->inspection.health.walkable > 0 && (!plan->inspection.all_floor || plan->forced);
}

static enum fr_status inspect(const struct fr_program *program, struct fr_recommend_plan *plan,
                              struct fr_error *error)
{
    fr_progress_show(&plan->progress, plan->mask, "inspecting the mask");
    const enum fr_status status =
        fr_inspect(plan->spec, program->bundled, &fr_default_allocator, &plan->inspection, error);
    const struct fr_agent agent = plan->inspection.report.agent;
    if (status != FR_OK || is_usable(plan))
        return status;
    if (plan->inspection.all_floor)
        return fr_fail(error, FR_BAD_INPUT, "%s: %s --force races on it anyway.", plan->mask,
                       plan->inspection.warnings[0]);
    if (*plan->inspection.report.suggestion && !plan->suggested)
        return read_as_suggested(program, plan, error);
    if (agent.radius > 0)
        return fr_fail(error, FR_BAD_INPUT,
                       "%s: no floor is left at radius %g; expected a smaller radius", plan->mask,
                       agent.radius / 2.0);
    return fr_fail(error, FR_BAD_INPUT, "%s: %s", plan->mask, plan->inspection.warnings[0]);
}

/* The kinds of clicks: if the map will change, as many clicks as possible involve changes. */
static const char *kinds_for(const struct fr_recommend_plan *plan, bool hard)
{
    const bool gates = (fr_sample_usual(plan->inspection.map) & FR_SAMPLE_GATES) != 0;
    if (fr_situation_prefers(&plan->situation, FR_CHANGE))
        return gates ? "walk,gates,movers" : "walk,movers";
    if (hard)
        return gates ? "blocked,walk,gates" : "blocked,walk";
    return gates ? "walk,unwalkable,same,gates" : "walk,unwalkable,same";
}

/* Writes the number of clicks that can be sampled in the time that the budget leaves for sampling;
 * equal budgets give equal numbers. */
static void spell_clicks(const struct fr_recommend_plan *plan, char *spec, size_t size)
{
    const double each_ns = PIXEL_NS * (double)plan->inspection.health.pixels + 1;
    const double affordable = SAMPLING_SHARE * plan->budget_s * 1e9 / each_ns;
    const bool hard = affordable >= FEWEST_SAMPLED;
    const int count = !hard ? EASY_CLICKS : (int)fmin(MOST_CLICKS, affordable);
    snprintf(spec, size, "auto:%d:%s", count, kinds_for(plan, hard));
}

static enum fr_status load_course(const struct fr_program *program,
                                  const struct fr_arguments *arguments,
                                  struct fr_recommend_plan *plan, struct fr_error *error)
{
    const struct fr_course_options options = {.bundled = program->bundled,
                                              .seed = (uint64_t)plan->seed};
    const char *file = fr_argument(arguments, "clicks", 0);
    char spec[128];
    spell_clicks(plan, spec, sizeof spec);
    fr_progress_show(&plan->progress, plan->mask, "sampling clicks");
    enum fr_status status =
        fr_course_load(plan->spec, spec, &options, &fr_default_allocator, &plan->course, error);
    fr_signals_take_time();
    if (status == FR_OK && file) {
        snprintf(plan->course.set.map, sizeof plan->course.set.map, "%s", plan->mask);
        status = fr_click_set_save(file, &plan->course.set, error);
    }
    return status;
}

enum fr_status fr_recommend_plan_read(const struct fr_program *program,
                                      const struct fr_arguments *arguments,
                                      struct fr_recommend_plan *plan, struct fr_error *error)
{
    enum fr_status status = read_arguments(program, arguments, plan, error);
    if (status == FR_OK)
        status = fr_frame_read(arguments, &plan->frame, error);
    fr_signals_hurry("footrace: recommend: stopped before the race began; there is no answer\n",
                     plan->output.created ? plan->output.name : NULL);
    if (status == FR_OK)
        status = inspect(program, plan, error);
    plan->progress.terse = fr_argument_count(arguments, "verbose") == 0;
    if (status == FR_OK && !*plan->stop)
        status = load_course(program, arguments, plan, error);
    fr_signals_take_time();
    return status;
}

enum fr_status fr_recommend_plan_keep(FILE **kept, char name[FR_KEPT_NAME], FILE **file,
                                      struct fr_error *error)
{
    *file = *kept = tmpfile();
    if (!*file)
        return fr_fail(error, fr_status_of(errno), "a temporary file: %s", strerror(errno));
    snprintf(name, FR_KEPT_NAME, "/proc/self/fd/%d", fileno(*kept));
    return FR_OK;
}

enum fr_status fr_recommend_plan_begin_rows(struct fr_recommend_plan *plan, FILE **file,
                                            struct fr_error *error)
{
    if (*plan->rows_file) {
        const enum fr_status status = fr_output_begin(&plan->output, error);
        *file = plan->output.file;
        return status;
    }
    return fr_recommend_plan_keep(&plan->kept, plan->rows_file, file, error);
}

void fr_recommend_plan_release(struct fr_recommend_plan *plan)
{
    fr_output_close(&plan->output);
    fr_frame_release(&plan->frame);
    fr_plugins_release(&plan->plugins);
    if (plan->screening)
        fclose(plan->screening);
    if (plan->kept)
        fclose(plan->kept);
    fr_halving_release(&plan->halving);
    fr_standings_release(&plan->standings);
    fr_course_release(&plan->course);
    fr_inspection_release(&plan->inspection);
    if (plan->claim >= 0)
        close(plan->claim);
}
