/* Memory: the library takes every byte from an allocator that the caller passes.
 *
 * The harness passes counting allocators, so that a back end's footprint is counted, not guessed;
 * tests make the n-th allocation fail. One thread at a time may use an allocator. */
#ifndef FOOTRACE_MAPS_ALLOCATOR_H
#define FOOTRACE_MAPS_ALLOCATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct fr_allocator {
    void *(*allocate)(void *context, size_t bytes); /* aligned for any type; NULL: no memory */
    void (*deallocate)(void *context, void *block, size_t bytes); /* bytes as allocated */
    void *context;
};

/* malloc and free. */
extern const struct fr_allocator fr_default_allocator;

/* Allocates `count` items of `size` bytes, uninitialised; NULL if out of memory, on overflow, or if
 * `count` is 0. */
void *fr_allocate(const struct fr_allocator *allocator, size_t count, size_t size);

/* Like fr_allocate, but filled with zero bytes. */
void *fr_allocate_zeroed(const struct fr_allocator *allocator, size_t count, size_t size);

/* The number of items to allocate for an array that may be empty. */
static inline size_t fr_at_least_one(size_t count)
{
    return count ? count : 1;
}

/* The part of fr_reserve that allocates, separate so that fr_reserve inlines to a comparison. Call
 * fr_reserve. */
bool fr_reserve_beyond(const struct fr_allocator *allocator, void *array, size_t count, size_t more,
                       size_t *capacity, size_t size);

/* Makes room for `more` items after the first `count` of an array with capacity *capacity, in items
 * of `size` bytes. `array` is the address of the pointer to its items, updated when the array moves
 * to a block of at least twice the capacity. False if out of memory, with nothing changed. */
static inline bool fr_reserve(const struct fr_allocator *allocator, void *array, size_t count,
                              size_t more, size_t *capacity, size_t size)
{
    return count + more <= *capacity ||
           fr_reserve_beyond(allocator, array, count, more, capacity, size);
}

/* Appends an item of `size` bytes to an array of *count items, grown by fr_reserve. */
static inline bool fr_append(const struct fr_allocator *allocator, void *array, size_t *count,
                             size_t *capacity, const void *item, size_t size)
{
    char *items;
    if (!fr_reserve(allocator, array, *count, 1, capacity, size))
        return false;
    memcpy(&items, array, sizeof items);
    memcpy(items + (*count)++ * size, item, size);
    return true;
}

/* The address of a pointer to an array, and the size of its items in bytes. */
struct fr_growing {
    void *array;
    size_t size;
};

#define FR_MOST_GROWING 3

/* Moves `count` arrays, FR_MOST_GROWING at most, of *capacity items each, to blocks of `wanted`
 * items; the added items are zero bytes. False if out of memory, with nothing changed. */
bool fr_enlarge(const struct fr_allocator *allocator, const struct fr_growing *arrays, size_t count,
                size_t *capacity, size_t wanted);

/* Moves an array of `count` items to a block for `wanted` items, at least count and at least one.
 * False if out of memory, with nothing changed. */
bool fr_resize(const struct fr_allocator *allocator, void *array, size_t count, size_t *capacity,
               size_t size, size_t wanted);

/* Frees a block that fr_allocate returned for this count and size; accepts NULL. */
void fr_deallocate(const struct fr_allocator *allocator, void *block, size_t count, size_t size);

/* An allocator that counts what it takes from the default allocator. */
struct fr_counting_allocator {
    struct fr_allocator allocator; /* pass a pointer to this; valid while the struct is not moved */
    size_t live_bytes;             /* allocated now */
    size_t peak_bytes;             /* highest live_bytes so far */
    size_t limit_bytes;            /* live_bytes may not exceed it; 0: no limit */
    uint64_t allocations;          /* successful and refused calls so far */
    uint64_t fail_at;              /* refuse this allocation, counted from 1; 0: none */
    uint64_t refused;              /* calls that returned NULL */
};

void fr_counting_allocator_init(struct fr_counting_allocator *counting);

#endif
