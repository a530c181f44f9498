/* A map as bytes, for a process that shares no memory with this one: another build of Footrace, or
 * one that runs under valgrind. The format is the same in all builds with the same version of the
 * protocol (sandbox/serve.h), even if struct fr_map differs; it contains a hash that verifies the
 * map that was read. */
#ifndef FOOTRACE_HARNESS_SANDBOX_MAP_BYTES_H
#define FOOTRACE_HARNESS_SANDBOX_MAP_BYTES_H

#include <stddef.h>

#include "maps/map.h"

/* The map in its current state, including events: `size` bytes in *bytes, which the caller returns
 * to `allocator`. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_map_bytes_write(const struct fr_map *map,
                                              const struct fr_allocator *allocator,
                                              unsigned char **bytes, size_t *size);

/* Makes a map, which the caller releases. FR_OK; FR_BAD_INPUT for bytes that are not a map, or
 * whose hash differs in this build; or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_map_bytes_read(const unsigned char *bytes, size_t size,
                                             const struct fr_allocator *allocator,
                                             struct fr_map **map);

#endif
