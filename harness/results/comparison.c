#include "harness/results/comparison.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/statistics/paired.h"
#include "harness/statistics/quantiles.h"

/* More than the longest names that the schema admits, in characters of four bytes. */
enum { KEY_SIZE = 8192, LEAST_RACERS = 3 /* whose median tells a shift */ };

/* By how much one racer's change between two files is off that of the others, though nothing changed
 * but the machine's mood, and how many degrees of freedom that is worth; measured likewise. Where
 * other programs took time it is more. */
#define FILE_SD 0.03
#define DISTURBED_SD 0.1
#define FILE_WORTH 6

/* Of normal values: the standard error of a median over that of the mean, the standard deviation
 * over the median distance from the median, and of the latter as an estimate how much less each
 * value is worth. */
#define MEDIAN_ERROR 1.2533
#define MEDIAN_DISTANCE 1.4826
#define DISTANCE_WORTH 0.37

/* Two racers and the clicks that both answered. */
struct pair {
    const struct fr_timed_racer *base, *fresh;
    struct fr_profile profiles[2];
};

struct comparing {
    const struct fr_timings *base_file, *fresh_file;
    const char *base;
    const struct fr_comparison_rules *rules;
    struct fr_comparisons *found;
    struct pair *pairs; /* one for each comparison */
    struct fr_error *error;
};

static enum fr_status no_memory(const struct comparing *comparing)
{
    return fr_fail(comparing->error, FR_NO_MEMORY, "no memory to compare");
}

static bool is_one_file(const struct comparing *comparing)
{
    return comparing->base_file == comparing->fresh_file;
}

/* The racer that one of the new file is compared with; NULL: none. */
static const struct fr_timed_racer *find_base(const struct comparing *comparing,
                                              const struct fr_timed_racer *fresh)
{
    char name[KEY_SIZE];
    const char *base = comparing->base;
    if (base && *base == '@')
        snprintf(name, sizeof name, "%s%s", fresh->algo, base);
    else
        snprintf(name, sizeof name, "%s", base ? base : fresh->algo);
    const struct fr_timed_racer *found =
        fr_timings_find(comparing->base_file, fresh->map, fresh->clicks, name);
    return found == fresh ? NULL : found;
}

/* Maps of one name must be one map. */
static enum fr_status check_map(const struct comparing *comparing, const char *map)
{
    char hashed[KEY_SIZE];
    const struct fr_timings *base = comparing->base_file, *fresh = comparing->fresh_file;
    for (size_t i = 0; i < fresh->hashed.capacity; i++) {
        const char *entry = fresh->hashed.table[i].text;
        const size_t length = strlen(map);
        if (!entry || strncmp(entry, map, length) != 0 || entry[length] != '\n')
            continue;
        snprintf(hashed, sizeof hashed, "%s", entry);
        if (!fr_string_set_find(&base->hashed, hashed))
            return fr_fail(comparing->error, FR_BAD_INPUT,
                           "%s: map %s is another than in %s (hash %s); expected the same",
                           fresh->file, map, base->file, entry + length + 1);
    }
    return FR_OK;
}

/* A click by its index; NULL: the racer was not asked. */
static size_t find_click(const struct fr_timed_racer *racer, int64_t click, size_t near)
{
    for (size_t i = 0; i < racer->count; i++) {
        const size_t at = (near + i) % racer->count;
        if (racer->at[at].click == click)
            return at;
    }
    return SIZE_MAX;
}

static bool is_timed(const struct fr_timed_racer *racer, size_t at, size_t each)
{
    for (size_t i = 0; i < each; i++)
        if (!isnan(racer->ns[at * each + i]))
            return true;
    return false;
}

/* Compares the two racers' clicks apart from their times; where the i-th pair lies in base and
 * fresh goes to places. */
struct meeting {
    size_t (*places)[2];
    size_t walked;
    double lengths, logs; /* sums of ratios */
};

static void meet_counts(const struct fr_timed_click *base, const struct fr_timed_click *fresh,
                        struct fr_comparison *comparison, double *logs)
{
    if (!(base->instructions > 0) || !(fresh->instructions > 0))
        return;
    const double ratio = fresh->instructions / base->instructions;
    *logs += log(ratio);
    if (comparison->counted++ == 0 || ratio > comparison->most_instructions) {
        comparison->most_instructions = ratio;
        comparison->most_click = fresh->click;
    }
}

