#include "maps/io/image.h"

#include <stdio.h>
#include <string.h>

#define MOST_AREAS_BY_DEFAULT 16 /* as many as Adventure Game Studio has */
#define MOST_COLOURS 65536
#define COLOUR_PLACES (2 * MOST_COLOURS) /* a power of two */
#define OPAQUE 128                       /* least alpha of a pixel that counts as painted */
#define DEFAULT_THRESHOLD 128

void fr_image_grey_ramp(struct fr_image *image, int bits)
{
    image->palette_size = 1 << bits;
    for (int i = 0; i < image->palette_size; i++) {
        const uint8_t level = (uint8_t)(i * 255 / (image->palette_size - 1));
        image->palette[i] = (struct fr_colour){level, level, level, 255};
    }
}

enum fr_status fr_image_check_size(const struct fr_file *file, int64_t width, int64_t height,
                                   struct fr_error *error)
{
    if (width >= 1 && height >= 1 && width <= FR_MAP_MAX_SIZE && height <= FR_MAP_MAX_SIZE)
        return FR_OK;
    return fr_fail(error, FR_BAD_INPUT,
                   "%s: header: %lld x %lld pixels, expected 1 to %d either way", file->name,
                   (long long)width, (long long)height, FR_MAP_MAX_SIZE);
}

enum fr_status fr_image_begin(struct fr_image *image, int64_t width, int64_t height,
                              struct fr_error *error)
{
    const char *name = image->file->name;
    const struct fr_allocator *allocator = image->file->allocator;
    const enum fr_status status = fr_image_check_size(image->file, width, height, error);
    if (status != FR_OK)
        return status;
    if (image->options->indices == FR_INDICES_ON && !image->indexed)
        return fr_fail(error, FR_BAD_INPUT,
                       "%s: header: no palette, expected an indexed image for indices=on", name);
    if (fr_map_create((int32_t)width, (int32_t)height, allocator, &image->map) == FR_OK) {
        if (image->palette_size > 0)
            return FR_OK;
        image->colours = fr_allocate_zeroed(allocator, COLOUR_PLACES, sizeof *image->colours);
        if (image->colours)
            return FR_OK;
    }
    fr_image_release(image);
    return fr_fail(error, FR_NO_MEMORY, "%s: not enough memory for %lld x %lld pixels", name,
                   (long long)width, (long long)height);
}

void fr_image_release(struct fr_image *image)
{
    fr_map_release(image->map);
    fr_deallocate(image->file->allocator, image->colours, COLOUR_PLACES, sizeof *image->colours);
    image->map = NULL;
    image->colours = NULL;
}

static uint8_t *map_row(const struct fr_map *map, int32_t y)
{
    return map->areas + (size_t)y * (size_t)map->width;
}

void fr_image_put_indices(struct fr_image *image, struct fr_image_span span, const uint8_t *packed,
                          int bits)
{
    uint8_t *pixel = map_row(image->map, span.y) + span.x;
    const int mask = (1 << bits) - 1;
    for (int32_t left = span.count; left > 0; packed++)
        for (int shift = 8 - bits; shift >= 0 && left > 0; shift -= bits, left--) {
            *pixel = (uint8_t)(*packed >> shift & mask);
            image->used[*pixel] = true;
            pixel += span.step;
        }
}

/* The nearest legend colour gives the area, the first of several. */
static uint8_t legend_area(const struct fr_load_options *options, struct fr_colour colour)
{
    int nearest = 0, least = 3 * 256 * 256;
    for (int i = 0; i < options->legend_count; i++) {
        const struct fr_colour other = options->legend[i].colour;
        const int red = colour.red - other.red, green = colour.green - other.green;
        const int blue = colour.blue - other.blue;
        const int distance = red * red + green * green + blue * blue;
        if (distance < least) {
            least = distance;
            nearest = i;
        }
    }
    return options->legend[nearest].area;
}

static int threshold_of(const struct fr_load_options *options)
{
    return options->threshold < 0 ? DEFAULT_THRESHOLD : options->threshold;
}

/* Luminance has the weights of Rec. 601, in thousandths, so that a grey keeps its level. */
static uint8_t colour_area(const struct fr_load_options *options, struct fr_colour colour)
{
    if (options->alpha && colour.alpha < OPAQUE)
        return 0;
    if (options->legend_count > 0)
        return legend_area(options, colour);
    return 299 * colour.red + 587 * colour.green + 114 * colour.blue >=
           1000 * threshold_of(options);
}

/* Counts colour if it is new. */
static void count_colour(struct fr_image *image, uint32_t colour)
{
    if (image->colour_count == MOST_COLOURS || (colour == 0 && image->zero_seen))
        return;
    uint32_t place = colour * 0x9E3779B1u >> 15;
    while (image->colours[place] != 0 && image->colours[place] != colour)
        place = (place + 1) % COLOUR_PLACES;
    if (colour != 0 && image->colours[place] == colour)
        return;
    image->colours[place] = colour;
    image->zero_seen |= colour == 0;
    image->colour_count++;
}

