/* Writes a folder with everything that a game needs to use a recommendation: the library as two
 * files with only the shipped back end, the room's areas as raced, and an example program. */
#ifndef FOOTRACE_HARNESS_COMMANDS_TAKE_HOME_H
#define FOOTRACE_HARNESS_COMMANDS_TAKE_HOME_H

#include "harness/commands/command.h"

/* FR_OK; or FR_BAD_INPUT with `error` filled if the folder already contains one of the files and
 * `force` is false. */
FR_MUST_USE enum fr_status fr_take_home_check(const char *folder, bool force,
                                              struct fr_error *error);

/* Writes the files, and prints on stderr how to compile them. spec: the map with its options.
 * FR_OK; or a failure with `error` filled: for a map with edge walls, which a mask cannot
 * represent, or a back end that is not in the library. */
FR_MUST_USE enum fr_status fr_take_home(const struct fr_program *program, const char *folder,
                                        const char *pathfinder, const char *spec,
                                        struct fr_error *error);

#endif
