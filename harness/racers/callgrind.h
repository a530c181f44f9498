/* Counts instructions with callgrind, a tool of valgrind: the words that start a program under it,
 * and the counts that it writes to a file, one for each call of fr_counted_find. */
#ifndef FOOTRACE_HARNESS_RACERS_CALLGRIND_H
#define FOOTRACE_HARNESS_RACERS_CALLGRIND_H

#include <stddef.h>
#include <stdint.h>

#include "harness/sandbox/execute.h"
#include "maps/formats/base/error.h"

/* The version of valgrind ("valgrind-3.19.0"), as text of size bytes; "" if there is none. */
void fr_callgrind_version(char *version, size_t size);

struct fr_callgrind {
    char file[256];   /* where the counts go */
    char option[320]; /* that names it */
};

/* Makes the executable start under callgrind, with counts going to a file; callgrind must outlive
 * it. */
void fr_callgrind_use(struct fr_callgrind *callgrind, const char *file,
                      struct fr_executable *executable);

/* Reads at most most counts, in the order of the calls; *count is how many there are. The file may
 * still be written to: an incomplete count does not count. FR_OK, or FR_BAD_INPUT with error
 * filled. */
FR_MUST_USE enum fr_status fr_callgrind_read(const char *file, int64_t *counts, size_t most,
                                             size_t *count, struct fr_error *error);

#endif
