/* Heap sort (Williams 1964), with the parameters of qsort. Heap sort sorts in place, whereas the
 * qsort of libc may allocate outside our allocator. Not stable. */
#ifndef FOOTRACE_ALGORITHMS_STEPS_HEAP_SORT_H
#define FOOTRACE_ALGORITHMS_STEPS_HEAP_SORT_H

#include <stddef.h>

void heap_sort(void *items, size_t count, size_t size,
               int (*compare)(const void *left, const void *right));

#endif
