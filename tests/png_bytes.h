/* Numbers and check sums in PNG's format, for tests that make or repair PNG files. */
#ifndef FOOTRACE_TESTS_PNG_BYTES_H
#define FOOTRACE_TESTS_PNG_BYTES_H

#include <stddef.h>
#include <stdint.h>

/* Of a chunk's type and data. */
static inline uint32_t png_check_sum(const uint8_t *bytes, size_t size)
{
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        sum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320u : 0);
    }
    return ~sum;
}

/* A chunk's number: high byte first. */
static inline void put_big(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> (24 - 8 * i));
}

#endif
