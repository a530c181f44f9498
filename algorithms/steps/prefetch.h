/* Asking for memory ahead: where a search is about to read from many places that do not depend on
 * each other, the processor fetches them side by side, while it works on the first ones. */
#ifndef FOOTRACE_ALGORITHMS_STEPS_PREFETCH_H
#define FOOTRACE_ALGORITHMS_STEPS_PREFETCH_H

#include <stdint.h>

#define FR_LINE_BYTES 64 /* of a cache line, on most machines */

/* A hint that may be ignored; the address need not be valid. */
static inline void fr_prefetch(const void *address)
{
#if defined(__GNUC__)
    __builtin_prefetch(address);
#else
    (void)address;
#endif
}

/* Asks for so many lines. A constant number, tuned on rooms, beats the exact one: the end of such a
 * loop would mostly be guessed wrong. */
static inline void fr_prefetch_lines(const void *address, int lines)
{
    for (int i = 0; i < lines; i++)
        /* As a number, since the lines may lie behind the array.
         * NOLINTNEXTLINE(performance-no-int-to-ptr) */
        fr_prefetch((const void *)((uintptr_t)address + (uintptr_t)i * FR_LINE_BYTES));
}

#endif
