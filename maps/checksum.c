#include "maps/checksum.h"

#include <string.h>

/* Words are summed in independent lanes. */
enum { LANES = 4, WORD = sizeof(uint64_t), STRIDE = LANES * WORD };

uint64_t fr_checksum(const void *bytes, size_t count)
{
    const uint8_t *at = bytes;
    uint64_t lanes[LANES] = {1, 2, 3, 4}, words[LANES], sum = fr_checksum_mix(0, count);
    size_t left = count;
    for (; left >= STRIDE; at += STRIDE, left -= STRIDE) {
        memcpy(words, at, STRIDE);
        for (int lane = 0; lane < LANES; lane++)
            lanes[lane] = fr_checksum_mix(lanes[lane], words[lane]);
    }
    memset(words, 0, sizeof words);
    if (left > 0)
        memcpy(words, at, left);
    for (int lane = 0; lane < LANES; lane++)
        sum = fr_checksum_mix(sum, fr_checksum_mix(lanes[lane], words[lane]));
    return sum;
}
