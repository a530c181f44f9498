#include "maps/formats/image/save_png.h"

#include <spng.h>
#include <stdbool.h>
#include <stdlib.h>

#include "maps/allocator.h"
#include "maps/formats/base/file.h"

struct png {
    struct spng_ihdr header;
    const struct spng_plte *palette; /* NULL: none */
    uint8_t unit;                    /* the level of one step of a packed value */
    const uint8_t *pixels;           /* rows packed as in the header */
    size_t size;
    uint8_t *packed; /* the buffer that pixels points to, if it is not the caller's; NULL
                      * otherwise */
};

/* The fewest bits that hold every level: 1 if all are 0 or 255, 2 if all are multiples of 85, 4 if
 * of 17. */
static uint8_t grey_bits(const uint8_t *pixels, size_t count)
{
    uint8_t bits = 1;
    for (size_t i = 0; i < count && bits < 8; i++)
        while (bits < 8 && pixels[i] % (255 / ((1 << bits) - 1)) != 0)
            bits = (uint8_t)(bits * 2);
    return bits;
}

/* Black for area 0, then distinct colours, which repeat after the last. The colours are bright: a
 * loader that ignores indices sees them as walkable. */
static void fill_palette(struct spng_plte *palette, uint8_t last)
{
    static const struct spng_plte_entry colours[] = {
        {0, 0, 0, 0},       {255, 255, 255, 0}, {86, 180, 233, 0},  {230, 159, 0, 0},
        {240, 228, 66, 0},  {204, 121, 167, 0}, {102, 194, 165, 0}, {252, 141, 98, 0},
        {141, 160, 203, 0}, {231, 138, 195, 0}, {166, 216, 84, 0},  {255, 217, 47, 0},
        {229, 196, 148, 0}, {179, 179, 179, 0}, {128, 177, 211, 0}, {251, 128, 114, 0}};
    const int known = (int)(sizeof colours / sizeof *colours);
    palette->n_entries = (uint32_t)last + 1;
    for (int i = 0; i <= last; i++)
        palette->entries[i] = colours[i < known ? i : 2 + (i - 2) % (known - 2)];
}

static uint8_t largest(const uint8_t *pixels, size_t count)
{
    uint8_t last = 0;
    for (size_t i = 0; i < count; i++)
        last = pixels[i] > last ? pixels[i] : last;
    return last;
}

/* Packs values of fewer than 8 bits, from the high bit of a byte down; each row starts a new
 * byte. */
static bool pack(struct png *png, const uint8_t *pixels)
{
    const int bits = png->header.bit_depth;
    const size_t width = png->header.width, height = png->header.height;
    const size_t row_size = (width * (size_t)bits + 7) / 8;
    uint8_t *packed = fr_allocate_zeroed(&fr_default_allocator, row_size, height);
    if (!packed)
        return false;
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++) {
            const int shift = 8 - bits - (int)(x * (size_t)bits % 8);
            packed[y * row_size + x * (size_t)bits / 8] |=
                (uint8_t)(pixels[y * width + x] / png->unit << shift);
        }
    png->pixels = png->packed = packed;
    png->size = row_size * height;
    return true;
}

/* Encodes the whole file in memory from malloc; NULL if out of memory. */
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
    if (code == 0 && png->palette) {
        struct spng_plte palette = *png->palette;
        code = spng_set_plte(context, &palette);
    }
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

/* Flat masks compress best unfiltered, shaded ones with a filter for each row: tries both. */
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
    const size_t count = (size_t)width * (size_t)height;
    struct png png = {.pixels = pixels, .size = count * (kind == FR_PNG_RGB ? 3 : 1), .unit = 1};
    struct spng_plte palette;
    png.header = (struct spng_ihdr){.width = (uint32_t)width,
                                    .height = (uint32_t)height,
                                    .bit_depth = 8,
                                    .color_type = SPNG_COLOR_TYPE_TRUECOLOR};
    if (kind == FR_PNG_GREY) {
        png.header.color_type = SPNG_COLOR_TYPE_GRAYSCALE;
        png.header.bit_depth = grey_bits(pixels, count);
        png.unit = (uint8_t)(255 / ((1 << png.header.bit_depth) - 1));
    } else if (kind == FR_PNG_AREAS) {
        const uint8_t last = largest(pixels, count);
        fill_palette(&palette, last);
        png.palette = &palette;
        png.header.color_type = SPNG_COLOR_TYPE_INDEXED;
        png.header.bit_depth = last < 2 ? 1 : last < 4 ? 2 : last < 16 ? 4 : 8;
    }
    if (png.header.bit_depth < 8 && !pack(&png, pixels))
        return refuse_size(file, &png.header, error);
    const enum fr_status status = write_smaller(file, &png, error);
    fr_deallocate(&fr_default_allocator, png.packed, png.size, 1);
    return status;
}
