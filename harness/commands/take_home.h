/* What a game takes home of a recommendation, in a folder: the library as two files with the shipped
 * back end alone, the room's areas as they were raced, and a program that walks there. */
#ifndef FOOTRACE_HARNESS_COMMANDS_TAKE_HOME_H
#define FOOTRACE_HARNESS_COMMANDS_TAKE_HOME_H

#include "harness/commands/command.h"

/* FR_OK; or FR_BAD_INPUT with error filled where the folder holds such files already, unless force. */
FR_MUST_USE enum fr_status fr_take_home_check(const char *folder, bool force,
                                              struct fr_error *error);

/* Writes the files, and a line that says how to compile them on stderr. spec: the map with its
 * options. FR_OK; or a failure with error filled: of a map with edge walls, which a mask cannot hold,
 * or of a back end that is not the library's. */
FR_MUST_USE enum fr_status fr_take_home(const struct fr_program *program, const char *folder,
                                        const char *pathfinder, const char *spec,
                                        struct fr_error *error);

#endif
