/* What a race can do about the processor it runs on: stay on one core, and begin with cold caches. */
#ifndef FOOTRACE_HARNESS_QUIET_CORE_H
#define FOOTRACE_HARNESS_QUIET_CORE_H

#include <stdbool.h>
#include <stddef.h>

/* Keeps this process, and the children that it will have, on one core, from 0. False where the
 * system refuses, or has no such core. */
bool fr_pin_to_core(int core);

/* Bytes that push everything else out of the caches when they are read: twice the largest cache; 64
 * MB where the system does not tell its size. */
size_t fr_eviction_bytes(void);

/* Reads them all, a word of each cache line. */
void fr_evict_caches(const unsigned char *bytes, size_t count);

#endif
