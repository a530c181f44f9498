/* Turns: what each racer's clicks on a course have come to so far, while the rounds go on. */
#ifndef FOOTRACE_HARNESS_RACE_TURNS_H
#define FOOTRACE_HARNESS_RACE_TURNS_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/rows/click_draft.h"
#include "harness/rows/click_times.h"

/* One racer's click. */
struct fr_race_turn {
    char *draft;   /* its row without times, as JSON; NULL: nobody was asked yet */
    char *path;    /* the row of its path, where all are kept and there is one */
    bool written;  /* the row is in the file */
    bool answered; /* and may be asked again: every call so far gave the judged answer */
    bool found;    /* that answer is a path */
    bool probed;   /* phases and counts are there */
    bool failed;   /* there was no first answer, and the system did not take it */
    bool recalled; /* from a race that was cut short, and not met in this one yet */
    uint64_t hash; /* of the judged answer */
    int64_t peak_bytes;
    int64_t instructions; /* of a call; 0 and less: not counted */
    struct fr_click_times times; /* of no rounds: none were measured */
};

static inline size_t fr_race_turn_sample(const struct fr_race_turn *turn, int round, int pass)
{
    return (size_t)round * (size_t)turn->times.passes + (size_t)pass;
}

#endif
