/* The open list of graph searches: a binary heap of costs and nodes. */
#ifndef FOOTRACE_ALGORITHMS_STEPS_SEARCH_HEAP_H
#define FOOTRACE_ALGORITHMS_STEPS_SEARCH_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "maps/allocator.h"

struct search_entry {
    uint64_t f;
    uint32_t node;
};

struct search_heap {
    struct search_entry *entries;
    size_t count, capacity;
};

#define HEAP(name) search_heap_##name
#define HEAP_ENTRY struct search_entry
#define HEAP_BEFORE(a, b) ((a)->f < (b)->f)
#define HEAP_RISES(a, b) ((a)->f <= (b)->f)
#include "algorithms/steps/heap.h"

/* An integer key with the order of a non-negative double: its bits. */
static inline uint64_t search_heap_key(double cost)
{
    uint64_t key;
    memcpy(&key, &cost, sizeof key);
    return key;
}

static inline double search_heap_cost(uint64_t key)
{
    double cost;
    memcpy(&cost, &key, sizeof cost);
    return cost;
}

/* False if out of memory. Of entries with equal costs, the one pushed last comes first. */
static inline bool search_heap_push(struct search_heap *heap, const struct fr_allocator *allocator,
                                    uint64_t f, uint32_t node)
{
    if (!fr_reserve(allocator, &heap->entries, heap->count, 1, &heap->capacity,
                    sizeof *heap->entries))
        return false;
    search_heap_up(heap->entries, heap->count++, (struct search_entry){f, node});
    return true;
}

/* Removes and returns the least entry of a non-empty heap. */
static inline struct search_entry search_heap_pop(struct search_heap *heap)
{
    const struct search_entry first = heap->entries[0], last = heap->entries[--heap->count];
    if (heap->count > 0)
        search_heap_down(heap->entries, heap->count, last);
    return first;
}

/* Replaces the least entry of a non-empty heap by another, and returns it. */
static inline struct search_entry search_heap_exchange(struct search_heap *heap,
                                                       struct search_entry entry)
{
    const struct search_entry first = heap->entries[0];
    search_heap_down(heap->entries, heap->count, entry);
    return first;
}

static inline void search_heap_release(struct search_heap *heap,
                                       const struct fr_allocator *allocator)
{
    fr_deallocate(allocator, heap->entries, heap->capacity, sizeof *heap->entries);
}

#endif
