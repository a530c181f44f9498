#include "harness/machine/system_load.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "harness/base/clock.h"

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
