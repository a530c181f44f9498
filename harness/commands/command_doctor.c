#include <math.h>
#include <stdio.h>
#include <time.h>

#include "harness/commands/command.h"
#include "harness/commands/help.h"
#include "harness/machine/disturbances.h"

#define LOOKING_S 1.0  /* to see what other programs do */
#define WATCHING_S 2.0 /* to see whether fixed work always takes the same time */

static const struct fr_flag flags[] = {{NULL, NULL, false, false, NULL}};

struct visit {
    struct fr_machine machine;
    struct fr_clock clock;
    struct fr_system_load load;
    struct fr_steadiness steadiness;
    double stopped_s; /* pause due to a quota while watching */
    struct fr_disturbance found[FR_DISTURBANCES];
    int count;
};

static void wait_a_second(void)
{
    const struct timespec span = {(time_t)LOOKING_S, 0};
    nanosleep(&span, NULL);
}

static void examine(struct visit *visit)
{
    struct fr_cpu_times before, after;
    struct fr_quota quota;
    fr_machine_read(&visit->machine);
    fr_clock_measure(&visit->clock);
    fr_cpu_times_read(&before);
    wait_a_second();
    fr_cpu_times_read(&after);
    visit->load = fr_system_load_between(&before, &after);
    visit->steadiness = fr_steadiness_watch(WATCHING_S);
    fr_quota_read("", &quota);
    visit->stopped_s = quota.stopped_s - visit->machine.quota.stopped_s;
    visit->count = fr_disturbances_find(&visit->machine, &visit->clock, visit->found);
    visit->count +=
        fr_disturbances_seen(&visit->load, &visit->steadiness, visit->found + visit->count);
}

static const char *on_or_off(int value)
{
    return value < 0 ? "not known on this machine" : value ? "on" : "off";
}

static void print_facts(const struct visit *visit)
{
    const struct fr_machine *machine = &visit->machine;
    printf("processor     %s, %d core%s online\n", machine->cpu, machine->cores,
           machine->cores == 1 ? "" : "s");
    printf("kernel        %s\n", machine->kernel);
    printf("governor      %s\n", *machine->governor ? machine->governor : on_or_off(-1));
    printf("turbo         %s\n", on_or_off(machine->turbo));
    printf("SMT           %s\n", machine->smt < 0 && machine->hypervisor
                                     ? "unknown, as this is a virtual machine"
                                     : on_or_off(machine->smt));
    printf("clock         %s, %.0f ns to read, steps of %.0f ns\n",
           *machine->clock_source ? machine->clock_source : "unknown source", visit->clock.cost_ns,
           visit->clock.resolution_ns);
    if (isnan(visit->load.others))
        printf("others        unknown\n");
    else
        printf("others        %.2f cores used by other programs, %.2f by other virtual machines\n",
               visit->load.others, visit->load.stolen);
    printf("interruptions %.2f %% of the time\n", 100 * visit->steadiness.jitter);
    printf("clock speed   drifts by %.2f %%\n", 100 * visit->steadiness.drift);
    if (isinf(machine->quota.cores))
        printf("quota         none\n");
    else
        printf("quota         %.2f cores in each %.0f ms; this test was stopped for %.3f s\n",
               machine->quota.cores, machine->quota.period_ms, visit->stopped_s);
    printf("build         %s, %s, %s\n\n", machine->compiler, machine->build_type, machine->flags);
}

static void print_findings(const struct visit *visit)
{
    print_facts(visit);
    if (visit->count == 0)
        printf("Nothing disturbs timing on this machine.\n");
    for (int i = 0; i < visit->count; i++)
        printf("%-13s %s.\n%-13s Fix: %s.\n", visit->found[i].name, visit->found[i].finding, "",
               visit->found[i].fix);
}

static enum fr_exit run(const struct fr_program *program, const struct fr_arguments *arguments)
{
    struct visit visit;
    (void)program;
    (void)arguments;
    examine(&visit);
    print_findings(&visit);
    return FR_EXIT_DONE;
}

const struct fr_command fr_command_doctor = {
    .name = "doctor",
    .group = "Tools",
    .words = "",
    .summary = "Lists what disturbs timing on this machine, and how to fix it.",
    .flags = flags,
    .run = run,
};
