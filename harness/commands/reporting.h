/* The reports: a Python package that reads result files and draws. Commands that need it start it
 * here, as a child that shares their standard streams.
 *
 * The package lies beside the command as installed (../share/footrace), or else in the source tree
 * that this was built from. Debian's own python3 comes first, as its packages are what the
 * complaint about missing ones names. */
#ifndef FOOTRACE_HARNESS_COMMANDS_REPORTING_H
#define FOOTRACE_HARNESS_COMMANDS_REPORTING_H

#include "harness/answer/situation.h"
#include "harness/commands/command.h"

/* Runs `python3 -m module words...` to its end; words ends with NULL. What it complains about, it
 * says in the name of the running command. FR_OK with the child's exit code in code; or
 * FR_BAD_INPUT with error filled when there is no package, or no python3 that has what it needs. */
FR_MUST_USE enum fr_status fr_reporting_run(const struct fr_program *program, const char *module,
                                            const char *const *words, enum fr_exit *code,
                                            struct fr_error *error);

/* Writes the page of result files into a folder, with the answer to the situation; where the rows give
 * none, a line on stderr says why. FR_OK with the exit code of the reports; or FR_BAD_INPUT or
 * FR_NO_MEMORY with error filled. */
FR_MUST_USE enum fr_status fr_reporting_page(const struct fr_program *program, const char *folder,
                                             const char *const *files, int count,
                                             const struct fr_situation *situation,
                                             enum fr_exit *code, struct fr_error *error);

#endif
