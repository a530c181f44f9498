#include "harness/machine/disturbances.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/clock.h"
#include "harness/statistics/quantiles.h"

enum {
    STEPS_OF_WORK = 20000, /* tens of microseconds: short enough that a single interrupt shows */
    MOST_RUNS = 400000,
    STRETCHES = 20,
    FEWEST_RUNS = 8 /* per stretch: with fewer, all might be interrupted */
};

/* A chain of dependent operations, which a compiler cannot shorten. The operations do not access
 * memory, as other programs could slow memory down. */
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

/* An idle system uses less than a tenth of a core; interrupts cost about 1 %. */
#define MOST_OTHERS 0.1
#define MOST_STOLEN 0.01
#define MOST_JITTER 0.01
/* With a steady clock, stretches agree within 1 %, even beside busy cores. */
#define MOST_DRIFT 0.03
#define SLOW_CLOCK_NS 200.0

__attribute__((format(printf, 4, 5))) static void
note(struct fr_disturbance **next, const char *name, const char *fix, const char *format, ...)
{
    va_list arguments;
    (*next)->name = name;
    (*next)->fix = fix;
    va_start(arguments, format);
    vsnprintf((*next)->finding, sizeof(*next)->finding, format, arguments);
    va_end(arguments);
    (*next)++;
}

int fr_disturbances_find(const struct fr_machine *machine, const struct fr_clock *clock,
                         struct fr_disturbance disturbances[FR_DISTURBANCES])
{
    struct fr_disturbance *next = disturbances;
    const char *distrust = fr_machine_distrust(machine);
    const char *governor = machine->governor;
    if (distrust)
        note(&next, "build", "build with: ./run build, or cmake --preset bench", "this is %s",
             distrust);
    if (*governor && strcmp(governor, "performance") != 0)
        note(&next, "governor", "sudo cpupower frequency-set -g performance",
             "the '%s' governor changes the cores' clock speed", governor);
    if (machine->turbo == 1)
        note(&next, "turbo",
             "echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo, or echo 0 into "
             "/sys/devices/system/cpu/cpufreq/boost",
             "turbo is on: speed depends on heat, and on the number of busy cores");
    if (machine->smt == 1)
        note(&next, "smt", "echo off | sudo tee /sys/devices/system/cpu/smt/control",
             "two threads share a core: the second thread can halve the speed of the first");
    if (machine->hypervisor)
        note(&next, "virtual", "race on your own hardware, or trust only ratios within one run",
             "this is a virtual machine: others may share its cores invisibly");
    if (machine->quota.cores < machine->cores)
        note(&next, "quota", "lift the limit of the container or cgroup (docker run --cpus)",
             "a cgroup grants this process %.2f of %d cores, and stops it for the rest of "
             "each %.0f ms",
             machine->quota.cores, machine->cores, machine->quota.period_ms);
    if (clock->cost_ns > SLOW_CLOCK_NS)
        note(&next, "clock",
             "boot with clocksource=tsc; see "
             "/sys/devices/system/clocksource/clocksource0/available_clocksource",
             "reading the clock (%s) takes %.0f ns",
             *machine->clock_source ? machine->clock_source : "source unknown", clock->cost_ns);
    return (int)(next - disturbances);
}

bool fr_system_load_disturbs(const struct fr_system_load *load)
{
    return load->others > MOST_OTHERS || load->stolen > MOST_STOLEN;
}

int fr_disturbances_seen(const struct fr_system_load *load, const struct fr_steadiness *steadiness,
                         struct fr_disturbance *disturbances)
{
    struct fr_disturbance *next = disturbances;
    if (load->others > MOST_OTHERS)
        note(&next, "load", "stop other programs (top shows them), or wait until they are done",
             "other programs use %.2f cores", load->others);
    if (load->stolen > MOST_STOLEN)
        note(&next, "stolen", "race on your own hardware, or at another time",
             "other virtual machines use %.2f of this machine's cores", load->stolen);
    if (steadiness->jitter > MOST_JITTER)
        note(&next, "jitter", "compare medians; do not trust a single maximum",
             "a fixed piece of work is interrupted for %.1f %% of the time",
             100 * steadiness->jitter);
    if (steadiness->drift > MOST_DRIFT)
        note(&next, "drift",
             "fix the clock speed (governor, turbo), let the machine cool down, or compare racers "
             "only within one race",
             "the clock speed drifts: a fixed piece of work sometimes takes up to %.1f %% longer",
             100 * steadiness->drift);
    return (int)(next - disturbances);
}