void fr_image_put_colours(struct fr_image *image, struct fr_image_span span, const uint8_t *rgba)
{
    uint8_t *area = map_row(image->map, span.y) + span.x;
    for (int32_t i = 0; i < span.count; i++, rgba += 4, area += span.step) {
        const uint32_t colour =
            rgba[0] | (uint32_t)rgba[1] << 8 | (uint32_t)rgba[2] << 16 | (uint32_t)rgba[3] << 24;
        if (colour != image->last_colour || image->colour_count == 0) {
            const struct fr_colour parts = {rgba[0], rgba[1], rgba[2], rgba[3]};
            count_colour(image, colour);
            image->last_colour = colour;
            image->last_area = colour_area(image->options, parts);
        }
        *area = image->last_area;
    }
}

/* An index without a colour is refused at the first pixel that has it. */
static enum fr_status refuse_index(const struct fr_image *image, int index, struct fr_error *error)
{
    int32_t y = 0;
    const uint8_t *pixel = NULL;
    const size_t width = (size_t)image->map->width;
    for (; !pixel; y++)
        pixel = memchr(map_row(image->map, y), index, width);
    return fr_fail(error, FR_BAD_INPUT,
                   "%s: row %d, column %d: palette index %d, expected one below %d",
                   image->file->name, y - 1, (int)(pixel - map_row(image->map, y - 1)), index,
                   image->palette_size);
}

/* Whether raw indices are the areas: asked for, or the default of an indexed image with few of
 * them, where neither a threshold nor a legend was asked for. */
static bool reads_indices(const struct fr_image *image)
{
    const struct fr_load_options *options = image->options;
    if (options->indices != FR_INDICES_DEFAULT)
        return options->indices == FR_INDICES_ON;
    return image->indexed && options->threshold < 0 && options->legend_count == 0 &&
           image->colour_count <= MOST_AREAS_BY_DEFAULT;
}

/* What becomes of each value that the pixels hold so far. */
static void fill_areas(const struct fr_image *image, uint8_t areas[256])
{
    const struct fr_load_options *options = image->options;
    const bool indices = reads_indices(image);
    for (int i = 0; i < 256; i++) {
        const struct fr_colour colour = image->palette[i];
        if (image->palette_size == 0)
            areas[i] = (uint8_t)i;
        else if (indices)
            areas[i] = options->alpha && colour.alpha < OPAQUE ? 0 : (uint8_t)i;
        else
            areas[i] = colour_area(options, colour);
    }
}

static void describe(const struct fr_image *image, struct fr_load_report *report)
{
    const struct fr_load_options *options = image->options;
    const bool one = image->colour_count == 1;
    char colours[48];
    snprintf(colours, sizeof colours, "%d%s %s%s", image->colour_count,
             image->colour_count == MOST_COLOURS ? " or more" : "",
             image->palette_size == 0 ? "colour"
             : image->indexed         ? "palette colour"
                                      : "grey level",
             one ? "" : "s");
    if (reads_indices(image))
        snprintf(report->reading, sizeof report->reading, "palette indices as areas, %d in use",
                 image->colour_count);
    else if (options->legend_count > 0)
        snprintf(report->reading, sizeof report->reading, "legend of %d for %s",
                 options->legend_count, colours);
    else
        snprintf(report->reading, sizeof report->reading, "threshold %d of %s",
                 threshold_of(options), colours);
    report->colours = image->colour_count;
}

static enum fr_status paint(struct fr_image *image, struct fr_error *error)
{
    struct fr_map *map = image->map;
    const size_t width = (size_t)map->width;
    uint8_t areas[256];
    uint8_t *row = fr_allocate(image->file->allocator, width, 1);
    if (!row)
        return fr_fail(error, FR_NO_MEMORY, "%s: not enough memory for a row of %d pixels",
                       image->file->name, map->width);
    fill_areas(image, areas);
    for (int32_t y = 0; y < map->height; y++) {
        const uint8_t *values = map_row(map, y);
        for (size_t x = 0; x < width; x++)
            row[x] = areas[values[x]];
        fr_map_set_row(map, y, row);
    }
    fr_deallocate(image->file->allocator, row, width, 1);
    return FR_OK;
}

/* Counts the indices in use, and looks for those outside the palette. */
static enum fr_status check_indices(struct fr_image *image, struct fr_error *error)
{
    for (int i = image->palette_size; i < 256; i++)
        if (image->used[i])
            return refuse_index(image, i, error);
    for (int i = 0; i < image->palette_size; i++)
        image->colour_count += image->used[i];
    return FR_OK;
}

enum fr_status fr_image_finish(struct fr_image *image, struct fr_map **map,
                               struct fr_load_report *report, struct fr_error *error)
{
    enum fr_status status = image->palette_size > 0 ? check_indices(image, error) : FR_OK;
    if (status == FR_OK)
        status = paint(image, error);
    if (status == FR_OK) {
        describe(image, report);
        *map = image->map;
        image->map = NULL;
    }
    fr_image_release(image);
    return status;
}
