#include "harness/machine/steadiness.h"

#include <math.h>
#include <stdlib.h>

#include "harness/base/clock.h"
#include "harness/statistics/quantiles.h"

enum {
    STEPS_OF_WORK = 20000, /* tens of microseconds: short enough that a single interrupt shows */
    MOST_RUNS = 400000,
    STRETCHES = 20,
    FEWEST_RUNS = 8 /* per stretch: all of fewer runs might be interrupted */
};

/* A chain of dependent operations, which a compiler cannot shorten, without memory accesses, which
 * other programs could slow down. */
static uint64_t work(uint64_t seed)
{
    for (int i = 0; i < STEPS_OF_WORK; i++)
        seed = (seed ^ seed >> 27) * 0x9E3779B97F4A7C15u;
    return seed;
}

/* NAN if out of memory. */
static double jitter_of(const struct fr_work_run *runs, size_t count)
{
    double *sorted = malloc(count * sizeof *sorted);
    if (!sorted)
        return (double)NAN;
    for (size_t i = 0; i < count; i++)
        sorted[i] = runs[i].ns;
    fr_sort(sorted, count);
    const double median = fr_median(sorted, count);
    double total = 0, late = 0;
    for (size_t i = 0; i < count; i++) {
        total += sorted[i];
        late += sorted[i] > 2 * median ? sorted[i] : 0;
    }
    free(sorted);
    return late / total;
}

static double drift_of(const struct fr_work_run *runs, size_t count)
{
    double fastest[STRETCHES];
    int runs_in[STRETCHES] = {0};
    const double begin = runs[0].begin_ns;
    const double span = runs[count - 1].begin_ns - begin;
    for (size_t i = 0; i < count; i++) {
        const double share = span > 0 ? (runs[i].begin_ns - begin) / span : 0;
        const int stretch = share < 1 ? (int)(share * STRETCHES) : STRETCHES - 1;
        if (runs_in[stretch]++ == 0 || runs[i].ns < fastest[stretch])
            fastest[stretch] = runs[i].ns;
    }
    double least = (double)INFINITY, most = 0;
    for (int i = 0; i < STRETCHES; i++) {
        if (runs_in[i] < FEWEST_RUNS)
            continue;
        least = fmin(least, fastest[i]);
        most = fmax(most, fastest[i]);
    }
    return most > 0 ? most / least - 1 : (double)NAN;
}

struct fr_steadiness fr_steadiness_of(const struct fr_work_run *runs, size_t count)
{
    if (count == 0)
        return (struct fr_steadiness){(double)NAN, (double)NAN};
    return (struct fr_steadiness){jitter_of(runs, count), drift_of(runs, count)};
}

struct fr_steadiness fr_steadiness_watch(double seconds)
{
    struct fr_work_run *runs = malloc(MOST_RUNS * sizeof *runs);
    if (!runs)
        return fr_steadiness_of(NULL, 0);
    volatile uint64_t sink = 1;
    size_t count = 0;
    const uint64_t start = fr_clock_ns(), end = start + (uint64_t)(seconds * 1e9);
    for (uint64_t now = start; now < end && count < MOST_RUNS; count++) {
        const uint64_t begin = now;
        sink = work(sink);
        now = fr_clock_ns();
        runs[count] = (struct fr_work_run){(double)(begin - start), (double)(now - begin)};
    }
    const struct fr_steadiness steadiness = fr_steadiness_of(runs, count);
    free(runs);
    return steadiness;
}
