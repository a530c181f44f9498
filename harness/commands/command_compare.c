#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_document.h"
#include "harness/base/json_line.h"
#include "harness/base/units.h"
#include "harness/commands/command.h"
#include "harness/commands/help.h"
#include "harness/results/comparison.h"
#include "harness/results/results.h"
#include "harness/results/surroundings.h"

#define LEVEL 0.05
#define WITHIN 0.03
#define SEED 1 /* of the bootstrap */

enum { MOST_DIFFERENCES = 32, NOTE_SIZE = 320 };

static const struct fr_flag flags[] = {
    {"base", "A", false, false,
     "compare within one file, with this racer or with the build @LABEL"},
    {"fail-over", "P%", false, false, "exit with 1 if a racer is more than P percent slower"},
    {"within", "P%", false, false, "differences below P percent count as equal (3)"},
    {"counts", NULL, false, false, "compare instructions (run --count), not times"},
    {"class", "C", false, false,
     "class of the clicks to compare: detour, direct, unreachable or same (detour)"},
    {"json", NULL, false, false, "print JSON, for programs"},
    {NULL, NULL, false, false, NULL},
};

struct request {
    const char *base; /* see fr_compare */
    bool counts;
    struct fr_comparison_rules rules;
    double fail_over; /* NAN: never fails */
};

