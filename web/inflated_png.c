#include "web/inflated_png.h"

#include <stdlib.h>
#include <string.h>

#define SIGNATURE 8
#define HEADER_SIZE 13
#define AROUND_CHUNK 12 /* length, name and check sum */

enum { GREY = 0, TRUECOLOUR = 2, INDEXED = 3, GREY_ALPHA = 4, TRUECOLOUR_ALPHA = 6 };

/* A pass of an interlaced picture: its first pixel and the distance between its pixels. */
struct pass {
    uint8_t x, y, dx, dy;
};

static const struct pass passes[7] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                                      {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};
static const struct pass whole = {0, 0, 1, 1};

static uint32_t big_endian(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static uint32_t check_sum(const uint8_t *bytes, size_t size)
{
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        sum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (UINT32_C(0xEDB88320) & (0 - (sum & 1)));
    }
    return ~sum;
}

static int samples_of(uint8_t colour)
{
    static const uint8_t samples[] = {1, 0, 3, 1, 2, 0, 4};
    return colour < sizeof samples ? samples[colour] : 0;
}

static bool has_depth(const struct fr_png *png)
{
    const bool byte = png->depth == 8, word = png->depth == 16;
    const bool packed = png->depth == 1 || png->depth == 2 || png->depth == 4;
    if (png->colour == GREY)
        return packed || byte || word;
    return png->colour == INDEXED ? packed || byte : byte || word;
}

static enum fr_status read_header(const struct fr_file *file, const uint8_t *data, size_t size,
                                  struct fr_png *png)
{
    if (size != HEADER_SIZE)
        return fr_refuse(file, "byte %d: a damaged chunk found, expected a PNG header", SIGNATURE);
    *png = (struct fr_png){.width = big_endian(data),
                           .height = big_endian(data + 4),
                           .depth = data[8],
                           .colour = data[9],
                           .interlaced = data[12]};
    if (samples_of(png->colour) == 0 || !has_depth(png) || data[10] || data[11] || data[12] > 1)
        return fr_refuse(file, "byte %d: an unknown pixel format found, expected one of PNG's",
                         SIGNATURE + 16);
    return fr_image_check_size(file, png->width, png->height);
}

/* Interprets a chunk before the pixels. */
static enum fr_status read_chunk(const struct fr_file *file, size_t at, size_t size,
                                 struct fr_png *png)
{
    const uint8_t *data = file->bytes + at;
    const bool palette = memcmp(data - 4, "PLTE", 4) == 0;
    const bool clear = memcmp(data - 4, "tRNS", 4) == 0;
    if (memcmp(data - 4, "IHDR", 4) == 0)
        return read_header(file, data, size, png);
    if (palette && (size % 3 != 0 || size == 0 || size > 768))
        return fr_refuse(file, "byte %zu: a palette of %zu bytes found, expected 1 to 256 colours",
                         at, size);
    if (palette) {
        png->palette_at = at;
        png->palette_count = size / 3;
    }
    if (clear) {
        png->transparent_at = at;
        png->transparent = size;
    }
    return FR_OK;
}

/* Whether the transparency chunk has the right length for the kind of picture. */
static bool fits(const struct fr_png *png)
{
    if (png->colour == INDEXED)
        return png->palette_count > 0 && png->transparent <= png->palette_count;
    return png->transparent == 0 || png->transparent == (png->colour == GREY ? 2 : 6);
}

enum fr_status fr_png_header(const struct fr_file *file, struct fr_png *png)
{
    size_t at = SIGNATURE;
    *png = (struct fr_png){.width = 0};
    while (at + AROUND_CHUNK <= file->size && memcmp(file->bytes + at + 4, "IDAT", 4) != 0) {
        const size_t size = big_endian(file->bytes + at);
        if (size > file->size - at - AROUND_CHUNK)
            break;
        const uint32_t sum = big_endian(file->bytes + at + 8 + size);
        if ((png->width == 0) != (at == SIGNATURE) ||
            check_sum(file->bytes + at + 4, size + 4) != sum)
            return fr_refuse(file, "byte %zu: a damaged chunk found, expected PNG data", at);
        const enum fr_status status = read_chunk(file, at + 8, size, png);
        if (status != FR_OK)
            return status;
        at += AROUND_CHUNK + size;
    }
    if (at + AROUND_CHUNK > file->size || memcmp(file->bytes + at + 4, "IDAT", 4) != 0 ||
        png->width == 0)
        return fr_refuse(file, "byte %zu: the file ends, expected more PNG data",
                         at < file->size ? at : file->size);
    return fits(png) ? FR_OK
                     : fr_refuse(file, "an unsuitable palette or transparency found, "
                                       "expected chunks that fit the picture");
}

static int64_t bits_a_pixel(const struct fr_png *png)
{
    return png->depth * samples_of(png->colour);
}

/* The number of a pass's pixels in one direction. */
static int64_t steps(int64_t size, uint8_t first, uint8_t step)
{
    return size <= first ? 0 : (size - first + step - 1) / step;
}

static double pass_bytes(const struct fr_png *png, struct pass pass)
{
    const int64_t width = steps(png->width, pass.x, pass.dx);
    const int64_t height = steps(png->height, pass.y, pass.dy);
    return width == 0 ? 0 : (double)height * (double)((width * bits_a_pixel(png) + 7) / 8 + 1);
}

