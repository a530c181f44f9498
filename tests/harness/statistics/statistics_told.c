/* Answers lines about statistics, for test_statistics.py to hold against scipy: a word, then numbers,
 * each count before what it counts. Prints numbers. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/statistics/bootstrap.h"
#include "harness/statistics/holm.h"
#include "harness/statistics/quantiles.h"
#include "harness/statistics/student.h"

enum { MOST = 30000 };

static double read_number(void)
{
    double number;
    if (scanf("%lf", &number) != 1)
        exit(2);
    return number;
}

static size_t read_numbers(double *numbers)
{
    const size_t count = (size_t)read_number();
    if (count > MOST)
        exit(2);
    for (size_t i = 0; i < count; i++)
        numbers[i] = read_number();
    return count;
}

static void require(enum fr_status status)
{
    if (status != FR_OK)
        exit(3);
}

static void tell_quantiles(double *values)
{
    const double percent = read_number();
    const size_t count = read_numbers(values);
    const double median = fr_median_of(values, count);
    fr_sort(values, count);
    printf("%.17g %.17g %.17g %.17g\n", median, fr_median(values, count),
           fr_percentile(values, count, percent), fr_tail_percentile(values, count, percent));
}

static void tell_student(void)
{
    const double t = read_number(), freedom = read_number(), chance = read_number();
    printf("%.17g %.17g\n", fr_student_tails(t, freedom), fr_student_bound(chance, freedom));
}

static void tell_holm(double *p)
{
    const size_t count = read_numbers(p);
    require(fr_holm(p, count));
    for (size_t i = 0; i < count; i++)
        printf("%.17g%c", p[i], i + 1 < count ? ' ' : '\n');
}

/* rounds, passes, the clicks of each map, all samples. */
static void tell_bootstrap(double *maps, double *values)
{
    static const double *clicks[MOST];
    static size_t first[MOST + 1];
    struct fr_interval interval;
    const int rounds = (int)read_number(), passes = (int)read_number();
    const size_t count = read_numbers(maps);
    first[0] = 0;
    for (size_t i = 0; i < count; i++)
        first[i + 1] = first[i] + (size_t)maps[i];
    read_numbers(values);
    for (size_t i = 0; i < first[count]; i++)
        clicks[i] = values + i * (size_t)(rounds * passes);
    const struct fr_map_samples samples = {clicks, first, (int)count, rounds, passes};
    require(fr_bootstrap_median(&samples, 1, 1, &interval));
    printf("%.17g %.17g\n", interval.low, interval.high);
}

int main(void)
{
    static double values[MOST], others[MOST];
    char word[20];
    while (scanf("%19s", word) == 1) {
        if (strcmp(word, "quantiles") == 0)
            tell_quantiles(values);
        else if (strcmp(word, "student") == 0)
            tell_student();
        else if (strcmp(word, "holm") == 0)
            tell_holm(values);
        else if (strcmp(word, "bootstrap") == 0)
            tell_bootstrap(values, others);
        else
            return 2;
    }
    return 0;
}
