/* No command writes over a file that it reads, nor twice to one: asked once for all of them, before
 * any work, of the command line. */
#ifndef FOOTRACE_HARNESS_BASE_FILE_GUARD_H
#define FOOTRACE_HARNESS_BASE_FILE_GUARD_H

#include "harness/base/arguments.h"

/* What a flag that names a file to write shows as its value. */
#define FR_WRITES_FILE "OUT"

/* FR_OK; or FR_BAD_INPUT with error filled where a flag of FR_WRITES_FILE names the same regular
 * file, links followed, as a word or another flag does, options behind a colon aside. */
FR_MUST_USE enum fr_status fr_guard_files(const struct fr_arguments *arguments,
                                          struct fr_error *error);

#endif
