/* footrace-benchmark: back ends on maps as benchmarks of Google Benchmark, for those who compare
 * with its tools. One iteration is one pass over the whole click set, in file order. The counter
 * footrace_us is the mean of the same passes by our own clock, in microseconds. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_paths.h"
#include "harness/base/arguments.h"
#include "harness/base/clock.h"
#include "harness/clicks/course.h"
#include "harness/commands/command.h"
#include "harness/commands/help.h"
#include "harness/google/shim.h"
#include "harness/judge/optimum.h"
#include "harness/machine/machine.h"
#include "harness/race/optima.h"
#include "harness/racers/addresses.h"

enum { MOST_BENCHMARKS = 512, OWN_TIME = 0 /* place among the counters */ };

static const struct fr_flag flags[] = {
    {"map", "M", true, true, "a bundled map's name or a file, with options behind a colon"},
    {"clicks", "C", false, false, "a click-set file, bundled, or auto:N; without events"},
    {"algo", "A", true, true,
     "a back end: [label=]name[:option=value,...], or a set of footrace list; or NAME,NAME"},
    {NULL, NULL, false, false, NULL},
};

/* One back end on one course. */
struct pair {
    char name[512];
    const struct fr_course *course;
    const struct fr_racer *racer;
    const double *optima; /* by click */
    struct fr_counting_allocator memory;
    struct fr_state *state;
    struct fr_path path;
    double total_us; /* of passes by our own clock */
    int passes;
    struct fr_google_counter counters[8];
    struct fr_google_benchmark benchmark;
};

static bool is_asked(const struct fr_course *course, size_t click)
{
    return !course->resolved[click].event && course->resolved[click].answerable;
}

static enum fr_outcome ask(struct pair *pair, size_t click)
{
    const struct fr_resolved_click *resolved = &pair->course->resolved[click];
    return pair->racer->pathfinder->find(pair->state, fr_pixel_centre(resolved->start),
                                         fr_pixel_centre(resolved->goal), NULL, &pair->path);
}

static void pass(void *context)
{
    struct pair *pair = context;
    const uint64_t begin = fr_clock_ns();
    for (size_t i = 0; i < pair->course->set.count; i++)
        if (is_asked(pair->course, i))
            (void)ask(pair, i);
    pair->total_us += (double)(fr_clock_ns() - begin) / 1e3;
    pair->counters[OWN_TIME].value = pair->total_us / ++pair->passes;
}

/* Sums of one pass that nobody times. */
struct sums {
    int clicks, found, rated;
    double expanded, length, ratio;
};

static struct sums measure_once(struct pair *pair)
{
    struct sums sums = {0, 0, 0, 0, 0, 0};
    struct fr_stats stats;
    for (size_t i = 0; i < pair->course->set.count; i++) {
        if (!is_asked(pair->course, i))
            continue;
        const enum fr_outcome outcome = ask(pair, i);
        fr_stats_read(pair->racer->pathfinder, pair->state, &stats);
        sums.clicks++;
        sums.expanded += (double)stats.expanded;
        if (outcome != FR_FOUND)
            continue;
        const double length = fr_path_length(&pair->path);
        const double ratio = fr_optimum_ratio(length, pair->optima[i]);
        sums.found++;
        sums.length += length;
        sums.rated += !isnan(ratio);
        sums.ratio += isnan(ratio) ? 0 : ratio;
    }
    return sums;
}

static void add_counter(struct pair *pair, int *count, const char *name, double value)
{
    pair->counters[(*count)++] = (struct fr_google_counter){name, value};
}

static void describe(struct pair *pair)
{
    const struct sums sums = measure_once(pair);
    const struct fr_map *map = pair->course->map;
    int count = 0;
    add_counter(pair, &count, "footrace_us", 0);
    add_counter(pair, &count, "pixels", (double)map->width * map->height);
    add_counter(pair, &count, "clicks", sums.clicks);
    add_counter(pair, &count, "bytes", (double)pair->memory.live_bytes);
    if (sums.clicks > 0 && sums.expanded >= 0)
        add_counter(pair, &count, "expanded", sums.expanded / sums.clicks);
    if (sums.found > 0)
        add_counter(pair, &count, "length", sums.length / sums.found);
    if (sums.rated > 0)
        add_counter(pair, &count, "ratio", sums.ratio / sums.rated);
    add_counter(pair, &count, NULL, 0);
    pair->benchmark =
        (struct fr_google_benchmark){pair->name, pass, pair, sums.clicks, pair->counters};
}

static enum fr_status open_pair(struct pair *pair, const struct fr_course *course,
                                const struct fr_racer *racer, const double *optima,
                                struct fr_error *error)
{
    pair->course = course;
    pair->racer = racer;
    pair->optima = optima;
    snprintf(pair->name, sizeof pair->name, "%.200s/%s", course->name, racer->algo);
    fr_counting_allocator_init(&pair->memory);
    fr_path_init(&pair->path, &fr_default_allocator);
    const enum fr_status status = racer->pathfinder->prepare(course->map, &racer->options,
                                                             &pair->memory.allocator, &pair->state);
    if (status == FR_UNSUPPORTED) {
        fprintf(stderr, "footrace-benchmark: %s: skipped, as it does not take this map\n",
                pair->name);
        return FR_OK;
    }
    if (status != FR_OK)
        return fr_fail(error, status, "%s: cannot be prepared", pair->name);
    describe(pair);
    fr_google_register(&pair->benchmark);
    return FR_OK;
}

