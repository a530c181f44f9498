/* Checksums of memory that is read back on the same machine: fast, but not portable. Files for
 * other machines use fr_map_hash. */
#ifndef FOOTRACE_MAPS_CHECKSUM_H
#define FOOTRACE_MAPS_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* Adds a word to a sum. For a fixed word, different sums give different results; for a fixed sum,
 * so do different words. The multiplier is that of SplitMix64. */
static inline uint64_t fr_checksum_mix(uint64_t sum, uint64_t word)
{
    sum ^= word;
    return (sum << 29 | sum >> 35) * UINT64_C(0xBF58476D1CE4E5B9);
}

/* The checksum of `count` bytes; it changes if any one of its 8-byte words changes, in any number
 * of bits. */
uint64_t fr_checksum(const void *bytes, size_t count);

#endif
