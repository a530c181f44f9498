#include "harness/answer/recommend_candidates.h"

#include <stdio.h>

#include "harness/racers/addresses.h"

/* Adds a racer if it is a candidate. The last place is kept for the control. */
static enum fr_status add(const struct fr_pathfinder *const *pathfinders, const char *address,
                          struct fr_racers *racers, struct fr_error *error)
{
    const enum fr_status status = fr_racers_add(racers, pathfinders, address, error);
    if (status == FR_OK && !racers->at[racers->count - 1].candidate)
        racers->count--;
    if (status == FR_OK && racers->count == FR_MAX_RACERS)
        return fr_fail(error, FR_BAD_INPUT,
                       "--plugin: too many back ends and settings; expected at most %d",
                       FR_MAX_RACERS - 1);
    return status;
}

static enum fr_status add_settings(const struct fr_pathfinder *const *pathfinders,
                                   const struct fr_pathfinder *pathfinder, struct fr_racers *racers,
                                   struct fr_error *error)
{
    enum fr_status status = FR_OK;
    const char *const *setting = pathfinder->settings;
    for (; setting && *setting && status == FR_OK; setting++) {
        char address[sizeof racers->at[0].algo];
        snprintf(address, sizeof address, "%s:%s", pathfinder->name, *setting);
        status = add(pathfinders, address, racers, error);
    }
    return status;
}

enum fr_status fr_candidates_list(const struct fr_pathfinder *const *pathfinders, bool map_changes,
                                  struct fr_racers *racers, struct fr_error *error)
{
    enum fr_status status = FR_OK;
    int count = 0;
    while (pathfinders[count])
        count++;
    for (int i = 0; i < count && status == FR_OK; i++)
        status =
            add(pathfinders, pathfinders[map_changes ? i : count - 1 - i]->name, racers, error);
    for (int i = 0; i < count && status == FR_OK; i++)
        if (pathfinders[i]->candidate)
            status = add_settings(pathfinders, pathfinders[i], racers, error);
    return status;
}
