/* Turns: the results of each racer's clicks on a course so far, over the rounds. */
#ifndef FOOTRACE_HARNESS_RACE_TURNS_H
#define FOOTRACE_HARNESS_RACE_TURNS_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/results/click_draft.h"
#include "harness/results/click_times.h"

/* One racer's click. */
struct fr_race_turn {
    char *draft;          /* its row without times, as JSON; NULL: not asked yet */
    char *path;           /* the row of its path, if all paths are kept and there is one */
    bool written;         /* the row is in the file */
    bool answered;        /* every call so far gave the judged answer, so it may be asked again */
    bool found;           /* the answer is a path */
    bool probed;          /* phases and counts were measured */
    bool failed;          /* there was no first answer, and not for a fault of the system */
    bool recalled;        /* from a race that was cut short, not asked in this one yet */
    uint64_t hash;        /* of the judged answer */
    int64_t instructions; /* of a call; 0 or less: not counted */
    struct fr_click_times times; /* rounds is 0 if none were measured */
};

static inline size_t fr_race_turn_sample(const struct fr_race_turn *turn, int round, int pass)
{
    return (size_t)round * (size_t)turn->times.passes + (size_t)pass;
}

#endif
