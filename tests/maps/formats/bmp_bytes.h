/* BMP files made byte by byte, with headers of all versions. */
#ifndef FOOTRACE_TESTS_MAPS_FORMATS_BMP_BYTES_H
#define FOOTRACE_TESTS_MAPS_FORMATS_BMP_BYTES_H

#include "tests/maps/files.h"

#define BMP_MOST_BYTES 65536

struct bmp {
    int32_t width, height; /* height negative: top down */
    int bits, header, compression, palette_size;
    const uint8_t *pixels; /* in file order */
    size_t size;
    uint32_t masks[4];
    int gap; /* bytes between palette and pixels */
};

static inline void put_long(uint8_t *at, int64_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)((uint64_t)value >> 8 * i);
}

/* Masks are at byte 54: inside a long header, and after one of 40 bytes. */
static inline size_t bmp_palette_at(const struct bmp *bmp)
{
    const size_t header = 14 + (size_t)bmp->header;
    if (bmp->header != 40 || (bmp->compression != 3 && bmp->compression != 6))
        return header;
    return header + (bmp->compression == 3 ? 12 : 16);
}

static inline void put_bmp_header(uint8_t *bytes, const struct bmp *bmp)
{
    if (bmp->header == 12) {
        put_long(bytes + 18, bmp->width | bmp->height << 16);
        put_long(bytes + 22, 1 | bmp->bits << 16);
        return;
    }
    put_long(bytes + 18, bmp->width);
    put_long(bytes + 22, bmp->height);
    put_long(bytes + 26, 1 | bmp->bits << 16);
    if (bmp->header == 16)
        return;
    put_long(bytes + 30, bmp->compression);
    put_long(bytes + 46, bmp->palette_size);
    for (size_t i = 0; i < 4 && 54 + 4 * i + 4 <= bmp_palette_at(bmp); i++)
        put_long(bytes + 54 + 4 * i, bmp->masks[i]);
}

/* The palette: entry i is the grey of level 20*i, but entries 1 and 2 are both of level 30. */
static inline size_t make_bmp(uint8_t *bytes, const struct bmp *bmp)
{
    const size_t entry = bmp->header == 12 ? 3 : 4, palette = bmp_palette_at(bmp);
    const size_t pixels = palette + (size_t)bmp->palette_size * entry + (size_t)bmp->gap;
    assert_true(pixels + bmp->size <= BMP_MOST_BYTES);
    memset(bytes, 0, pixels);
    memcpy(bytes, "BM", 2);
    put_long(bytes + 2, (int64_t)(pixels + bmp->size));
    put_long(bytes + 10, (int64_t)pixels);
    put_long(bytes + 14, bmp->header);
    put_bmp_header(bytes, bmp);
    for (int i = 0; i < bmp->palette_size; i++)
        memset(bytes + palette + (size_t)i * entry, i == 1 || i == 2 ? 30 : 20 * i, 3);
    memcpy(bytes + pixels, bmp->pixels, bmp->size);
    return pixels + bmp->size;
}

static inline const char *put_bmp(const char *name, const struct bmp *bmp)
{
    static uint8_t bytes[BMP_MOST_BYTES];
    return put_bytes(name, bytes, make_bmp(bytes, bmp));
}

static inline size_t bmp_stride(int32_t width, int bits)
{
    return ((size_t)width * (size_t)bits + 31) / 32 * 4;
}

/* Packs width x rows samples, top row first, as a BMP with this many bits per pixel; returns the
 * number of bytes. */
static inline size_t pack_bmp(uint8_t *packed, const uint32_t *samples, int32_t width, int32_t rows,
                              int bits, bool top_down)
{
    const size_t stride = bmp_stride(width, bits);
    memset(packed, 0, stride * (size_t)rows);
    for (int32_t y = 0; y < rows; y++) {
        uint8_t *row = packed + (size_t)(top_down ? y : rows - 1 - y) * stride;
        for (int32_t x = 0; x < width; x++, samples++)
            if (bits < 8)
                row[x * bits / 8] |= (uint8_t)(*samples << (8 - bits - x * bits % 8));
            else
                for (int i = 0; i < bits / 8; i++)
                    row[x * bits / 8 + i] = (uint8_t)(*samples >> 8 * i);
    }
    return stride * (size_t)rows;
}

#endif
