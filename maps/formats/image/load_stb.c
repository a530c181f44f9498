/* JPEG, PGM and PPM, with stb_image. */
#include <stdlib.h>

#if defined(__GNUC__)
/* Not popped: at the end of the file the compiler warns about functions that stb_image declares and
 * does not define. */
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wcast-qual"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wundef"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-but-set-variable"
#endif
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_JPEG
#define STBI_ONLY_PNM
#define STBI_NO_STDIO
#define STBI_MAX_DIMENSIONS 32767
/* Zeroed memory, as a damaged file may make stb_image read tables and pixels that the file never
 * set. */
#define STBI_MALLOC(size) calloc(1, size)
#define STBI_REALLOC(block, size) realloc(block, size)
#define STBI_FREE(block) free(block)
#include <stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include <string.h>

#include "maps/formats/image/image.h"

/* No format here packs more pixels into a byte: a header that claims more is refused before
 * allocating. */
#define MOST_PIXELS_A_BYTE 4096

/* stb_image reads zeros past the end of a file; the stream records that it did. */
struct stream {
    const struct fr_file *file;
    size_t at;
    bool overrun;
};

static int stream_read(void *user, char *bytes, int size)
{
    struct stream *stream = user;
    const size_t left = stream->file->size - stream->at;
    const size_t count = left < (size_t)size ? left : (size_t)size;
    memcpy(bytes, stream->file->bytes + stream->at, count);
    stream->at += count;
    stream->overrun |= count == 0;
    return (int)count;
}

static void stream_skip(void *user, int count)
{
    struct stream *stream = user;
    const size_t left = stream->file->size - stream->at;
    stream->overrun |= left < (size_t)count;
    stream->at += left < (size_t)count ? left : (size_t)count;
}

static int stream_eof(void *user)
{
    const struct stream *stream = user;
    return stream->at == stream->file->size;
}

static const stbi_io_callbacks stream_calls = {stream_read, stream_skip, stream_eof};

/* "jpeg", "pnm", or NULL. */
static const char *format_of(const struct fr_file *file)
{
    size_t fill = 0; /* a JPEG marker may start with any number of FF */
    while (fill < file->size && file->bytes[fill] == 0xFF)
        fill++;
    if (fill > 0 && file->bytes[fill] == 0xD8)
        return "jpeg";
    const bool pnm =
        file->size > 1 && file->bytes[0] == 'P' && (file->bytes[1] == '5' || file->bytes[1] == '6');
    return pnm ? "pnm" : NULL;
}

bool fr_stb_knows(const struct fr_file *file)
{
    return format_of(file) != NULL;
}

/* Whether every Huffman table of a JPEG has at most 256 codes: up to version 2.27, stb_image writes
 * more past the end of its table. Searches the whole file, as a damaged one may lead stb_image
 * anywhere; bytes past the end count as zeros, as there. */
static bool huffman_tables_fit(const struct fr_file *file)
{
    for (size_t at = 0; at + 4 < file->size; at++) {
        if (file->bytes[at] != 0xFF || file->bytes[at + 1] != 0xC4)
            continue;
        long left = file->bytes[at + 2] * 256 + file->bytes[at + 3] - 2;
        for (size_t table = at + 4; left > 0;) {
            int codes = 0;
            for (size_t i = table + 1; i <= table + 16 && i < file->size; i++)
                codes += file->bytes[i];
            if (codes > 256)
                return false;
            left -= 17 + codes;
            table += 17 + (size_t)codes;
        }
    }
    return true;
}

static enum fr_status refuse_end(const struct fr_file *file, const char *place)
{
    return fr_refuse(file, "%s: the file ends after %zu bytes, expected more %s data", place,
                     file->size, format_of(file));
}

static enum fr_status refuse(const struct stream *stream, const char *place)
{
    if (stream->overrun)
        return refuse_end(stream->file, place);
    return fr_refuse(stream->file, "%s: %s, expected valid %s data", place, stbi_failure_reason(),
                     format_of(stream->file));
}

static size_t pnm_skip_space(const struct fr_file *file, size_t at)
{
    bool comment = false;
    for (; at < file->size; at++) {
        const char letter = (char)file->bytes[at];
        if (letter == '#')
            comment = true;
        else if (letter == '\n' || letter == '\r')
            comment = false;
        else if (!comment && letter != ' ' && (letter < '\t' || letter > '\r'))
            break;
    }
    return at;
}

/* Reads the width, height and maximum of a PNM, and returns the offset of its pixels; 0 if one has
 * more digits than stb_image can handle. */
static size_t pnm_numbers(const struct fr_file *file, uint64_t *numbers)
{
    size_t at = 2;
    for (int number = 0; number < 3; number++) {
        at = pnm_skip_space(file, at);
        const size_t first = at;
        numbers[number] = 0;
        for (; at < file->size && file->bytes[at] >= '0' && file->bytes[at] <= '9'; at++)
            numbers[number] = numbers[number] * 10 + (uint64_t)(file->bytes[at] - '0');
        if (at - first > 9)
            return 0;
    }
    return at + 1;
}

