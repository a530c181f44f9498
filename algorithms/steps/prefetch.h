/* Prefetching: before a search reads several independent addresses, the processor fetches them in
 * parallel while it works on the first. */
#ifndef FOOTRACE_ALGORITHMS_STEPS_PREFETCH_H
#define FOOTRACE_ALGORITHMS_STEPS_PREFETCH_H

#include <stdint.h>

#define FR_LINE_BYTES 64 /* of a cache line on most machines */

/* A hint that may be ignored; the address may be invalid. */
static inline void fr_prefetch(const void *address)
{
#if defined(__GNUC__)
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

/* Prefetches this many lines. A constant, tuned on rooms, is faster than the exact number: the end
 * of a loop of varying length would mostly be mispredicted. */
static inline void fr_prefetch_lines(const void *address, int lines)
{
    for (int i = 0; i < lines; i++)
        /* An integer, as the lines may be past the end of the array.
         * NOLINTNEXTLINE(performance-no-int-to-ptr) */
        fr_prefetch((const void *)((uintptr_t)address + (uintptr_t)i * FR_LINE_BYTES));
}

#endif
