/* Help texts, generated from the tables of commands and flags and wrapped to the terminal's
 * width. */
#ifndef FOOTRACE_HARNESS_COMMANDS_HELP_H
#define FOOTRACE_HARNESS_COMMANDS_HELP_H

#include "harness/commands/command.h"

/* Prints an entry on stdout in two columns: the term, and its text, wrapped and aligned. */
void fr_help_entry(const char *term, const char *text);

/* Prints an entry with its text at the given column. */
void fr_help_entry_at(const char *term, const char *text, int column);

/* Describes the command and lists its subcommands; `commands` ends with NULL. */
void fr_help_program(const struct fr_command *const *commands);

/* Explains the rule of the answer, with an entry for each quantity. */
void fr_help_answer(void);

/* Usage and flags of one subcommand. */
void fr_help_command(const struct fr_command *command);

#endif
