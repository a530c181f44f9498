#include "harness/answer/recommend_candidates.h"

#include <string.h>

/* Settings that change how an answer is found, not what it is. */
static const char *const settings[] = {
    "jpsplus:boxes=on",
    "jumpgraph:wedges=bounded",
    "jumpgraph:search=bidirectional",
    "jumpgraph:search=contracted",
};

enum { SETTINGS = sizeof settings / sizeof *settings };

/* Adds a racer, unless its failures are the point. The last place is the twin's. */
static enum fr_status add(const struct fr_pathfinder *const *pathfinders, const char *address,
                          struct fr_racers *racers, struct fr_error *error)
{
    const enum fr_status status = fr_racers_add(racers, pathfinders, address, error);
    if (status == FR_OK && racers->at[racers->count - 1].traits.expected_faults)
        racers->count--;
    if (status == FR_OK && racers->count == FR_MAX_RACERS)
        return fr_fail(error, FR_BAD_INPUT,
                       "--plugin: more than %d back ends and settings to consider, expected fewer",
                       FR_MAX_RACERS - 1);
    return status;
}

static bool is_there(const struct fr_pathfinder *const *pathfinders, const char *address)
{
    for (; *pathfinders; pathfinders++) {
        const size_t length = strlen((*pathfinders)->name);
        if (strncmp(address, (*pathfinders)->name, length) == 0 && address[length] == ':')
            return true;
    }
    return false;
}

enum fr_status fr_candidates_list(const struct fr_pathfinder *const *pathfinders,
                                  struct fr_racers *racers, struct fr_error *error)
{
    enum fr_status status = FR_OK;
    int count = 0;
    while (pathfinders[count])
        count++;
    for (int i = count - 1; i >= 0 && status == FR_OK; i--)
        if (strcmp(pathfinders[i]->name, "null") != 0)
            status = add(pathfinders, pathfinders[i]->name, racers, error);
    for (int i = 0; i < SETTINGS && status == FR_OK; i++)
        if (is_there(pathfinders, settings[i]))
            status = add(pathfinders, settings[i], racers, error);
    return status;
}