static void close_pair(struct pair *pair)
{
    if (pair->state)
        pair->racer->pathfinder->release(pair->state);
    if (pair->path.allocator)
        fr_path_release(&pair->path);
}

static enum fr_status refuse_events(const struct fr_course *course, struct fr_error *error)
{
    for (size_t i = 0; i < course->set.count; i++)
        if (course->resolved[i].event)
            return fr_fail(error, FR_BAD_INPUT,
                           "--clicks %s: entry %zu is an event; expected clicks only, since passes "
                           "repeat",
                           course->clicks, i);
    return FR_OK;
}

struct field {
    struct fr_racers racers;
    struct fr_course courses[FR_MAX_VALUES];
    struct fr_optima optima[FR_MAX_VALUES];
    int course_count;
    struct pair *pairs;
    int pair_count;
};

static enum fr_status open_course(struct field *field, const struct fr_arguments *arguments,
                                  int index, struct fr_error *error)
{
    const struct fr_course_options options = {.bundled = FOOTRACE_BUNDLED, .seed = 1};
    struct fr_optimum_rules rules;
    struct fr_course *course = &field->courses[index];
    enum fr_status status =
        fr_course_load(fr_argument(arguments, "map", index), fr_argument(arguments, "clicks", 0),
                       &options, &fr_default_allocator, course, error);
    if (status != FR_OK)
        return status;
    field->course_count++;
    status = refuse_events(course, error);
    if (status != FR_OK)
        return status;
    fr_optimum_rules_init(&rules);
    static const volatile sig_atomic_t never;
    rules.stop = &never;
    struct fr_machine machine;
    fr_machine_read(&machine);
    rules.unlimited_addresses = machine.sanitized;
    status = fr_optima_create(&rules, course->map, &course->set, course->resolved,
                              &fr_default_allocator, &field->optima[index]);
    return status == FR_OK ? FR_OK : fr_fail(error, status, "%s: no memory", course->name);
}

static enum fr_status fill(struct field *field, const struct fr_arguments *arguments,
                           struct fr_error *error)
{
    enum fr_status status = FR_OK;
    const int maps = fr_argument_count(arguments, "map");
    for (int i = 0; i < fr_argument_count(arguments, "algo") && status == FR_OK; i++)
        status =
            fr_racers_add(&field->racers, fr_pathfinders, fr_argument(arguments, "algo", i), error);
    field->pairs = calloc(MOST_BENCHMARKS, sizeof *field->pairs);
    if (!field->pairs)
        return fr_fail(error, FR_NO_MEMORY, "no memory");
    if (status == FR_OK && maps * field->racers.count > MOST_BENCHMARKS)
        return fr_fail(error, FR_BAD_INPUT, "%d maps and %d back ends, expected at most %d pairs",
                       maps, field->racers.count, MOST_BENCHMARKS);
    for (int i = 0; i < maps && status == FR_OK; i++) {
        status = open_course(field, arguments, i, error);
        for (int j = 0; j < field->racers.count && status == FR_OK; j++)
            status = open_pair(&field->pairs[field->pair_count++], &field->courses[i],
                               &field->racers.at[j], field->optima[i].lengths, error);
    }
    return status;
}

static void empty(struct field *field)
{
    for (int i = 0; i < field->pair_count; i++)
        close_pair(&field->pairs[i]);
    free(field->pairs);
    for (int i = 0; i < field->course_count; i++) {
        fr_optima_release(&field->optima[i]);
        fr_course_release(&field->courses[i]);
    }
}

/* Asked before Google Benchmark takes its arguments: it would show its own help only. */
static bool wants_help(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

static void show_help(void)
{
    printf("Usage: footrace-benchmark --map M... --algo A... [--clicks C] [--benchmark_...]\n\n"
           "Times passes over click sets with Google Benchmark. A back end that does not take a\n"
           "map is skipped.\n\nOptions:\n");
    for (const struct fr_flag *flag = flags; flag->name; flag++) {
        char term[32];
        snprintf(term, sizeof term, "--%s %s", flag->name, flag->value);
        fr_help_entry(term, flag->help);
    }
    fr_help_entry("--benchmark_...",
                  "Google Benchmark's own, such as --benchmark_filter=REGEX, "
                  "--benchmark_repetitions=N, --benchmark_min_time=S, --benchmark_format=json, "
                  "--benchmark_out=FILE");
}

int main(int argc, char **argv)
{
    static struct field field;
    struct fr_arguments arguments;
    struct fr_error error;
    if (wants_help(argc, argv)) {
        show_help();
        return 0;
    }
    fr_google_take_arguments(&argc, argv);
    enum fr_status status = fr_arguments_parse(flags, argc, argv, &arguments, &error);
    if (status == FR_OK)
        status = fill(&field, &arguments, &error);
    if (status == FR_OK)
        fr_google_run();
    else
        fprintf(stderr, "footrace-benchmark: %s\n", error.text);
    empty(&field);
    return status == FR_OK ? 0 : FR_EXIT_USAGE;
}
