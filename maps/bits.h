/* Bit tricks on 64-bit words, with the compiler's instructions where there are any. */
#ifndef FOOTRACE_MAPS_BITS_H
#define FOOTRACE_MAPS_BITS_H

#include <stdint.h>

/* How many bits are set. */
static inline int fr_popcount(uint64_t word)
{
#if defined(__GNUC__)
    return __builtin_popcountll(word);
#else
    int count = 0;
    for (; word; word &= word - 1)
        count++;
    return count;
#endif
}

/* Index of the lowest set bit; word is not 0. */
static inline int fr_lowest_bit(uint64_t word)
{
#if defined(__GNUC__)
    return __builtin_ctzll(word);
#else
    int index = 0;
    for (; !(word & 1); word >>= 1)
        index++;
    return index;
#endif
}

/* Index of the highest set bit; word is not 0. */
static inline int fr_highest_bit(uint64_t word)
{
#if defined(__GNUC__)
    return 63 - __builtin_clzll(word);
#else
    int index = 0;
    while (word >>= 1)
        index++;
    return index;
#endif
}

#endif
