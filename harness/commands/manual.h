/* The manual page of the footrace command. The page is generated from the tables that parse its
 * options, so it cannot be out of date. */
#ifndef FOOTRACE_HARNESS_COMMANDS_MANUAL_H
#define FOOTRACE_HARNESS_COMMANDS_MANUAL_H

#include "harness/commands/command.h"

/* Prints footrace(1) in man macros on stdout; `commands` ends with NULL. */
void fr_manual_page(const struct fr_command *const *commands);

#endif
