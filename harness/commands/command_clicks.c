#include <stdio.h>
#include <string.h>

#include "harness/base/file_guard.h"
#include "harness/clicks/course.h"
#include "harness/clicks/mask_spec.h"
#include "harness/clicks/sample.h"
#include "harness/commands/command.h"
#include "harness/commands/help.h"
#include "maps/formats/clicks/click_set_file.h"
#include "maps/formats/load.h"

enum { DEFAULT_COUNT = 100, MOST_CLICKS = 1000000 };

static const struct fr_flag flags[] = {
    {"map", "M", false, true, "a bundled map's name or a file; options follow a colon"},
    {FR_GATE_FLAG},
    {"count", "N", false, false, "number of clicks (100)"},
    {"seed", "N", false, false, "the same seed gives the same clicks everywhere (1)"},
    {"kind", "K", true, false, "kinds of clicks to sample, see below (default)"},
    {"clicks", "FILE", false, false, "a click set to convert, or 'bundled', instead of sampling"},
    {"o", FR_WRITES_FILE, false, true, "the file to write, as JSON"},
    {NULL, NULL, false, false, NULL},
};

static enum fr_status refuse_kind(const char *word, struct fr_error *error)
{
    const char *words[FR_SAMPLE_KINDS + 2] = {"all", "default"};
    for (int k = 0; k < FR_SAMPLE_KINDS; k++)
        words[k + 2] = fr_sample_kind_name(k);
    const char *meant = fr_did_you_mean(word, words, FR_SAMPLE_KINDS + 2);
    return fr_fail(error, FR_BAD_INPUT,
                   "--kind: '%s' found, expected one of those that 'clicks --help' lists%s%s%s",
                   word, meant ? "; did you mean " : "", meant ? meant : "", meant ? "?" : "");
}

static enum fr_status read_kinds(const struct fr_arguments *arguments, unsigned *chosen,
                                 struct fr_error *error)
{
    *chosen = 0;
    for (int i = 0; i < fr_argument_count(arguments, "kind"); i++) {
        const char *word = fr_argument(arguments, "kind", i);
        const unsigned bits = fr_sample_kind_bits(word);
        if (bits == 0)
            return refuse_kind(word, error);
        *chosen |= bits;
    }
    return FR_OK;
}

static size_t count_clicks(const struct fr_click_set *set)
{
    size_t count = 0;
    for (size_t i = 0; i < set->count; i++)
        count += set->clicks[i].kind == FR_CLICK || set->clicks[i].kind == FR_WALK;
    return count;
}

/* The request on the command line, and the resulting set on its map. */
struct errand {
    char spec[FR_LONGEST_SPEC]; /* of the map */
    int64_t count, seed;
    unsigned kinds; /* 0: the usual kinds */
    struct fr_course course;
    struct fr_sample_tally tally; /* of a sampled set */
};

/* Lists the number of clicks of each requested kind, and why a kind has none. */
static void summarise(const char *file, const struct errand *errand, bool sampled)
{
    const char *separator = ":";
    const struct fr_click_set *set = &errand->course.set;
    const size_t clicks = count_clicks(set);
    printf("%s: %zu clicks", file, clicks);
    if (set->count > clicks)
        printf(" and %zu events", set->count - clicks);
    printf(" on %.200s", errand->spec);
    if (sampled)
        printf(", seed %lld", (long long)errand->seed);
    for (int k = 0; k < FR_SAMPLE_KINDS && sampled; k++)
        if (errand->kinds >> k & 1) {
            printf("%s %d %s", separator, errand->tally.clicks[k], fr_sample_kind_name(k));
            if (errand->tally.lack[k])
                printf(" (%s)", errand->tally.lack[k]);
            separator = ",";
        }
    printf("\n");
}

static enum fr_status read_errand(const struct fr_arguments *arguments, struct errand *errand,
                                  struct fr_error *error)
{
    static const char *const sampling[] = {"count", "seed", "kind"};
    for (size_t i = 0; i < sizeof sampling / sizeof *sampling; i++)
        if (fr_argument_count(arguments, "clicks") && fr_argument_count(arguments, sampling[i]))
            return fr_fail(
                error, FR_BAD_INPUT,
                "--%s: given with --clicks; expected one of the two, as --clicks samples nothing",
                sampling[i]);
    enum fr_status status = fr_mask_spec(fr_argument(arguments, "map", 0), 0, arguments,
                                         errand->spec, sizeof errand->spec, error);
    if (status != FR_OK)
        return status;
    if (strlen(errand->spec) >= sizeof errand->course.set.map)
        return fr_fail(error, FR_BAD_INPUT, "--map %.40s...: %zu bytes found, expected at most %zu",
                       errand->spec, strlen(errand->spec), sizeof errand->course.set.map - 1);
    status = fr_argument_integer(arguments, "count", 1, MOST_CLICKS, DEFAULT_COUNT, &errand->count,
                                 error);
    if (status == FR_OK)
        status = fr_argument_integer(arguments, "seed", 0, INT64_MAX, 1, &errand->seed, error);
    return status == FR_OK ? read_kinds(arguments, &errand->kinds, error) : status;
}

/* Fills the course with a sampled set. */
static enum fr_status sample(const struct fr_program *program, struct errand *errand,
                             struct fr_error *error)
{
    struct fr_course *course = &errand->course;
    course->allocator = &fr_default_allocator;
    fr_click_set_init(&course->set, course->allocator);
    enum fr_status status =
        fr_map_load(errand->spec, program->bundled, course->allocator, &course->map, NULL, error);
    if (status == FR_OK && errand->kinds == 0)
        errand->kinds = fr_sample_usual(course->map);
    if (status == FR_OK)
        status =
            fr_sample_clicks(course->map, (int)errand->count, (uint64_t)errand->seed, errand->kinds,
                             course->allocator, &course->set, &errand->tally, error);
    if (status == FR_OK)
        snprintf(course->set.map, sizeof course->set.map, "%s", errand->spec);
    return status;
}

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    struct fr_error error;
    static struct errand errand;
    const char *given = fr_argument(arguments, "clicks", 0);
    const char *file = fr_argument(arguments, "o", 0);
    const struct fr_course_options options = {.bundled = program->bundled};
    enum fr_status status = read_errand(arguments, &errand, &error);
    if (status == FR_OK)
        status = given ? fr_course_load(errand.spec, given, &options, &fr_default_allocator,
                                        &errand.course, &error)
                       : sample(program, &errand, &error);
    if (status == FR_OK)
        status = fr_click_set_save(file, &errand.course.set, &error);
    if (status == FR_OK)
        summarise(file, &errand, !given);
    fr_course_release(&errand.course);
    return status == FR_OK ? FR_EXIT_DONE : fr_report_error(program, &error);
}

static void explain(void)
{
    printf("\nKinds:\n");
    fr_help_entry("default", "buckets, blocked, unreachable, unwalkable and same, mixed as in the "
                             "bundled sets; without --kind also gates, where a map has areas");
    fr_help_entry("all",
                  "every kind below except unwalkable, which is outside and on-wall together");
    for (int k = 0; k < FR_SAMPLE_KINDS; k++)
        fr_help_entry(fr_sample_kind_name(k), fr_sample_kind_help(k));
}

const struct fr_command fr_command_clicks = {
    .name = "clicks",
    .group = "Tools",
    .words = "",
    .summary = "Samples or converts a click set.",
    .flags = flags,
    .least_words = 0,
    .most_words = 0,
    .run = run,
    .explain = explain,
};
