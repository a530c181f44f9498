/* Control over the processor: pinning to one core, and the size of the cache. */
#ifndef FOOTRACE_HARNESS_MACHINE_QUIET_CORE_H
#define FOOTRACE_HARNESS_MACHINE_QUIET_CORE_H

#include <stdbool.h>
#include <stdint.h>

/* Pins this process and its future children to one core, numbered from 0. False if the system
 * refuses, or has no such core. */
bool fr_pin_to_core(int core);

/* Pins this process to its current core, or to the next allowed one that no other race has claimed.
 * Returns the core, or -1 if there is none. *claim is a descriptor that holds the claim until
 * closed, or -1. */
int fr_pin_to_free_core(int *claim);

/* The size of the last-level cache in bytes; -1: unknown. */
int64_t fr_last_level_cache_bytes(void);

#endif
