#include "harness/answer/recommend_figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/answer/recommend_preference.h"
#include "harness/base/statistics.h"
#include "harness/rows/paired.h"
#include "maps/random.h"

enum { BOOTSTRAP_SEED = 1, BOOTSTRAP_DRAWS = 300 };

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

static bool is_of_course(const struct fr_standings *standings, size_t click, int course)
{
    return !standings->courses || standings->courses[click] == course;
}

/* The geometric mean over the courses of the medians of times; NAN if there are none. scratch has
 * room for all clicks. */
static double mean_of_medians(const struct fr_standings *standings, const double *ns,
                              double *scratch)
{
    double logs = 0;
    int medians = 0;
    for (int course = 0; course < standings->course_count; course++) {
        size_t count = 0;
        for (size_t i = 0; i < standings->clicks; i++)
            if (!isnan(ns[i]) && is_of_course(standings, i, course))
                scratch[count++] = ns[i];
        if (count == 0)
            continue;
        logs += log(median_of(scratch, count));
        medians++;
    }
    return medians > 0 ? exp(logs / medians) : (double)NAN;
}

/* Keeps the times that count: of ranked clicks. */
static void weigh_times(const struct fr_standings *standings, const struct fr_standing *standing,
                        double *scratch, struct fr_figures *figures)
{
    double *times = scratch + standings->clicks;
    figures->worst_ns = (double)NAN;
    for (size_t i = 0; i < standings->clicks; i++) {
        const bool counts = !isnan(standing->ns[i]) && fr_standings_ranked(standings, i);
        times[i] = counts ? standing->ns[i] : (double)NAN;
        if (!counts)
            continue;
        figures->timed++;
        figures->over_frame += standing->ns[i] > FR_FRAME_NS;
        figures->worst_ns = fmax(figures->worst_ns, standing->ns[i]);
    }
    figures->median_ns = mean_of_medians(standings, times, scratch);
}

/* The median of a click's samples in the drawn passes of the drawn rounds; NAN without any. */
static double drawn_median(const struct fr_standings *standings, const double *samples,
                           const int *drawn, double *scratch)
{
    const int each = standings->rounds * standings->passes;
    size_t count = 0;
    for (int i = 0; i < each; i++)
        if (!isnan(samples[drawn[i]]))
            scratch[count++] = samples[drawn[i]];
    return median_of(scratch, count);
}

/* Draws rounds, and passes in each of them. */
static void draw_passes(const struct fr_standings *standings, struct fr_random *random, int *drawn)
{
    for (int i = 0; i < standings->rounds; i++) {
        const int round = (int)fr_random_below(random, (uint32_t)standings->rounds);
        for (int j = 0; j < standings->passes; j++)
            drawn[i * standings->passes + j] =
                round * standings->passes +
                (int)fr_random_below(random, (uint32_t)standings->passes);
    }
}

/* Another click that counts, of the same course. */
static size_t draw_click(const struct fr_standings *standings, const double *ns, size_t click,
                         struct fr_random *random)
{
    size_t drawn = click;
    do
        drawn = fr_random_below(random, (uint32_t)standings->clicks);
    while (isnan(ns[drawn]) ||
           (standings->courses && standings->courses[drawn] != standings->courses[click]));
    return drawn;
}

struct resampling {
    double *ns, *drawn_ns, *scratch, *medians; /* by click, by click, by click, by draw */
    double *few;                               /* by sample of a click */
    int *drawn;
};

static void resample(const struct fr_standings *standings, int racer,
                     const struct resampling *resampling, struct fr_figures *figures)
{
    struct fr_random random = {BOOTSTRAP_SEED};
    const struct fr_standing *standing = &standings->at[racer];
    for (size_t i = 0; i < standings->clicks; i++)
        resampling->ns[i] = fr_standings_ranked(standings, i) ? standing->ns[i] : (double)NAN;
    for (int draw = 0; draw < BOOTSTRAP_DRAWS; draw++) {
        draw_passes(standings, &random, resampling->drawn);
        for (size_t i = 0; i < standings->clicks; i++) {
            resampling->drawn_ns[i] = (double)NAN;
            if (isnan(resampling->ns[i]))
                continue;
            const size_t click = draw_click(standings, resampling->ns, i, &random);
            resampling->drawn_ns[i] =
                drawn_median(standings, fr_standings_samples(standings, racer, click),
                             resampling->drawn, resampling->few);
        }
        const double median = mean_of_medians(standings, resampling->drawn_ns, resampling->scratch);
        resampling->medians[draw] = isnan(median) ? figures->median_ns : median;
    }
    fr_sort(resampling->medians, BOOTSTRAP_DRAWS);
    figures->median_low = fr_percentile(resampling->medians, BOOTSTRAP_DRAWS, 2.5);
    figures->median_high = fr_percentile(resampling->medians, BOOTSTRAP_DRAWS, 97.5);
}

enum fr_status fr_figures_bound(const struct fr_standings *standings, int racer,
                                struct fr_figures *figures)
{
    const size_t each = (size_t)standings->rounds * (size_t)standings->passes;
    if (!standings->samples || figures->timed == 0)
        return FR_OK;
    double *room = malloc((3 * standings->clicks + BOOTSTRAP_DRAWS + each) * sizeof *room);
    int *drawn = malloc(each * sizeof *drawn);
    if (room && drawn) {
        double *medians = room + 3 * standings->clicks;
        const struct resampling resampling = {
            room,    room + standings->clicks,  room + 2 * standings->clicks,
            medians, medians + BOOTSTRAP_DRAWS, drawn};
        resample(standings, racer, &resampling, figures);
    }
    free(room);
    free(drawn);
    return room && drawn ? FR_OK : FR_NO_MEMORY;
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
    double sum = 0;
    figures->detour = figures->detour_low = figures->detour_high = (double)NAN;
    figures->mean_detour = (double)NAN;
    figures->worst_detour = (double)NAN;
    for (size_t i = 0; i < standings->clicks; i++) {
        if (!(standing->lengths[i] > 0) || !fr_standings_ranked(standings, i))
            continue;
        const double yardstick = fr_standings_yardstick(standings, i);
        if (!(yardstick > 0))
            continue;
        scratch[figures->walks] = yardstick;
        lengths[figures->walks++] = standing->lengths[i];
        sum += standing->lengths[i] / yardstick;
        figures->worst_detour = fmax(figures->worst_detour, standing->lengths[i] / yardstick);
    }
    if (figures->walks == 0)
        return FR_OK;
    if (fr_paired_compare(scratch, lengths, figures->walks, 1, &paired) != FR_OK)
        return FR_NO_MEMORY;
    figures->mean_detour = sum / (double)figures->walks;
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
                                   .median_low = (double)NAN,
                                   .median_high = (double)NAN,
                                   .held_bytes = standing->held_bytes,
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
