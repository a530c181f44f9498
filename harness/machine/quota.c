#include "harness/machine/quota.h"

#include <math.h>
#include <stdio.h>

#include "harness/machine/control_groups.h"

enum { PATH_SIZE = 8192 };

static void take_limit(double quota_us, double period_us, struct fr_quota *quota)
{
    if (!(quota_us > 0) || !(period_us > 0) || quota_us / period_us >= quota->cores)
        return;
    quota->cores = quota_us / period_us;
    quota->period_ms = period_us / 1000;
}

static void add_stopped(double seconds, struct fr_quota *quota)
{
    if (!isnan(seconds))
        quota->stopped_s += seconds;
}

static void read_group_v2(const struct fr_control_group *group, struct fr_quota *quota)
{
    double most, period;
    char path[PATH_SIZE];
    const int length = snprintf(path, sizeof path, "%s/cpu.max", group->folder);
    FILE *file = length < PATH_SIZE ? fopen(path, "r") : NULL;
    if (file) {
        if (fscanf(file, "%lf %lf", &most, &period) == 2)
            take_limit(most, period, quota);
        fclose(file);
    }
    add_stopped(fr_control_group_entry(group, "cpu.stat", "throttled_usec") / 1e6, quota);
}

/* A quota of -1 means no limit. */
static void read_group_v1(const struct fr_control_group *group, struct fr_quota *quota)
{
    take_limit(fr_control_group_number(group, "cpu.cfs_quota_us"),
               fr_control_group_number(group, "cpu.cfs_period_us"), quota);
    add_stopped(fr_control_group_entry(group, "cpu.stat", "throttled_time") / 1e9, quota);
}

static void read_group(void *context, const struct fr_control_group *group)
{
    if (group->v2)
        read_group_v2(group, context);
    else
        read_group_v1(group, context);
}

void fr_quota_read(const char *root, struct fr_quota *quota)
{
    *quota = (struct fr_quota){.cores = (double)INFINITY};
    fr_control_groups_visit(root, "cpu", read_group, quota);
}
