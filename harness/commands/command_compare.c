#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_document.h"
#include "harness/base/json_line.h"
#include "harness/base/units.h"
#include "harness/commands/command.h"
#include "harness/commands/help.h"
#include "harness/rows/comparison.h"

#define ALPHA 0.05
#define LEAST_NOISE 0.03 /* two processes of one back end differ by as much: pages lie elsewhere */

static const struct fr_flag flags[] = {
    {"base", "A", false, false, "one file: compare its other racers with this one"},
    {"fail-over", "P%", false, false, "exit 1 when a racer got slower by more than P percent"},
    {"noise", "P%", false, false, "tell no difference within P percent (3, or what twins show)"},
    {"seed", "N", false, false, "of the bootstrap intervals (1)"},
    {"markdown", NULL, false, false, "print a table for a pull request"},
    {"json", NULL, false, false, "print JSON, for programs"},
    {NULL, NULL, false, false, NULL},
};

struct wish {
    struct fr_contestant base, fresh;
    struct fr_comparison_rules rules;
    double fail_over; /* NAN: never */
};

/* "5%" or "5" as 0.05. */
static enum fr_status read_percent(const struct fr_arguments *arguments, const char *flag,
                                   double *share, struct fr_error *error)
{
    const char *text = fr_argument(arguments, flag, 0);
    char *end;
    if (!text)
        return FR_OK;
    const double percent = strtod(text, &end);
    if (end == text || (*end && strcmp(end, "%") != 0) || !(percent >= 0 && percent <= 1e6))
        return fr_fail(error, FR_BAD_INPUT, "--%s: '%s' found, expected a percentage such as 5%%",
                       flag, text);
    *share = percent / 100;
    return FR_OK;
}

static enum fr_status read_wish(const struct fr_arguments *arguments, struct wish *wish,
                                struct fr_error *error)
{
    const char *racer = fr_argument(arguments, "base", 0);
    int64_t seed;
    if (racer ? arguments->word_count != 1 : arguments->word_count != 2)
        return fr_fail(error, FR_BAD_INPUT, "expected %s",
                       racer ? "one file, whose racers are compared with --base"
                             : "BASE and NEW, or one file and --base");
    *wish = (struct wish){.base = {arguments->words[0], racer},
                          .fresh = {arguments->words[racer ? 0 : 1], NULL},
                          .rules = {ALPHA, LEAST_NOISE, 1},
                          .fail_over = (double)NAN};
    enum fr_status status = read_percent(arguments, "fail-over", &wish->fail_over, error);
    if (status == FR_OK)
        status = fr_argument_integer(arguments, "seed", 0, INT64_MAX, 1, &seed, error);
    if (status != FR_OK)
        return status;
    wish->rules.seed = (uint64_t)seed;
    if (fr_argument_count(arguments, "noise") > 0)
        return read_percent(arguments, "noise", &wish->rules.noise, error);
    status = fr_noise_floor(wish->base.file, &wish->rules.noise, error);
    return status == FR_OK && !racer ? fr_noise_floor(wish->fresh.file, &wish->rules.noise, error)
                                     : status;
}

static bool is_regression(const struct fr_comparison *comparison, double fail_over)
{
    return comparison->lost > 0 ||
           (comparison->difference == FR_SLOWER && comparison->paired.ratio > 1 + fail_over);
}

static const char *difference_name(const struct fr_comparison *comparison)
{
    static const char *const names[] = {[FR_SLOWER] = "slower",
                                        [FR_FASTER] = "faster",
                                        [FR_NOT_DISTINGUISHABLE] = "not distinguishable"};
    return comparison->pairs > 0 ? names[comparison->difference] : "no click in common";
}

/* What changed beside the times, and what weakens the finding; "" where there is neither. */
static const char *remarks(const struct wish *wish, const struct fr_comparison *comparison,
                           char *text, size_t size)
{
    int used = 0;
    text[0] = '\0';
    if (comparison->lost > 0)
        used += snprintf(text, size, "%zu clicks lost their answer", comparison->lost);
    if (comparison->gained > 0)
        used += snprintf(text + used, size - (size_t)used, "%s%zu clicks gained one",
                         used ? ", " : "", comparison->gained);
    if (!isnan(comparison->length) && fabs(comparison->length - 1) > 1e-9)
        used += snprintf(text + used, size - (size_t)used, "%spaths %.4f times as long",
                         used ? ", " : "", comparison->length);
    if (wish->base.algo && !comparison->in_turns)
        snprintf(text + used, size - (size_t)used, "%sunpaired in time: another group",
                 used ? ", " : "");
    return text;
}

static void print_plain(const struct wish *wish, const struct fr_comparison *each, int map_width,
                        int algo_width)
{
    char before[FR_UNIT_SIZE], after[FR_UNIT_SIZE], remark[224];
    const char *note = remarks(wish, each, remark, sizeof remark);
    printf("%-*s  %-*s  %6zu  %8s  %8s  %6.3f  %6.3f to %6.3f  %8.2g  %+6.2f  %s%s%s\n", map_width,
           each->map, algo_width, each->algo, each->pairs, fr_format_time(each->base_ns, before),
           fr_format_time(each->fresh_ns, after), each->paired.ratio, each->paired.low,
           each->paired.high, each->p, each->paired.effect, difference_name(each),
           *note ? "; " : "", note);
}

