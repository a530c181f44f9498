/* No command writes over a file that it reads, twice to the same file, or over a finished result
 * that it was not asked to replace. One check of the command line, before any work, covers all
 * commands. */
#ifndef FOOTRACE_HARNESS_BASE_FILE_GUARD_H
#define FOOTRACE_HARNESS_BASE_FILE_GUARD_H

#include "harness/base/arguments.h"

/* The value, as help shows it, of every flag that names a file to write. */
#define FR_WRITES_FILE "OUT"
#define FR_WRITES_FORMAT "OUT.FORMAT" /* the same; its ending says what is written */

/* Whether a flag names a file to write. */
bool fr_flag_writes(const struct fr_flag *flag);

/* Whether a file is a result whose last whole row says that nothing cut the race short. */
bool fr_is_finished_result(const char *name);

/* FR_OK; or FR_BAD_INPUT with error filled where a flag of FR_WRITES_FILE names the same regular
 * file as a word or another flag, or one that such a file names, links followed, options behind a
 * colon aside; or, without --force, --resume or --dry-run, a finished result; or where a picture's
 * name ends as another format's does. */
FR_MUST_USE enum fr_status fr_guard_files(const struct fr_arguments *arguments,
                                          struct fr_error *error);

/* What stands on a command line in the place of links and pipes. */
struct fr_targets {
    char *names[FR_MAX_FLAGS * FR_MAX_VALUES];
    int count;
};

/* Puts in the place of each link to write to the file that it leads to, and opens each pipe. FR_OK;
 * or FR_BAD_INPUT or FR_NO_MEMORY with error filled, for a link to nowhere. Either way the caller
 * releases the targets, once the arguments are done with. */
FR_MUST_USE enum fr_status fr_open_targets(struct fr_arguments *arguments,
                                           struct fr_targets *targets, struct fr_error *error);

void fr_targets_release(struct fr_targets *targets);

#endif
