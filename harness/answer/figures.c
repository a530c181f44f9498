#include "harness/answer/figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/statistics/bootstrap.h"
#include "harness/statistics/quantiles.h"

enum { BOOTSTRAP_SEED = 1 };

static void count_failures(const struct fr_standing *standing, struct fr_figures *figures)
{
    for (int i = 0; i < FR_FAILURES; i++) {
        const bool slow_or_large =
            i == FR_FAILURE_TIMEOUT || i == FR_FAILURE_MEMORY || i == FR_FAILURE_LIMIT;
        figures->failures += standing->failures[i];
        figures->wrong += slow_or_large ? 0 : standing->failures[i];
    }
}

static bool is_of_course(const struct fr_standings *standings, size_t click, int course)
{
    return !standings->courses || standings->courses[click] == course;
}

/* Whether the time of a click counts for a racer on a course. */
static bool counts(const struct fr_standings *standings, int racer, size_t click, int course)
{
    return is_of_course(standings, click, course) && !isnan(standings->at[racer].ns[click]) &&
           fr_standings_ranked(standings, click);
}

/* The geometric mean over courses (NULL: all) of the medians of times; NAN if there are none.
 * `scratch` has space for all clicks. */
static double mean_of_medians(const struct fr_standings *standings, int racer, const bool *courses,
                              double *scratch)
{
    struct fr_mean mean = {0};
    for (int course = 0; course < standings->course_count; course++) {
        size_t count = 0;
        for (size_t i = 0; i < standings->clicks; i++)
            if ((!courses || courses[course]) && counts(standings, racer, i, course))
                scratch[count++] = standings->at[racer].ns[i];
        fr_mean_add(&mean, fr_median_of(scratch, count), 0);
    }
    return fr_mean_of(&mean);
}

static void weigh_sample(double ns, double waited, struct fr_figures *figures)
{
    if (isnan(ns))
        return;
    figures->samples++;
    figures->interrupted += waited > 0;
    figures->over_frame += ns > FR_FRAME_NS;
    if (ns <= figures->slowest_ns)
        return;
    figures->slowest_ns = ns;
    figures->slowest_waited_ns = fmax(waited, 0);
}

static void weigh_samples(const struct fr_standings *standings, int racer, size_t click,
                          struct fr_figures *figures)
{
    for (int i = 0; i < standings->rounds * standings->passes; i++)
        weigh_sample(fr_standings_samples(standings, racer, click)[i],
                     fr_standings_waited(standings, racer, click)[i], figures);
}

/* Evaluates the times that count, which are those of ranked clicks. */
static void weigh_times(const struct fr_standings *standings, int racer, double *scratch,
                        struct fr_figures *figures)
{
    figures->slowest_ns = (double)NAN;
    for (size_t i = 0; i < standings->clicks; i++) {
        if (isnan(standings->at[racer].ns[i]) || !fr_standings_ranked(standings, i))
            continue;
        figures->timed++;
        weigh_samples(standings, racer, i, figures);
    }
    figures->median_ns = mean_of_medians(standings, racer, NULL, scratch);
}

/* Lists samples of the clicks whose times count, by course; returns how many courses have any. */
static int list_clicks(const struct fr_standings *standings, int racer, const bool *courses,
                       const double **clicks, size_t *first)
{
    size_t count = 0;
    int maps = 0;
    for (int course = 0; course < standings->course_count; course++) {
        first[maps] = count;
        for (size_t i = 0; i < standings->clicks; i++)
            if ((!courses || courses[course]) && counts(standings, racer, i, course))
                clicks[count++] = fr_standings_samples(standings, racer, i);
        maps += count > first[maps];
    }
    first[maps] = count;
    return maps;
}

static enum fr_status bound(const struct fr_standings *standings, int racer, const bool *courses,
                            struct fr_figures *figures)
{
    const double **clicks = malloc(standings->clicks * sizeof *clicks);
    size_t *first = malloc(((size_t)standings->course_count + 1) * sizeof *first);
    enum fr_status status = FR_NO_MEMORY;
    if (clicks && first) {
        struct fr_interval interval = {(double)NAN, (double)NAN};
        const int maps = list_clicks(standings, racer, courses, clicks, first);
        status = fr_bootstrap_median(
            &(struct fr_map_samples){clicks, first, maps, standings->rounds, standings->passes},
            figures->median_ns, BOOTSTRAP_SEED, &interval);
        figures->median_low = interval.low;
        figures->median_high = interval.high;
    }
    free(clicks);
    free(first);
    return status;
}

enum fr_status fr_figures_bound(const struct fr_standings *standings, int racer,
                                const bool *courses, struct fr_figures *figures)
{
    if (figures->timed == 0)
        return FR_OK;
    double *scratch = malloc((standings->clicks + 1) * sizeof *scratch);
    if (!scratch)
        return FR_NO_MEMORY;
    const double median = mean_of_medians(standings, racer, courses, scratch);
    free(scratch);
    if (isnan(median))
        courses = NULL;
    else
        figures->median_ns = median;
    return bound(standings, racer, courses, figures);
}

static void weigh_changes(const struct fr_standings *standings, const struct fr_standing *standing,
                          double *scratch, struct fr_figures *figures)
{
    size_t count = 0;
    for (size_t i = 0; i < standings->clicks; i++)
        if (!isnan(standing->update_ns[i]))
            scratch[count++] = standing->update_ns[i];
    figures->update_ns = fr_median_of(scratch, count);
    count = 0;
    for (size_t i = 0; i < standings->clicks; i++) {
        const double cost = fr_change_cost(standing, i);
        if (!isnan(cost))
            scratch[count++] = cost;
    }
    figures->changes = count;
    figures->change_ns = fr_median_of(scratch, count);
}

static void weigh_lengths(const struct fr_standings *standings, const struct fr_standing *standing,
                          struct fr_figures *figures)
{
    const bool optimal = fr_standings_known_optima(standings) > 0;
    double sum = 0;
    figures->worst_ratio = (double)NAN;
    for (size_t i = 0; i < standings->clicks; i++) {
        if (!(standing->lengths[i] > 0) || !fr_standings_ranked(standings, i))
            continue;
        const double yardstick = fr_standings_yardstick(standings, i, optimal);
        if (!(yardstick > 0))
            continue;
        figures->paths++;
        sum += standing->lengths[i] / yardstick;
        figures->worst_ratio = fmax(figures->worst_ratio, standing->lengths[i] / yardstick);
    }
    figures->mean_ratio = figures->paths > 0 ? sum / (double)figures->paths : (double)NAN;
}

enum fr_status fr_figures_take(const struct fr_standings *standings, int racer,
                               struct fr_figures *figures)
{
    const struct fr_standing *standing = &standings->at[racer];
    double *scratch = malloc((standings->clicks + 1) * sizeof *scratch);
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
    count_failures(standing, figures);
    weigh_times(standings, racer, scratch, figures);
    weigh_changes(standings, standing, scratch, figures);
    weigh_lengths(standings, standing, figures);
    free(scratch);
    return FR_OK;
}
