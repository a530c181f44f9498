#include "harness/results/comparison.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/surroundings.h"
#include "harness/statistics/holm.h"
#include "harness/statistics/quantiles.h"

/* More bytes than the longest names that the schema admits, at four bytes a character. */
enum { NAME_SIZE = 8192, LEAST_RACERS = 3 /* needed to use the racers' median */ };

/* Standard deviation of one racer's log ratio between two files, relative to the other racers, when
 * only the state of the machine changed; and the degrees of freedom of that estimate. Both are
 * measured. DISTURBED_SD applies if other programs took time. */
#define FILE_SD 0.03
#define DISTURBED_SD 0.1
#define FILE_WORTH 6

/* For normally distributed values: standard error of the median over that of the mean; standard
 * deviation over median absolute deviation; and the efficiency of the latter estimate. */
#define MEDIAN_ERROR 1.2533
#define MEDIAN_DISTANCE 1.4826
#define DISTANCE_WORTH 0.37

/* Two racers and the clicks that both answered. */
struct pair {
    const struct fr_race_series *base, *fresh;
    struct fr_profile profiles[2];
};

struct comparing {
    const struct fr_race_rows *base_race, *fresh_race;
    const char *base;
    const struct fr_comparison_rules *rules;
    struct fr_comparisons *found;
    struct pair *pairs; /* one for each comparison */
    struct fr_error *error;
};

static enum fr_status no_memory(const struct comparing *comparing)
{
    return fr_fail(comparing->error, FR_NO_MEMORY, "not enough memory to compare");
}

static bool is_one_race(const struct comparing *comparing)
{
    return comparing->base_race == comparing->fresh_race;
}

static const struct fr_race_course *course_of(const struct fr_race_rows *race,
                                              const struct fr_race_series *series)
{
    return &race->courses[series->course];
}

/* The series of the base race to compare with; NULL: none. */
static const struct fr_race_series *find_base(const struct comparing *comparing,
                                              const struct fr_race_series *fresh)
{
    char name[NAME_SIZE];
    const char *base = comparing->base;
    const struct fr_race_course *course = course_of(comparing->fresh_race, fresh);
    if (base && *base == '@')
        snprintf(name, sizeof name, "%s%s", fresh->algo, base);
    else
        snprintf(name, sizeof name, "%s", base ? base : fresh->algo);
    const struct fr_race_series *found =
        fr_race_series(comparing->base_race, course->map, course->clicks, name);
    return found == fresh ? NULL : found;
}

/* Maps of the same name must be the same map. */
static enum fr_status check_map(const struct comparing *comparing, const char *map)
{
    const struct fr_race_rows *base = comparing->base_race, *fresh = comparing->fresh_race;
    const char *hash = fr_race_map_hash(fresh, map);
    if (!*hash || strcmp(hash, fr_race_map_hash(base, map)) == 0)
        return FR_OK;
    return fr_fail(comparing->error, FR_BAD_INPUT,
                   "%s: map %s differs from that in %s (hash %s); expected the same map",
                   fresh->name, map, base->name, hash);
}

/* Whether any stride-th sample was taken. */
static bool has_samples(const struct fr_race_rows *race, const struct fr_numbers *played,
                        size_t stride)
{
    const size_t samples = fr_race_samples(race);
    for (size_t i = 0; i < samples && i < played->count; i += stride)
        if (!isnan(played->at[i]))
            return true;
    return false;
}

static bool is_timed(const struct fr_race_rows *race, const struct fr_click_row *click)
{
    return has_samples(race, &click->played, click->remembers == 1 ? (size_t)race->run->passes : 1);
}

/* Everything that is compared between two racers' clicks, except their times. rows: base and fresh
 * of each pair. */
struct meeting {
    const struct fr_click_row *(*rows)[2];
    size_t walked;
    double lengths, logs; /* sums of ratios */
};

static void meet_counts(const struct fr_click_row *base, const struct fr_click_row *fresh,
                        struct fr_comparison *comparison, double *logs)
{
    if (!(base->instructions > 0) || !(fresh->instructions > 0))
        return;
    const double ratio = (double)fresh->instructions / (double)base->instructions;
    *logs += log(ratio);
    if (comparison->counted++ == 0 || ratio > comparison->most_instructions) {
        comparison->most_instructions = ratio;
        comparison->most_click = fresh->click;
    }
}

