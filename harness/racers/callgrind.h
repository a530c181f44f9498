/* Counts instructions with callgrind, a tool of valgrind: builds the command that runs a program
 * under it, and reads the counts that it writes to a file, one for each call of fr_counted_find. */
#ifndef FOOTRACE_HARNESS_RACERS_CALLGRIND_H
#define FOOTRACE_HARNESS_RACERS_CALLGRIND_H

#include <stddef.h>
#include <stdint.h>

#include "harness/sandbox/execute.h"
#include "maps/formats/base/error.h"

/* The version of valgrind ("valgrind-3.19.0") in `version`, of `size` bytes; "" if it is not
 * installed. */
void fr_callgrind_version(char *version, size_t size);

struct fr_callgrind {
    char file[256];   /* receives the counts */
    char option[320]; /* the command-line option that names the file */
};

/* Makes the executable start under callgrind, which writes its counts to `file`; `callgrind` must
 * outlive the executable. */
void fr_callgrind_use(struct fr_callgrind *callgrind, const char *file,
                      struct fr_executable *executable);

/* Reads up to `most` counts in the order of the calls, and sets *count. The file may still be
 * growing: an incomplete last count is ignored. FR_OK, or FR_BAD_INPUT with `error` filled. */
FR_MUST_USE enum fr_status fr_callgrind_read(const char *file, int64_t *counts, size_t most,
                                             size_t *count, struct fr_error *error);

#endif
