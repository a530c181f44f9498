/* Opens plugins: shared libraries with back ends. Only in a child process, which is the library's own
 * from then on. */
#ifndef FOOTRACE_HARNESS_SANDBOX_PLUGIN_LIBRARY_H
#define FOOTRACE_HARNESS_SANDBOX_PLUGIN_LIBRARY_H

#include "algorithms/pathfinder.h"
#include "maps/formats/base/error.h"

#define FR_MAX_PATHFINDERS 128

/* A list of back ends that ends with NULL. */
struct fr_pathfinder_list {
    const struct fr_pathfinder *at[FR_MAX_PATHFINDERS];
    int count;
};

/* Adds one; false if there is no more room. */
bool fr_pathfinder_list_add(struct fr_pathfinder_list *list, const struct fr_pathfinder *one);

/* Opens a library and adds its back ends, whose descriptors are whole. FR_OK and the library, for
 * dlclose; or FR_BAD_INPUT with error filled, without the file's name: no library or no plugin,
 * another interface version, an invalid descriptor, a name that is taken. Should this process die
 * of it, the last line that it wrote on stderr says what it was at ("while it was opened"). */
FR_MUST_USE enum fr_status fr_plugin_open(const char *file, struct fr_pathfinder_list *list,
                                          void **library, struct fr_error *error);

/* Says on stderr what is done next. */
void fr_plugin_announce(const char *step);

#endif