static enum fr_status meet(const struct comparing *comparing, const struct pair *pair,
                           struct meeting *meeting, struct fr_comparison *comparison)
{
    const struct fr_race_rows *const base_race = comparing->base_race;
    const struct fr_race_rows *const fresh_race = comparing->fresh_race;
    const char *const class = comparing->rules->class;
    for (size_t i = 0; i < pair->fresh->count; i++) {
        const struct fr_click_row *fresh = &fresh_race->click[pair->fresh->at[i]];
        const struct fr_row_key key = {fresh->map, fresh->clicks, pair->base->algo, fresh->click,
                                       0};
        const struct fr_click_row *base = fr_race_row(base_race, FR_ROW_CLICK, &key);
        if (!base)
            continue;
        if (!fr_pixel_equal(base->start, fresh->start) || !fr_pixel_equal(base->goal, fresh->goal))
            return fr_fail(
                comparing->error, FR_BAD_INPUT,
                "%s: map %s, click %lld differs from that in %s; expected the same clicks",
                fresh_race->name, comparison->map, (long long)fresh->click, base_race->name);
        const bool stand[] = {!fr_click_row_is_fault(base), !fr_click_row_is_fault(fresh)};
        const bool answered[] = {stand[0] && is_timed(base_race, base),
                                 stand[1] && is_timed(fresh_race, fresh)};
        comparison->lost += stand[0] && !stand[1];
        comparison->gained += stand[1] && !stand[0];
        if (stand[0] && stand[1])
            meet_counts(base, fresh, comparison, &meeting->logs);
        if (!answered[0] || !answered[1])
            continue;
        if (base->length > 0 && fresh->length > 0) {
            meeting->lengths += fresh->length / base->length;
            meeting->walked++;
        }
        if (strcmp(base->class, class) != 0 || strcmp(fresh->class, class) != 0)
            continue;
        meeting->rows[comparison->pairs][0] = base;
        meeting->rows[comparison->pairs++][1] = fresh;
    }
    return FR_OK;
}

static enum fr_status profile(const struct fr_race_rows *race, const double *ns, size_t clicks,
                              struct fr_profile *made)
{
    const struct fr_click_samples samples = {ns, clicks, (int)race->run->rounds,
                                             (int)race->run->passes};
    return fr_profile_create(&samples, made);
}

/* The profile of one side of all pairs. */
static enum fr_status profile_side(const struct fr_race_rows *race, const struct meeting *meeting,
                                   size_t pairs, int side, struct fr_profile *made)
{
    const size_t each = fr_race_samples(race);
    double *ns = malloc(pairs * each * sizeof *ns);
    if (!ns)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < pairs; i++) {
        const struct fr_click_row *click = meeting->rows[i][side];
        fr_race_take_samples(race, &click->played, click->remembers == 1, ns + i * each);
    }
    const enum fr_status status = profile(race, ns, pairs, made);
    free(ns);
    return status;
}

static enum fr_status look_at(struct comparing *comparing, struct pair *pair,
                              struct fr_comparison *comparison)
{
    struct meeting meeting = {.rows = malloc((pair->fresh->count + 1) * sizeof *meeting.rows)};
    if (!meeting.rows)
        return no_memory(comparing);
    enum fr_status status = meet(comparing, pair, &meeting, comparison);
    if (meeting.walked > 0)
        comparison->length = meeting.lengths / (double)meeting.walked;
    if (comparison->counted > 0)
        comparison->instructions = exp(meeting.logs / (double)comparison->counted);
    if (status == FR_OK && comparison->pairs > 0) {
        const size_t pairs = comparison->pairs;
        status = profile_side(comparing->base_race, &meeting, pairs, 0, &pair->profiles[0]);
        if (status == FR_OK)
            status = profile_side(comparing->fresh_race, &meeting, pairs, 1, &pair->profiles[1]);
        if (status != FR_OK)
            status = no_memory(comparing);
    }
    free(meeting.rows);
    return status;
}

/* The group in which a series' racer ran; 0: unknown. */
static int group_of(const struct fr_race_rows *race, const struct fr_race_series *series)
{
    const struct fr_row_key key = {course_of(race, series)->map, "", series->algo, 0, 0};
    const struct fr_prepare_row *prepare = fr_race_row(race, FR_ROW_PREPARE, &key);
    return prepare ? (int)prepare->group : 0;
}

