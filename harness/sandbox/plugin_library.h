/* Opens plugins: shared libraries with back ends, and programs that act as a back end (guest.h).
 * Used only in a child process that does nothing else. */
#ifndef FOOTRACE_HARNESS_SANDBOX_PLUGIN_LIBRARY_H
#define FOOTRACE_HARNESS_SANDBOX_PLUGIN_LIBRARY_H

#include "algorithms/pathfinder.h"
#include "maps/formats/base/error.h"

#define FR_MAX_PATHFINDERS 128

/* A list of back ends, NULL at the end. */
struct fr_pathfinder_list {
    const struct fr_pathfinder *at[FR_MAX_PATHFINDERS];
    int count;
};

/* How a plugin was built, as the plugin reports; all zero: unknown. */
struct fr_plugin_build {
    char text[160]; /* compiler and flags */
    bool unoptimised;
};

/* Adds a back end; false if the list is full. */
bool fr_pathfinder_list_add(struct fr_pathfinder_list *list, const struct fr_pathfinder *one);

/* Opens a plugin and adds its back ends, after checking that their descriptors are complete. FR_OK,
 * with the library for dlclose (NULL for a program) and in `build`, unless NULL, how it was built;
 * or FR_BAD_INPUT with `error` filled, without the file's name: not a library or not a plugin,
 * another interface version, an invalid descriptor, a name already taken. If the plugin crashes the
 * process, its last line on stderr names the step ("while it was opened"). */
FR_MUST_USE enum fr_status fr_plugin_open(const char *file, struct fr_pathfinder_list *list,
                                          void **library, struct fr_plugin_build *build,
                                          struct fr_error *error);

/* Prints the next step on stderr. */
void fr_plugin_announce(const char *step);

#endif
