/* Counting instructions with callgrind, a tool of valgrind: the words that start a program under
 * it, and the counts that it leaves in a file, one for each call of fr_counted_find. */
#ifndef FOOTRACE_HARNESS_RACERS_CALLGRIND_H
#define FOOTRACE_HARNESS_RACERS_CALLGRIND_H

#include <stddef.h>
#include <stdint.h>

#include "harness/racers/execute.h"

/* The version of valgrind ("valgrind-3.19.0"), of size bytes; "" where there is none. */
void fr_callgrind_version(char *version, size_t size);

struct fr_callgrind {
    char file[256];   /* where the counts go */
    char option[320]; /* that says so */
};

/* Has the executable start under callgrind, with counts going to a file; callgrind outlives it. */
void fr_callgrind_use(struct fr_callgrind *callgrind, const char *file,
                      struct fr_executable *executable);

/* Reads at most most counts, in the order of the calls; how many there are. The file may still be
 * written to: a count without an end is none yet. FR_OK, or FR_BAD_INPUT with error filled. */
FR_MUST_USE enum fr_status fr_callgrind_read(const char *file, int64_t *counts, size_t most,
                                             size_t *count, struct fr_error *error);

#endif
