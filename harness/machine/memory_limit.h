/* How much memory control groups leave to this process, and whom they had killed for it. */
#ifndef FOOTRACE_HARNESS_MACHINE_MEMORY_LIMIT_H
#define FOOTRACE_HARNESS_MACHINE_MEMORY_LIMIT_H

#include <stdint.h>

/* Bytes that the tightest of the groups leaves, caches of files counted as left; -1 without a limit,
 * or where nothing says so. The system's files are below root: "", except in tests. */
int64_t fr_memory_left(const char *root);

/* How many processes of this process's own group the out-of-memory killer has killed so far; -1 if
 * nothing says so. */
int64_t fr_memory_kills(const char *root);

#endif
