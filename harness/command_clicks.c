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
    {"kind", "K", true, false, "what clicks to sample, see below; may be given again (default)"},
    {"o", "FILE", false, true, "the click set to write, as JSON"},
    {NULL, NULL, false, false, NULL},
};

/* The bits of a word for --kind; 0 for one that is none. */
static unsigned kind_bits(const char *word)
{
    if (strcmp(word, "default") == 0)
        return FR_SAMPLE_DEFAULT;
    if (strcmp(word, "all") == 0)
        return FR_SAMPLE_ALL;
    for (int k = 0; k < FR_SAMPLE_KINDS; k++)
        if (strcmp(word, fr_sample_kind_name(k)) == 0)
            return 1u << k;
    return 0;
}

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
        const unsigned bits = kind_bits(word);
        if (bits == 0)
            return refuse_kind(word, error);
        *chosen |= bits;
    }
    if (*chosen == 0)
        *chosen = FR_SAMPLE_DEFAULT;
    return FR_OK;
}

static size_t count_clicks(const struct fr_click_set *set)
{
    size_t count = 0;
    for (size_t i = 0; i < set->count; i++)
        count += set->clicks[i].kind == FR_CLICK || set->clicks[i].kind == FR_WALK;
    return count;
}

/* What there is of each kind that was asked for, and why there is nothing of one. */
static void summarise(const char *file, const struct fr_click_set *set, int64_t seed,
                      unsigned chosen, const struct fr_sample_tally *tally)
{
    const size_t clicks = count_clicks(set);
    const char *separator = "";
    printf("%s: %zu clicks", file, clicks);
    if (set->count > clicks)
        printf(" and %zu events", set->count - clicks);
    printf(" on %s, seed %lld:", set->map, (long long)seed);
    for (int k = 0; k < FR_SAMPLE_KINDS; k++)
        if (chosen >> k & 1) {
            printf("%s %d %s", separator, tally->clicks[k], fr_sample_kind_name(k));
            if (tally->lack[k])
                printf(" (%s)", tally->lack[k]);
            separator = ",";
        }
    printf("\n");
}

static enum fr_status sample_map(const struct fr_program *program, const char *spec, int count,
                                 uint64_t seed, unsigned chosen, struct fr_click_set *set,
                                 struct fr_sample_tally *tally, struct fr_error *error)
{
    struct fr_map *map;
    if (strlen(spec) >= sizeof set->map)
        return fr_fail(error, FR_BAD_INPUT, "--map %.40s...: expected fewer than %zu characters",
                       spec, sizeof set->map);
    enum fr_status status =
        fr_map_load(spec, program->bundled, &fr_default_allocator, &map, NULL, error);
    if (status != FR_OK)
        return status;
    status = fr_sample_clicks(map, count, seed, chosen, &fr_default_allocator, set, tally, error);
    fr_map_release(map);
    if (status == FR_OK)
        snprintf(set->map, sizeof set->map, "%s", spec);
    return status;
}

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    struct fr_error error;
    struct fr_click_set set;
    struct fr_sample_tally tally;
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
                            chosen, &set, &tally, &error);
    if (status != FR_OK)
        return fr_report_error(program, &error);
    status = fr_click_set_save(file, &set, &error);
    if (status == FR_OK)
        summarise(file, &set, seed, chosen, &tally);
    fr_click_set_release(&set);
    return status == FR_OK ? FR_EXIT_DONE : fr_report_error(program, &error);
}

static void explain(const struct fr_program *program)
{
    (void)program;
    printf("\nKinds:\n");
    fr_help_entry("default",
                  "buckets, blocked, unreachable, off-ground and same, as in the bundled "
                  "sets: what comes without --kind");
    fr_help_entry("all", "every kind below, but off-ground, which is outside and on-wall");
    for (int k = 0; k < FR_SAMPLE_KINDS; k++)
        fr_help_entry(fr_sample_kind_name(k), fr_sample_kind_help(k));
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
