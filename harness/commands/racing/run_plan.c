#include "harness/commands/racing/run_plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/answer/situation.h"
#include "harness/base/file_guard.h"
#include "harness/base/hash.h"
#include "harness/base/signals.h"
#include "harness/base/utf8.h"
#include "harness/judge/crossing.h"
#include "harness/machine/quiet_core.h"
#include "harness/race/fingerprint.h"
#include "harness/racers/addresses.h"
#include "harness/racers/caching.h"
#include "harness/results/results.h"

enum { DEFAULT_ROUNDS = 3, DEFAULT_PASSES = 2, DEFAULT_MEMORY_MB = 4096, DEFAULT_GIVE_UP = 3 };

#define DEFAULT_TIMEOUT_S 10.0
#define MOST_TIMEOUT_S 86400.0
#define MOST_MEMORY_MB (1 << 24)

const struct fr_flag fr_run_flags[] = {
    {"clicks", "C", true, false,
     "a click-set file, 'bundled', or auto:N[:KIND,...] for N sampled clicks; given once, or once "
     "for each mask (the bundled set, or auto:100)"},
    {"algo", "A", true, false,
     "a back end, as [LABEL=]NAME[:OPTION=VALUE,...]; several, as NAME,NAME; or a set from "
     "'footrace list', such as 'all' (candidates: those that a game could ship)"},
    {FR_RADIUS_FLAG},
    {FR_GATE_FLAG},
    {"o", FR_WRITES_FILE, false, false,
     "the result file, - for stdout (named after the first mask: room.jsonl, room-2.jsonl, ...)"},
    {"map", "M", true, false,
     "the same as MASK: a bundled map's name or a file; options follow a colon"},
    {"plugin", "SO", true, false,
     "a library with more back ends (algorithms/plugin.h), or a program that acts as a back end "
     "(guests/protocol.md)"},
    {"rounds", "N", false, false,
     "number of rounds; each starts and prepares all racers again (3)"},
    {"passes", "N", false, false, "number of passes over the clicks in a round (2)"},
    {"count", NULL, false, false, "also count the instructions of each query (needs valgrind)"},
    {"skip", "WHAT", true, false,
     "leave out 'steady' (queries without a frame), 'phases' or 'trials' (whether "
     "a back end caches answers)"},
    {"frame", "WxH", false, false,
     "size of the frame drawn before each played query; 0x0: none (1920x1080)"},
    {"clamp", "HOW", false, false,
     "where a blocked goal moves to: 'nearest' walkable pixel, 'component' (the nearest one "
     "reachable from the start) or 'edge' (of a drawing) (nearest)"},
    {"seed", "N", false, false, "seed of the sampled clicks and of the order of queries (1)"},
    {"timeout", "S", false, false, "time limit of a query, in seconds (10)"},
    {"change-limit", "S", false, false,
     "time limit of an update after a change, in seconds; a slower racer leaves the map (0.5)"},
    {"memory", "MB", false, false, "memory limit of a racer, in megabytes (4096)"},
    {"total-memory", "MB", false, false,
     "memory for all racers together, in megabytes; if they need more, they race in groups (3/4 of "
     "free memory)"},
    {"give-up", "N", false, false,
     "a racer leaves a map after N consecutive failures; 0: never (3)"},
    {"tolerance", "PX", false, false,
     "how deep a path may enter walls, in pixels, to be tolerated (0)"},
    {"optimum", "S", false, false,
     "time for a map's exact shortest paths, in seconds; 0: compute none (10)"},
    {"pin", "CORE", false, false, "the core to run on, from 0, or 'none' (a free one)"},
    {"also", "LABEL=FILE", true, false,
     "also race the back ends of another build of footrace, as NAME@LABEL"},
    {"shard", "I/N", false, false, "race part I of N; 'merge' joins the parts"},
    {"resume", NULL, false, false, "continue the race in the result file"},
    {"keep-paths", NULL, false, false, "keep all paths, not only those of the ten slowest clicks"},
    {"dry-run", NULL, false, false, "do not race; print what would be raced, and for how long"},
    {"quiet", NULL, false, false, "print failures only, no progress and no table"},
    {"allow-debug", NULL, false, false, "race with a build that is unsuitable for timing"},
    {"force", NULL, false, false, "replace a finished result"},
    {NULL, NULL, false, false, NULL},
};