/* Pairs each racer with its base. */
static enum fr_status pair_up(struct comparing *comparing)
{
    const struct fr_race_rows *fresh = comparing->fresh_race;
    struct fr_comparisons *found = comparing->found;
    const double none = (double)NAN;
    enum fr_status status = FR_OK;
    for (size_t i = 0; i < fresh->series_count && status == FR_OK; i++) {
        const struct fr_race_series *racer = &fresh->series[i], *base = find_base(comparing, racer);
        const struct fr_race_course *course = course_of(fresh, racer);
        if (!base)
            continue;
        status = check_map(comparing, course->map);
        struct fr_comparison *comparison = &found->at[found->count];
        struct pair *pair = &comparing->pairs[found->count++];
        *pair = (struct pair){base, racer, {{.clicks = 0}, {.clicks = 0}}};
        *comparison = (struct fr_comparison){
            .map = course->map,
            .clicks = course->clicks,
            .base = base->algo,
            .algo = racer->algo,
            .in_turns = is_one_race(comparing) && group_of(fresh, base) == group_of(fresh, racer),
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

/* Fills in the estimates of all comparisons. */
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

/* The ratio of the two races' anchors on a course; NAN if an anchor is missing. */
static enum fr_status contrast_anchors(const struct comparing *comparing,
                                       const struct fr_common_shift *shift,
                                       struct fr_estimate *estimate)
{
    const struct fr_race_rows *races[] = {comparing->base_race, comparing->fresh_race};
    const struct fr_contrast_rules rules = {
        .round_sd = FR_ROUND_SD, .worth = FR_ROUND_WORTH, .seed = comparing->rules->seed};
    struct fr_profile profiles[2] = {{.clicks = 0}, {.clicks = 0}};
    struct fr_estimate estimates[FR_STATISTICS];
    enum fr_status status = FR_OK;
    *estimate = (struct fr_estimate){.ratio = (double)NAN};
    for (int i = 0; i < 2 && status == FR_OK; i++) {
        const struct fr_row_key key = {shift->map, shift->clicks, "", 0, 0};
        const struct fr_anchor_row *anchor = fr_race_row(races[i], FR_ROW_ANCHOR, &key);
        if (!anchor || !has_samples(races[i], &anchor->played, 1))
            break;
        double *ns = malloc(fr_race_samples(races[i]) * sizeof *ns);
        if (ns)
            fr_race_take_samples(races[i], &anchor->played, false, ns);
        status = ns ? profile(races[i], ns, 1, &profiles[i]) : FR_NO_MEMORY;
        free(ns);
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

/* Removes the common shift from one comparison; adds the racers' scatter to its uncertainty. */
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

/* The variance of the racers' changes; *freedom is the variance's degrees of freedom. */
static double scatter(const struct comparing *comparing, double *logs, size_t count,
                      double log_ratio, double *freedom)
{
    const bool disturbed =
        fr_race_is_disturbed(comparing->base_race) || fr_race_is_disturbed(comparing->fresh_race);
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

/* Finds the common shift of a course and removes it from all comparisons. */
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

/* Removes the common shift of each course of two files once. */
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

/* Whether a ratio differs from 1 significantly, given all tests, and by more than the tolerance. */
static bool differs(const struct fr_estimate *estimate, const struct fr_comparison_rules *rules)
{
    return estimate->p <= rules->level &&
           (estimate->ratio > 1 + rules->within || estimate->ratio < 1 / (1 + rules->within));
}

static bool is_within(const struct fr_estimate *estimate, const struct fr_comparison_rules *rules)
{
    return estimate->low >= 1 / (1 + rules->within) && estimate->high <= 1 + rules->within;
}

/* The first statistic that differs decides the finding. */
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

/* Corrects all p values together, then decides each finding. */
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

/* Orders by lost answers, finding (slower, neither, faster) and ratio, the largest first. */
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
                             comparing->fresh_race->name, comparing->base)
                   : fr_fail(comparing->error, FR_BAD_INPUT,
                             "%s: has no click in common with %s (same map, click set and racer)",
                             comparing->fresh_race->name, comparing->base_race->name);
    if (status == FR_OK)
        status = contrast_all(comparing);
    if (status == FR_OK && !is_one_race(comparing))
        status = level_all(comparing);
    if (status == FR_OK)
        status = decide(comparing);
    if (status == FR_OK)
        qsort(found->at, found->count, sizeof *found->at, by_regression);
    return status;
}

enum fr_status fr_compare(const struct fr_race_rows *base_race,
                          const struct fr_race_rows *fresh_race, const char *base,
                          const struct fr_comparison_rules *rules,
                          struct fr_comparisons *comparisons, struct fr_error *error)
{
    struct comparing comparing = {.base_race = base_race,
                                  .fresh_race = fresh_race,
                                  .base = base,
                                  .rules = rules,
                                  .found = comparisons,
                                  .error = error};
    const size_t most = fresh_race->series_count + 1;
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
