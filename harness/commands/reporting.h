/* The reports: a Python package that reads result files and draws. It is started here, as a child that
 * shares the standard streams.
 *
 * The package lies beside the command as installed (../share/footrace), or else in the source tree
 * that this was built from. Debian's own python3 comes first, as its packages are what the
 * complaint about missing ones names. */
#ifndef FOOTRACE_HARNESS_COMMANDS_REPORTING_H
#define FOOTRACE_HARNESS_COMMANDS_REPORTING_H

#include "harness/answer/situation.h"
#include "harness/commands/command.h"

/* Writes the library as two files into a folder, with one back end. FR_OK, or FR_BAD_INPUT with error
 * filled. */
FR_MUST_USE enum fr_status fr_reporting_library(const struct fr_program *program,
                                                const char *folder, const char *back_end,
                                                struct fr_error *error);

/* Writes the page of result files into a folder, with the answer to the situation; where the rows give
 * none, a line on stderr says why. FR_OK with the exit code of the reports; or FR_BAD_INPUT or
 * FR_NO_MEMORY with error filled. */
FR_MUST_USE enum fr_status fr_reporting_page(const struct fr_program *program, const char *folder,
                                             const char *const *files, int count,
                                             const struct fr_situation *situation,
                                             enum fr_exit *code, struct fr_error *error);

#endif
