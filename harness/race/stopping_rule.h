/* A stopping rule watches a race query by query and decides which racers go on, and when the race
 * can end. A racer that is out is not queried and has no row. All other racers race in one group,
 * prepared in list order; those that do not fit into memory stay unprepared. */
#ifndef FOOTRACE_HARNESS_RACE_STOPPING_RULE_H
#define FOOTRACE_HARNESS_RACE_STOPPING_RULE_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/race/standings.h"
#include "harness/sandbox/racer.h"

struct fr_stopping_rule {
    /* Called before each preparation, event and query of a racer; false: skip it. */
    bool (*admits)(void *context, int racer);
    /* Called after all racers have answered an entry of the click set. */
    void (*after_entry)(void *context, const struct fr_standings *standings, bool event);
    void *context;
    bool out[FR_MAX_RACERS]; /* a racer that is out at first is prepared when it joins */
    bool over;               /* the race ends here, which does not count as an interruption */
};

#endif