static enum fr_status meet(const struct comparing *comparing, const struct pair *pair,
                           struct meeting *meeting, struct fr_comparison *comparison)
{
    const struct fr_timings *files[] = {comparing->base_file, comparing->fresh_file};
    const size_t each[] = {(size_t)files[0]->rounds * (size_t)files[0]->passes,
                           (size_t)files[1]->rounds * (size_t)files[1]->passes};
    size_t near = 0;
    for (size_t i = 0; i < pair->fresh->count; i++) {
        const struct fr_timed_click *fresh = &pair->fresh->at[i];
        const size_t at = find_click(pair->base, fresh->click, near);
        if (at == SIZE_MAX)
            continue;
        near = at + 1;
        const struct fr_timed_click *base = &pair->base->at[at];
        if (memcmp(base->question, fresh->question, sizeof base->question) != 0)
            return fr_fail(
                comparing->error, FR_BAD_INPUT,
                "%s: map %s, click %lld leads elsewhere than in %s; expected the same clicks",
                files[1]->file, comparison->map, (long long)fresh->click, files[0]->file);
        const bool answered[] = {!base->fault && is_timed(pair->base, at, each[0]),
                                 !fresh->fault && is_timed(pair->fresh, i, each[1])};
        comparison->lost += answered[0] && !answered[1];
        comparison->gained += answered[1] && !answered[0];
        if (!base->fault && !fresh->fault)
            meet_counts(base, fresh, comparison, &meeting->logs);
        if (!answered[0] || !answered[1])
            continue;
        if (base->length > 0 && fresh->length > 0) {
            meeting->lengths += fresh->length / base->length;
            meeting->walked++;
        }
        if (!base->counts || !fresh->counts)
            continue;
        meeting->places[comparison->pairs][0] = at;
        meeting->places[comparison->pairs++][1] = i;
    }
    return FR_OK;
}

/* The profile of one side of a meeting. */
static enum fr_status profile(const struct fr_timings *file, const struct fr_timed_racer *racer,
                              const struct meeting *meeting, size_t pairs, int side,
                              struct fr_profile *made)
{
    const size_t each = (size_t)file->rounds * (size_t)file->passes;
    double *ns = malloc(pairs * each * sizeof *ns);
    if (!ns)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < pairs; i++)
        memcpy(ns + i * each, racer->ns + meeting->places[i][side] * each, each * sizeof *ns);
    const struct fr_click_samples samples = {ns, pairs, file->rounds, file->passes};
    const enum fr_status status = fr_profile_create(&samples, made);
    free(ns);
    return status;
}

static enum fr_status look_at(struct comparing *comparing, struct pair *pair,
                              struct fr_comparison *comparison)
{
    struct meeting meeting = {.places = malloc((pair->fresh->count + 1) * sizeof *meeting.places)};
    if (!meeting.places)
        return no_memory(comparing);
    enum fr_status status = meet(comparing, pair, &meeting, comparison);
    if (meeting.walked > 0)
        comparison->length = meeting.lengths / (double)meeting.walked;
    if (comparison->counted > 0)
        comparison->instructions = exp(meeting.logs / (double)comparison->counted);
    if (status == FR_OK && comparison->pairs > 0) {
        status = profile(comparing->base_file, pair->base, &meeting, comparison->pairs, 0,
                         &pair->profiles[0]);
        if (status == FR_OK)
            status = profile(comparing->fresh_file, pair->fresh, &meeting, comparison->pairs, 1,
                             &pair->profiles[1]);
        if (status != FR_OK)
            status = no_memory(comparing);
    }
    free(meeting.places);
    return status;
}

/* Pairs all racers up. */
static enum fr_status pair_up(struct comparing *comparing)
{
    const struct fr_timings *fresh = comparing->fresh_file;
    struct fr_comparisons *found = comparing->found;
    const double none = (double)NAN;
    enum fr_status status = FR_OK;
    for (size_t i = 0; i < fresh->count && status == FR_OK; i++) {
        const struct fr_timed_racer *racer = &fresh->at[i], *base = find_base(comparing, racer);
        if (!base)
            continue;
        status = check_map(comparing, racer->map);
        struct fr_comparison *comparison = &found->at[found->count];
        struct pair *pair = &comparing->pairs[found->count++];
        *pair = (struct pair){base, racer, {{.clicks = 0}, {.clicks = 0}}};
        *comparison = (struct fr_comparison){
            .map = racer->map,
            .clicks = racer->clicks,
            .base = base->algo,
            .algo = racer->algo,
            .in_turns = is_one_file(comparing) && base->group == racer->group,
            .base_ns = none,
            .fresh_ns = none,
            .length = none,
            .finding = FR_UNDECIDED,
            .instructions = none,
            .most_instructions = none,
        };
        for (int j = 0; j < FR_STATISTICS; j++)
            comparison->estimates[j] = (struct fr_estimate){none, none, none, none, none, none};
        if (status == FR_OK)
            status = look_at(comparing, pair, comparison);
    }
    return status;
}

