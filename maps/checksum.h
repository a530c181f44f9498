/* Checksums of memory, for what is read back on the same machine: fast, and of no fixed meaning. A file
 * that others read has hashes of its own (fr_map_hash). */
#ifndef FOOTRACE_MAPS_CHECKSUM_H
#define FOOTRACE_MAPS_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* A sum that goes on with a word: of one word each sum differs from any other, and of one sum each
 * word. The multiplier is that of SplitMix64. */
static inline uint64_t fr_checksum_mix(uint64_t sum, uint64_t word)
{
    sum ^= word;
    return (sum << 29 | sum >> 35) * UINT64_C(0xBF58476D1CE4E5B9);
}

/* Of so many bytes: another one if any word of eight of them differs, in however many bits. */
uint64_t fr_checksum(const void *bytes, size_t count);

#endif