/* The data to print. */
struct outcome {
    struct fr_race_rows races[2];
    double *nodes[2];                 /* one ratio for each run row of a merged race; NULL: one
                                       * machine */
    const struct fr_race_rows *fresh; /* the second race, or the only race */
    struct fr_comparisons comparisons;
    struct fr_difference differences[MOST_DIFFERENCES];
    int difference_count;
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

static enum fr_status read_class(const struct fr_arguments *arguments, const char **class,
                                 struct fr_error *error)
{
    static const char *const classes[] = {"detour", "direct", "unreachable", "same"};
    const char *text = fr_argument(arguments, "class", 0);
    *class = classes[0];
    for (size_t i = 0; text && i < sizeof classes / sizeof *classes; i++)
        if (strcmp(text, classes[i]) == 0) {
            *class = classes[i];
            return FR_OK;
        }
    return text ? fr_fail(error, FR_BAD_INPUT,
                          "--class: '%s' found, expected detour, direct, unreachable or same", text)
                : FR_OK;
}

static enum fr_status read_request(const struct fr_arguments *arguments, struct request *request,
                                   struct fr_error *error)
{
    *request = (struct request){.base = fr_argument(arguments, "base", 0),
                                .counts = fr_argument_count(arguments, "counts") > 0,
                                .rules = {.level = LEVEL, .within = WITHIN, .seed = SEED},
                                .fail_over = (double)NAN};
    if (arguments->word_count != (request->base ? 1 : 2))
        return fr_fail(error, FR_BAD_INPUT, "%d file%s found, expected %s", arguments->word_count,
                       arguments->word_count == 1 ? "" : "s",
                       request->base ? "one with --base" : "two, or one and --base");
    enum fr_status status = read_percent(arguments, "fail-over", &request->fail_over, error);
    if (status == FR_OK)
        status = read_percent(arguments, "within", &request->rules.within, error);
    if (status == FR_OK)
        status = read_class(arguments, &request->rules.class, error);
    return status;
}

static bool is_slower(const struct fr_estimate *estimate, const struct request *request)
{
    return estimate->p <= request->rules.level && estimate->ratio > 1 + request->rules.within &&
           estimate->ratio > 1 + request->fail_over;
}

static bool is_regression(const struct fr_comparison *comparison, const struct request *request)
{
    if (comparison->lost > 0)
        return true;
    if (request->counts)
        return comparison->instructions > 1 + request->fail_over;
    for (int i = 0; i < FR_STATISTICS; i++)
        if (is_slower(&comparison->estimates[i], request))
            return true;
    return false;
}

/* "slower", "slower in its mean", "equal within 3 %". */
static void name_finding(const struct request *request, const struct fr_comparison *comparison,
                         char *text, size_t size)
{
    const char *by[] = {"", " in its mean", " in its p95", " in its p99"};
    if (comparison->pairs == 0)
        snprintf(text, size, "no %s clicks in common", request->rules.class);
    else if (comparison->finding == FR_EQUAL)
        snprintf(text, size, "equal within %g %%", 100 * request->rules.within);
    else if (comparison->finding == FR_UNDECIDED)
        snprintf(text, size, "undecided");
    else
        snprintf(text, size, "%s%s", comparison->finding == FR_SLOWER ? "slower" : "faster",
                 by[comparison->by]);
}

/* Changes besides the times, and reasons to doubt the verdict; "" if there are none. */
static void remark(const struct request *request, const struct fr_comparison *comparison,
                   char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    if (comparison->lost > 0)
        used +=
            (size_t)snprintf(text, size, "; %zu clicks are no longer answered", comparison->lost);
    if (comparison->gained > 0)
        used += (size_t)snprintf(text + used, size - used, "; %zu clicks are answered only now",
                                 comparison->gained);
    if (!isnan(comparison->length) && fabs(comparison->length - 1) > 1e-9)
        used += (size_t)snprintf(text + used, size - used, "; path length ratio %.4f",
                                 comparison->length);
    if (request->base && !comparison->in_turns)
        snprintf(text + used, size - used, "; raced in different groups, so at different times");
}

static int widest(int least, const char *text)
{
    return (int)strlen(text) > least ? (int)strlen(text) : least;
}

struct widths {
    int map, algo;
};

static struct widths measure(const struct fr_comparisons *comparisons)
{
    struct widths widths = {3, 5};
    for (size_t i = 0; i < comparisons->count; i++) {
        widths.map = widest(widths.map, comparisons->at[i].map);
        widths.algo = widest(widths.algo, comparisons->at[i].algo);
    }
    return widths;
}

/* A shard is named if its machine was slower or faster by this factor. */
#define UNLIKE 0.05

/* Prints how the machines of a merged race affected its times; all racers of a click ran on the
 * same machine. */
static void print_nodes(const struct fr_race_rows *race, const double *ratios)
{
    double least = (double)INFINITY, most = 0;
    const size_t count = ratios ? race->counts[FR_ROW_RUN] : 0;
    for (size_t i = 0; i < count; i++) {
        least = fmin(least, ratios[i]);
        most = fmax(most, ratios[i]);
    }
    if (count < 2 || most == 0)
        return;
    printf(
        "%s: according to the anchor, the %zu shards' machines take %.2f to %.2f times the median "
        "machine's time",
        race->name, count, least, most);
    bool any = false;
    for (size_t i = 0; i < count; i++)
        if (fabs(ratios[i] - 1) > UNLIKE) {
            printf("%s %lld (%.2f)", any ? "," : "; outliers: shard", (long long)race->run[i].shard,
                   ratios[i]);
            any = true;
        }
    printf("\n");
}

/* Prints what readers need to know before any ratio. */
static void print_surroundings(const struct outcome *outcome)
{
    char why[NOTE_SIZE];
    for (int i = 0; i < (outcome->fresh == &outcome->races[0] ? 1 : 2); i++) {
        fr_surroundings_disturbed(&outcome->races[i], why, sizeof why);
        if (*why)
            printf("%s: %s during the race\n", outcome->races[i].name, why);
        print_nodes(&outcome->races[i], outcome->nodes[i]);
    }
    for (int i = 0; i < outcome->difference_count; i++)
        printf("%s: %s -> %s\n", outcome->differences[i].what, outcome->differences[i].base,
               outcome->differences[i].fresh);
    for (size_t i = 0; i < outcome->comparisons.shift_count; i++) {
        const struct fr_common_shift *shift = &outcome->comparisons.shifts[i];
        printf("%s: all racers changed by %+.1f %%, which is subtracted", shift->map,
               100 * (shift->ratio - 1));
        if (isnan(shift->anchor))
            printf("; no anchor was raced in both races\n");
        else
            printf("; the anchor changed by %+.1f %%\n", 100 * (shift->anchor - 1));
    }
    if (outcome->difference_count > 0 || outcome->comparisons.shift_count > 0)
        printf("\n");
}

static void print_tail(const struct fr_estimate *estimate)
{
    if (isnan(estimate->ratio))
        printf("  %6s", "-");
    else
        printf("  %6.3f", estimate->ratio);
}

static void print_plain(const struct request *request, const struct fr_comparison *each,
                        struct widths widths)
{
    char before[FR_UNIT_SIZE], after[FR_UNIT_SIZE], finding[64], note[NOTE_SIZE];
    const struct fr_estimate *typical = &each->estimates[FR_TYPICAL];
    name_finding(request, each, finding, sizeof finding);
    remark(request, each, note, sizeof note);
    printf("%-*s  %-*s  %6zu", widths.map, each->map, widths.algo, each->algo, each->pairs);
    fr_print_right(fr_format_time(each->base_ns, before), 10);
    fr_print_right(fr_format_time(each->fresh_ns, after), 10);
    printf("  %6.3f  %6.3f to %6.3f", typical->ratio, typical->low, typical->high);
    for (int i = FR_MEAN; i < FR_STATISTICS; i++)
        print_tail(&each->estimates[i]);
    printf("  %8.2g  %s%s\n", typical->p, finding, note);
}

static void print_table(const struct request *request, const struct outcome *outcome)
{
    const struct widths widths = measure(&outcome->comparisons);
    print_surroundings(outcome);
    printf("ratio: time of %s / time of %s, geometric mean over clicks, with its 95 %% "
           "interval\nmean, p95, p99: ratios of the mean times and of these percentiles\np: "
           "p-value of the "
           "ratio, by Student's t test, corrected by Holm's method\nA difference below %g %% "
           "counts as equal.\n\n",
           request->base ? "the racer" : "the new file", request->base ? request->base : "the base",
           100 * request->rules.within);
    printf("%-*s  %-*s  %6s  %8s  %8s  %6s  %-16s  %6s  %6s  %6s  %8s  %s\n", widths.map, "map",
           widths.algo, "racer", "clicks", "base", "new", "ratio", "interval", "mean", "p95", "p99",
           "p", "verdict");
    for (size_t i = 0; i < outcome->comparisons.count; i++)
        print_plain(request, &outcome->comparisons.at[i], widths);
}

/* Whether this is the racer's first comparison on its map, which may have several click sets. */
static bool is_first_of_map(const struct fr_comparisons *comparisons, size_t index)
{
    const struct fr_comparison *each = &comparisons->at[index];
    for (size_t i = 0; i < index; i++)
        if (strcmp(comparisons->at[i].map, each->map) == 0 &&
            strcmp(comparisons->at[i].algo, each->algo) == 0)
            return false;
    return true;
}

static void print_preparation(const struct fr_preparation *preparation)
{
    char median[FR_UNIT_SIZE], least[FR_UNIT_SIZE], most[FR_UNIT_SIZE];
    printf("%s (%s to %s)", fr_format_time(preparation->median, median),
           fr_format_time(preparation->least, least), fr_format_time(preparation->most, most));
}

/* Prints the preparation times of both races: too few times for a verdict. */
static void print_preparations(const struct outcome *outcome)
{
    const struct fr_comparisons *comparisons = &outcome->comparisons;
    printf("\nPreparation: median of the rounds (range)\n");
    for (size_t i = 0; i < comparisons->count; i++) {
        const struct fr_comparison *each = &comparisons->at[i];
        if (!is_first_of_map(comparisons, i))
            continue;
        const struct fr_preparation base =
            fr_race_preparation(&outcome->races[0], each->map, each->base);
        const struct fr_preparation fresh =
            fr_race_preparation(outcome->fresh, each->map, each->algo);
        if (isnan(base.median) || isnan(fresh.median))
            continue;
        printf("  %s  %s  ", each->map, each->algo);
        print_preparation(&base);
        printf(" -> ");
        print_preparation(&fresh);
        printf("  %.2fx\n", fresh.median / base.median);
    }
}

static void print_counts(const struct outcome *outcome)
{
    const struct widths widths = measure(&outcome->comparisons);
    printf("instructions per click, new / base: geometric mean and largest\n\n"
           "%-*s  %-*s  %6s  %8s  %8s  %s\n",
           widths.map, "map", widths.algo, "racer", "clicks", "ratio", "most", "on click");
    for (size_t i = 0; i < outcome->comparisons.count; i++) {
        const struct fr_comparison *each = &outcome->comparisons.at[i];
        printf("%-*s  %-*s  %6zu  %8.4f  %8.4f  %lld\n", widths.map, each->map, widths.algo,
               each->algo, each->counted, each->instructions, each->most_instructions,
               (long long)each->most_click);
    }
}

static cJSON *describe_estimate(const struct fr_estimate *estimate)
{
    return fr_json_object("ratio:n low:n high:n p:n error:n freedom:n", estimate->ratio,
                          estimate->low, estimate->high, estimate->p, estimate->error,
                          estimate->freedom);
}

static cJSON *describe(const struct outcome *outcome, const struct fr_comparison *each)
{
    static const char *const findings[] = {"slower", "faster", "equal", "undecided"};
    const bool differs = each->finding == FR_SLOWER || each->finding == FR_FASTER;
    cJSON *entry = fr_json_object(
        "map:s clicks:s base:s algo:s in_turns:b pairs:z lost:z gained:z base_ns:n new_ns:n",
        each->map, each->clicks, each->base, each->algo, each->in_turns, each->pairs, each->lost,
        each->gained, each->base_ns, each->fresh_ns);
    for (int i = 0; i < FR_STATISTICS; i++)
        cJSON_AddItemToObject(entry, fr_statistic_name((enum fr_statistic)i),
                              describe_estimate(&each->estimates[i]));
    fr_json_add(entry,
                "length:n counted:z instructions:n most_instructions:n finding:s by:t "
                "ns_prepare_base:n ns_prepare:n",
                each->length, each->counted, each->instructions, each->most_instructions,
                findings[each->finding], differs ? fr_statistic_name(each->by) : "",
                fr_race_preparation(&outcome->races[0], each->map, each->base).median,
                fr_race_preparation(outcome->fresh, each->map, each->algo).median);
    return entry;
}

static void describe_nodes(cJSON *document, const char *key, const struct fr_race_rows *race,
                           const double *ratios)
{
    cJSON *list = cJSON_AddArrayToObject(document, key);
    for (size_t i = 0; ratios && i < race->counts[FR_ROW_RUN]; i++)
        fr_json_append(list, "shard:i anchor:n", race->run[i].shard, ratios[i]);
}

static enum fr_status write_json(const struct request *request, const struct outcome *outcome)
{
    const struct fr_comparisons *comparisons = &outcome->comparisons;
    cJSON *document = fr_json_object(
        "within:n base_disturbed:b new_disturbed:b", request->rules.within,
        fr_race_is_disturbed(&outcome->races[0]), fr_race_is_disturbed(outcome->fresh));
    cJSON *list = cJSON_AddArrayToObject(document, "differences");
    for (int i = 0; i < outcome->difference_count; i++)
        fr_json_append(list, "what:s base:s new:s", outcome->differences[i].what,
                       outcome->differences[i].base, outcome->differences[i].fresh);
    describe_nodes(document, "base_nodes", &outcome->races[0], outcome->nodes[0]);
    describe_nodes(document, "new_nodes", outcome->fresh,
                   outcome->nodes[outcome->fresh - outcome->races]);
    list = cJSON_AddArrayToObject(document, "shifts");
    for (size_t i = 0; i < comparisons->shift_count; i++) {
        const struct fr_common_shift *shift = &comparisons->shifts[i];
        fr_json_append(list, "map:s clicks:s ratio:n anchor:n racers:z", shift->map, shift->clicks,
                       shift->ratio, shift->anchor, shift->racers);
    }
    list = cJSON_AddArrayToObject(document, "comparisons");
    for (size_t i = 0; i < comparisons->count; i++)
        cJSON_AddItemToArray(list, describe(outcome, &comparisons->at[i]));
    return fr_json_write(stdout, document);
}

static enum fr_status check_counts(const struct fr_comparisons *comparisons,
                                   const struct outcome *outcome, struct fr_error *error)
{
    for (size_t i = 0; i < comparisons->count; i++)
        if (comparisons->at[i].counted > 0)
            return FR_OK;
    return fr_fail(error, FR_BAD_INPUT,
                   "--counts: %s and %s have no counted clicks in common, expected races with "
                   "'run --count'",
                   outcome->races[0].name, outcome->fresh->name);
}

/* Reads a race and, if it was merged, the speeds of its machines. */
static enum fr_status read_race(const char *file, struct outcome *outcome, int index,
                                struct fr_error *error)
{
    struct fr_race_rows *race = &outcome->races[index];
    const enum fr_status status = fr_results_load(file, race, error);
    const size_t runs = race->counts[FR_ROW_RUN];
    if (status != FR_OK || runs < 2)
        return status;
    outcome->nodes[index] = malloc(runs * sizeof(double));
    return outcome->nodes[index] && fr_surroundings_nodes(race, outcome->nodes[index]) == FR_OK
               ? FR_OK
               : fr_fail(error, FR_NO_MEMORY, "not enough memory for the shards of %s", file);
}

static enum fr_status compare(const struct fr_arguments *arguments, const struct request *request,
                              struct outcome *outcome, struct fr_error *error)
{
    enum fr_status status = read_race(arguments->words[0], outcome, 0, error);
    outcome->fresh = &outcome->races[0];
    if (status == FR_OK && !request->base) {
        status = read_race(arguments->words[1], outcome, 1, error);
        outcome->fresh = &outcome->races[1];
    }
    if (status == FR_OK)
        status = fr_compare(&outcome->races[0], outcome->fresh, request->base, &request->rules,
                            &outcome->comparisons, error);
    if (status == FR_OK && request->counts)
        status = check_counts(&outcome->comparisons, outcome, error);
    if (status == FR_OK && !request->base)
        outcome->difference_count = fr_surroundings_differ(&outcome->races[0], outcome->fresh,
                                                           outcome->differences, MOST_DIFFERENCES);
    return status;
}

static enum fr_status print(const struct fr_arguments *arguments, const struct request *request,
                            const struct outcome *outcome, struct fr_error *error)
{
    if (fr_argument_count(arguments, "json") > 0)
        return write_json(request, outcome) == FR_OK
                   ? FR_OK
                   : fr_fail(error, FR_NO_MEMORY, "not enough memory for the verdicts");
    if (request->counts) {
        print_counts(outcome);
        return FR_OK;
    }
    print_table(request, outcome);
    print_preparations(outcome);
    return FR_OK;
}

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    struct request request;
    struct fr_error error;
    struct outcome outcome = {.difference_count = 0};
    bool regressed = false;
    enum fr_status status = read_request(arguments, &request, &error);
    if (status == FR_OK)
        status = compare(arguments, &request, &outcome, &error);
    if (status == FR_OK)
        status = print(arguments, &request, &outcome, &error);
    for (size_t i = 0; i < outcome.comparisons.count && !isnan(request.fail_over); i++)
        regressed |= is_regression(&outcome.comparisons.at[i], &request);
    fr_comparisons_release(&outcome.comparisons);
    for (int i = 0; i < 2; i++) {
        free(outcome.nodes[i]);
        fr_race_rows_release(&outcome.races[i]);
    }
    if (status != FR_OK)
        return fr_report_error(program, &error);
    return regressed ? FR_EXIT_FAULT : FR_EXIT_DONE;
}

const struct fr_command fr_command_compare = {
    .name = "compare",
    .group = "Race",
    .words = "BASE.jsonl NEW.jsonl",
    .summary = "Shows which racers are slower or faster than before.",
    .flags = flags,
    .least_words = 1,
    .most_words = 2,
    .run = run,
};
