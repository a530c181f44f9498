/* Prepared states as bytes: loading takes a millisecond if preparing takes a second.
 *
 * A header precedes what a back end writes. The header names the back end, its options and the map,
 * and has a checksum: bytes that are damaged, truncated or saved for another map, back end or
 * option are refused before the back end reads them. The bytes work only on the kind of machine and
 * with the version that wrote them. A back end also checks each index, and each number that ends a
 * loop: forged bytes with a correct checksum may give wrong paths, but nothing outside a state is
 * read or written, and each query ends. */
#ifndef FOOTRACE_ALGORITHMS_SAVED_H
#define FOOTRACE_ALGORITHMS_SAVED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algorithms/pathfinder.h"

/* A growing byte buffer; {.allocator = ...} is an empty one. */
struct fr_bytes {
    uint8_t *items;
    size_t count, capacity;
    const struct fr_allocator *allocator;
};

/* Appends `count` items of `size` bytes. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_bytes_append(struct fr_bytes *bytes, const void *items, size_t count,
                                           size_t size);

/* Frees the buffer; it is then empty and may be used again. */
void fr_bytes_release(struct fr_bytes *bytes);

/* A state while it is saved to bytes, or loaded from them. One function for each struct names its
 * saved parts in order, with fr_saved_pass and fr_saved_array; the same function saves or loads,
 * depending on the caller. */
struct fr_saved {
    struct fr_bytes *bytes; /* to append to; NULL: what follows is loaded */
    const uint8_t *at;
    size_t left;                          /* bytes that were not read yet */
    const struct fr_allocator *allocator; /* for what is loaded */
    enum fr_status status; /* of the first part that failed; later parts are skipped */
};

/* Saves or loads `count` items of `size` bytes. FR_BAD_INPUT if fewer items are left. */
void fr_saved_pass(struct fr_saved *saved, void *items, size_t count, size_t size);

/* Saves or loads an array whose pointer is at `array`; a loaded array has room for at least `room`
 * items, and is NULL if `room` is 0. */
void fr_saved_array(struct fr_saved *saved, void *array, size_t count, size_t room, size_t size);

/* Whether all parts so far were loaded; the caller then sets FR_BAD_INPUT if they are unsound. */
static inline bool fr_saved_loaded(const struct fr_saved *saved)
{
    return !saved->bytes && saved->status == FR_OK;
}

/* Whether the loaded indices of `count` lists are safe: each list ends where the next one begins,
 * and one more index ends the last. The indices must begin at 0, never fall, and end at `last`. */
FR_MUST_USE bool fr_saved_lists(const uint32_t *first, size_t count, uint32_t last);

/* Replaces the bytes with a saved state, which was prepared with these options and is up to date
 * with the map. FR_OK; FR_NO_MEMORY; or FR_UNSUPPORTED for a back end that cannot save, or a state
 * that could be prepared again as fast. */
FR_MUST_USE enum fr_status fr_state_save(const struct fr_pathfinder *pathfinder,
                                         const struct fr_state *state, const struct fr_map *map,
                                         const struct fr_option_values *options,
                                         struct fr_bytes *bytes);

/* Yields a state equal to one from prepare. FR_OK; FR_NO_MEMORY; FR_BAD_INPUT for bytes that are
 * damaged, not a saved state, or in a different byte order; or FR_UNSUPPORTED if they were saved
 * for another map, back end, option or pointer size, or the back end cannot load. */
FR_MUST_USE enum fr_status fr_state_load(const struct fr_pathfinder *pathfinder,
                                         const struct fr_map *map,
                                         const struct fr_option_values *options,
                                         const struct fr_allocator *allocator, const void *bytes,
                                         size_t count, struct fr_state **state);

#endif
