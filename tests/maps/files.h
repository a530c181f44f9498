/* Files for tests: a new folder under /tmp, files written and read there, and PNG images of any
 * colour type, made with libspng. Include it first: it needs POSIX. */
#ifndef FOOTRACE_TESTS_MAPS_FILES_H
#define FOOTRACE_TESTS_MAPS_FILES_H

#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <spng.h>

#include "build_paths.h"
#include "maps/formats/load.h"
#include "maps/random.h"
#include "tests/png_bytes.h"

#define MOST_FILES 256

static char folder[] = "/tmp/footrace-test-XXXXXX";
static char files[MOST_FILES][96];
static int file_count;

static inline int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static inline int remove_folder(void **state)
{
    (void)state;
    for (int i = 0; i < file_count; i++)
        remove(files[i]);
    return rmdir(folder);
}

/* A formatted text of at most size - 1 bytes. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static inline void
format_text(char *text, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, size, format, arguments);
    va_end(arguments);
    assert_true(length >= 0 && (size_t)length < size);
}

/* The path of a file of the folder, which is removed at the end of the tests. */
static inline const char *in_folder(const char *name)
{
    char path[sizeof *files];
    format_text(path, sizeof path, "%s/%s", folder, name);
    for (int i = 0; i < file_count; i++)
        if (strcmp(files[i], path) == 0)
            return files[i];
    assert_true(file_count < MOST_FILES);
    return strcpy(files[file_count++], path);
}

static inline const char *put_bytes(const char *name, const void *bytes, size_t size)
{
    const char *path = in_folder(name);
    remove(path); /* some file systems wait for the disk when a file is overwritten */
    FILE *stream = fopen(path, "wb");
    assert_non_null(stream);
    assert_int_equal(fwrite(bytes, 1, size, stream), size);
    assert_int_equal(fclose(stream), 0);
    return path;
}

static inline const char *put_text(const char *name, const char *text)
{
    return put_bytes(name, text, strlen(text));
}

/* The whole file followed by a zero byte, which the caller frees. */
static inline char *get_bytes(const char *path, size_t *size)
{
    *size = 0;
    FILE *stream = fopen(path, "rb");
    assert_non_null(stream);
    assert_int_equal(fseek(stream, 0, SEEK_END), 0);
    *size = (size_t)ftell(stream);
    rewind(stream);
    char *bytes = malloc(*size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, stream), *size);
    bytes[*size] = '\0';
    fclose(stream);
    return bytes;
}

struct png_image {
    uint32_t width, height;
    uint8_t colour_type, depth, interlaced;
    const uint16_t *samples; /* width x height x channels, each below 2^depth */
    struct spng_plte palette;
    struct spng_trns transparent;
    bool has_transparent;
};

static inline size_t png_channels(uint8_t colour_type)
{
    return (size_t[]){1, 0, 3, 1, 2, 0, 4}[colour_type];
}

/* The rows as PNG packs them: high bits first, 16-bit samples high byte first. */
static inline uint8_t *pack_samples(const struct png_image *image, size_t *size)
{
    const size_t in_row = image->width * png_channels(image->colour_type);
    const size_t row_size = (in_row * image->depth + 7) / 8;
    uint8_t *packed = calloc(row_size, image->height);
    assert_non_null(packed);
    for (size_t y = 0; y < image->height; y++)
        for (size_t i = 0; i < in_row; i++)
            for (size_t bit = 0; bit < image->depth; bit++) {
                const size_t at = i * image->depth + bit;
                const unsigned value = image->samples[y * in_row + i];
                if (value >> (image->depth - 1 - bit) & 1)
                    packed[y * row_size + at / 8] |= (uint8_t)(0x80 >> at % 8);
            }
    *size = row_size * image->height;
    return packed;
}

/* The PNG file in memory, which the caller frees. */
static inline void *encode_png(const struct png_image *image, size_t *size)
{
    struct spng_ihdr header = {.width = image->width,
                               .height = image->height,
                               .bit_depth = image->depth,
                               .color_type = image->colour_type,
                               .interlace_method = image->interlaced};
    struct spng_plte palette = image->palette;
    struct spng_trns transparent = image->transparent;
    size_t packed_size;
    int code;
    uint8_t *packed = pack_samples(image, &packed_size);
    spng_ctx *context = spng_ctx_new(SPNG_CTX_ENCODER);
    assert_int_equal(spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1), 0);
    assert_int_equal(spng_set_ihdr(context, &header), 0);
    if (palette.n_entries > 0)
        assert_int_equal(spng_set_plte(context, &palette), 0);
    if (image->has_transparent)
        assert_int_equal(spng_set_trns(context, &transparent), 0);
    code = spng_encode_image(context, packed, packed_size, SPNG_FMT_RAW, SPNG_ENCODE_FINALIZE);
    assert_int_equal(code, 0);
    void *bytes = spng_get_png_buffer(context, size, &code);
    assert_non_null(bytes);
    spng_ctx_free(context);
    free(packed);
    return bytes;
}

static inline const char *put_png(const char *name, const struct png_image *image)
{
    size_t size;
    void *bytes = encode_png(image, &size);
    const char *path = put_bytes(name, bytes, size);
    free(bytes);
    return path;
}

/* Loads a map, which must succeed; options, if any, follow a colon. */
static inline struct fr_map *load_with(const char *path, const char *options,
                                       struct fr_load_report *report)
{
    char spec[1024];
    struct fr_map *map;
    struct fr_error error = {"", FR_OK};
    format_text(spec, sizeof spec, "%s%s%s", path, *options ? ":" : "", options);
    const enum fr_status status =
        fr_map_load(spec, folder, &fr_default_allocator, &map, report, &error);
    if (status != FR_OK)
        print_error("%s\n", error.text);
    assert_int_equal(status, FR_OK);
    return map;
}

/* Checks the area of a pixel, which must be walkable unless that is 0. */
static inline void assert_area(const struct fr_map *map, uint32_t x, uint32_t y, int expected)
{
    const int32_t column = (int32_t)x, row = (int32_t)y;
    if (fr_map_area(map, column, row) != expected)
        print_error("at %u, %u\n", (unsigned)x, (unsigned)y);
    assert_int_equal(fr_map_area(map, column, row), expected);
    assert_int_equal(fr_map_walkable(map, column, row), expected != 0);
}

static inline void assert_areas(const struct fr_map *map, const uint8_t *areas)
{
    for (uint32_t y = 0; y < (uint32_t)map->height; y++)
        for (uint32_t x = 0; x < (uint32_t)map->width; x++)
            assert_area(map, x, y, *areas++);
}

/* The folder of the Moving AI files; skips the test if there is none. */
static inline const char *movingai_folder(void)
{
    const char *path = getenv("FOOTRACE_MOVINGAI");
    if (!path || access(path, R_OK) != 0) {
        print_message("no Moving AI data: set FOOTRACE_MOVINGAI\n");
        skip();
    }
    return path;
}

/* The Moving AI maps of the data folder, without ".map". */
static const char *const movingai_maps[] = {"32room_000",
                                            "8room_000",
                                            "AR0011SR",
                                            "AR0411SR",
                                            "Aftershock",
                                            "arena",
                                            "Berlin_0_1024",
                                            "brc202d",
                                            "ht_0_hightown",
                                            "lak303d",
                                            "lt_gallowstemplar_n",
                                            "maze512-1-0",
                                            "maze512-32-0",
                                            "orz900d",
                                            "random512-10-0",
                                            "random512-40-0"};

#define MOVINGAI_MAPS (sizeof movingai_maps / sizeof *movingai_maps)

#endif
