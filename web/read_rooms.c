/* Makes rooms from files and drawings that a reader drops on the page. */
#include <stdlib.h>
#include <string.h>

#include "library/room.h"
#include "maps/formats/base/loader.h"
#include "web/engine.h"
#include "web/engine_room.h"
#include "web/inflated_png.h"
#include "web/page_text.h"

static bool is_large(int64_t width, int64_t height)
{
    return width * height > FR_WEB_MOST_PIXELS;
}

static bool refuse_large(const char *name, int64_t width, int64_t height)
{
    fr_page_begin();
    fr_page_put("%s: %lld x %lld pixels found, expected at most %d million on this page", name,
                (long long)width, (long long)height, FR_WEB_MOST_PIXELS >> 20);
    return false;
}

static struct fr_file file_of(const uint8_t *bytes, size_t size, const char *name,
                              struct fr_error *error)
{
    union {
        const uint8_t *read;
        uint8_t *bytes;
    } both = {bytes}; /* the loaders do not write to it */
    return (struct fr_file){name, both.bytes, size, size, &fr_default_allocator, error};
}

static bool starts_with(const struct fr_file *file, const char *text)
{
    return file->size >= strlen(text) && memcmp(file->bytes, text, strlen(text)) == 0;
}

bool fr_web_room_of_file(const uint8_t *bytes, size_t size, const char *name)
{
    struct fr_error error = {"", FR_OK};
    const struct fr_file file = file_of(bytes, size, name, &error);
    struct fr_load_options options;
    struct fr_load_report report = {.colours = 0};
    struct fr_loading loading = {&file, &options, &report, NULL};
    const bool map =
        starts_with(&file, "type") || starts_with(&file, "height") || starts_with(&file, "width");
    fr_loader *const loader = fr_bmp_knows(&file)     ? fr_load_bmp
                              : fr_ascii_knows(&file) ? fr_load_ascii
                              : map                   ? fr_load_movingai
                                                      : NULL;
    enum fr_status status = fr_load_options_parse(name, "", &options, &error);
    if (status == FR_OK)
        status =
            loader ? loader(&loading)
                   : fr_refuse(&file, "byte 0: an unknown format found, expected PNG, BMP, WebP, a "
                                      "Moving AI map, an ASCII map or a polygon map in JSON");
    if (status != FR_OK)
        return fr_page_fail(error.text);
    if (is_large(loading.map->width, loading.map->height)) {
        refuse_large(name, loading.map->width, loading.map->height);
        fr_map_release(loading.map);
        return false;
    }
    return fr_engine_enter(loading.map, &report);
}

double fr_web_png_inflated(const uint8_t *bytes, size_t size, const char *name)
{
    struct fr_error error = {"", FR_OK};
    const struct fr_file file = file_of(bytes, size, name, &error);
    struct fr_png png;
    if (fr_png_header(&file, &png) != FR_OK)
        return fr_page_fail(error.text);
    return is_large(png.width, png.height) ? refuse_large(name, png.width, png.height)
                                           : fr_png_inflated(&png);
}

bool fr_web_room_of_png(const uint8_t *bytes, size_t size, const char *name, const uint8_t *pixels,
                        size_t pixels_size)
{
    struct fr_error error = {"", FR_OK};
    const struct fr_file file = file_of(bytes, size, name, &error);
    struct fr_file inflated = file_of(pixels, pixels_size, name, NULL);
    struct fr_load_options options;
    struct fr_load_report report = {.colours = 0};
    struct fr_loading loading = {&file, &options, &report, NULL};
    struct fr_png png;
    enum fr_status status = fr_load_options_parse(name, "", &options, &error);
    if (status == FR_OK)
        status = fr_png_header(&file, &png);
    if (status == FR_OK)
        status = fr_png_read(&loading, &png, inflated.bytes, inflated.size);
    return status == FR_OK ? fr_engine_enter(loading.map, &report) : fr_page_fail(error.text);
}

