#include "harness/machine/system_load.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "harness/base/clock.h"
#include "harness/base/statistics.h"

/* About ten microseconds: short enough that a single interrupt shows. */
enum { STEPS_OF_WORK = 20000, MOST_RUNS = 200000 };

#define SHORTEST_S 0.1

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static double own_seconds(int who)
{
    struct rusage usage;
    if (getrusage(who, &usage) != 0)
        return 0;
    return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

void fr_cpu_times_read(struct fr_cpu_times *cpu_times)
{
    unsigned long long user, nice, system, idle, wait, irq, soft, stolen;
    memset(cpu_times, 0, sizeof *cpu_times);
    cpu_times->wall = (double)fr_clock_ns() / 1e9;
    cpu_times->own = own_seconds(RUSAGE_SELF) + own_seconds(RUSAGE_CHILDREN);
    const double ticks = (double)sysconf(_SC_CLK_TCK);
    FILE *file = fopen("/proc/stat", "r");
    if (!file)
        return;
    cpu_times->known = fscanf(file, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &user, &nice,
                              &system, &idle, &wait, &irq, &soft, &stolen) == 8;
    fclose(file);
    if (!cpu_times->known)
        return;
    cpu_times->busy = (double)(user + nice + system + irq + soft) / ticks;
    cpu_times->stolen = (double)stolen / ticks;
}

struct fr_system_load fr_system_load_between(const struct fr_cpu_times *before,
                                             const struct fr_cpu_times *after)
{
    const double wall = after->wall - before->wall;
    if (!before->known || !after->known || wall < SHORTEST_S)
        return (struct fr_system_load){(double)NAN, (double)NAN};
    const double busy = after->busy - before->busy, own = after->own - before->own;
    return (struct fr_system_load){fmax(0, (busy - own) / wall),
                                   fmax(0, (after->stolen - before->stolen) / wall)};
}

/* A chain of dependent operations that no compiler shortens. */
static uint64_t work(uint64_t seed)
{
    for (int i = 0; i < STEPS_OF_WORK; i++)
        seed = (seed ^ seed >> 27) * 0x9E3779B97F4A7C15u;
    return seed;
}

double fr_jitter(double seconds)
{
    double *runs = malloc(MOST_RUNS * sizeof *runs);
    if (!runs)
        return (double)NAN;
    volatile uint64_t sink = 1;
    size_t count = 0;
    const uint64_t end = fr_clock_ns() + (uint64_t)(seconds * 1e9);
    for (uint64_t now = fr_clock_ns(); now < end && count < MOST_RUNS; count++) {
        const uint64_t begin = now;
        sink = work(sink);
        now = fr_clock_ns();
        runs[count] = (double)(now - begin);
    }
    fr_sort(runs, count);
    double total = 0, late = 0;
    for (size_t i = 0; i < count; i++) {
        total += runs[i];
        late += runs[i] > 2 * fr_median(runs, count) ? runs[i] : 0;
    }
    free(runs);
    return count > 0 ? late / total : (double)NAN;
}
