#include "harness/recommend_candidates.h"

#include <string.h>

/* Settings that change how an answer is found, not what it is. */
static const char *const settings[] = {
    "jpsplus:boxes=on",
    "jumpgraph:wedges=bounded",
    "jumpgraph:search=bidirectional",
};

enum { SETTINGS = sizeof settings / sizeof *settings };

static bool is_of(const char *address, const char *name)
{
    const size_t length = strlen(name);
    return strncmp(address, name, length) == 0 && address[length] == ':';
}

enum fr_status fr_candidates_list(const struct fr_pathfinder *const *pathfinders,
                                  struct fr_racers *racers, struct fr_error *error)
{
    enum fr_status status = FR_OK;
    for (; *pathfinders && status == FR_OK; pathfinders++) {
        const char *name = (*pathfinders)->name;
        if (strcmp(name, "null") == 0)
            continue;
        status = fr_racers_add(racers, pathfinders, name, error);
        for (int i = 0; i < SETTINGS && status == FR_OK; i++)
            if (is_of(settings[i], name))
                status = fr_racers_add(racers, pathfinders, settings[i], error);
        if (status == FR_OK && racers->at[racers->count - 1].traits.expected_faults)
            racers->count--;
    }
    return status;
}