bool fr_web_room_of_canvas(const uint8_t *pixels, int width, int height, const char *name)
{
    struct fr_error error = {"", FR_OK};
    const struct fr_file file = file_of(NULL, 0, name, &error);
    struct fr_load_options options;
    struct fr_load_report report = {.format = "picture"};
    struct fr_loading loading = {&file, &options, &report, NULL};
    struct fr_image image = {
        .file = &file, .options = &options, .layout = {.size = 4, 0, 1, 2, .alpha = 3}};
    if (fr_load_options_parse(name, "", &options, &error) != FR_OK ||
        fr_image_begin(&image, width, height) != FR_OK)
        return fr_page_fail(error.text);
    for (int y = 0; y < height; y++)
        fr_image_put_colours(&image, (struct fr_image_span){0, y, 1, width},
                             pixels + (size_t)y * (size_t)width * 4);
    return fr_image_finish(&image, FR_OK, &loading) == FR_OK ? fr_engine_enter(loading.map, &report)
                                                             : fr_page_fail(error.text);
}

/* Paints one shape over the map. */
static enum fr_walker_status paint_shape(struct fr_map *map, const struct fr_shape *shape)
{
    struct fr_map *layer;
    struct fr_shape floor = *shape;
    floor.area = 1;
    char message[FR_WALKER_MESSAGE] = "not enough memory";
    const enum fr_walker_status status = fr_room_of_shapes(&floor, 1, map->width, map->height,
                                                           &fr_default_allocator, message, &layer);
    if (status != FR_WALKER_OK) {
        fr_page_fail(message);
        return status;
    }
    const size_t pixels = (size_t)map->width * (size_t)map->height;
    for (size_t i = 0; i < pixels; i++)
        if (layer->areas[i])
            map->areas[i] = shape->area;
    fr_map_release(layer);
    return FR_WALKER_OK;
}

static enum fr_walker_status paint_shapes(const struct fr_shape *shapes, size_t count, int width,
                                          int height, struct fr_map **map)
{
    enum fr_walker_status status =
        fr_room_status(fr_map_create(width, height, &fr_default_allocator, map));
    for (size_t i = 0; status == FR_WALKER_OK && i < count; i++)
        status = paint_shape(*map, &shapes[i]);
    for (int y = 0; status == FR_WALKER_OK && y < height; y++)
        fr_map_set_row(*map, y, (*map)->areas + (size_t)y * (size_t)width);
    return status;
}

bool fr_web_room_of_shapes(const float *spots, const uint32_t *corners, const uint8_t *areas,
                           size_t count, int width, int height, bool one_by_one)
{
    char message[FR_WALKER_MESSAGE] = "not enough memory";
    struct fr_map *map = NULL;
    struct fr_shape *shapes = malloc((count + 1) * sizeof *shapes);
    struct fr_spot *all = NULL;
    size_t corner_count = 0;
    for (size_t i = 0; i < count; i++)
        corner_count += corners[i];
    if (shapes)
        all = malloc((corner_count + 1) * sizeof *all);
    if (!all) {
        free(shapes);
        return fr_page_fail(message);
    }
    for (size_t i = 0; i < corner_count; i++)
        all[i] = (struct fr_spot){spots[2 * i], spots[2 * i + 1]};
    for (size_t i = 0, at = 0; i < count; at += corners[i++])
        shapes[i] = (struct fr_shape){all + at, corners[i], areas[i]};
    fr_page_fail(message);
    const enum fr_walker_status status =
        one_by_one
            ? paint_shapes(shapes, count, width, height, &map)
            : fr_room_of_shapes(shapes, count, width, height, &fr_default_allocator, message, &map);
    if (status != FR_WALKER_OK && !one_by_one)
        fr_page_fail(message);
    if (status != FR_WALKER_OK)
        fr_map_release(map);
    free(all);
    free(shapes);
    const struct fr_load_report report = {.format = "polygons", .reading = "a drawing"};
    return status == FR_WALKER_OK && fr_engine_enter(map, &report);
}

bool fr_web_room_of_areas(const uint8_t *areas, int width, int height)
{
    const struct fr_load_report report = {.format = "areas", .reading = "one byte per pixel"};
    struct fr_map *map;
    if (fr_map_create(width, height, &fr_default_allocator, &map) != FR_OK)
        return fr_page_fail("not enough memory for the room");
    for (int y = 0; y < height; y++)
        fr_map_set_row(map, y, areas + (size_t)y * (size_t)width);
    return fr_engine_enter(map, &report);
}
