/* The addresses of racers on the command line.
 *
 * An address is NAME or NAME:option=value,..., optionally with a label in front
 * (base=astar:open=heap), so that one back end may race twice; or the name of a set of racer_sets.h,
 * which adds its members, with their defaults, that do not race yet. */
#ifndef FOOTRACE_HARNESS_RACERS_ADDRESSES_H
#define FOOTRACE_HARNESS_RACERS_ADDRESSES_H

#include "harness/sandbox/racer.h"
#include "maps/formats/base/error.h"

/* Adds the racer or racers that address names, looked up among pathfinders (which ends with NULL).
 * Commas separate several where none of them has options; there -NAME leaves out what the list has
 * named before ("candidates,-dijkstra").
 * FR_OK; or FR_BAD_INPUT with error filled, for an unknown name or option, a label that another
 * racer has already, a set without a member, or
 * nothing to leave out. */
FR_MUST_USE enum fr_status fr_racers_add(struct fr_racers *racers,
                                         const struct fr_pathfinder *const *pathfinders,
                                         const char *address, struct fr_error *error);

#endif
