/* Open lists, from the simplest to the one to ship.
 *
 * An entry is a pixel packed as y << 16 | x, and the cost f with which it was pushed. A pixel that
 * is pushed again at a lower cost leaves its older entry in the list, except in the list with
 * linear membership; the search skips entries with nothing left to expand. Costs wrap around and
 * are compared as signed differences (grid/astar.c).
 *
 * Of entries with equal costs, all lists return the one pushed last: they expand the same pixels
 * and differ only in time. The bucket queue counts all costs in a bucket as equal. */
#ifndef FOOTRACE_ALGORITHMS_STEPS_OPEN_LIST_H
#define FOOTRACE_ALGORITHMS_STEPS_OPEN_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "maps/allocator.h"
#include "maps/bits.h"

enum open_kind {
    OPEN_BUCKET,           /* circular bucket queue: Dial 1969, with buckets wider than one cost */
    OPEN_HEAP,             /* binary heap */
    OPEN_SORTED,           /* array kept sorted by insertion */
    OPEN_LINEAR,           /* array searched for the least entry at each pop */
    OPEN_LINEAR_MEMBERSHIP /* like OPEN_LINEAR, and also searched before each push */
};

#define OPEN_BUCKETS 16 /* more than the range of f in the open list, in buckets: see astar.c */

struct open_entry {
    uint32_t f;
    uint32_t turn; /* number of earlier pushes; wraps around, too */
    uint32_t pixel;
};

struct bucket {
    uint32_t *pixels; /* a stack */
    size_t count, capacity;
};

struct open_list {
    const struct fr_allocator *allocator;
    struct open_entry *entries; /* for every kind but OPEN_BUCKET */
    size_t count, capacity;
    struct bucket buckets[OPEN_BUCKETS];
    uint32_t filled; /* a bit for each bucket that is not empty */
    uint32_t base;   /* least f that the current bucket may hold */
    unsigned shift;  /* scale.bucket_shift */
};

static inline bool cost_less(uint32_t a, uint32_t b)
{
    return (int32_t)(a - b) < 0;
}

/* Empties the list for a search whose first entry has cost f. */
static inline void open_clear(struct open_list *open, uint32_t f)
{
    open->count = 0;
    for (; open->filled; open->filled &= open->filled - 1)
        open->buckets[fr_lowest_bit(open->filled)].count = 0;
    open->base = f >> open->shift << open->shift;
}

static inline bool bucket_push(struct open_list *open, uint32_t f, uint32_t pixel)
{
    const unsigned index = f >> open->shift & (OPEN_BUCKETS - 1);
    struct bucket *bucket = &open->buckets[index];
    if (bucket->count == bucket->capacity) { /* tested here: an unconditional store costs A* 3 % */
        if (!fr_reserve(open->allocator, &bucket->pixels, bucket->count, 1, &bucket->capacity,
                        sizeof *bucket->pixels))
            return false;
    }
    bucket->pixels[bucket->count++] = pixel;
    open->filled |= 1u << index;
    return true;
}

/* The order of all lists with entries: least f first; of equal f, the one pushed last. */
static inline bool entry_before(const struct open_entry *a, const struct open_entry *b)
{
    return a->f != b->f ? cost_less(a->f, b->f) : cost_less(b->turn, a->turn);
}

#define HEAP(name) heap_##name
#define HEAP_ENTRY struct open_entry
#define HEAP_BEFORE(a, b) entry_before(a, b)
#include "algorithms/steps/heap.h"

/* Sorted descending: the least entry is at the end. */
static inline void sorted_insert(struct open_entry *entries, size_t count, struct open_entry entry)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (entry_before(&entries[middle], &entry))
            high = middle;
        else
            low = middle + 1;
    }
    memmove(entries + low + 1, entries + low, (count - low) * sizeof *entries);
    entries[low] = entry;
}

/* The index of a pixel in the list, or `count`. */
static inline size_t linear_find(const struct open_list *open, uint32_t pixel)
{
    size_t at = 0;
    while (at < open->count && open->entries[at].pixel != pixel)
        at++;
    return at;
}

static inline bool entry_push(struct open_list *open, enum open_kind kind, struct open_entry entry)
{
    if (!fr_reserve(open->allocator, &open->entries, open->count, 1, &open->capacity,
                    sizeof *open->entries))
        return false;
    if (kind == OPEN_HEAP)
        heap_up(open->entries, open->count, entry);
    else if (kind == OPEN_SORTED)
        sorted_insert(open->entries, open->count, entry);
    else
        open->entries[open->count] = entry;
    open->count++;
    return true;
}

/* Removes and returns the first entry of a non-empty list. */
static inline struct open_entry entry_pop(struct open_list *open, enum open_kind kind)
{
    struct open_entry *entries = open->entries;
    size_t at = kind == OPEN_SORTED ? open->count - 1 : 0;
    if (kind == OPEN_LINEAR || kind == OPEN_LINEAR_MEMBERSHIP)
        for (size_t i = 1; i < open->count; i++)
            if (entry_before(&entries[i], &entries[at]))
                at = i;
    const struct open_entry first = entries[at];
    open->count--;
    if (kind == OPEN_HEAP && open->count > 0)
        heap_down(entries, open->count, entries[open->count]);
    else
        entries[at] = entries[open->count];
    return first;
}

static inline void open_release(struct open_list *open)
{
    fr_deallocate(open->allocator, open->entries, open->capacity, sizeof *open->entries);
    for (int i = 0; i < OPEN_BUCKETS; i++)
        fr_deallocate(open->allocator, open->buckets[i].pixels, open->buckets[i].capacity,
                      sizeof *open->buckets[i].pixels);
}

#endif
