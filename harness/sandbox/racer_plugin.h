/* Plugins as this process knows them: it never opens one. A serving process does (serve.h), and says
 * what back ends it has; each racer of theirs runs in such a process. */
#ifndef FOOTRACE_HARNESS_SANDBOX_RACER_PLUGIN_H
#define FOOTRACE_HARNESS_SANDBOX_RACER_PLUGIN_H

#include "harness/base/arguments.h"
#include "harness/sandbox/execute.h"
#include "harness/sandbox/plugin_library.h"
#include "maps/formats/base/error.h"

struct fr_plugin_back_end;

/* Zeroed: no plugins. */
struct fr_plugins {
    struct fr_pathfinder_list list;
    struct fr_plugin_back_end *first; /* of those that are plugins', in a list */
    struct fr_executable self;        /* this program */
    uint64_t hash;                    /* of the libraries' bytes */
};

/* Begins with the back ends of a list that ends with NULL. */
void fr_plugins_init(struct fr_plugins *plugins, const struct fr_pathfinder *const *pathfinders);

/* Adds the back ends of a library; the text of file outlives the plugins. FR_OK; or FR_BAD_INPUT with error filled: the file is no library
 * or no plugin, has another interface version, an invalid descriptor or a name already taken, or
 * crashes or hangs while it is checked. */
FR_MUST_USE enum fr_status fr_plugins_load(struct fr_plugins *plugins, const char *file,
                                           struct fr_error *error);

/* Takes the back ends of a list and those of every --plugin. Returns as fr_plugins_load. */
FR_MUST_USE enum fr_status fr_plugins_read(struct fr_plugins *plugins,
                                           const struct fr_pathfinder *const *pathfinders,
                                           const struct fr_arguments *arguments,
                                           struct fr_error *error);

/* Has all racers run in executed processes if any does, so that all are treated alike. */
void fr_plugins_level(const struct fr_plugins *plugins, struct fr_racers *racers);

/* Whether a back end is a plugin's: this process knows its texts alone, and has none of its functions.
 */
bool fr_is_plugin(const struct fr_pathfinder *pathfinder);

/* Makes a racer of a plugin's back end: fills executable, traits and options of one whose address is
 * given. Returns as fr_execute_probe. */
FR_MUST_USE enum fr_status fr_plugin_racer(struct fr_racer *racer, struct fr_error *error);

/* In a child process: replaces a plugin's back end by the one that its library has, once it is opened,
 * with the options of options_text; any other racer stays. FR_OK, or FR_BAD_INPUT with error
 * filled. */
FR_MUST_USE enum fr_status fr_plugin_enter(struct fr_racer *racer, struct fr_error *error);

/* Once no racer uses the back ends any more. Accepts zeroed plugins. */
void fr_plugins_release(struct fr_plugins *plugins);

#endif
