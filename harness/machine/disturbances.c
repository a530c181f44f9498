#include "harness/machine/disturbances.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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
             "two threads share a core: the other can take half of its speed");
    if (machine->hypervisor)
        note(&next, "virtual", "race on your own hardware, or trust only ratios within one run",
             "this is a virtual machine: others may share its cores invisibly");
    if (machine->quota.cores < machine->cores)
        note(&next, "quota", "lift the limit of the container or control group (docker run --cpus)",
             "a control group grants this process %.2f of %d cores, and stops it for the rest of "
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
