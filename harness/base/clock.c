#include "harness/base/clock.h"

#include <time.h>

enum { READINGS = 1000, ROUNDS = 10, TRUSTED_RATIO = 100 };

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

void fr_clock_measure(struct fr_clock *clock)
{
    double overhead = 1e9;
    for (int round = 0; round < ROUNDS; round++) {
        const uint64_t begin = fr_clock_ns();
        uint64_t end = begin;
        for (int i = 0; i < READINGS; i++)
            end = fr_clock_ns();
        const double each = (double)(end - begin) / READINGS;
        overhead = each < overhead ? each : overhead;
    }
    clock->resolution_ns = (double)smallest_step();
    clock->overhead_ns = overhead;
}

double fr_clock_shortest_ns(const struct fr_clock *clock)
{
    const double worse =
        clock->resolution_ns > clock->overhead_ns ? clock->resolution_ns : clock->overhead_ns;
    return TRUSTED_RATIO * worse;
}
