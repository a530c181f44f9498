/* Back ends from outside: shared libraries, opened in a child process first.
 *
 * There the library's constructors run, its descriptors are read whole, each back end is asked to
 * describe its defaults, and the library is closed again. Only what comes through that is opened
 * here, and of that nothing but the descriptors is used in this process. */
#ifndef FOOTRACE_HARNESS_RACERS_RACER_PLUGIN_H
#define FOOTRACE_HARNESS_RACERS_RACER_PLUGIN_H

#include "algorithms/pathfinder.h"
#include "harness/base/arguments.h"

#define FR_MAX_PATHFINDERS 128

/* Of zero bytes: none at all. There is nothing to release: libraries stay open, as the back ends in
 * them may be named anywhere. */
struct fr_plugins {
    const struct fr_pathfinder *pathfinders[FR_MAX_PATHFINDERS]; /* ends with NULL */
    int count;
    uint64_t hash; /* of the libraries' bytes */
};

/* Begins with the back ends of a list that ends with NULL. */
void fr_plugins_init(struct fr_plugins *plugins, const struct fr_pathfinder *const *pathfinders);

/* Adds the back ends of a library. FR_OK; or FR_BAD_INPUT with error filled: no library, no plugin,
 * one of another interface, a descriptor with something wrong, a name that is taken, or a library
 * that crashes or hangs while it is looked at. */
FR_MUST_USE enum fr_status fr_plugins_load(struct fr_plugins *plugins, const char *file,
                                           struct fr_error *error);

/* The back ends of a list, and those of every --plugin of a command line. As fr_plugins_load. */
FR_MUST_USE enum fr_status fr_plugins_read(struct fr_plugins *plugins,
                                           const struct fr_pathfinder *const *pathfinders,
                                           const struct fr_arguments *arguments,
                                           struct fr_error *error);

#endif
