/* Uncompressed BMP, read by hand: stb_image would turn palette indices into colours, and two areas
 * that share a colour into one. */
#include <string.h>

#include "maps/io/image.h"

#define FILE_HEADER 14
#define CORE_HEADER 12 /* OS/2: 16-bit sizes, three bytes a palette entry */
#define INFO_HEADER 40
#define MASKS_AT (FILE_HEADER + INFO_HEADER)
#define WITH_ALPHA_MASK 56 /* headers from this size on have a fourth mask */

enum compression { PLAIN = 0, RUNS_8 = 1, RUNS_4 = 2, MASKS = 3 };

struct bmp {
    const struct fr_file *file;
    uint32_t header_size, pixels_at, bits, compression, palette_at, palette_size, entry_size;
    int64_t width, height;
    bool top_down;
    bool has_alpha; /* the fourth byte of a 32-bit pixel counts */
    size_t stride;  /* bytes a row */
};

static uint32_t word_at(const struct fr_file *file, size_t at)
{
    return file->bytes[at] | (uint32_t)file->bytes[at + 1] << 8;
}

static uint32_t long_at(const struct fr_file *file, size_t at)
{
    return word_at(file, at) | word_at(file, at + 2) << 16;
}

static int64_t signed_at(const struct fr_file *file, size_t at)
{
    const uint32_t value = long_at(file, at);
    return value < 0x80000000u ? (int64_t)value : (int64_t)value - 0x100000000;
}

static enum fr_status refuse_short(const struct fr_file *file, uint64_t needed, const char *what,
                                   struct fr_error *error)
{
    return fr_fail(error, FR_BAD_INPUT,
                   "%s: byte %zu: the file ends here, expected %llu bytes to the end of the %s",
                   file->name, file->size, (unsigned long long)needed, what);
}

static bool is_header_size(uint32_t size)
{
    static const uint8_t known[] = {CORE_HEADER, INFO_HEADER, 52, WITH_ALPHA_MASK, 108, 124};
    return size <= UINT8_MAX && memchr(known, (int)size, sizeof known) != NULL;
}

/* Reads the size, whatever the header's age. */
static enum fr_status read_header(struct bmp *bmp, struct fr_error *error)
{
    const struct fr_file *file = bmp->file;
    if (file->size < FILE_HEADER + 4)
        return refuse_short(file, FILE_HEADER + INFO_HEADER, "header", error);
    bmp->pixels_at = long_at(file, 10);
    bmp->header_size = long_at(file, 14);
    const bool core = bmp->header_size == CORE_HEADER;
    if (!is_header_size(bmp->header_size))
        return fr_fail(error, FR_BAD_INPUT,
                       "%s: byte 14: header of %u bytes, expected 12, 40, 52, 56, 108 or 124",
                       file->name, (unsigned)bmp->header_size);
    if (file->size < FILE_HEADER + bmp->header_size)
        return refuse_short(file, FILE_HEADER + bmp->header_size, "header", error);
    bmp->width = core ? word_at(file, 18) : signed_at(file, 18);
    bmp->height = core ? word_at(file, 20) : signed_at(file, 22);
    bmp->bits = word_at(file, core ? 24 : 28);
    bmp->compression = core ? PLAIN : long_at(file, 30);
    bmp->entry_size = core ? 3 : 4;
    bmp->top_down = bmp->height < 0;
    bmp->height = bmp->top_down ? -bmp->height : bmp->height;
    return FR_OK;
}

/* The one layout with masks that is read: blue, green, red and perhaps alpha, a byte each. */
static bool has_usual_masks(struct bmp *bmp)
{
    if (bmp->bits != 32 || bmp->file->size < MASKS_AT + 16)
        return false;
    const bool alpha_mask = bmp->header_size >= WITH_ALPHA_MASK;
    bmp->has_alpha = alpha_mask && long_at(bmp->file, MASKS_AT + 12) == 0xFF000000u;
    return long_at(bmp->file, MASKS_AT) == 0x00FF0000u &&
           long_at(bmp->file, MASKS_AT + 4) == 0x0000FF00u &&
           long_at(bmp->file, MASKS_AT + 8) == 0x000000FFu;
}

static enum fr_status check_layout(struct bmp *bmp, struct fr_error *error)
{
    const char *name = bmp->file->name;
    const uint32_t bits = bmp->bits;
    if (bits != 1 && bits != 4 && bits != 8 && bits != 16 && bits != 24 && bits != 32)
        return fr_fail(error, FR_BAD_INPUT,
                       "%s: byte 28: %u bits a pixel, expected 1, 4, 8, 24 or 32", name,
                       (unsigned)bits);
    if (bits == 16)
        return fr_fail(error, FR_UNSUPPORTED,
                       "%s: byte 28: 16 bits a pixel are not read, expected 1, 4, 8, 24 or 32",
                       name);
    if (bmp->compression == RUNS_8 || bmp->compression == RUNS_4)
        return fr_fail(error, FR_UNSUPPORTED,
                       "%s: byte 30: run-length encoding is not read, expected an uncompressed BMP",
                       name);
    if (bmp->compression != PLAIN && !(bmp->compression == MASKS && has_usual_masks(bmp)))
        return fr_fail(error, FR_UNSUPPORTED,
                       "%s: byte 30: compression %u is not read, expected an uncompressed BMP",
                       name, (unsigned)bmp->compression);
    return FR_OK;
}

