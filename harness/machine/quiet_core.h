/* What a race can do about the processor it runs on: stay on one core, begin with cold caches. */
#ifndef FOOTRACE_HARNESS_MACHINE_QUIET_CORE_H
#define FOOTRACE_HARNESS_MACHINE_QUIET_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Keeps this process, and the children that it will have, on one core, from 0. False where the
 * system refuses, or has no such core. */
bool fr_pin_to_core(int core);

/* The same with the core that the process is on, or with the next one that it may use and that no
 * other race claims in this way. The core, or -1 where there is none. *claim is a descriptor that
 * holds it until it is closed, or -1. */
int fr_pin_to_free_core(int *claim);

/* Bytes of the last-level cache; -1 where the system does not tell. */
int64_t fr_last_level_cache_bytes(void);

/* Bytes that push everything else out of the caches when they are read: twice the largest cache; 64
 * MB where the system does not tell its size. */
size_t fr_eviction_bytes(void);

/* Reads them all, a word of each cache line. */
void fr_evict_caches(const unsigned char *bytes, size_t count);

#endif
