#include "harness/answer/pairwise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_PAIRS = 8 }; /* fewer pairs prove nothing */

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
    int *maps = malloc(count * sizeof *maps);
    const struct fr_contrast_rules rules = {
        .in_turns = true, .round_sd = FR_ROUND_SD, .worth = FR_ROUND_WORTH, .maps = maps};
    struct fr_profile profiles[2] = {{.clicks = 0}, {.clicks = 0}};
    enum fr_status status =
        maps ? create_profile(standings, one, clicks, count, &profiles[0]) : FR_NO_MEMORY;
    for (size_t i = 0; i < count && maps; i++)
        maps[i] = standings->courses ? standings->courses[clicks[i]] : 0;
    if (status == FR_OK)
        status = create_profile(standings, other, clicks, count, &profiles[1]);
    if (status == FR_OK)
        status = fr_contrast_typical(&profiles[0], &profiles[1], &rules, &paired->typical);
    if (status == FR_OK)
        paired->count = count;
    fr_profile_release(&profiles[0]);
    fr_profile_release(&profiles[1]);
    free(maps);
    return status;
}

enum fr_status fr_pairwise(const struct fr_standings *standings, int one, int other,
                           struct fr_paired *paired)
{
    size_t *clicks = malloc((standings->clicks + 1) * sizeof *clicks);
    enum fr_status status = FR_OK;
    size_t count = 0;
    if (!clicks)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < standings->clicks; i++)
        if (!isnan(standings->at[one].ns[i]) && !isnan(standings->at[other].ns[i]) &&
            fr_standings_ranked(standings, i))
            clicks[count++] = i;
    *paired = (struct fr_paired){.count = 0};
    if (count > 0)
        status = contrast_clicks(standings, one, other, clicks, count, paired);
    free(clicks);
    return status;
}

bool fr_pairwise_faster(const struct fr_paired *paired, const struct fr_pairwise_rules *rules)
{
    const struct fr_estimate *typical = &paired->typical;
    return paired->count >= LEAST_PAIRS && typical->p <= rules->alpha && typical->low > 1 &&
           typical->ratio > 1 + rules->noise;
}

bool fr_pairwise_slower(const struct fr_paired *paired, const struct fr_pairwise_rules *rules)
{
    const struct fr_estimate *typical = &paired->typical;
    return paired->count >= LEAST_PAIRS && typical->p <= rules->alpha && typical->high < 1 &&
           typical->ratio * (1 + rules->noise) < 1;
}