/* Refuses files that are unsafe for stb_image, as far as the header shows. */
static enum fr_status check_header(const struct fr_file *file)
{
    uint64_t numbers[3];
    const char *format = format_of(file);
    const bool pnm = *format == 'p';
    if (*format == 'j' && !huffman_tables_fit(file))
        return fr_refuse(
            file, "header: a Huffman table of more than 256 codes found, expected valid jpeg data");
    if (pnm && pnm_numbers(file, numbers) == 0)
        return fr_refuse(file,
                         "header: a number of more than 9 digits found, expected valid pnm data");
    if (pnm && numbers[2] == 0)
        return fr_refuse(file, "header: no maximum value found, expected a number from 1 to 255");
    return FR_OK;
}

static bool pnm_is_whole(const struct fr_file *file)
{
    uint64_t numbers[3];
    const size_t pixels = pnm_numbers(file, numbers);
    return file->size >= pixels + numbers[0] * numbers[1] * (file->bytes[1] == '6' ? 3 : 1);
}

/* Steps over the segments of a JPEG to its first scan; without one stb_image returns zeros. */
static bool jpeg_has_scan(const struct fr_file *file)
{
    const uint8_t *bytes = file->bytes;
    size_t at = 0;
    while (at + 3 < file->size && bytes[at + 1] != 0xDA && bytes[at + 1] != 0xD9)
        if (bytes[at] != 0xFF || bytes[at + 1] == 0xFF)
            at++;
        else if (bytes[at + 1] == 0xD8)
            at += 2;
        else
            at += 2 + (size_t)(bytes[at + 2] << 8 | bytes[at + 3]);
    return at + 3 < file->size && bytes[at + 1] == 0xDA;
}

/* If the end of a file is missing, stb_image often leaves those pixels black. */
static bool is_whole(const struct fr_file *file)
{
    return *format_of(file) == 'j' ? jpeg_has_scan(file) : pnm_is_whole(file);
}

/* stb_image's pixels are grey levels or colours. */
static void read_layout(struct fr_image *image, int channels)
{
    if (channels == 1)
        fr_image_grey_ramp(image, 8);
    image->layout =
        (struct fr_pixel_layout){.size = 3, .green = 1, .blue = 2, .alpha = FR_NO_ALPHA};
}

static enum fr_status load(struct fr_image *image)
{
    const struct fr_file *file = image->file;
    struct stream deep = {.file = file}, header = deep, stream = deep;
    int width, height, channels;
    enum fr_status status = check_header(file);
    if (status != FR_OK)
        return status;
    if (stbi_is_16_bit_from_callbacks(&stream_calls, &deep))
        return fr_refuse_as(file, FR_UNSUPPORTED,
                            "header: 16 bits per channel found, expected 8 bits of %s data",
                            format_of(file));
    if (!stbi_info_from_callbacks(&stream_calls, &header, &width, &height, &channels) ||
        header.overrun)
        return refuse(&header, "header");
    if ((uint64_t)width * (uint64_t)height / MOST_PIXELS_A_BYTE > file->size)
        return fr_image_refuse_promise(file, width, height);
    if ((int64_t)width * height > INT32_MAX / channels)
        return fr_refuse_as(file, FR_UNSUPPORTED,
                            "header: %d x %d pixels of %d bytes, expected at most %d bytes of %s "
                            "data",
                            width, height, channels, INT32_MAX, format_of(file));
    read_layout(image, channels);
    status = fr_image_begin(image, width, height);
    if (status != FR_OK)
        return status;
    if (!is_whole(file))
        return refuse_end(file, "pixels");
    stbi_uc *pixels =
        stbi_load_from_callbacks(&stream_calls, &stream, &width, &height, &channels, channels);
    if (!pixels || stream.overrun) {
        stbi_image_free(pixels);
        return refuse(&stream, "pixels");
    }
    for (int y = 0; y < height; y++) {
        const struct fr_image_span span = {0, y, 1, width};
        const stbi_uc *row = pixels + (size_t)y * (size_t)width * (size_t)channels;
        (channels == 1 ? fr_image_put_indices : fr_image_put_colours)(image, span, row);
    }
    stbi_image_free(pixels);
    return FR_OK;
}

enum fr_status fr_load_stb(struct fr_loading *loading)
{
    struct fr_image image = {.file = loading->file, .options = loading->options};
    const enum fr_status status = fr_image_finish(&image, load(&image), loading);
    strcpy(loading->report->format, format_of(loading->file));
    if (status == FR_OK && *loading->report->format == 'j')
        fr_image_note_loss(loading->report);
    return status;
}
