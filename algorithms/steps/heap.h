/* A binary heap of entries of any one type, in an array that its owner grows.
 *
 * Each inclusion defines two functions for one type, and undefines these names again:
 *   HEAP(name)         their names, which nothing else in the tree has: HEAP(up), HEAP(down)
 *   HEAP_ENTRY         the type of an entry
 *   HEAP_BEFORE(a, b)  whether entry *a comes out before entry *b
 *   HEAP_RISES(a, b)   the same for a new entry *a; by default, HEAP_BEFORE */
#ifndef HEAP_RISES
#define HEAP_RISES(a, b) HEAP_BEFORE(a, b)
#endif

/* Inserts an entry into a heap of `at` entries; the array has room for it. */
static inline void HEAP(up)(HEAP_ENTRY *entries, size_t at, HEAP_ENTRY entry)
{
    for (; at > 0 && HEAP_RISES(&entry, &entries[(at - 1) / 2]); at = (at - 1) / 2)
        entries[at] = entries[(at - 1) / 2];
    entries[at] = entry;
}

/* Puts a new entry in the place of the removed first one; the heap has `count` others. */
static inline void HEAP(down)(HEAP_ENTRY *entries, size_t count, HEAP_ENTRY entry)
{
    size_t at = 0;
    for (size_t child = 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && HEAP_BEFORE(&entries[child + 1], &entries[child]);
        if (!HEAP_BEFORE(&entries[child], &entry))
            break;
        entries[at] = entries[child];
        at = child;
    }
    entries[at] = entry;
}

#undef HEAP
#undef HEAP_ENTRY
#undef HEAP_BEFORE
#undef HEAP_RISES
