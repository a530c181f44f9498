/* A stopping rule watches a race from turn to turn: says who takes part from here on, and when all is
 * known that was to be found out. Who is out takes no turn and has no row. All that take part race
 * beside each other, prepared in the order of the list: who does not fit into the memory there is
 * stays unprepared. */
#ifndef FOOTRACE_HARNESS_RACE_STOPPING_RULE_H
#define FOOTRACE_HARNESS_RACE_STOPPING_RULE_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/race/standings.h"
#include "harness/racers/racer.h"

struct fr_stopping_rule {
    /* Asked before each preparation and each turn of a racer; false: not this one. */
    bool (*admits)(void *context, int racer);
    /* Told when all have had their turn at an entry of the click set. */
    void (*look)(void *context, const struct fr_standings *standings, size_t entry);
    void *context;
    bool out[FR_MAX_RACERS]; /* who is from the beginning is prepared when it comes in */
    bool over;               /* the race ends here, and that is no interruption */
};

#endif
