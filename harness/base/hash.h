/* Fowler, Noll and Vo's hash, FNV-1a, of 64 bits: says what is the same from what changed. It is
 * no defence against somebody who forges. */
#ifndef FOOTRACE_HARNESS_BASE_HASH_H
#define FOOTRACE_HARNESS_BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/formats/base/error.h"

#define FR_HASH_BEGIN UINT64_C(0xcbf29ce484222325)

/* Goes on from hash. */
uint64_t fr_hash_bytes(uint64_t hash, const void *bytes, size_t count);

/* With the zero at the end, which keeps two texts apart from another two. */
uint64_t fr_hash_text(uint64_t hash, const char *text);

/* With the bytes of a file. FR_OK; or FR_BAD_INPUT with error filled where it cannot be read. */
FR_MUST_USE enum fr_status fr_hash_file(const char *file, uint64_t *hash, struct fr_error *error);

#endif