/* Reads seconds, which may be a fraction; leaves them unchanged if the flag is absent. */
static enum fr_status read_seconds(const struct fr_arguments *arguments, const char *flag,
                                   bool or_none, double *seconds, struct fr_error *error)
{
    const char *text = fr_argument(arguments, flag, 0);
    char *end;
    if (!text)
        return FR_OK;
    *seconds = strtod(text, &end);
    if (end == text || *end || !(*seconds >= 0 && *seconds <= MOST_TIMEOUT_S) ||
        (*seconds == 0 && !or_none))
        return fr_fail(error, FR_BAD_INPUT,
                       "--%s: '%s' found, expected seconds %s 0 and at most %.0f", flag, text,
                       or_none ? "from" : "above", MOST_TIMEOUT_S);
    return FR_OK;
}

static enum fr_status read_tolerance(const struct fr_arguments *arguments, double *tolerance,
                                     struct fr_error *error)
{
    const char *text = fr_argument(arguments, "tolerance", 0);
    char *end;
    *tolerance = text ? strtod(text, &end) : 0;
    if (!text || (end != text && !*end && *tolerance >= 0 && *tolerance <= FR_DEEPEST_PX / 2))
        return FR_OK;
    return fr_fail(error, FR_BAD_INPUT, "--tolerance: '%s' found, expected pixels from 0 to %d",
                   text, FR_DEEPEST_PX / 2);
}

static enum fr_status read_clamping(const struct fr_arguments *arguments,
                                    enum fr_clamping *clamping, struct fr_error *error)
{
    const char *text = fr_argument(arguments, "clamp", 0);
    int found = 0;
    while (text && found < FR_CLAMPINGS && strcmp(text, fr_clamping_names[found]) != 0)
        found++;
    *clamping = (enum fr_clamping)found;
    if (found < FR_CLAMPINGS)
        return FR_OK;
    return fr_fail(error, FR_BAD_INPUT, "--clamp: '%s' found, expected nearest, component or edge",
                   text);
}

static enum fr_status read_skipped(const struct fr_arguments *arguments,
                                   struct fr_race_schedule *schedule, struct fr_error *error)
{
    const struct {
        const char *name;
        bool *skips;
    } calls[] = {{"steady", &schedule->skips_steady},
                 {"phases", &schedule->skips_phases},
                 {"trials", &schedule->skips_trials}};
    const size_t count = sizeof calls / sizeof *calls;
    for (int i = 0; i < fr_argument_count(arguments, "skip"); i++) {
        const char *text = fr_argument(arguments, "skip", i);
        size_t at = 0;
        while (at < count && strcmp(calls[at].name, text) != 0)
            at++;
        if (at == count)
            return fr_fail(error, FR_BAD_INPUT,
                           "--skip: '%s' found, expected steady, phases or trials", text);
        *calls[at].skips = true;
    }
    return FR_OK;
}

static enum fr_status read_schedule(const struct fr_arguments *arguments,
                                    struct fr_race_schedule *schedule, struct fr_error *error)
{
    int64_t rounds, passes;
    enum fr_status status = fr_argument_integer(arguments, "rounds", 1, FR_MOST_SAMPLES,
                                                DEFAULT_ROUNDS, &rounds, error);
    if (status == FR_OK)
        status = fr_argument_integer(arguments, "passes", 1, FR_MOST_SAMPLES, DEFAULT_PASSES,
                                     &passes, error);
    if (status != FR_OK)
        return status;
    if (rounds * passes > FR_MOST_SAMPLES)
        return fr_fail(error, FR_BAD_INPUT,
                       "--rounds %d, --passes %d: %d samples a click, expected at most %d",
                       (int)rounds, (int)passes, (int)(rounds * passes), FR_MOST_SAMPLES);
    schedule->rounds = (int)rounds;
    schedule->passes = (int)passes;
    return read_skipped(arguments, schedule, error);
}

