#include <stdio.h>
#include <string.h>

#include "harness/command.h"
#include "harness/help.h"
#include "harness/sample.h"
#include "maps/io/click_set_file.h"
#include "maps/io/load.h"

enum { DEFAULT_COUNT = 100, MOST_CLICKS = 1000000 };

static const struct fr_flag flags[] = {
    {"map", "M", false, true, "a bundled map's name or a file, with options behind a colon"},
    {"count", "N", false, false, "how many clicks (100)"},
    {"seed", "N", false, false, "the same seed gives the same clicks everywhere (1)"},
    {"kind", "K", true, false, "what clicks to sample; all of them where none is given"},
    {"o", "FILE", false, true, "the click set to write, as JSON"},
    {NULL, NULL, false, false, NULL},
};

/* In the order of their bits. */
static const struct {
    const char *name, *tag, *help;
} kinds[] = {
    {"buckets", "bucket-", "ten distances from near to as far as it gets, evenly many of each"},
    {"blocked", "blocked", "reachable, but not in a straight line"},
    {"unreachable", "unreachable", "from one walkable component to another"},
    {"outside", "outside", "an end lies outside the map or on a wall"},
    {"same", "same", "start and goal are one pixel"},
};

enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

static enum fr_status read_kinds(const struct fr_arguments *arguments, unsigned *chosen,
                                 struct fr_error *error)
{
    *chosen = 0;
    for (int i = 0; i < fr_argument_count(arguments, "kind"); i++) {
        const char *typed = fr_argument(arguments, "kind", i);
        unsigned bits = strcmp(typed, "all") == 0 ? (unsigned)FR_SAMPLE_ALL : 0;
        for (unsigned k = 0; k < KIND_COUNT; k++)
            bits |= strcmp(typed, kinds[k].name) == 0 ? 1u << k : 0;
        if (bits == 0)
            return fr_fail(error, FR_BAD_INPUT,
                           "--kind: '%s' found, expected buckets, blocked, unreachable, outside, "
                           "same or all",
                           typed);
        *chosen |= bits;
    }
    if (*chosen == 0)
        *chosen = FR_SAMPLE_ALL;
    return FR_OK;
}

static void summarise(const char *file, const struct fr_click_set *set, int64_t seed)
{
    printf("%s: %zu clicks on %s, seed %lld:", file, set->count, set->map, (long long)seed);
    for (int k = 0; k < KIND_COUNT; k++) {
        int count = 0;
        for (size_t i = 0; i < set->count; i++)
            count += strncmp(set->clicks[i].tag, kinds[k].tag, strlen(kinds[k].tag)) == 0;
        printf("%s %d %s", k ? "," : "", count, kinds[k].name);
    }
    printf("\n");
}

static enum fr_status sample_map(const struct fr_program *program, const char *spec, int count,
                                 uint64_t seed, unsigned chosen, struct fr_click_set *set,
                                 struct fr_error *error)
{
    struct fr_map *map;
    if (strlen(spec) >= sizeof set->map)
        return fr_fail(error, FR_BAD_INPUT, "--map %.40s...: expected fewer than %zu characters",
                       spec, sizeof set->map);
    enum fr_status status =
        fr_map_load(spec, program->bundled, &fr_default_allocator, &map, NULL, error);
    if (status != FR_OK)
        return status;
    status = fr_sample_clicks(map, count, seed, chosen, &fr_default_allocator, set, error);
    fr_map_release(map);
    if (status == FR_OK)
        snprintf(set->map, sizeof set->map, "%s", spec);
    return status;
}

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    struct fr_error error;
    struct fr_click_set set;
    int64_t count, seed;
    unsigned chosen;
    const char *file = fr_argument(arguments, "o", 0);
    enum fr_status status =
        fr_argument_integer(arguments, "count", 1, MOST_CLICKS, DEFAULT_COUNT, &count, &error);
    if (status == FR_OK)
        status = fr_argument_integer(arguments, "seed", 0, INT64_MAX, 1, &seed, &error);
    if (status == FR_OK)
        status = read_kinds(arguments, &chosen, &error);
    if (status == FR_OK)
        status = sample_map(program, fr_argument(arguments, "map", 0), (int)count, (uint64_t)seed,
                            chosen, &set, &error);
    if (status != FR_OK)
        return fr_report_error(program, &error);
    status = fr_click_set_save(file, &set, &error);
    if (status == FR_OK)
        summarise(file, &set, seed);
    fr_click_set_release(&set);
    return status == FR_OK ? FR_EXIT_DONE : fr_report_error(program, &error);
}

static void explain(const struct fr_program *program)
{
    (void)program;
    printf("\nKinds:\n");
    for (int k = 0; k < KIND_COUNT; k++)
        fr_help_entry(kinds[k].name, kinds[k].help);
}

const struct fr_command fr_command_clicks = {
    .name = "clicks",
    .words = "",
    .summary = "samples clicks on a map, evenly over distances, and writes a click set",
    .flags = flags,
    .least_words = 0,
    .most_words = 0,
    .run = run,
    .explain = explain,
};
