/* The anchor: a fixed piece of work that each race times between its racers' calls, so that races of
 * other days and machines can be distinguished by how fast the machine was. It is a back end only so
 * that it runs as one; it answers nothing, and is no racer. */
#ifndef FOOTRACE_HARNESS_RACERS_ANCHOR_H
#define FOOTRACE_HARNESS_RACERS_ANCHOR_H

#include "algorithms/pathfinder.h"

/* A call takes some tens of microseconds, half of it waiting for memory as searches do. */
extern const struct fr_pathfinder fr_anchor;

#endif
