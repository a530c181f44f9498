/* Help texts, generated from the tables of commands and flags, wrapped to a terminal's 80 columns.
 */
#ifndef FOOTRACE_HARNESS_COMMANDS_HELP_H
#define FOOTRACE_HARNESS_COMMANDS_HELP_H

#include "harness/commands/command.h"

/* Two columns of one entry: the term, then its text, wrapped and aligned on stdout. */
void fr_help_entry(const char *term, const char *text);

/* The same, with the text from another column on. */
void fr_help_entry_at(const char *term, const char *text, int column);

/* What the whole command is and which subcommands it has; commands ends with NULL. */
void fr_help_program(const struct fr_command *const *commands);

/* The rule of the answer, and an entry for each quantity. */
void fr_help_answer(void);

/* Usage, flags and exit codes of one subcommand. */
void fr_help_command(const struct fr_program *program, const struct fr_command *command);

#endif
