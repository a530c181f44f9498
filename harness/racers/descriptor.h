/* What a back end says of itself, when the back end is not ours: whether its descriptor is whole,
 * and its traits, asked for apart. */
#ifndef FOOTRACE_HARNESS_RACERS_DESCRIPTOR_H
#define FOOTRACE_HARNESS_RACERS_DESCRIPTOR_H

#include <stdbool.h>
#include <stddef.h>

#include "algorithms/pathfinder.h"
#include "maps/formats/base/error.h"

/* Whether names, texts, options and calls are all there and make sense; else message, of size
 * bytes, says what is not. */
bool fr_descriptor_whole(const struct fr_pathfinder *pathfinder, char *message, size_t size);

/* Calls describe here, and yields whether the traits are values that pathfinder.h has; else message
 * says which is not. */
bool fr_describe(const struct fr_pathfinder *pathfinder, const struct fr_option_values *options,
                 struct fr_traits *traits, char *message, size_t size);

/* The traits of a back end: of one that did not come with this program, from a child process.
 * FR_OK; or FR_BAD_INPUT with a message of size bytes. */
FR_MUST_USE enum fr_status fr_describe_safely(const struct fr_pathfinder *pathfinder,
                                              const struct fr_option_values *options,
                                              struct fr_traits *traits, char *message, size_t size);

/* Whether it is one that ships. */
bool fr_is_built_in(const struct fr_pathfinder *pathfinder);

#endif
