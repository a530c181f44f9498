/* Bit operations on 64-bit words, with the compiler's built-ins if there are any. */
#ifndef FOOTRACE_MAPS_BITS_H
#define FOOTRACE_MAPS_BITS_H

#include <stdint.h>
#include <string.h>

/* The number of set bits. */
static inline int fr_popcount(uint64_t word)
{
#if defined(__POPCNT__) || defined(__aarch64__)
    return __builtin_popcountll(word);
#else
    /* sums of two bits, of four, of eight; a multiplication adds the eight sums */
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int)(word * UINT64_C(0x0101010101010101) >> 56);
#endif
}

/* Index of the lowest set bit; `word` is not 0. */
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

/* Index of the highest set bit; `word` is not 0. */
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

/* Eight bytes as a word in machine order, to compare them all at once. */
static inline uint64_t fr_eight_bytes(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

/* A word of eight equal bytes. */
static inline uint64_t fr_eight_times(uint8_t byte)
{
    return byte * UINT64_C(0x0101010101010101);
}

#endif
