/* Memory: every byte that the library takes comes from an allocator handed in by the caller.
 *
 * The harness hands out counting allocators, so that a back end's footprint is counted, not
 * guessed; tests let the n-th allocation fail. An allocator is used by one thread at a time. */
#ifndef FOOTRACE_MAPS_ALLOCATOR_H
#define FOOTRACE_MAPS_ALLOCATOR_H

#include <stddef.h>
#include <stdint.h>

struct fr_allocator {
    void *(*allocate)(void *context, size_t bytes); /* aligned for any type; NULL: no memory */
    void (*deallocate)(void *context, void *block, size_t bytes); /* bytes as allocated */
    void *context;
};

/* malloc and free. */
extern const struct fr_allocator fr_default_allocator;

/* count items of size bytes, uninitialised; NULL without memory, on overflow, or when count is 0.
 */
void *fr_allocate(const struct fr_allocator *allocator, size_t count, size_t size);

/* The same, filled with zero bytes. */
void *fr_allocate_zeroed(const struct fr_allocator *allocator, size_t count, size_t size);

/* fr_grow where there is no room: apart, so that to ask costs a comparison. Call fr_grow. */
void *fr_grow_beyond(const struct fr_allocator *allocator, void *items, size_t count, size_t more,
                     size_t *capacity, size_t size);

/* Room for more items behind the first count of an array that holds *capacity items of size bytes:
 * the array itself where there is room, else a block of at least twice the capacity that takes its
 * place, with *capacity kept in step. NULL without memory, with nothing changed. */
static inline void *fr_grow(const struct fr_allocator *allocator, void *items, size_t count,
                            size_t more, size_t *capacity, size_t size)
{
    return count + more <= *capacity
               ? items
               : fr_grow_beyond(allocator, items, count, more, capacity, size);
}

/* Gives back what fr_allocate gave for the same count and size; accepts NULL. */
void fr_deallocate(const struct fr_allocator *allocator, void *block, size_t count, size_t size);

/* An allocator that counts what passes through it to the default allocator. */
struct fr_counting_allocator {
    struct fr_allocator allocator; /* hand this one out; valid while the struct stays in place */
    size_t live_bytes;             /* now allocated */
    size_t peak_bytes;             /* highest live_bytes so far */
    size_t limit_bytes;            /* refuse to go over it; 0: no limit */
    uint64_t allocations;          /* successful and refused calls so far */
    uint64_t fail_at;              /* refuse this allocation (from 1); 0: none */
    uint64_t refused;              /* how many were refused, for either reason */
};

void fr_counting_allocator_init(struct fr_counting_allocator *counting);

#endif