static double median_ns(const struct fr_profile *profile, double *scratch)
{
    memcpy(scratch, profile->logs[FR_TYPICAL], profile->clicks * sizeof *scratch);
    fr_sort(scratch, profile->clicks);
    return exp(fr_median(scratch, profile->clicks));
}

/* Fills the estimates of all comparisons. */
static enum fr_status contrast_all(struct comparing *comparing)
{
    for (size_t i = 0; i < comparing->found->count; i++) {
        struct fr_comparison *comparison = &comparing->found->at[i];
        const struct fr_profile *profiles = comparing->pairs[i].profiles;
        if (comparison->pairs == 0)
            continue;
        const struct fr_contrast_rules rules = {.in_turns = comparison->in_turns,
                                                .round_sd = FR_ROUND_SD,
                                                .worth = FR_ROUND_WORTH,
                                                .seed = comparing->rules->seed + i};
        double *scratch = malloc(comparison->pairs * sizeof *scratch);
        if (!scratch ||
            fr_contrast(&profiles[0], &profiles[1], &rules, comparison->estimates) != FR_OK) {
            free(scratch);
            return no_memory(comparing);
        }
        comparison->base_ns = median_ns(&profiles[0], scratch);
        comparison->fresh_ns = median_ns(&profiles[1], scratch);
        free(scratch);
    }
    return FR_OK;
}

/* What the anchors of two races say of a course; a ratio of NAN where one is missing. */
static enum fr_status contrast_anchors(const struct comparing *comparing,
                                       const struct fr_common_shift *shift,
                                       struct fr_estimate *estimate)
{
    const struct fr_timings *files[] = {comparing->base_file, comparing->fresh_file};
    const struct fr_contrast_rules rules = {
        .round_sd = FR_ROUND_SD, .worth = FR_ROUND_WORTH, .seed = comparing->rules->seed};
    struct fr_profile profiles[2] = {{.clicks = 0}, {.clicks = 0}};
    struct fr_estimate estimates[FR_STATISTICS];
    enum fr_status status = FR_OK;
    *estimate = (struct fr_estimate){.ratio = (double)NAN};
    for (int i = 0; i < 2 && status == FR_OK; i++) {
        const struct fr_timed_racer *anchor =
            fr_timings_anchor(files[i], shift->map, shift->clicks);
        if (!anchor || !is_timed(anchor, 0, (size_t)files[i]->rounds * (size_t)files[i]->passes))
            break;
        const struct fr_click_samples samples = {anchor->ns, 1, files[i]->rounds, files[i]->passes};
        status = fr_profile_create(&samples, &profiles[i]);
    }
    if (status == FR_OK && profiles[1].clicks > 0)
        status = fr_contrast(&profiles[0], &profiles[1], &rules, estimates);
    if (status == FR_OK && profiles[1].clicks > 0)
        *estimate = estimates[FR_TYPICAL];
    fr_profile_release(&profiles[0]);
    fr_profile_release(&profiles[1]);
    return status == FR_OK ? FR_OK : no_memory(comparing);
}

static bool is_on(const struct fr_comparison *comparison, const struct fr_common_shift *shift)
{
    return comparison->pairs > 0 && strcmp(comparison->map, shift->map) == 0 &&
           strcmp(comparison->clicks, shift->clicks) == 0;
}

/* Takes a change of all racers out of one; what is left is as sure as racers' changes agree. */
static void take_out(struct fr_comparison *comparison, const struct fr_common_shift *shift,
                     double variance, double freedom)
{
    for (int i = 0; i < FR_STATISTICS; i++) {
        struct fr_estimate *estimate = &comparison->estimates[i];
        if (isnan(estimate->ratio))
            continue;
        estimate->ratio /= shift->ratio;
        fr_estimate_widen(estimate, variance, freedom);
    }
}

