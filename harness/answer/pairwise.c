#include "harness/answer/pairwise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/statistics/contrast.h"

#define LENGTH_NOISE 0.001 /* a difference of one pixel in a thousand is invisible */
#define MEMORY_NOISE 0.05  /* buffers grow as clicks need them */

enum {
    BOOTSTRAP_SEED = 1,
    LEAST_PAIRS = 8,     /* on fewer nothing is certain */
    LEAST_OVER_FRAME = 3 /* one or two slow clicks may be the machine's fault */
};

/* What is compared of a click; NAN where there is nothing. */
static double value_of(enum fr_criterion criterion, const struct fr_standings *standings, int racer,
                       size_t click)
{
    const struct fr_standing *standing = &standings->at[racer];
    if (criterion == FR_ON_CHANGES)
        return fr_change_cost(standing, click);
    if (!fr_standings_ranked(standings, click))
        return (double)NAN;
    if (criterion == FR_ON_LENGTH)
        return standing->lengths[click] > 0 ? standing->lengths[click] : (double)NAN;
    return standing->ns[click];
}

static struct fr_finding judge_pairs(const struct fr_paired *paired, double noise, double alpha)
{
    struct fr_finding finding = {
        .pairs = paired->count, .ratio = paired->ratio, .low = paired->low, .high = paired->high};
    const double limit = 1 + noise;
    const bool enough = paired->count >= LEAST_PAIRS;
    if (enough && paired->low >= 1 / limit && paired->high <= limit) {
        finding.certain = true;
        return finding;
    }
    finding.relation = paired->ratio > 1 ? FR_BETTER : paired->ratio < 1 ? FR_WORSE : FR_ALIKE;
    finding.certain =
        enough && paired->p <= alpha &&
        (finding.relation == FR_BETTER ? paired->ratio > limit && paired->low > 1
                                       : paired->ratio * limit < 1 && paired->high < 1);
    return finding;
}

static enum fr_status create_profile(const struct fr_standings *standings, int racer,
                                     const size_t *clicks, size_t count, struct fr_profile *profile)
{
    const size_t each = (size_t)standings->rounds * (size_t)standings->passes;
    double *samples = malloc(count * each * sizeof *samples);
    if (!samples)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        memcpy(samples + i * each, fr_standings_samples(standings, racer, clicks[i]),
               each * sizeof *samples);
    const struct fr_click_samples of_clicks = {samples, count, standings->rounds,
                                               standings->passes};
    const enum fr_status status = fr_profile_create(&of_clicks, profile);
    free(samples);
    return status;
}

static enum fr_status contrast_clicks(const struct fr_standings *standings, int one, int other,
                                      const size_t *clicks, size_t count, struct fr_paired *paired)
{
    const struct fr_contrast_rules rules = {
        .in_turns = true, .round_sd = FR_ROUND_SD, .worth = FR_ROUND_WORTH, .seed = BOOTSTRAP_SEED};
    struct fr_profile profiles[2] = {{.clicks = 0}, {.clicks = 0}};
    struct fr_estimate estimate;
    enum fr_status status = create_profile(standings, one, clicks, count, &profiles[0]);
    if (status == FR_OK)
        status = create_profile(standings, other, clicks, count, &profiles[1]);
    if (status == FR_OK)
        status = fr_contrast_typical(&profiles[0], &profiles[1], &rules, &estimate);
    if (status == FR_OK)
        *paired = (struct fr_paired){.count = count,
                                     .ratio = estimate.ratio,
                                     .low = estimate.low,
                                     .high = estimate.high,
                                     .p = estimate.p};
    fr_profile_release(&profiles[0]);
    fr_profile_release(&profiles[1]);
    return status;
}

/* Times of which every sample is known. */
static enum fr_status compare_samples(const struct fr_standings *standings, int one, int other,
                                      struct fr_paired *paired)
{
    size_t *clicks = malloc((standings->clicks + 1) * sizeof *clicks);
    enum fr_status status = FR_OK;
    size_t count = 0;
    if (!clicks)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < standings->clicks; i++)
        if (!isnan(value_of(FR_ON_TIMES, standings, one, i)) &&
            !isnan(value_of(FR_ON_TIMES, standings, other, i)))
            clicks[count++] = i;
    *paired = (struct fr_paired){.count = 0};
    if (count > 0)
        status = contrast_clicks(standings, one, other, clicks, count, paired);
    free(clicks);
    return status;
}

enum fr_status fr_pairwise_clicks(enum fr_criterion criterion, const struct fr_standings *standings,
                                  int one, int other, struct fr_paired *paired)
{
    if (criterion == FR_ON_TIMES && standings->samples)
        return compare_samples(standings, one, other, paired);
    const size_t clicks = standings->clicks;
    double *values = malloc((2 * clicks + 1) * sizeof *values);
    enum fr_status status = FR_OK;
    size_t count = 0;
    if (!values)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < clicks; i++) {
        const double a = value_of(criterion, standings, one, i);
        const double b = value_of(criterion, standings, other, i);
        if (isnan(a) || isnan(b))
            continue;
        values[count] = a;
        values[clicks + count++] = b;
    }
    *paired = (struct fr_paired){.count = 0};
    if (count > 0)
        status = fr_paired_compare(values, values + clicks, count, 1, paired);
    free(values);
    return status;
}

