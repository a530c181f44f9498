/* How much memory cgroups leave to this process, and how many of its processes they
 * killed. */
#ifndef FOOTRACE_HARNESS_MACHINE_MEMORY_LIMIT_H
#define FOOTRACE_HARNESS_MACHINE_MEMORY_LIMIT_H

#include <stdint.h>

/* Bytes that the tightest cgroup leaves, with file caches counted as free; -1: no limit, or
 * unknown. System files are below `root`, which is "" except in tests. */
int64_t fr_memory_left(const char *root);

/* How many processes of this process's own group the out-of-memory killer has killed so far; -1:
 * unknown. */
int64_t fr_memory_kills(const char *root);

#endif
