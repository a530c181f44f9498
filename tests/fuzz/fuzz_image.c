/* Images: PNG, BMP and the masks of Adventure Game Studio's rooms, with any options. */
#include "tests/fuzz/fuzz.h"
#include "tests/png_bytes.h"

/* A byte of deflate stands for at most 1032 of a mask, of 8 pixels each; a pixel takes a byte, a
 * bit and, while colours are counted, a share of their set. */
#define BYTES_A_BYTE 20000

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

/* Makes the checksums of PNG chunks right, without which nothing behind them is looked at. */
static void mend_chunks(uint8_t *data, size_t size)
{
    const uint8_t *end = memchr(data, '\n', size);
    size_t at = end ? (size_t)(end - data) + 1 + 8 : size;
    while (at < size && size - at >= 12) {
        const size_t length = (size_t)data[at] << 24 | (size_t)data[at + 1] << 16 |
                              (size_t)data[at + 2] << 8 | data[at + 3];
        if (length > size - at - 12)
            return;
        put_big(data + at + 8 + length, png_check_sum(data + at + 4, length + 4));
        at += 12 + length;
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    size = LLVMFuzzerMutate(data, size, most);
    if (seed % 8 != 0 && fuzz_has(data, size < 200 ? size : 200, "\x89PNG"))
        mend_chunks(data, size);
    return size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char options[FUZZ_LONGEST_OPTIONS];
    struct fuzz_memory memory;
    if (!fuzz_take_options(&data, &size, options) || size == 0 ||
        strchr("{.#tfhwmp \n", data[0]) != NULL)
        return 0;
    fuzz_memory_init(&memory);
    fuzz_release(fuzz_load("fuzz.png", options, data, size, &memory, BYTES_A_BYTE), &memory);
    return 0;
}