/* The variance of the racers' changes; *freedom is its degrees of freedom. */
static double scatter(const struct comparing *comparing, double *logs, size_t count,
                      double log_ratio, double *freedom)
{
    const bool disturbed = comparing->base_file->disturbed || comparing->fresh_file->disturbed;
    const double stated = disturbed ? DISTURBED_SD : FILE_SD;
    double distance = 0, worth = 0;
    if (count >= LEAST_RACERS) {
        for (size_t i = 0; i < count; i++)
            logs[i] = fabs(logs[i] - log_ratio);
        fr_sort(logs, count);
        distance = MEDIAN_DISTANCE * fr_median(logs, count);
        worth = DISTANCE_WORTH * (double)(count - 1);
    }
    *freedom = FILE_WORTH + worth;
    return (FILE_WORTH * stated * stated + worth * distance * distance) / *freedom;
}

/* Tells what changed on a course for all, and takes it out. */
static enum fr_status level(struct comparing *comparing, struct fr_common_shift *shift)
{
    struct fr_comparisons *found = comparing->found;
    struct fr_estimate anchor;
    enum fr_status status = contrast_anchors(comparing, shift, &anchor);
    double *logs = malloc((found->count + 1) * sizeof *logs);
    if (status != FR_OK || !logs) {
        free(logs);
        return status != FR_OK ? status : no_memory(comparing);
    }
    size_t count = 0;
    double squares = 0, log_ratio = 0, error = 0;
    for (size_t i = 0; i < found->count; i++) {
        const struct fr_estimate *typical = &found->at[i].estimates[FR_TYPICAL];
        if (!is_on(&found->at[i], shift))
            continue;
        squares += typical->error * typical->error;
        logs[count++] = log(typical->ratio);
    }
    shift->racers = count;
    shift->anchor = anchor.ratio;
    if (!isnan(anchor.ratio)) {
        log_ratio = log(anchor.ratio);
        error = anchor.error;
    }
    if (count >= LEAST_RACERS) {
        if (!isnan(anchor.ratio)) {
            squares += error * error;
            logs[count++] = log_ratio;
        }
        fr_sort(logs, count);
        log_ratio = fr_median(logs, count);
        error = MEDIAN_ERROR * sqrt(squares) / (double)count;
    }
    shift->ratio = exp(log_ratio);
    double freedom;
    const double variance = scatter(comparing, logs, count, log_ratio, &freedom) + error * error;
    free(logs);
    for (size_t i = 0; i < found->count; i++)
        if (is_on(&found->at[i], shift))
            take_out(&found->at[i], shift, variance, freedom);
    return FR_OK;
}

/* Levels each course of two files once. */
static enum fr_status level_all(struct comparing *comparing)
{
    struct fr_comparisons *found = comparing->found;
    found->shifts = malloc((found->count + 1) * sizeof *found->shifts);
    if (!found->shifts)
        return no_memory(comparing);
    enum fr_status status = FR_OK;
    for (size_t i = 0; i < found->count && status == FR_OK; i++) {
        bool known = found->at[i].pairs == 0;
        for (size_t j = 0; j < found->shift_count && !known; j++)
            known = is_on(&found->at[i], &found->shifts[j]);
        if (known)
            continue;
        struct fr_common_shift *shift = &found->shifts[found->shift_count++];
        *shift = (struct fr_common_shift){.map = found->at[i].map, .clicks = found->at[i].clicks};
        status = level(comparing, shift);
    }
    return status;
}

/* Different: significant among all tests, and by more than is of interest. */
static bool differs(const struct fr_estimate *estimate, const struct fr_comparison_rules *rules)
{
    return estimate->p <= rules->level &&
           (estimate->ratio > 1 + rules->within || estimate->ratio < 1 / (1 + rules->within));
}

static bool is_within(const struct fr_estimate *estimate, const struct fr_comparison_rules *rules)
{
    return estimate->low >= 1 / (1 + rules->within) && estimate->high <= 1 + rules->within;
}

/* The first statistic that differs tells the finding. */
static void find(struct fr_comparison *comparison, const struct fr_comparison_rules *rules)
{
    const struct fr_estimate *estimates = comparison->estimates;
    comparison->finding = FR_UNDECIDED;
    for (int i = 0; i < FR_STATISTICS; i++)
        if (!isnan(estimates[i].ratio) && differs(&estimates[i], rules)) {
            comparison->finding = estimates[i].ratio > 1 ? FR_SLOWER : FR_FASTER;
            comparison->by = (enum fr_statistic)i;
            return;
        }
    if (comparison->pairs > 0 && is_within(&estimates[FR_TYPICAL], rules) &&
        is_within(&estimates[FR_MEAN], rules))
        comparison->finding = FR_EQUAL;
}