static int widest(int least, const char *text)
{
    return (int)strlen(text) > least ? (int)strlen(text) : least;
}

static void print_table(const struct wish *wish, const struct fr_comparisons *comparisons)
{
    int map_width = 3, algo_width = 5;
    for (size_t i = 0; i < comparisons->count; i++) {
        map_width = widest(map_width, comparisons->at[i].map);
        algo_width = widest(algo_width, comparisons->at[i].algo);
    }
    printf(
        "ratio: time of %s over that of %s, geometric mean over clicks; interval: 95 %%;\n"
        "p: Wilcoxon's signed ranks, corrected by Holm; differences within %.1f %% are noise\n\n",
        wish->base.algo ? "the racer" : "the new file",
        wish->base.algo ? wish->base.algo : "the base", 100 * comparisons->noise);
    printf("%-*s  %-*s  %6s  %8s  %8s  %6s  %-16s  %8s  %6s  %s\n", map_width, "map", algo_width,
           "racer", "clicks", "base", "new", "ratio", "interval", "p", "effect", "finding");
    for (size_t i = 0; i < comparisons->count; i++)
        print_plain(wish, &comparisons->at[i], map_width, algo_width);
}

static void print_markdown(const struct wish *wish, const struct fr_comparisons *comparisons)
{
    char before[FR_UNIT_SIZE], after[FR_UNIT_SIZE], remark[224];
    printf("| map | racer | clicks | base | new | ratio | 95 %% interval | p (Holm) | finding |\n"
           "|---|---|--:|--:|--:|--:|--:|--:|---|\n");
    for (size_t i = 0; i < comparisons->count; i++) {
        const struct fr_comparison *each = &comparisons->at[i];
        const char *note = remarks(wish, each, remark, sizeof remark);
        printf("| %s | %s | %zu | %s | %s | %.3f | %.3f to %.3f | %.2g | %s%s%s |\n", each->map,
               each->algo, each->pairs, fr_format_time(each->base_ns, before),
               fr_format_time(each->fresh_ns, after), each->paired.ratio, each->paired.low,
               each->paired.high, each->p, difference_name(each), *note ? "; " : "", note);
    }
}

static cJSON *describe(const struct fr_comparison *each)
{
    cJSON *entry = cJSON_CreateObject();
    fr_json_text(entry, "map", each->map);
    fr_json_text(entry, "clicks", each->clicks);
    fr_json_text(entry, "algo", each->algo);
    fr_json_bool(entry, "in_turns", each->in_turns);
    fr_json_integer(entry, "pairs", (int64_t)each->pairs);
    fr_json_integer(entry, "lost", (int64_t)each->lost);
    fr_json_integer(entry, "gained", (int64_t)each->gained);
    const bool known = each->pairs > 0;
    const double none = (double)NAN;
    fr_json_number_or_null(entry, "base_ns", each->base_ns);
    fr_json_number_or_null(entry, "new_ns", each->fresh_ns);
    fr_json_number_or_null(entry, "ratio", known ? each->paired.ratio : none);
    fr_json_number_or_null(entry, "low", known ? each->paired.low : none);
    fr_json_number_or_null(entry, "high", known ? each->paired.high : none);
    fr_json_number_or_null(entry, "p", known ? each->p : none);
    fr_json_number_or_null(entry, "effect", known ? each->paired.effect : none);
    fr_json_number_or_null(entry, "length", each->length);
    fr_json_text(entry, "finding", difference_name(each));
    return entry;
}

static enum fr_status write_json(const struct fr_comparisons *comparisons)
{
    cJSON *document = cJSON_CreateObject();
    cJSON_AddNumberToObject(document, "noise", comparisons->noise);
    cJSON *list = cJSON_AddArrayToObject(document, "comparisons");
    for (size_t i = 0; i < comparisons->count; i++)
        cJSON_AddItemToArray(list, describe(&comparisons->at[i]));
    return fr_json_write(stdout, document);
}

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    struct wish wish;
    struct fr_error error;
    struct fr_comparisons comparisons;
    enum fr_status status = read_wish(arguments, &wish, &error);
    if (status == FR_OK)
        status = fr_compare(&wish.base, &wish.fresh, &wish.rules, &comparisons, &error);
    if (status != FR_OK)
        return fr_report_error(program, &error);
    if (fr_argument_count(arguments, "json") > 0) {
        if (write_json(&comparisons) != FR_OK)
            status = fr_fail(&error, FR_NO_MEMORY, "no memory for the findings");
    } else if (fr_argument_count(arguments, "markdown") > 0)
        print_markdown(&wish, &comparisons);
    else
        print_table(&wish, &comparisons);
    bool regressed = false;
    for (size_t i = 0; i < comparisons.count && !isnan(wish.fail_over); i++)
        regressed |= is_regression(&comparisons.at[i], wish.fail_over);
    fr_comparisons_release(&comparisons);
    if (status != FR_OK)
        return fr_report_error(program, &error);
    return regressed ? FR_EXIT_FAULT : FR_EXIT_DONE;
}

const struct fr_command fr_command_compare = {
    .name = "compare",
    .words = "BASE.jsonl NEW.jsonl",
    .summary = "what got slower or faster, click by click, worst first",
    .flags = flags,
    .least_words = 1,
    .most_words = 2,
    .run = run,
};
