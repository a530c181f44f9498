/* Checks what a back end declares about itself: whether its descriptor is complete, and its traits.
 * A plugin's declaration may be wrong. */
#ifndef FOOTRACE_HARNESS_SANDBOX_DESCRIPTOR_H
#define FOOTRACE_HARNESS_SANDBOX_DESCRIPTOR_H

#include <stdbool.h>
#include <stddef.h>

#include "algorithms/pathfinder.h"

/* Whether what users and charts see of a back end is valid: its name, its label, and, if it has
 * them, its colour and marker. If not, `message`, of `size` bytes, says what is wrong. */
bool fr_descriptor_shown(const struct fr_pathfinder *pathfinder, char *message, size_t size);

/* Whether all names, texts, options and functions are present and valid. If not, `message`, of
 * `size` bytes, describes the fault. */
bool fr_descriptor_whole(const struct fr_pathfinder *pathfinder, char *message, size_t size);

/* Calls describe in this process. Returns whether all traits have values of pathfinder.h; if not,
 * `message` names the wrong one. */
bool fr_describe(const struct fr_pathfinder *pathfinder, const struct fr_option_values *options,
                 struct fr_traits *traits, char *message, size_t size);

/* Whether the back end is part of this program. */
bool fr_is_built_in(const struct fr_pathfinder *pathfinder);

#endif
