#include "algorithms/steps/heap_sort.h"

static void swap(unsigned char *a, unsigned char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const unsigned char byte = a[i];
        a[i] = b[i];
        b[i] = byte;
    }
}

void heap_sort(void *items, size_t count, size_t size,
               int (*compare)(const void *left, const void *right))
{
    unsigned char *const at = items;
    size_t next = count / 2; /* items from here on form a heap, greatest first */
    for (size_t left = count; left > 1;) {
        if (next > 0)
            next--;
        else
            swap(at, at + --left * size, size);
        for (size_t parent = next, child; (child = 2 * parent + 1) < left; parent = child) {
            child += child + 1 < left && compare(at + child * size, at + (child + 1) * size) < 0;
            if (compare(at + parent * size, at + child * size) >= 0)
                break;
            swap(at + parent * size, at + child * size, size);
        }
    }
}
