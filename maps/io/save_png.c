#include "maps/io/save_png.h"

#include <spng.h>
#include <stdlib.h>

#include "maps/allocator.h"
#include "maps/io/file.h"

struct png {
    struct spng_ihdr header;
    const uint8_t *pixels; /* rows packed as the header says */
    size_t size;
    uint8_t *packed; /* what pixels points at, where it is not the caller's; NULL otherwise */
};

/* The fewest bits that hold every level: 1 where all are 0 or 255, 2 where all are multiples of 85,
 * 4 of 17. */
static uint8_t grey_bits(const uint8_t *pixels, size_t count)
{
    uint8_t bits = 1;
    for (size_t i = 0; i < count && bits < 8; i++)
        while (bits < 8 && pixels[i] % (255 / ((1 << bits) - 1)) != 0)
            bits = (uint8_t)(bits * 2);
    return bits;
}

/* Greys of fewer than 8 bits, from the high bit of a byte down, each row from a byte of its own. */
static bool pack(struct png *png, const uint8_t *pixels)
{
    const int bits = png->header.bit_depth, unit = 255 / ((1 << bits) - 1);
    const size_t width = png->header.width, height = png->header.height;
    const size_t row_size = (width * (size_t)bits + 7) / 8;
    uint8_t *packed = fr_allocate_zeroed(&fr_default_allocator, row_size, height);
    if (!packed)
        return false;
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++) {
            const int shift = 8 - bits - (int)(x * (size_t)bits % 8);
            packed[y * row_size + x * (size_t)bits / 8] |=
                (uint8_t)(pixels[y * width + x] / unit << shift);
        }
    png->pixels = png->packed = packed;
    png->size = row_size * height;
    return true;
}

/* The whole file in memory, from malloc; NULL without memory. */
static void *encode(const struct png *png, int filters, size_t *size)
{
    struct spng_ihdr header = png->header;
    spng_ctx *context = spng_ctx_new(SPNG_CTX_ENCODER);
    if (!context)
        return NULL;
    int code = spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1);
    if (code == 0)
        code = spng_set_option(context, SPNG_IMG_COMPRESSION_LEVEL, 9);
    if (code == 0)
        code = spng_set_option(context, SPNG_FILTER_CHOICE, filters);
    if (code == 0)
        code = spng_set_ihdr(context, &header);
    if (code == 0)
        code =
            spng_encode_image(context, png->pixels, png->size, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE);
    void *file = code == 0 ? spng_get_png_buffer(context, size, &code) : NULL;
    spng_ctx_free(context);
    return file;
}

static enum fr_status refuse_size(const char *file, const struct spng_ihdr *header,
                                  struct fr_error *error)
{
    return fr_fail(error, FR_NO_MEMORY, "%s: not enough memory to encode %u x %u pixels", file,
                   (unsigned)header->width, (unsigned)header->height);
}

/* Flat masks shrink most unfiltered, shaded ones with a filter per row: both are tried. */
static enum fr_status write_smaller(const char *file, const struct png *png, struct fr_error *error)
{
    size_t plain_size = 0, filtered_size = 0;
    void *plain = encode(png, SPNG_DISABLE_FILTERING, &plain_size);
    void *filtered = encode(png, SPNG_FILTER_CHOICE_ALL, &filtered_size);
    enum fr_status status;
    if (!plain || !filtered)
        status = refuse_size(file, &png->header, error);
    else if (plain_size <= filtered_size)
        status = fr_file_write(file, plain, plain_size, error);
    else
        status = fr_file_write(file, filtered, filtered_size, error);
    free(plain);
    free(filtered);
    return status;
}

enum fr_status fr_save_png(const char *file, enum fr_png_kind kind, int32_t width, int32_t height,
                           const uint8_t *pixels, struct fr_error *error)
{
    const bool grey = kind == FR_PNG_GREY;
    const size_t count = (size_t)width * (size_t)height;
    struct png png = {.pixels = pixels, .size = count * (grey ? 1 : 3)};
    png.header = (struct spng_ihdr){.width = (uint32_t)width,
                                    .height = (uint32_t)height,
                                    .bit_depth = grey ? grey_bits(pixels, count) : 8,
                                    .color_type = grey ? SPNG_COLOR_TYPE_GRAYSCALE
                                                       : SPNG_COLOR_TYPE_TRUECOLOR};
    if (png.header.bit_depth < 8 && !pack(&png, pixels))
        return refuse_size(file, &png.header, error);
    const enum fr_status status = write_smaller(file, &png, error);
    fr_deallocate(&fr_default_allocator, png.packed, png.size, 1);
    return status;
}
