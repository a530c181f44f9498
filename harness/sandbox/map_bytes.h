/* A map as bytes, for a process that shares no memory with this one: another build of Footrace, or
 * one that runs under valgrind. The form is the same in all builds that speak one version of the
 * protocol (sandbox/serve.h), whatever struct fr_map looks like there; the hash in it says whether
 * the map that was read is the one that was written. */
#ifndef FOOTRACE_HARNESS_SANDBOX_MAP_BYTES_H
#define FOOTRACE_HARNESS_SANDBOX_MAP_BYTES_H

#include <stddef.h>

#include "maps/map.h"

/* The map as it is now, events and all: size bytes in *bytes, for the caller to give back to
 * allocator. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_map_bytes_write(const struct fr_map *map,
                                              const struct fr_allocator *allocator,
                                              unsigned char **bytes, size_t *size);

/* A map for the caller to release. FR_OK; FR_BAD_INPUT for bytes that are no map, or from which
 * this build makes another one; or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_map_bytes_read(const unsigned char *bytes, size_t size,
                                             const struct fr_allocator *allocator,
                                             struct fr_map **map);

#endif