static enum fr_status read_numbers(const struct fr_arguments *arguments, struct fr_run_plan *plan,
                                   struct fr_error *error)
{
    int64_t give_up, seed;
    enum fr_status status = read_schedule(arguments, &plan->settings.schedule, error);
    if (status == FR_OK)
        status = fr_argument_integer(arguments, "memory", 1, MOST_MEMORY_MB, DEFAULT_MEMORY_MB,
                                     &plan->rules.memory_mb, error);
    if (status == FR_OK)
        status = fr_argument_integer(arguments, "total-memory", 1, MOST_MEMORY_MB,
                                     fr_machine_share_mb(), &plan->total_mb, error);
    if (status == FR_OK)
        status = fr_argument_integer(arguments, "give-up", 0, INT32_MAX, DEFAULT_GIVE_UP, &give_up,
                                     error);
    if (status == FR_OK)
        status = fr_argument_integer(arguments, "seed", 0, INT64_MAX, 1, &seed, error);
    plan->rules.timeout_s = DEFAULT_TIMEOUT_S;
    plan->rules.change_s = FR_SLOWEST_CHANGE;
    fr_optimum_rules_init(&plan->optimum);
    if (status == FR_OK)
        status = read_seconds(arguments, "timeout", false, &plan->rules.timeout_s, error);
    if (status == FR_OK)
        status = read_seconds(arguments, "change-limit", false, &plan->rules.change_s, error);
    if (status == FR_OK)
        status = read_seconds(arguments, "optimum", true, &plan->optimum.seconds, error);
    if (status == FR_OK)
        status = read_tolerance(arguments, &plan->settings.tolerance, error);
    if (status != FR_OK)
        return status;
    plan->rules.stop = plan->optimum.stop = plan->stop;
    plan->settings.give_up = (int)give_up;
    plan->settings.seed = (uint64_t)seed;
    plan->settings.trial_seed = fr_caching_seed();
    plan->settings.keep_paths = fr_argument_count(arguments, "keep-paths") > 0;
    return FR_OK;
}

static enum fr_status read_racers(const struct fr_program *program,
                                  const struct fr_arguments *arguments, struct fr_run_plan *plan,
                                  struct fr_error *error)
{
    enum fr_status status = fr_plugins_read(&plan->plugins, program->pathfinders, arguments, error);
    for (int i = 0; i < fr_argument_count(arguments, "algo") && status == FR_OK; i++)
        status = fr_racers_add(&plan->racers, plan->plugins.list.at,
                               fr_argument(arguments, "algo", i), error);
    fr_plugins_level(&plan->plugins, &plan->racers);
    return status;
}

/* Maps with equal names are named by their specs; the same map with the same clicks twice is an
 * error. */
static enum fr_status name_courses(struct fr_run_plan *plan, struct fr_error *error)
{
    for (int i = 0; i < plan->course_count; i++)
        for (int j = 0; j < i; j++) {
            struct fr_course *a = &plan->courses[i], *b = &plan->courses[j];
            const bool same_map = strcmp(a->file, b->file) == 0;
            if (same_map && strcmp(a->clicks, b->clicks) == 0)
                return fr_fail(error, FR_BAD_INPUT,
                               "--map %s: given twice with the clicks %s; expected once", a->file,
                               a->clicks);
            if (same_map || strcmp(a->name, b->name) != 0)
                continue;
            fr_whole_name(a->file, a->name, sizeof a->name);
            fr_whole_name(b->file, b->name, sizeof b->name);
        }
    return FR_OK;
}

static void report_losses(struct fr_run_plan *plan, const struct fr_course *course)
{
    char text[512], corridors[320];
    fr_losses_describe(course->report.agent, &course->losses, course->lost, course->lost_count,
                       text, sizeof text);
    fr_closed_corridors_describe(&course->corridors, corridors, sizeof corridors);
    if (*text)
        fr_progress_note(&plan->progress, "%s: %s%s%s", course->name, text, *corridors ? "; " : "",
                         corridors);
}

static enum fr_status load_courses(const struct fr_program *program,
                                   const struct fr_arguments *arguments, struct fr_run_plan *plan,
                                   struct fr_error *error)
{
    const int maps = fr_argument_count(arguments, "map");
    const int sets = fr_argument_count(arguments, "clicks");
    struct fr_course_options options = {.bundled = program->bundled, .seed = plan->settings.seed};
    double radius_px = 0;
    enum fr_status status = read_clamping(arguments, &plan->clamping, error);
    if (status == FR_OK)
        status = fr_radius_read(arguments, &radius_px, error);
    if (status != FR_OK)
        return status;
    options.clamping = plan->clamping;
    if (sets > 1 && sets != maps)
        return fr_fail(error, FR_BAD_INPUT,
                       "--clicks: given %d times; expected once, or once for each mask (%d)", sets,
                       maps);
    plan->courses = calloc((size_t)maps, sizeof *plan->courses);
    if (!plan->courses)
        return fr_fail(error, FR_NO_MEMORY, "not enough memory for %d maps", maps);
    for (int i = 0; i < maps && status == FR_OK; i++) {
        const char *map = fr_argument(arguments, "map", i);
        char spec[FR_LONGEST_SPEC];
        const char *clicks = sets ? fr_argument(arguments, "clicks", sets > 1 ? i : 0) : NULL;
        status = fr_mask_spec(map, radius_px, arguments, spec, sizeof spec, error);
        if (status != FR_OK)
            break;
        fr_progress_show(&plan->progress, map, "loading the map and its clicks");
        status =
            fr_course_load(spec, clicks, &options, &fr_default_allocator, &plan->courses[i], error);
        plan->course_count += status == FR_OK;
        if (status == FR_OK)
            report_losses(plan, &plan->courses[i]);
        if (status == FR_OK && *plan->stop)
            break;
    }
    fr_progress_clear(&plan->progress);
    return status == FR_OK ? name_courses(plan, error) : status;
}

