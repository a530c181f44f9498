#include "harness/base/clock.h"

#include <time.h>

#include "harness/statistics/quantiles.h"

enum { READINGS = 1001 };

uint64_t fr_clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static uint64_t smallest_step(void)
{
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < READINGS; i++) {
        const uint64_t before = fr_clock_ns();
        uint64_t after = before;
        while (after == before)
            after = fr_clock_ns();
        if (after - before < least)
            least = after - before;
    }
    return least;
}

/* The median of the times between two readings with nothing between them. */
static double cost(void)
{
    double costs[READINGS];
    for (int i = 0; i < READINGS; i++) {
        const uint64_t before = fr_clock_ns();
        costs[i] = (double)(fr_clock_ns() - before);
    }
    fr_sort(costs, READINGS);
    return fr_median(costs, READINGS);
}

void fr_clock_measure(struct fr_clock *clock)
{
    clock->resolution_ns = (double)smallest_step();
    clock->cost_ns = cost();
}
