/* The open list of searches over graphs: a binary heap of costs and whose they are. */
#ifndef FOOTRACE_ALGORITHMS_STEPS_SEARCH_HEAP_H
#define FOOTRACE_ALGORITHMS_STEPS_SEARCH_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/allocator.h"

struct search_entry {
    uint64_t f;
    uint32_t node;
};

struct search_heap {
    struct search_entry *entries;
    size_t count, capacity;
};

/* False without memory. Of equal costs, the last one pushed comes first. */
static inline bool search_heap_push(struct search_heap *heap, const struct fr_allocator *allocator,
                                    uint64_t f, uint32_t node)
{
    if (heap->count == heap->capacity) {
        struct search_entry *entries =
            fr_grow(allocator, heap->entries, heap->count, 1, &heap->capacity, sizeof *entries);
        if (!entries)
            return false;
        heap->entries = entries;
    }
    struct search_entry *entries = heap->entries;
    size_t at = heap->count++;
    for (; at > 0 && f <= entries[(at - 1) / 2].f; at = (at - 1) / 2)
        entries[at] = entries[(at - 1) / 2];
    entries[at] = (struct search_entry){f, node};
    return true;
}

/* Puts an entry in where the first one of a heap was taken out, which has count entries with it. */
static inline void search_heap_settle(struct search_entry *entries, size_t count,
                                      struct search_entry entry)
{
    size_t at = 0;
    for (size_t child = 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && entries[child + 1].f < entries[child].f;
        if (entry.f <= entries[child].f)
            break;
        entries[at] = entries[child];
        at = child;
    }
    entries[at] = entry;
}

/* The least entry of a heap that has any. */
static inline struct search_entry search_heap_pop(struct search_heap *heap)
{
    const struct search_entry first = heap->entries[0], last = heap->entries[--heap->count];
    if (heap->count > 0)
        search_heap_settle(heap->entries, heap->count, last);
    return first;
}

/* Takes the least entry of a heap that has any, and puts another in. */
static inline struct search_entry search_heap_exchange(struct search_heap *heap,
                                                       struct search_entry entry)
{
    const struct search_entry first = heap->entries[0];
    search_heap_settle(heap->entries, heap->count, entry);
    return first;
}

static inline void search_heap_release(struct search_heap *heap,
                                       const struct fr_allocator *allocator)
{
    fr_deallocate(allocator, heap->entries, heap->capacity, sizeof *heap->entries);
}

#endif