static enum fr_status compare_pairs(enum fr_criterion criterion,
                                    const struct fr_standings *standings, double noise,
                                    double alpha, int one, int other, struct fr_finding *finding)
{
    struct fr_paired paired;
    const enum fr_status status = fr_pairwise_clicks(criterion, standings, one, other, &paired);
    *finding = (struct fr_finding){.ratio = (double)NAN, .low = (double)NAN, .high = (double)NAN};
    if (status == FR_OK && paired.count > 0)
        *finding = judge_pairs(&paired, noise, alpha);
    return status;
}

/* Fewer is better; the counts are not a sample. */
static struct fr_finding compare_counts(size_t one, size_t other, bool certain)
{
    return (struct fr_finding){.relation = one < other   ? FR_BETTER
                                           : one > other ? FR_WORSE
                                                         : FR_ALIKE,
                               .certain = certain || one == other,
                               .ratio = (double)NAN,
                               .low = (double)NAN,
                               .high = (double)NAN};
}

static struct fr_finding compare_memory(const struct fr_figures *one,
                                        const struct fr_figures *other)
{
    const double ratio = (double)other->held_bytes / (double)(one->held_bytes + 1);
    const bool alike = ratio <= 1 + MEMORY_NOISE && ratio >= 1 / (1 + MEMORY_NOISE);
    return (struct fr_finding){.relation = alike       ? FR_ALIKE
                                           : ratio > 1 ? FR_BETTER
                                                       : FR_WORSE,
                               .certain = true,
                               .ratio = ratio,
                               .low = (double)NAN,
                               .high = (double)NAN};
}

/* All or nothing: a back end with a slow click is not better than one with two. */
static struct fr_finding compare_frames(const struct fr_figures *one,
                                        const struct fr_figures *other)
{
    const size_t more = one->over_frame > other->over_frame ? one->over_frame : other->over_frame;
    struct fr_finding finding =
        compare_counts(one->over_frame > 0, other->over_frame > 0, more >= LEAST_OVER_FRAME);
    finding.or_alike = !finding.certain;
    return finding;
}

/* Certain where the limit lies outside both intervals. */
static enum fr_status compare_detours(const struct fr_standings *standings,
                                      const struct fr_figures *figures,
                                      const struct fr_pairwise_rules *rules, int one, int other,
                                      struct fr_finding *finding)
{
    const double limit = 1 + FR_MOST_DETOUR;
    const bool far[2] = {figures[one].detour > limit, figures[other].detour > limit};
    bool certain = true;
    if (far[0] && far[1])
        return compare_pairs(FR_ON_LENGTH, standings, LENGTH_NOISE, rules->alpha, one, other,
                             finding);
    const int sides[2] = {one, other};
    bool near = false;
    for (int i = 0; i < 2; i++) {
        const struct fr_figures *side = &figures[sides[i]];
        const bool sure = far[i] ? side->detour_low > limit && side->walks >= LEAST_PAIRS
                                 : !(side->detour_high > limit);
        certain = certain && sure;
        near = near || (sure && !far[i]);
    }
    *finding = compare_counts(far[0], far[1], certain);
    finding->or_alike = near && !certain;
    return FR_OK;
}

enum fr_status fr_pairwise_on(enum fr_criterion criterion, const struct fr_standings *standings,
                              const struct fr_figures *figures,
                              const struct fr_pairwise_rules *rules, int one, int other,
                              struct fr_finding *finding)
{
    const struct fr_figures *a = &figures[one], *b = &figures[other];
    enum fr_status status = FR_OK;
    if (criterion == FR_ON_LEGALITY)
        *finding = compare_counts(a->illegal > 0, b->illegal > 0, true);
    else if (criterion == FR_ON_FRAMES)
        *finding = compare_frames(a, b);
    else if (criterion == FR_ON_MEMORY)
        *finding = compare_memory(a, b);
    else if (criterion == FR_ON_DETOUR)
        status = compare_detours(standings, figures, rules, one, other, finding);
    else
        status = compare_pairs(criterion, standings,
                               criterion == FR_ON_LENGTH ? LENGTH_NOISE : rules->noise,
                               rules->alpha, one, other, finding);
    finding->criterion = criterion;
    return status;
}

/* Compares by a criterion and those after it. */
static enum fr_status pairwise_from(const enum fr_criterion *criterion,
                                    const struct fr_standings *standings,
                                    const struct fr_figures *figures,
                                    const struct fr_pairwise_rules *rules, int one, int other,
                                    struct fr_finding *finding)
{
    struct fr_finding rest;
    *finding = (struct fr_finding){.relation = FR_ALIKE,
                                   .criterion = FR_CRITERIA,
                                   .certain = true,
                                   .ratio = (double)NAN,
                                   .low = (double)NAN,
                                   .high = (double)NAN};
    if (*criterion == FR_CRITERIA)
        return FR_OK;
    enum fr_status status =
        fr_pairwise_on(*criterion, standings, figures, rules, one, other, finding);
    const bool decided = finding->relation != FR_ALIKE;
    if (status != FR_OK || (decided && (finding->certain || !finding->or_alike)))
        return status;
    status = pairwise_from(criterion + 1, standings, figures, rules, one, other, &rest);
    rest.certain = rest.certain && (decided || finding->certain);
    if (status == FR_OK && (!decided || (rest.certain && rest.relation == finding->relation)))
        *finding = rest;
    return status;
}

enum fr_status fr_pairwise(const struct fr_standings *standings, const struct fr_figures *figures,
                           const struct fr_pairwise_rules *rules, int one, int other,
                           struct fr_finding *finding)
{
    return pairwise_from(rules->criteria, standings, figures, rules, one, other, finding);
}
