/* Prepared states as bytes: preparing takes a second where loading takes a millisecond.
 *
 * A frame stands around what a back end writes. It says which back end with which options was
 * prepared on which map, and it has a checksum: bytes that were damaged, cut short or saved for
 * another question are refused before the back end sees them. The bytes suit the machine and the
 * version that wrote them, and are refused elsewhere. They are no protection against malice: load
 * only what you saved. */
#ifndef FOOTRACE_ALGORITHMS_SAVED_H
#define FOOTRACE_ALGORITHMS_SAVED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algorithms/pathfinder.h"

/* Bytes that grow; {.allocator = ...} is an empty one. */
struct fr_bytes {
    uint8_t *items;
    size_t count, capacity;
    const struct fr_allocator *allocator;
};

/* Appends count items of size bytes. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_bytes_append(struct fr_bytes *bytes, const void *items, size_t count,
                                           size_t size);

/* Gives the buffer back; the bytes are then empty and may be used again. */
void fr_bytes_release(struct fr_bytes *bytes);

/* What of a saved state was not read yet. */
struct fr_saved {
    const uint8_t *at;
    size_t left;
    enum fr_status status; /* of the first fr_saved_array that failed */
};

/* Reads count items of size bytes to items, aligned as they need. False where fewer are left. */
FR_MUST_USE bool fr_saved_take(struct fr_saved *saved, void *items, size_t count, size_t size);

/* Reads count items of size bytes to a fresh array with room for at least as many. NULL where
 * that is none; NULL, and the status set, where fewer are left (FR_BAD_INPUT) or there is no memory
 * (FR_NO_MEMORY); NULL as well once that happened. */
void *fr_saved_array(struct fr_saved *saved, const struct fr_allocator *allocator, size_t count,
                     size_t room, size_t size);

/* Puts a state that stands for the map as it is now, prepared with these options, in place of the
 * bytes. FR_OK; FR_NO_MEMORY; or FR_UNSUPPORTED for a back end that cannot save,
 * or a state that is as fast prepared. */
FR_MUST_USE enum fr_status fr_state_save(const struct fr_pathfinder *pathfinder,
                                         const struct fr_state *state, const struct fr_map *map,
                                         const struct fr_option_values *options,
                                         struct fr_bytes *bytes);

/* A state as prepare would make. FR_OK; FR_NO_MEMORY; FR_BAD_INPUT for bytes that are damaged, no
 * saved state, or of another byte order; or FR_UNSUPPORTED where they were saved for another map,
 * back end, option or size of pointers, or the back end cannot load. */
FR_MUST_USE enum fr_status fr_state_load(const struct fr_pathfinder *pathfinder,
                                         const struct fr_map *map,
                                         const struct fr_option_values *options,
                                         const struct fr_allocator *allocator, const void *bytes,
                                         size_t count, struct fr_state **state);

#endif
