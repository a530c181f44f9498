/* The addresses of racers on the command line.
 *
 * An address is NAME or NAME:option=value,..., optionally after a label (base=astar:open=heap), so
 * that one back end can race twice. An address may also be the name of a set (racer_sets.h), which
 * adds all members that are not yet in the race, with default options. */
#ifndef FOOTRACE_HARNESS_RACERS_ADDRESSES_H
#define FOOTRACE_HARNESS_RACERS_ADDRESSES_H

#include "harness/sandbox/racer.h"
#include "maps/formats/base/error.h"

/* Adds the racers that `address` names, looked up in `pathfinders` (which ends with NULL). Commas
 * separate several addresses if none has options; -NAME then removes what the list added before
 * ("candidates,-bfs"). FR_OK; or FR_BAD_INPUT with `error` filled, for an unknown name or
 * option, a label already in use, an empty set, or nothing to remove. */
FR_MUST_USE enum fr_status fr_racers_add(struct fr_racers *racers,
                                         const struct fr_pathfinder *const *pathfinders,
                                         const char *address, struct fr_error *error);

#endif
