/* The manual page and the shell completion of the footrace command. Both are generated from the
 * tables that parse its options, so they cannot be out of date. */
#ifndef FOOTRACE_HARNESS_COMMANDS_MANUAL_H
#define FOOTRACE_HARNESS_COMMANDS_MANUAL_H

#include "harness/commands/command.h"

/* Prints footrace(1) in man macros on stdout; commands ends with NULL. */
void fr_manual_page(const struct fr_command *const *commands);

/* Prints the completion of commands, options, files and names of back ends for bash on stdout. */
void fr_manual_completion(const struct fr_program *program,
                          const struct fr_command *const *commands);

#endif
