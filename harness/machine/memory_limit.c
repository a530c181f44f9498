#include "harness/machine/memory_limit.h"

#include <math.h>

#include "harness/machine/control_groups.h"

/* In cgroup v1, a group without a limit reports almost 2^63. */
#define NO_LIMIT 0x1p60

static void take_group(void *context, const struct fr_control_group *group)
{
    double *left = context;
    const double most =
        fr_control_group_number(group, group->v2 ? "memory.max" : "memory.limit_in_bytes");
    const double taken =
        fr_control_group_number(group, group->v2 ? "memory.current" : "memory.usage_in_bytes");
    const double cached = fr_control_group_entry(
        group, "memory.stat", group->v2 ? "inactive_file" : "total_inactive_file");
    if (!(most >= 0 && most < NO_LIMIT) || !(taken >= 0))
        return;
    const double here = fmax(0, most - taken + (cached > 0 ? fmin(cached, taken) : 0));
    if (isnan(*left) || here < *left)
        *left = here;
}

int64_t fr_memory_left(const char *root)
{
    double left = (double)NAN;
    fr_control_groups_visit(root, "memory", take_group, &left);
    return isnan(left) ? -1 : (int64_t)left;
}

static void take_kills(void *context, const struct fr_control_group *group)
{
    double *kills = context;
    const double here = fr_control_group_entry(
        group, group->v2 ? "memory.events" : "memory.oom_control", "oom_kill");
    if (group->own && here >= 0 && here < NO_LIMIT)
        *kills = isnan(*kills) ? here : *kills + here;
}

int64_t fr_memory_kills(const char *root)
{
    double kills = (double)NAN;
    fr_control_groups_visit(root, "memory", take_kills, &kills);
    return isnan(kills) ? -1 : (int64_t)kills;
}
