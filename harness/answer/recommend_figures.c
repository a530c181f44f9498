#include "harness/answer/recommend_figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/answer/recommend_preference.h"
#include "harness/base/statistics.h"
#include "harness/rows/paired.h"

double fr_change_cost(const struct fr_standing *standing, size_t click)
{
    double cost = standing->first_ns[click];
    size_t event = click;
    while (event > 0 && !isnan(standing->update_ns[event - 1]))
        cost += standing->update_ns[--event];
    return event < click ? cost : (double)NAN;
}

static size_t count_failures(const struct fr_standing *standing, struct fr_figures *figures)
{
    size_t failures = 0;
    for (int i = 0; i < FR_FAILURES; i++) {
        const bool slow_or_large =
            i == FR_FAILURE_TIMEOUT || i == FR_FAILURE_MEMORY || i == FR_FAILURE_LIMIT;
        failures += standing->failures[i];
        figures->wrong += slow_or_large ? 0 : standing->failures[i];
    }
    return failures;
}

/* The median of values, which it sorts; NAN if there are none. */
static double median_of(double *values, size_t count)
{
    fr_sort(values, count);
    return count > 0 ? fr_median(values, count) : (double)NAN;
}

static void weigh_times(const struct fr_standings *standings, const struct fr_standing *standing,
                        double *scratch, struct fr_figures *figures)
{
    size_t count = 0;
    for (size_t i = 0; i < standings->clicks; i++) {
        if (isnan(standing->ns[i]) || !fr_standings_ranked(standings, i))
            continue;
        scratch[count++] = standing->ns[i];
        figures->over_frame += standing->ns[i] > FR_FRAME_NS;
    }
    figures->timed = count;
    figures->median_ns = median_of(scratch, count);
    figures->worst_ns = count > 0 ? scratch[count - 1] : (double)NAN;
}

static void weigh_changes(const struct fr_standings *standings, const struct fr_standing *standing,
                          double *scratch, struct fr_figures *figures)
{
    size_t count = 0;
    for (size_t i = 0; i < standings->clicks; i++)
        if (!isnan(standing->update_ns[i]))
            scratch[count++] = standing->update_ns[i];
    figures->changes = count;
    figures->update_ns = median_of(scratch, count);
    count = 0;
    for (size_t i = 0; i < standings->clicks; i++) {
        const double cost = fr_change_cost(standing, i);
        if (!isnan(cost))
            scratch[count++] = cost;
    }
    figures->change_ns = median_of(scratch, count);
}

/* scratch has room for twice the clicks. */
static enum fr_status weigh_walks(const struct fr_standings *standings,
                                  const struct fr_standing *standing, double *scratch,
                                  struct fr_figures *figures)
{
    double *lengths = scratch + standings->clicks;
    struct fr_paired paired;
    figures->detour = figures->detour_low = figures->detour_high = (double)NAN;
    figures->worst_detour = (double)NAN;
    for (size_t i = 0; i < standings->clicks; i++) {
        const double yardstick = fr_standings_yardstick(standings, i);
        if (!(yardstick > 0) || !(standing->lengths[i] > 0))
            continue;
        scratch[figures->walks] = yardstick;
        lengths[figures->walks++] = standing->lengths[i];
        figures->worst_detour = fmax(figures->worst_detour, standing->lengths[i] / yardstick);
    }
    if (figures->walks == 0)
        return FR_OK;
    if (fr_paired_compare(scratch, lengths, figures->walks, 1, &paired) != FR_OK)
        return FR_NO_MEMORY;
    figures->detour = paired.ratio;
    figures->detour_low = paired.low;
    figures->detour_high = paired.high;
    return FR_OK;
}

enum fr_status fr_figures_take(const struct fr_standings *standings, int racer,
                               struct fr_figures *figures)
{
    const struct fr_standing *standing = &standings->at[racer];
    double *scratch = malloc((2 * standings->clicks + 1) * sizeof *scratch);
    if (!scratch)
        return FR_NO_MEMORY;
    *figures = (struct fr_figures){.clicks = standing->clicks,
                                   .prepare_ns = standing->prepare_ns,
                                   .peak_bytes = standing->peak_bytes,
                                   .judged = standing->any_angle,
                                   .illegal = standing->illegal};
    figures->failures = count_failures(standing, figures);
    weigh_times(standings, standing, scratch, figures);
    weigh_changes(standings, standing, scratch, figures);
    const enum fr_status status = weigh_walks(standings, standing, scratch, figures);
    free(scratch);
    return status;
}
