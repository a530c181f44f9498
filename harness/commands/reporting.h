/* Starts the reports, a Python package that draws result files, as a child process that shares the
 * standard streams.
 *
 * The package is searched next to the installed command (../share/footrace), then in the source
 * tree of this build. Debian's python3 is tried first, as the message about missing packages names
 * Debian packages. */
#ifndef FOOTRACE_HARNESS_COMMANDS_REPORTING_H
#define FOOTRACE_HARNESS_COMMANDS_REPORTING_H

#include "harness/answer/situation.h"
#include "harness/commands/command.h"

/* Writes the library as two files with one back end into a folder. FR_OK, or FR_BAD_INPUT with
 * `error` filled. */
FR_MUST_USE enum fr_status fr_reporting_library(const struct fr_program *program,
                                                const char *folder, const char *back_end,
                                                struct fr_error *error);

/* Writes the page of the result files that `report` names, as its flags request, with the answer
 * for the situation; if the rows give no answer, prints the reason on stderr. FR_OK with the exit
 * code of the reports; or FR_BAD_INPUT or FR_NO_MEMORY with `error` filled. */
FR_MUST_USE enum fr_status fr_reporting_page(const struct fr_program *program,
                                             const struct fr_arguments *arguments,
                                             const struct fr_situation *situation,
                                             enum fr_exit *code, struct fr_error *error);

#endif
