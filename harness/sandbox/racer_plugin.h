/* Plugins as seen by this process, which never opens one. A serving process (serve.h) opens plugins
 * and reports their back ends; each racer of a plugin runs in such a process. */
#ifndef FOOTRACE_HARNESS_SANDBOX_RACER_PLUGIN_H
#define FOOTRACE_HARNESS_SANDBOX_RACER_PLUGIN_H

#include "harness/base/arguments.h"
#include "harness/sandbox/execute.h"
#include "harness/sandbox/plugin_library.h"
#include "maps/formats/base/error.h"

struct fr_plugin_back_end;

/* All zero: no plugins. */
struct fr_plugins {
    struct fr_pathfinder_list list;
    struct fr_plugin_back_end *first; /* the back ends of plugins, as a list */
    struct fr_executable self;        /* this program */
    uint64_t hash;                    /* of the libraries' bytes */
};

/* Adds the back ends of a library; the string `file` must outlive the plugins. FR_OK; or
 * FR_BAD_INPUT with `error` filled: the file is not a library or not a plugin, has another
 * interface version, an invalid descriptor or a name already taken, or crashes or hangs while it is
 * checked. */
FR_MUST_USE enum fr_status fr_plugins_load(struct fr_plugins *plugins, const char *file,
                                           struct fr_error *error);

/* Starts with the back ends of a list and adds those of every --plugin. Returns as
 * fr_plugins_load. */
FR_MUST_USE enum fr_status fr_plugins_read(struct fr_plugins *plugins,
                                           const struct fr_pathfinder *const *pathfinders,
                                           const struct fr_arguments *arguments,
                                           struct fr_error *error);

/* If any racer runs in a process started by exec, makes all racers do so, for the same conditions
 * for all. */
void fr_plugins_level(const struct fr_plugins *plugins, struct fr_racers *racers);

/* Whether a back end belongs to a plugin: this process has its texts but none of its functions. */
bool fr_is_plugin(const struct fr_pathfinder *pathfinder);

/* Where a plugin's back end comes from. */
struct fr_plugin_origin {
    char hash[17]; /* of the library's bytes, in hexadecimal digits */
    struct fr_plugin_build build;
};

/* NULL for a built-in back end. */
const struct fr_plugin_origin *fr_plugin_origin(const struct fr_pathfinder *pathfinder);

/* Makes a racer of a plugin's back end: from its address, fills executable, traits and options.
 * Returns as fr_execute_probe. */
FR_MUST_USE enum fr_status fr_plugin_racer(struct fr_racer *racer, struct fr_error *error);

/* In a child process: opens the library of a plugin's back end and replaces the racer's back end
 * with the real one, with the options of options_text; leaves other racers unchanged. FR_OK, or
 * FR_BAD_INPUT with `error` filled. */
FR_MUST_USE enum fr_status fr_plugin_enter(struct fr_racer *racer, struct fr_error *error);

/* Releases plugins whose back ends no racer uses any more. Does nothing for all-zero plugins. */
void fr_plugins_release(struct fr_plugins *plugins);

#endif