char *fr_run_command_line(const struct fr_arguments *arguments)
{
    static const char *const skipped[] = {"resume", "force", "quiet", NULL};
    return fr_arguments_spell("run", arguments, skipped);
}

static enum fr_status divide(const struct fr_arguments *arguments, struct fr_run_plan *plan,
                             struct fr_error *error)
{
    const char *text = fr_argument(arguments, "shard", 0);
    plan->shard = plan->shards = 1;
    enum fr_status status = text ? fr_shard_read(text, &plan->shard, &plan->shards, error) : FR_OK;
    if (status != FR_OK)
        return status;
    plan->shares = calloc((size_t)plan->course_count, sizeof *plan->shares);
    if (!plan->shares)
        return fr_fail(error, FR_NO_MEMORY, "not enough memory for %d maps", plan->course_count);
    fr_shard_divide(plan->courses, plan->course_count, plan->shard, plan->shards, plan->shares);
    return FR_OK;
}

/* A race must resume on the same machine with the same build, as its times are compared. */
static enum fr_status expect_same_machine(const struct fr_run_plan *plan, const char *file,
                                          struct fr_error *error)
{
    const struct fr_machine *machine = &plan->machine;
    const struct fr_run_row *run = plan->record.rows.run;
    const struct {
        const char *key, *now, *then;
    } facts[] = {{"version", machine->version, run->version},
                 {"revision", machine->revision, run->revision},
                 {"compiler", machine->compiler, run->compiler},
                 {"flags", machine->flags, run->flags},
                 {"machine", machine->machine, run->machine},
                 {"cpu", machine->cpu, run->cpu},
                 {"kernel", machine->kernel, run->kernel}};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        const char *then = facts[i].then ? facts[i].then : "";
        if (strcmp(facts[i].now, then) != 0)
            return fr_fail(error, FR_BAD_INPUT, "--resume: %s: %s '%s' found, expected '%s'", file,
                           facts[i].key, facts[i].now, then);
    }
    if (machine->cores != run->cores)
        return fr_fail(error, FR_BAD_INPUT, "--resume: %s: %d cores found, expected %d", file,
                       machine->cores, (int)run->cores);
    return FR_OK;
}

static enum fr_status expect_same_click(const struct fr_run_plan *plan, const char *file,
                                        struct fr_error *error)
{
    char fingerprint[32];
    snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, plan->fingerprint);
    const char *then = plan->record.rows.run->fingerprint;
    if (then && strcmp(fingerprint, then) == 0)
        return FR_OK;
    return fr_fail(error, FR_BAD_INPUT,
                   "--resume: %s: the clicks' events, a plugin or a racer has changed; "
                   "expected the same as before",
                   file);
}

/* Nothing can be resumed from a pipe or a device. */
static enum fr_status check_resume(const struct fr_arguments *arguments, struct fr_error *error)
{
    const char *file = fr_argument(arguments, "o", 0);
    struct stat facts;
    if (fr_argument_count(arguments, "resume") == 0)
        return FR_OK;
    if (!file)
        return fr_fail(error, FR_BAD_INPUT, "--resume: no -o found, expected -o FILE");
    if (strcmp(file, "-") == 0)
        return fr_fail(error, FR_BAD_INPUT, "--resume: -o - found, expected -o FILE");
    if (stat(file, &facts) == 0 && !S_ISREG(facts.st_mode))
        return fr_fail(error, FR_BAD_INPUT, "--resume: -o %s: not a regular file; expected one",
                       file);
    return FR_OK;
}

