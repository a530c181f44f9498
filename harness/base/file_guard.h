/* Guards files against being overwritten by mistake: a command never writes to a file that it also
 * reads or writes elsewhere, nor, unless asked, replaces a finished result. One check of the
 * command line, before any work, covers all commands. */
#ifndef FOOTRACE_HARNESS_BASE_FILE_GUARD_H
#define FOOTRACE_HARNESS_BASE_FILE_GUARD_H

#include "harness/base/arguments.h"

/* The value, as help shows it, of every flag that names an output file. */
#define FR_WRITES_FILE "OUT"
#define FR_WRITES_FORMAT "OUT.FORMAT" /* an output file whose name's ending selects the format */

/* Whether a flag names an output file. */
bool fr_flag_writes(const struct fr_flag *flag);

/* Checks all output files. FR_BAD_INPUT with `error` filled if an output file is also the regular
 * file of a word or another flag, or is named in such a file. Links are followed, and options after
 * a colon ignored. Also refused are a finished result without --force, --resume or --dry-run, and a
 * picture's name that ends like another format's. Else FR_OK. */
FR_MUST_USE enum fr_status fr_guard_files(const struct fr_arguments *arguments,
                                          struct fr_error *error);

/* The files and pipes that replace links and pipes on a command line. */
struct fr_targets {
    char *names[FR_MAX_FLAGS * FR_MAX_VALUES];
    int count;
};

/* Replaces each link that is an output file with the file it points to, and opens each pipe. FR_OK;
 * or FR_NO_MEMORY, or FR_BAD_INPUT for a dangling link, with `error` filled. In any case the caller
 * releases the targets when the arguments are no longer used. */
FR_MUST_USE enum fr_status fr_open_targets(struct fr_arguments *arguments,
                                           struct fr_targets *targets, struct fr_error *error);

void fr_targets_release(struct fr_targets *targets);

#endif
