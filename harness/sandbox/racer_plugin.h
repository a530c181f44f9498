/* Back ends in plugins: shared libraries, which are opened in child processes only.
 *
 * In the first of them the library's constructors run, its descriptors are read, each back end
 * describes its defaults, and the library is closed. This process gets a copy of the descriptors,
 * and makes stand-ins of them (stand_in.h). */
#ifndef FOOTRACE_HARNESS_SANDBOX_RACER_PLUGIN_H
#define FOOTRACE_HARNESS_SANDBOX_RACER_PLUGIN_H

#include "algorithms/pathfinder.h"
#include "harness/base/arguments.h"
#include "maps/formats/base/error.h"

#define FR_MAX_PATHFINDERS 128

/* Zeroed: no plugins. */
struct fr_plugins {
    const struct fr_pathfinder *pathfinders[FR_MAX_PATHFINDERS]; /* ends with NULL */
    struct fr_pathfinder *stand_ins[FR_MAX_PATHFINDERS];         /* those of them to be freed */
    int count, stand_in_count;
    uint64_t hash; /* of the libraries' bytes */
};

/* Begins with the back ends of a list that ends with NULL. */
void fr_plugins_init(struct fr_plugins *plugins, const struct fr_pathfinder *const *pathfinders);

/* Adds the back ends of a library. FR_OK; or FR_BAD_INPUT with error filled: the file is no library
 * or no plugin, has another interface version, an invalid descriptor or a name already taken, or
 * crashes or hangs while it is checked. */
FR_MUST_USE enum fr_status fr_plugins_load(struct fr_plugins *plugins, const char *file,
                                           struct fr_error *error);

/* Takes the back ends of a list and those of every --plugin. Returns as fr_plugins_load. */
FR_MUST_USE enum fr_status fr_plugins_read(struct fr_plugins *plugins,
                                           const struct fr_pathfinder *const *pathfinders,
                                           const struct fr_arguments *arguments,
                                           struct fr_error *error);

/* Once no racer uses the stand-ins any more. Accepts zeroed plugins. */
void fr_plugins_release(struct fr_plugins *plugins);

#endif