/* Corrects all p values for each other, and finds. */
static enum fr_status decide(struct comparing *comparing)
{
    struct fr_comparisons *found = comparing->found;
    const size_t count = found->count;
    double *p = malloc((count * FR_STATISTICS + 1) * sizeof *p);
    if (!p)
        return no_memory(comparing);
    size_t tests = 0;
    for (size_t i = 0; i < count * FR_STATISTICS; i++) {
        const struct fr_estimate *estimate =
            &found->at[i / FR_STATISTICS].estimates[i % FR_STATISTICS];
        if (!isnan(estimate->ratio))
            p[tests++] = estimate->p;
    }
    const enum fr_status status = fr_holm(p, tests);
    tests = 0;
    for (size_t i = 0; i < count * FR_STATISTICS && status == FR_OK; i++) {
        struct fr_estimate *estimate = &found->at[i / FR_STATISTICS].estimates[i % FR_STATISTICS];
        if (!isnan(estimate->ratio))
            estimate->p = p[tests++];
    }
    free(p);
    for (size_t i = 0; i < count && status == FR_OK; i++)
        find(&found->at[i], comparing->rules);
    return status == FR_OK ? FR_OK : no_memory(comparing);
}

/* Lost answers first, then what got slower, the most so first; the rest, and what got faster. */
static int by_regression(const void *a, const void *b)
{
    const struct fr_comparison *left = a, *right = b;
    const int place[] = {[FR_SLOWER] = 0, [FR_UNDECIDED] = 1, [FR_EQUAL] = 1, [FR_FASTER] = 2};
    if ((left->lost > 0) != (right->lost > 0))
        return left->lost > 0 ? -1 : 1;
    if (place[left->finding] != place[right->finding])
        return place[left->finding] - place[right->finding];
    const double one = left->estimates[left->by].ratio, other = right->estimates[right->by].ratio;
    return (one < other) - (one > other);
}

static enum fr_status compare(struct comparing *comparing)
{
    struct fr_comparisons *found = comparing->found;
    enum fr_status status = pair_up(comparing);
    if (status == FR_OK && found->count == 0)
        return comparing->base
                   ? fr_fail(comparing->error, FR_BAD_INPUT,
                             "%s: no racer to compare with %s on the same clicks",
                             comparing->fresh_file->file, comparing->base)
                   : fr_fail(comparing->error, FR_BAD_INPUT,
                             "%s: no click on the same map, of the same click set and racer, as "
                             "in %s",
                             comparing->fresh_file->file, comparing->base_file->file);
    if (status == FR_OK)
        status = contrast_all(comparing);
    if (status == FR_OK && !is_one_file(comparing))
        status = level_all(comparing);
    if (status == FR_OK)
        status = decide(comparing);
    if (status == FR_OK)
        qsort(found->at, found->count, sizeof *found->at, by_regression);
    return status;
}

enum fr_status fr_compare(const struct fr_timings *base_file, const struct fr_timings *fresh_file,
                          const char *base, const struct fr_comparison_rules *rules,
                          struct fr_comparisons *comparisons, struct fr_error *error)
{
    struct comparing comparing = {.base_file = base_file,
                                  .fresh_file = fresh_file,
                                  .base = base,
                                  .rules = rules,
                                  .found = comparisons,
                                  .error = error};
    const size_t most = fresh_file->count + 1;
    *comparisons = (struct fr_comparisons){.at = malloc(most * sizeof *comparisons->at)};
    comparing.pairs = calloc(most, sizeof *comparing.pairs);
    const enum fr_status status =
        comparisons->at && comparing.pairs ? compare(&comparing) : no_memory(&comparing);
    for (size_t i = 0; comparing.pairs && i < comparisons->count; i++) {
        fr_profile_release(&comparing.pairs[i].profiles[0]);
        fr_profile_release(&comparing.pairs[i].profiles[1]);
    }
    free(comparing.pairs);
    if (status != FR_OK)
        fr_comparisons_release(comparisons);
    return status;
}

void fr_comparisons_release(struct fr_comparisons *comparisons)
{
    free(comparisons->at);
    free(comparisons->shifts);
    *comparisons = (struct fr_comparisons){.at = NULL};
}
