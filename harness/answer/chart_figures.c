#include "harness/answer/chart_figures.h"

#include <math.h>
#include <stdlib.h>

#include "harness/statistics/quantiles.h"

enum { BINS = 7, LEAST_IN_BIN = 3 };

struct timed_click {
    double px, ns; /* its distance; NAN: unknown */
};

/* One racer's clicks on one course, with space for all clicks of the course. */
struct reading {
    const struct fr_evidence *evidence;
    const struct fr_standing *standing;
    bool optimal;
    struct timed_click *clicks;
    size_t count;
    double *scratch;
};

/* Lists the answered clicks of a class on a course; FR_CLASSES: the ranked clicks. */
static void list_clicks(struct reading *reading, size_t course, enum fr_click_class class)
{
    const struct fr_standings *standings = &reading->evidence->standings;
    const struct fr_evidence_course *here = &reading->evidence->courses[course];
    reading->count = 0;
    for (size_t i = here->first; i < here->first + here->count; i++) {
        const double ns = reading->standing->ns[i];
        const bool ranked = !isnan(ns) && fr_standings_ranked(standings, i);
        if (isnan(ns) || (class == FR_CLASSES ? !ranked : ranked || standings->classes[i] != class))
            continue;
        reading->clicks[reading->count++] =
            (struct timed_click){fr_standings_yardstick(standings, i, reading->optimal), ns};
    }
}

/* The median time, or distance, of the clicks from `first` up to `end`. */
static double median_between(const struct reading *reading, size_t first, size_t end, bool distance)
{
    for (size_t i = first; i < end; i++)
        reading->scratch[i - first] = distance ? reading->clicks[i].px : reading->clicks[i].ns;
    return fr_median_of(reading->scratch, end - first);
}

static int by_distance(const void *a, const void *b)
{
    const struct timed_click *left = a, *right = b;
    if (left->px < right->px || left->px > right->px)
        return left->px < right->px ? -1 : 1;
    return (left->ns > right->ns) - (left->ns < right->ns);
}

/* Keeps only clicks with a known distance above 0, the nearest first. */
static void sort_by_distance(struct reading *reading)
{
    size_t count = 0;
    for (size_t i = 0; i < reading->count; i++)
        if (reading->clicks[i].px > 0)
            reading->clicks[count++] = reading->clicks[i];
    reading->count = count;
    qsort(reading->clicks, count, sizeof *reading->clicks, by_distance);
}

static cJSON *describe_bins(const struct reading *reading)
{
    const size_t most = reading->count / LEAST_IN_BIN;
    const size_t bins = most < 1 ? 1 : most < BINS ? most : BINS;
    cJSON *array = cJSON_CreateArray();
    for (size_t i = 0; i < bins && reading->count > 0; i++) {
        const size_t first = i * reading->count / bins, end = (i + 1) * reading->count / bins;
        const double bin[2] = {median_between(reading, first, end, true),
                               median_between(reading, first, end, false)};
        cJSON_AddItemToArray(array, cJSON_CreateDoubleArray(bin, 2));
    }
    return array;
}

/* Time of the farthest third of clicks / time of the nearest third; NAN for too few clicks. */
static double far_near(const struct reading *reading)
{
    const size_t third = reading->count / 3;
    if (third < LEAST_IN_BIN)
        return (double)NAN;
    return median_between(reading, reading->count - third, reading->count, false) /
           median_between(reading, 0, third, false);
}

/* Describes a course; `ratio` gets the time of far clicks / that of near clicks. */
static cJSON *describe_course(struct reading *reading, size_t course, int racer, double *ratio)
{
    const struct fr_evidence_cost *cost =
        fr_evidence_cost_of(reading->evidence, (int)course, racer);
    list_clicks(reading, course, FR_CLASSES);
    const double median = median_between(reading, 0, reading->count, false);
    sort_by_distance(reading);
    *ratio = far_near(reading);
    return fr_json_object("map:s ns_median:n ns_prepare:n held_bytes:c peak_bytes:c distances:o",
                          reading->evidence->courses[course].map, median,
                          fr_median(cost->ns, (size_t)cost->rounds), cost->held_bytes,
                          cost->peak_bytes, describe_bins(reading));
}

/* The geometric mean over courses of the medians of a class; NAN if there is none. */
static double median_of_class(struct reading *reading, enum fr_click_class class)
{
    struct fr_mean mean = {0};
    for (size_t i = 0; i < reading->evidence->course_count; i++) {
        list_clicks(reading, i, class);
        fr_mean_add(&mean, median_between(reading, 0, reading->count, false), 0);
    }
    return fr_mean_of(&mean);
}

static cJSON *describe_classes(struct reading *reading)
{
    cJSON *classes = cJSON_CreateObject();
    for (int class = 0; class < FR_CLASSES; class ++) {
        const double ns = median_of_class(reading, (enum fr_click_class) class);
        if (!isnan(ns))
            cJSON_AddNumberToObject(classes, fr_click_class_name((enum fr_click_class) class), ns);
    }
    return classes;
}

/* The median of the times of the clicks after a change. */
static double median_after_changes(const struct reading *reading, const double *times)
{
    size_t count = 0;
    for (size_t i = 0; i < reading->evidence->standings.clicks; i++)
        if (!isnan(fr_change_cost(reading->standing, i)) && !isnan(times[i]))
            reading->scratch[count++] = times[i];
    return fr_median_of(reading->scratch, count);
}

static void describe(struct reading *reading, int racer, double *ratios, cJSON *entry)
{
    const struct fr_standing *standing = reading->standing;
    cJSON *maps = cJSON_AddArrayToObject(entry, "maps");
    size_t count = 0;
    for (size_t i = 0; i < reading->evidence->course_count; i++) {
        cJSON_AddItemToArray(maps, describe_course(reading, i, racer, &ratios[count]));
        if (!isnan(ratios[count]))
            count++;
    }
    fr_sort(ratios, count);
    fr_json_add(entry, "classes:o ns_first:n ns_again:n far_near:n", describe_classes(reading),
                median_after_changes(reading, standing->first_ns),
                median_after_changes(reading, standing->ns),
                count > 0 ? ratios[(count - 1) / 2] : (double)NAN);
}

enum fr_status fr_chart_figures_describe(const struct fr_final_answer *answer, int racer,
                                         cJSON *entry)
{
    const struct fr_evidence *evidence = answer->evidence;
    const size_t clicks = evidence->standings.clicks + 1;
    struct reading reading = {.evidence = evidence,
                              .standing = &evidence->standings.at[racer],
                              .optimal = fr_standings_known_optima(&evidence->standings) > 0,
                              .clicks = malloc(clicks * sizeof *reading.clicks),
                              .scratch = malloc(clicks * sizeof *reading.scratch)};
    double *ratios = malloc((evidence->course_count + 1) * sizeof *ratios);
    const bool whole = reading.clicks && reading.scratch && ratios;
    if (whole)
        describe(&reading, racer, ratios, entry);
    free(reading.clicks);
    free(reading.scratch);
    free(ratios);
    return whole ? FR_OK : FR_NO_MEMORY;
}