static enum fr_status take_fingerprint(struct fr_run_plan *plan, struct fr_error *error)
{
    const double tolerance = plan->settings.tolerance;
    uint64_t programs = plan->plugins.hash;
    enum fr_status status = FR_OK;
    for (int i = 0; i < plan->builds.count && status == FR_OK; i++)
        status = fr_hash_file(plan->builds.others[i].path, &programs, error);
    if (tolerance > 0)
        programs = fr_hash_bytes(programs, &tolerance, sizeof tolerance);
    plan->fingerprint = fr_fingerprint(plan->courses, plan->course_count, &plan->racers, programs);
    return status;
}

/* Reads what the result file already holds, if the race is resumed. */
static enum fr_status read_record(const struct fr_arguments *arguments, struct fr_run_plan *plan,
                                  struct fr_error *error)
{
    const char *file = fr_argument(arguments, "o", 0);
    struct fr_record *record = &plan->record;
    if (fr_argument_count(arguments, "resume") == 0)
        return FR_OK;
    enum fr_status status = fr_record_read(file, plan->settings.keep_paths, record, error);
    if (status != FR_OK || record->bytes == 0)
        return status;
    char *command = fr_run_command_line(arguments);
    if (command)
        fr_utf8_mend(command); /* as in the run row */
    const bool same = command && strcmp(command, record->rows.run->command) == 0;
    free(command);
    if (!command)
        return fr_fail(error, FR_NO_MEMORY, "--resume: not enough memory for the command line");
    if (!same)
        return fr_fail(error, FR_BAD_INPUT,
                       "--resume: %s: holds another race; expected the command '%s'", file,
                       record->rows.run->command);
    for (int i = 0; i < plan->course_count && status == FR_OK; i++)
        status = fr_record_match(record, file, &plan->courses[i], &plan->racers, error);
    if (status == FR_OK)
        status = expect_same_machine(plan, file, error);
    if (status == FR_OK)
        status = expect_same_click(plan, file, error);
    const int64_t total_mb = record->rows.run->total_memory_mb;
    plan->total_mb = total_mb > 0 ? total_mb : 0; /* the groups must stay the same, however much
                                                   * memory is free now */
    if (record->rows.run->trial_seed >= 0)
        plan->settings.trial_seed = (uint64_t)record->rows.run->trial_seed;
    return status;
}

/* Parent and racers alternate, so they share one core; on two cores, each would wait for the other
 * to wake up. */
static enum fr_status pin(const struct fr_arguments *arguments, struct fr_run_plan *plan,
                          struct fr_error *error)
{
    const char *text = fr_argument(arguments, "pin", 0);
    int64_t core = -1;
    if (!text) {
        plan->core = fr_pin_to_free_core(&plan->claim);
        return FR_OK;
    }
    if (strcmp(text, "none") == 0) {
        plan->core = -1;
        return FR_OK;
    }
    if (fr_argument_integer(arguments, "pin", 0, INT32_MAX, -1, &core, error) != FR_OK ||
        !fr_pin_to_core((int)core))
        return fr_fail(error, FR_BAD_INPUT,
                       "--pin: core %s is not available; expected 0 to %d, or none", text,
                       plan->machine.cores - 1);
    plan->core = (int)core;
    return FR_OK;
}

enum fr_status fr_run_plan_read(const struct fr_program *program,
                                const struct fr_arguments *arguments, struct fr_run_plan *plan,
                                struct fr_error *error)
{
    enum fr_status status = read_numbers(arguments, plan, error);
    if (status == FR_OK)
        status = read_racers(program, arguments, plan, error);
    if (status == FR_OK)
        status = fr_builds_read(arguments, &plan->racers, &plan->builds, error);
    fr_machine_read(&plan->machine);
    if (status == FR_OK && fr_argument_count(arguments, "allow-debug") == 0)
        status = fr_machine_expect_trust(&plan->machine, error);
    plan->quiet = fr_argument_count(arguments, "quiet") > 0;
    plan->dry = fr_argument_count(arguments, "dry-run") > 0;
    plan->progress.shown = plan->progress.shown && !plan->quiet;
    if (status == FR_OK)
        status = check_resume(arguments, error);
    if (status == FR_OK && !plan->dry)
        status = fr_output_open(fr_argument(arguments, "o", 0), &plan->output, error);
    fr_signals_hurry("footrace: run: stopped before the race began\n",
                     plan->output.created ? plan->output.name : NULL);
    if (status == FR_OK)
        status = fr_frame_read(arguments, &plan->frame, error);
    if (status == FR_OK)
        status = load_courses(program, arguments, plan, error);
    if (status == FR_OK)
        status = take_fingerprint(plan, error);
    if (status == FR_OK)
        status = divide(arguments, plan, error);
    if (status == FR_OK)
        status = read_record(arguments, plan, error);
    fr_signals_take_time();
    if (status == FR_OK)
        status = pin(arguments, plan, error);
    return status;
}