double fr_png_inflated(const struct fr_png *png)
{
    double bytes = 0;
    if (!png->interlaced)
        return pass_bytes(png, whole);
    for (int i = 0; i < 7; i++)
        bytes += pass_bytes(png, passes[i]);
    return bytes;
}

static uint8_t nearest_of(uint8_t left, uint8_t above, uint8_t corner)
{
    const int guess = left + above - corner;
    const int a = abs(guess - left), b = abs(guess - above), c = abs(guess - corner);
    if (a <= b && a <= c)
        return left;
    return b <= c ? above : corner;
}

/* Undoes the filter of a row; `above` is NULL for the first one. False for an unknown filter. */
static bool unfilter(uint8_t filter, uint8_t *row, const uint8_t *above, size_t size, size_t pixel)
{
    for (size_t i = 0; filter > 0 && i < size; i++) {
        const uint8_t left = i >= pixel ? row[i - pixel] : 0, up = above ? above[i] : 0;
        const uint8_t corner = above && i >= pixel ? above[i - pixel] : 0;
        const uint8_t guesses[] = {0, left, up, (uint8_t)((left + up) / 2),
                                   nearest_of(left, up, corner)};
        if (filter >= sizeof guesses)
            return false;
        row[i] = (uint8_t)(row[i] + guesses[filter]);
    }
    return true;
}

static void read_palette(const struct fr_png *png, struct fr_image *image)
{
    const uint8_t *entry = image->file->bytes + png->palette_at;
    const uint8_t *alpha = image->file->bytes + png->transparent_at;
    image->indexed = true;
    image->bits = png->depth;
    image->palette_size = (int)png->palette_count;
    for (size_t i = 0; i < png->palette_count; i++, entry += 3)
        image->palette[i] =
            (struct fr_rgba){entry[0], entry[1], entry[2], i < png->transparent ? alpha[i] : 255};
}

/* 16-bit samples have their high byte first, and a transparent colour is given in 16 bits. */
static void read_layout(const struct fr_png *png, struct fr_image *image)
{
    const bool grey = png->colour == GREY || png->colour == GREY_ALPHA;
    const bool alpha = png->colour == GREY_ALPHA || png->colour == TRUECOLOUR_ALPHA;
    const uint8_t bytes = png->depth / 8, channels = grey ? 1 : 3;
    const uint8_t *clear = image->file->bytes + png->transparent_at;
    struct fr_pixel_layout *layout = &image->layout;
    layout->size = (uint8_t)((channels + alpha) * bytes);
    layout->green = grey ? 0 : bytes;
    layout->blue = (uint8_t)(2 * layout->green);
    layout->alpha = alpha ? (uint8_t)(channels * bytes) : FR_NO_ALPHA;
    layout->has_clear = png->transparent > 0;
    for (int i = 0; layout->has_clear && i < channels; i++) {
        layout->clear[i * bytes] = clear[2 * i + (bytes == 1)];
        layout->clear[(i + 1) * bytes - 1] = clear[2 * i + 1];
    }
}

static void read_colours(const struct fr_png *png, struct fr_image *image)
{
    if (png->colour == INDEXED) {
        read_palette(png, image);
    } else if (png->colour == GREY && png->depth <= 8) {
        fr_image_grey_ramp(image, png->depth);
        if (png->transparent > 0)
            image->palette[image->file->bytes[png->transparent_at + 1] & (image->palette_size - 1)]
                .alpha = 0;
    } else {
        read_layout(png, image);
    }
}

/* Writes the pixels of a pass to the image; *pixels advances past them. */
static enum fr_status put_pass(const struct fr_png *png, struct pass pass, struct fr_image *image,
                               uint8_t **pixels)
{
    const int32_t width = (int32_t)steps(png->width, pass.x, pass.dx);
    const size_t size = (size_t)((width * bits_a_pixel(png) + 7) / 8);
    const size_t pixel = (size_t)(bits_a_pixel(png) + 7) / 8;
    const uint8_t *above = NULL;
    for (int32_t y = pass.y; width > 0 && y < png->height; y += pass.dy) {
        uint8_t *row = *pixels + 1;
        if (!unfilter(row[-1], row, above, size, pixel))
            return fr_refuse(image->file, "row %d: an unknown filter found, expected 0 to 4",
                             (int)y);
        const struct fr_image_span span = {pass.x, y, pass.dx, width};
        if (image->bits > 0)
            fr_image_put_indices(image, span, row);
        else
            fr_image_put_colours(image, span, row);
        above = row;
        *pixels = row + size;
    }
    return FR_OK;
}

enum fr_status fr_png_read(struct fr_loading *loading, const struct fr_png *png, uint8_t *pixels,
                           size_t size)
{
    struct fr_image image = {.file = loading->file, .options = loading->options};
    if ((double)size != fr_png_inflated(png))
        return fr_refuse(loading->file, "%zu bytes of pixels found, expected %.0f", size,
                         fr_png_inflated(png));
    read_colours(png, &image);
    enum fr_status status = fr_image_begin(&image, png->width, png->height);
    if (status != FR_OK)
        return status;
    for (int i = 0; status == FR_OK && i < (png->interlaced ? 7 : 1); i++)
        status = put_pass(png, png->interlaced ? passes[i] : whole, &image, &pixels);
    strcpy(loading->report->format, "png");
    return fr_image_finish(&image, status, loading);
}
