/* No command writes over a file that it reads, or twice to the same file. One check of the command
 * line, before any work, covers all commands. */
#ifndef FOOTRACE_HARNESS_BASE_FILE_GUARD_H
#define FOOTRACE_HARNESS_BASE_FILE_GUARD_H

#include "harness/base/arguments.h"

/* The value, as help shows it, of every flag that names a file to write. */
#define FR_WRITES_FILE "OUT"

/* FR_OK; or FR_BAD_INPUT with error filled if a flag of FR_WRITES_FILE names the same regular file
 * as a word or another flag. Links are followed; options behind a colon are ignored. */
FR_MUST_USE enum fr_status fr_guard_files(const struct fr_arguments *arguments,
                                          struct fr_error *error);

#endif
