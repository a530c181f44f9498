/* The manual page and the completion of the footrace command, both made from the tables that its
 * options are read by, so that they cannot lag behind it. */
#ifndef FOOTRACE_HARNESS_COMMANDS_MANUAL_H
#define FOOTRACE_HARNESS_COMMANDS_MANUAL_H

#include "harness/commands/command.h"

/* footrace(1) in the man macros, on stdout; commands ends with NULL. */
void fr_manual_page(const struct fr_command *const *commands);

/* The completion of a shell, on stdout: commands, options, files, and the names of back ends. FR_OK,
 * or FR_BAD_INPUT with error filled for a shell other than bash, zsh and fish. */
FR_MUST_USE enum fr_status fr_manual_completion(const struct fr_program *program,
                                                const struct fr_command *const *commands,
                                                const char *shell, struct fr_error *error);

#endif
