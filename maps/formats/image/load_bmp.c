/* Masks in BMP: with a palette, as Adventure Game Studio saves them, or in 24 or 32 bits.
 *
 * Run-length encoding, 16 bits, and the headers of OS/2 are refused: every program that writes
 * these writes PNG, too. */
#include <string.h>

#include "maps/formats/base/loader.h"
#include "maps/formats/image/image.h"

#define HEADER_AT 14
#define SHORTEST_HEADER 40
#define MASKS_AT 54 /* in the header, or after a header of 40 bytes */
#define WITH_ALPHA_MASK 56
#define PLAIN 0
#define MASKED 3

struct bmp {
    const struct fr_file *file;
    uint32_t header_size, pixels_at, bits, palette_size;
    int64_t width, height;
    bool top_down, alpha;
};

static uint32_t long_at(const struct fr_file *file, size_t at)
{
    const uint8_t *bytes = file->bytes + at;
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static int64_t signed_at(const struct fr_file *file, size_t at)
{
    const uint32_t value = long_at(file, at);
    return value < 0x80000000U ? (int64_t)value : (int64_t)value - 0x100000000;
}

static enum fr_status refuse_short(const struct fr_file *file, uint64_t end, const char *what)
{
    return fr_refuse(file,
                     "byte %zu: the file ends here, expected %llu bytes up to the end of the %s",
                     file->size, (unsigned long long)end, what);
}

/* The bytes from the start of one row to the start of the next. */
static size_t stride(const struct bmp *bmp)
{
    return ((size_t)bmp->width * bmp->bits + 31) / 32 * 4;
}

/* Checks the bit masks of 32-bit colours: the bytes must be blue, green, red and, maybe, alpha. */
static enum fr_status check_masks(struct bmp *bmp)
{
    const struct fr_file *file = bmp->file;
    const bool four = bmp->header_size >= WITH_ALPHA_MASK;
    if (file->size < MASKS_AT + (four ? 16 : 12))
        return refuse_short(file, MASKS_AT + (four ? 16 : 12), "colour masks");
    for (int i = 0; i < 3; i++)
        if (long_at(file, MASKS_AT + 4 * (size_t)i) != 0xFF0000U >> 8 * i)
            return fr_refuse_as(file, FR_UNSUPPORTED,
                                "byte %d: colour mask %08x found, expected %08x", MASKS_AT + 4 * i,
                                (unsigned)long_at(file, MASKS_AT + 4 * (size_t)i),
                                0xFF0000U >> 8 * i);
    bmp->alpha = four && long_at(file, MASKS_AT + 12) == 0xFF000000U;
    return FR_OK;
}

static enum fr_status check_layout(struct bmp *bmp)
{
    const struct fr_file *file = bmp->file;
    const uint32_t compression = long_at(file, 30);
    const bool masked = compression == MASKED && bmp->bits == 32;
    const bool indexed = bmp->bits == 1 || bmp->bits == 4 || bmp->bits == 8;
    if ((compression != PLAIN && !masked) || (!indexed && bmp->bits != 24 && bmp->bits != 32))
        return fr_refuse_as(
            file, FR_UNSUPPORTED,
            "byte 28: %u bits per pixel with compression %u found, expected 1, 4, 8, "
            "24 or 32 bits without compression; save the mask as PNG",
            (unsigned)bmp->bits, (unsigned)compression);
    const uint32_t most = indexed ? 1U << bmp->bits : 0, stated = indexed ? long_at(file, 46) : 0;
    if (stated > most)
        return fr_refuse(file, "byte 46: %u palette colours found, expected at most %u",
                         (unsigned)stated, (unsigned)most);
    bmp->palette_size = stated ? stated : most;
    const uint64_t palette_end = HEADER_AT + (uint64_t)bmp->header_size + 4 * bmp->palette_size;
    if (palette_end > file->size)
        return refuse_short(file, palette_end, "palette");
    const uint64_t least = HEADER_AT + (uint64_t)bmp->header_size + 4 * (uint64_t)stated;
    if (bmp->pixels_at < least)
        return fr_refuse(file, "byte 10: pixels at byte %u found, expected %llu or later",
                         (unsigned)bmp->pixels_at, (unsigned long long)least);
    const uint64_t end = bmp->pixels_at + (uint64_t)stride(bmp) * (uint64_t)bmp->height;
    if (end > file->size)
        return refuse_short(file, end, "pixels");
    return masked ? check_masks(bmp) : FR_OK;
}

static enum fr_status read_header(struct bmp *bmp)
{
    const struct fr_file *file = bmp->file;
    if (file->size < HEADER_AT + SHORTEST_HEADER)
        return refuse_short(file, HEADER_AT + SHORTEST_HEADER, "header");
    bmp->header_size = long_at(file, HEADER_AT);
    if (bmp->header_size < SHORTEST_HEADER)
        return fr_refuse_as(file, FR_UNSUPPORTED,
                            "byte 14: a header of %u bytes found, expected 40 or more",
                            (unsigned)bmp->header_size);
    if (HEADER_AT + (uint64_t)bmp->header_size > file->size)
        return refuse_short(file, HEADER_AT + (uint64_t)bmp->header_size, "header");
    bmp->pixels_at = long_at(file, 10);
    bmp->width = signed_at(file, 18);
    bmp->height = signed_at(file, 22);
    bmp->bits = long_at(file, 28) & 0xFFFFU;
    bmp->top_down = bmp->height < 0;
    bmp->height = bmp->top_down ? -bmp->height : bmp->height;
    const enum fr_status status = fr_image_check_size(file, bmp->width, bmp->height);
    return status == FR_OK ? check_layout(bmp) : status;
}

static void read_palette(const struct bmp *bmp, struct fr_image *image)
{
    const uint8_t *entry = bmp->file->bytes + HEADER_AT + bmp->header_size;
    image->indexed = true;
    image->bits = (int)bmp->bits;
    image->palette_size = (int)bmp->palette_size;
    for (uint32_t i = 0; i < bmp->palette_size; i++, entry += 4)
        image->palette[i] = (struct fr_rgba){entry[2], entry[1], entry[0], 255};
}

static void read_rows(const struct bmp *bmp, struct fr_image *image)
{
    for (int32_t row = 0; row < (int32_t)bmp->height; row++) {
        const uint8_t *bytes = bmp->file->bytes + bmp->pixels_at + (size_t)row * stride(bmp);
        const int32_t y = bmp->top_down ? row : (int32_t)bmp->height - 1 - row;
        const struct fr_image_span span = {0, y, 1, (int32_t)bmp->width};
        if (image->indexed)
            fr_image_put_indices(image, span, bytes);
        else
            fr_image_put_colours(image, span, bytes);
    }
}

bool fr_bmp_knows(const struct fr_file *file)
{
    return file->size >= 2 && memcmp(file->bytes, "BM", 2) == 0;
}

enum fr_status fr_load_bmp(struct fr_loading *loading)
{
    struct bmp bmp = {.file = loading->file};
    struct fr_image image = {.file = loading->file, .options = loading->options};
    strcpy(loading->report->format, "bmp");
    enum fr_status status = read_header(&bmp);
    if (status != FR_OK)
        return status;
    if (bmp.bits <= 8)
        read_palette(&bmp, &image);
    else
        image.layout = (struct fr_pixel_layout){.size = (uint8_t)(bmp.bits / 8),
                                                .red = 2,
                                                .green = 1,
                                                .alpha = bmp.alpha ? 3 : FR_NO_ALPHA};
    status = fr_image_begin(&image, bmp.width, bmp.height);
    if (status == FR_OK) {
        read_rows(&bmp, &image);
        status = fr_image_finish(&image, FR_OK, loading);
    }
    return status;
}
