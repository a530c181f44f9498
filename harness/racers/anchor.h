/* The anchor: fixed work that each race times between its racers' queries, so that races of other
 * days and machines can be corrected for the machine's speed. It is a back end only in form; it
 * answers nothing and is not a racer. */
#ifndef FOOTRACE_HARNESS_RACERS_ANCHOR_H
#define FOOTRACE_HARNESS_RACERS_ANCHOR_H

#include "algorithms/pathfinder.h"

/* A call takes tens of microseconds, half of it waiting for memory, as in a search. */
extern const struct fr_pathfinder fr_anchor;

#endif