/* The name of a map's file without folder, extension and options. */
static void find_stem(const char *map, char *stem, size_t size)
{
    const char *name = strrchr(map, '/') ? strrchr(map, '/') + 1 : map;
    snprintf(stem, size, "%.*s", (int)strcspn(name, ":"), name);
    char *dot = strrchr(stem, '.');
    if (dot && dot > stem)
        *dot = '\0';
}

/* Names the result file: the first free name in the current folder. */
static enum fr_status name_result(struct fr_arguments *arguments, struct fr_error *error)
{
    static char name[300];
    char stem[200];
    struct stat facts;
    find_stem(fr_argument(arguments, "map", 0), stem, sizeof stem);
    snprintf(name, sizeof name, "%s.jsonl", stem);
    for (int next = 2; stat(name, &facts) == 0; next++)
        snprintf(name, sizeof name, "%s-%d.jsonl", stem, next);
    return fr_argument_add(arguments, "o", name, error);
}

enum fr_status fr_run_fill_in(struct fr_arguments *arguments, struct fr_error *error)
{
    enum fr_status status = FR_OK;
    for (int i = 0; i < arguments->word_count && status == FR_OK; i++)
        status = fr_argument_add(arguments, "map", arguments->words[i], error);
    arguments->word_count = 0;
    if (status == FR_OK && fr_argument_count(arguments, "map") == 0)
        return fr_fail(error, FR_BAD_INPUT,
                       "no map found, expected MASK; see 'footrace run --help'");
    if (status == FR_OK && fr_argument_count(arguments, "algo") == 0)
        status = fr_argument_add(arguments, "algo", "candidates", error);
    const bool names = fr_argument_count(arguments, "o") == 0 &&
                       fr_argument_count(arguments, "dry-run") == 0 &&
                       fr_argument_count(arguments, "resume") == 0;
    return status == FR_OK && names ? name_result(arguments, error) : status;
}

void fr_run_plan_be_ready(struct fr_run_plan *plan)
{
    fr_clock_measure(&plan->clock);
    plan->rules.clock_ns = plan->clock.cost_ns;
    fr_frame_use(&plan->frame, &plan->rules);
    plan->rules.unlimited_addresses = plan->machine.sanitized;
    plan->optimum.unlimited_addresses = plan->machine.sanitized;
    plan->settings.racers = &plan->racers;
    plan->settings.rules = &plan->rules;
    plan->settings.counter = *plan->builds.counted_by ? &plan->builds.counter : NULL;
    plan->settings.optimum = &plan->optimum;
    plan->settings.total_bytes = plan->total_mb << 20;
    plan->settings.allocator = &fr_default_allocator;
}

static void release(struct fr_run_plan *plan)
{
    fr_output_close(&plan->output);
    for (int i = 0; i < plan->course_count; i++)
        fr_course_release(&plan->courses[i]);
    fr_record_release(&plan->record);
    free(plan->courses);
    free(plan->shares);
    fr_frame_release(&plan->frame);
    fr_plugins_release(&plan->plugins);
    if (plan->claim >= 0)
        close(plan->claim);
}

enum fr_exit fr_run_plan_carry_out(const struct fr_program *program,
                                   const struct fr_arguments *arguments,
                                   enum fr_exit (*command)(const struct fr_program *program,
                                                           const struct fr_arguments *arguments,
                                                           struct fr_run_plan *plan))
{
    struct fr_signals before;
    struct fr_run_plan *plan = calloc(1, sizeof *plan);
    struct fr_error error;
    if (!plan) {
        (void)fr_fail(&error, FR_NO_MEMORY, "not enough memory to start");
        return fr_report_error(program, &error);
    }
    plan->output.descriptor = plan->claim = -1;
    plan->stop = fr_signals_catch(&before);
    fr_progress_begin(&plan->progress, "run");
    const enum fr_exit code = command(program, arguments, plan);
    release(plan);
    free(plan);
    fr_signals_release(&before);
    return code;
}
