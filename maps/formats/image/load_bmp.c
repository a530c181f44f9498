#include <string.h>

#include "maps/formats/image/bmp.h"

/* Runs of 255 pixels take two bytes; skipped rows take less, but no real mask has many. */
#define MOST_PIXELS_A_BYTE 4096

/* The number of bytes from the start of one row to the start of the next. */
static size_t stride(const struct fr_bmp *bmp)
{
    return ((size_t)bmp->width * bmp->bits + 31) / 32 * 4;
}

/* Checks that the file can hold the pixels that its header claims. */
static enum fr_status check_pixels(const struct fr_bmp *bmp)
{
    const struct fr_file *file = bmp->file;
    if (bmp->compression == FR_BMP_RUNS_8 || bmp->compression == FR_BMP_RUNS_4) {
        if (bmp->pixels_at > file->size)
            return fr_bmp_refuse_short(file, bmp->pixels_at, "gap before the pixels");
        if ((uint64_t)(bmp->width * bmp->height) / MOST_PIXELS_A_BYTE > file->size)
            return fr_image_refuse_promise(file, bmp->width, bmp->height);
        return FR_OK;
    }
    const uint64_t end = bmp->pixels_at + (uint64_t)stride(bmp) * (uint64_t)bmp->height;
    return end > file->size ? fr_bmp_refuse_short(file, end, "pixels") : FR_OK;
}

static void read_palette(const struct fr_bmp *bmp, struct fr_image *image)
{
    const uint8_t *entry = bmp->file->bytes + bmp->palette_at;
    image->indexed = true;
    image->bits = (int)bmp->bits;
    image->palette_size = (int)bmp->palette_size;
    for (uint32_t i = 0; i < bmp->palette_size; i++, entry += bmp->entry_size)
        image->palette[i] = (struct fr_rgba){entry[2], entry[1], entry[0], 255};
}

/* Whether each mask in use covers a whole byte, so that pixels need no unpacking. */
static bool has_whole_bytes(const struct fr_bmp *bmp)
{
    for (int i = 0; i < 4; i++)
        for (int byte = 0; byte < 4; byte++) {
            const uint32_t part = bmp->masks[i] >> 8 * byte & 255;
            if (part != 0 && (part != 255 || bmp->masks[i] != 255u << 8 * byte))
                return false;
        }
    return bmp->bits >= 24;
}

static uint8_t byte_of(uint32_t mask)
{
    uint8_t byte = 0;
    for (; mask > 255; mask >>= 8)
        byte++;
    return byte;
}

static struct fr_pixel_layout layout_of(const struct fr_bmp *bmp)
{
    if (!has_whole_bytes(bmp))
        return (struct fr_pixel_layout){.size = 4, .green = 1, .blue = 2, .alpha = 3};
    return (struct fr_pixel_layout){.size = (uint8_t)(bmp->bits / 8),
                                    .red = byte_of(bmp->masks[0]),
                                    .green = byte_of(bmp->masks[1]),
                                    .blue = byte_of(bmp->masks[2]),
                                    .alpha = bmp->masks[3] ? byte_of(bmp->masks[3]) : FR_NO_ALPHA};
}

/* The bits of a mask, scaled to 0 to 255 and rounded. */
static uint8_t level_of(uint32_t pixel, uint32_t mask)
{
    if (mask == 0)
        return 255;
    const uint32_t lowest = mask & (0 - mask);
    const uint64_t level = (pixel & mask) / lowest, most = mask / lowest;
    return (uint8_t)((level * 255 + most / 2) / most);
}

/* Splits pixels of 16 or 32 bits into red, green, blue and alpha, a byte each. */
static void take_apart(const struct fr_bmp *bmp, const uint8_t *from, uint8_t *rgba)
{
    const size_t size = bmp->bits / 8;
    for (int64_t x = 0; x < bmp->width; x++, from += size) {
        uint32_t pixel = 0;
        for (size_t i = 0; i < size; i++)
            pixel |= (uint32_t)from[i] << 8 * i;
        for (int i = 0; i < 4; i++)
            *rgba++ = level_of(pixel, bmp->masks[i]);
    }
}

static enum fr_status read_rows(const struct fr_bmp *bmp, struct fr_image *image)
{
    const struct fr_allocator *allocator = bmp->file->allocator;
    const bool whole = bmp->bits <= 8 || has_whole_bytes(bmp);
    const size_t row_size = (size_t)bmp->width * 4;
    uint8_t *rgba = fr_allocate(allocator, row_size, 1);
    if (!rgba)
        return fr_refuse_memory(bmp->file, "for a row");
    for (int32_t row = 0; row < (int32_t)bmp->height; row++) {
        const uint8_t *bytes = bmp->file->bytes + bmp->pixels_at + (size_t)row * stride(bmp);
        const int32_t y = bmp->top_down ? row : (int32_t)bmp->height - 1 - row;
        const struct fr_image_span span = {0, y, 1, (int32_t)bmp->width};
        if (!whole)
            take_apart(bmp, bytes, rgba);
        if (bmp->bits <= 8)
            fr_image_put_indices(image, span, bytes);
        else
            fr_image_put_colours(image, span, whole ? bytes : rgba);
    }
    fr_deallocate(allocator, rgba, row_size, 1);
    return FR_OK;
}

enum fr_status fr_load_bmp(struct fr_loading *loading)
{
    struct fr_bmp bmp;
    struct fr_image image = {.file = loading->file, .options = loading->options};
    strcpy(loading->report->format, "bmp");
    enum fr_status status = fr_bmp_read_header(loading->file, &bmp);
    if (status == FR_OK)
        status = check_pixels(&bmp);
    if (status != FR_OK)
        return status;
    if (bmp.bits <= 8)
        read_palette(&bmp, &image);
    else
        image.layout = layout_of(&bmp);
    status = fr_image_begin(&image, bmp.width, bmp.height);
    if (status != FR_OK)
        return status;
    if (bmp.compression == FR_BMP_RUNS_8 || bmp.compression == FR_BMP_RUNS_4)
        status = fr_bmp_read_runs(&bmp, &image);
    else
        status = read_rows(&bmp, &image);
    return fr_image_finish(&image, status, loading);
}