/* Where palette and pixels lie; nothing may reach beyond the file. */
static enum fr_status locate(struct bmp *bmp, struct fr_error *error)
{
    const struct fr_file *file = bmp->file;
    const uint32_t most = bmp->bits <= 8 ? 1u << bmp->bits : 0;
    const uint32_t stated = bmp->header_size == CORE_HEADER ? 0 : long_at(file, 46);
    bmp->palette_size = most > 0 && stated != 0 ? stated : most;
    if (bmp->palette_size > most)
        return fr_fail(error, FR_BAD_INPUT, "%s: byte 46: %u palette colours, expected at most %u",
                       file->name, (unsigned)stated, (unsigned)most);
    bmp->palette_at = FILE_HEADER + bmp->header_size;
    const uint32_t palette_end = bmp->palette_at + bmp->palette_size * bmp->entry_size;
    if (palette_end > file->size)
        return refuse_short(file, palette_end, "palette", error);
    if (bmp->pixels_at < palette_end)
        return fr_fail(error, FR_BAD_INPUT, "%s: byte 10: pixels at byte %u, expected %u or more",
                       file->name, (unsigned)bmp->pixels_at, (unsigned)palette_end);
    bmp->stride = ((size_t)bmp->width * bmp->bits + 31) / 32 * 4;
    const uint64_t end = bmp->pixels_at + (uint64_t)bmp->stride * (uint64_t)bmp->height;
    return end > file->size ? refuse_short(file, end, "pixels", error) : FR_OK;
}

static void read_palette(const struct bmp *bmp, struct fr_image *image)
{
    const uint8_t *entry = bmp->file->bytes + bmp->palette_at;
    image->indexed = bmp->palette_size > 0;
    image->palette_size = (int)bmp->palette_size;
    for (uint32_t i = 0; i < bmp->palette_size; i++, entry += bmp->entry_size)
        image->palette[i] = (struct fr_colour){entry[2], entry[1], entry[0], 255};
}

/* Blue, green, red (and alpha) to red, green, blue and alpha. */
static void turn_colours(const struct bmp *bmp, const uint8_t *from, uint8_t *rgba)
{
    const size_t step = bmp->bits / 8;
    for (int64_t x = 0; x < bmp->width; x++, from += step, rgba += 4) {
        rgba[0] = from[2];
        rgba[1] = from[1];
        rgba[2] = from[0];
        rgba[3] = bmp->has_alpha ? from[3] : 255;
    }
}

static enum fr_status read_pixels(const struct bmp *bmp, struct fr_image *image,
                                  struct fr_error *error)
{
    const struct fr_allocator *allocator = bmp->file->allocator;
    const size_t row_size = (size_t)bmp->width * 4;
    uint8_t *rgba = fr_allocate(allocator, row_size, 1);
    if (!rgba)
        return fr_fail(error, FR_NO_MEMORY, "%s: not enough memory for a row", bmp->file->name);
    for (int32_t row = 0; row < (int32_t)bmp->height; row++) {
        const uint8_t *bytes = bmp->file->bytes + bmp->pixels_at + (size_t)row * bmp->stride;
        const int32_t y = bmp->top_down ? row : (int32_t)bmp->height - 1 - row;
        const struct fr_image_span span = {0, y, 1, (int32_t)bmp->width};
        if (bmp->bits <= 8) {
            fr_image_put_indices(image, span, bytes, (int)bmp->bits);
        } else {
            turn_colours(bmp, bytes, rgba);
            fr_image_put_colours(image, span, rgba);
        }
    }
    fr_deallocate(allocator, rgba, row_size, 1);
    return FR_OK;
}

enum fr_status fr_load_bmp(const struct fr_file *file, const struct fr_load_options *options,
                           struct fr_map **map, struct fr_load_report *report,
                           struct fr_error *error)
{
    struct bmp bmp = {.file = file};
    struct fr_image image = {.file = file, .options = options};
    strcpy(report->format, "bmp");
    enum fr_status status = read_header(&bmp, error);
    if (status == FR_OK)
        status = check_layout(&bmp, error);
    if (status == FR_OK)
        status = fr_image_check_size(file, bmp.width, bmp.height, error);
    if (status == FR_OK)
        status = locate(&bmp, error);
    if (status != FR_OK)
        return status;
    read_palette(&bmp, &image);
    status = fr_image_begin(&image, bmp.width, bmp.height, error);
    if (status != FR_OK)
        return status;
    status = read_pixels(&bmp, &image, error);
    if (status == FR_OK)
        return fr_image_finish(&image, map, report, error);
    fr_image_release(&image);
    return status;
}
