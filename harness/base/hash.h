/* The 64-bit FNV-1a hash of Fowler, Noll and Vo: detects changes, but does not protect against
 * deliberate forgery. */
#ifndef FOOTRACE_HARNESS_BASE_HASH_H
#define FOOTRACE_HARNESS_BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/formats/base/error.h"

#define FR_HASH_BEGIN UINT64_C(0xcbf29ce484222325)

/* Continues from `hash`. */
uint64_t fr_hash_bytes(uint64_t hash, const void *bytes, size_t count);

/* Includes the terminating zero, so that "ab", "c" and "a", "bc" differ. */
uint64_t fr_hash_text(uint64_t hash, const char *text);

/* Adds the bytes of a file. FR_OK; or, for an unreadable file, FR_BAD_INPUT with `error` filled. */
FR_MUST_USE enum fr_status fr_hash_file(const char *file, uint64_t *hash, struct fr_error *error);

#endif
