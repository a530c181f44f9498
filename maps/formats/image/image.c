#include "maps/formats/image/image.h"

#include <stdio.h>
#include <string.h>

#include "maps/bits.h"
#include "maps/formats/image/colour_area.h"

#define MOST_AREAS_BY_DEFAULT 16 /* as in Adventure Game Studio */
#define AGS_AREAS 16             /* index 0 is the wall */
#define MOST_COLOURS 65536
#define COLOUR_PLACES (2 * MOST_COLOURS) /* a power of two */
#define NO_PLACE UINT32_MAX
#define MOST_LISTED 12 /* most colours named in a message */

void fr_image_grey_ramp(struct fr_image *image, int bits)
{
    image->bits = bits;
    image->palette_size = 1 << bits;
    for (int i = 0; i < image->palette_size; i++) {
        const uint8_t level = (uint8_t)(i * 255 / (image->palette_size - 1));
        image->palette[i] = (struct fr_rgba){level, level, level, 255};
    }
}

static void release(struct fr_image *image)
{
    fr_map_release(image->map);
    fr_deallocate(image->file->allocator, image->colours, COLOUR_PLACES, sizeof *image->colours);
    fr_deallocate(image->file->allocator, image->counts, COLOUR_PLACES, sizeof *image->counts);
    image->map = NULL;
    image->colours = NULL;
    image->counts = NULL;
}

enum fr_status fr_image_check_size(const struct fr_file *file, int64_t width, int64_t height)
{
    if (width >= 1 && height >= 1 && width <= FR_MAP_MAX_SIZE && height <= FR_MAP_MAX_SIZE)
        return FR_OK;
    return fr_refuse(file, "header: %lld x %lld pixels found, expected 1 to %d in each direction",
                     (long long)width, (long long)height, FR_MAP_MAX_SIZE);
}

enum fr_status fr_image_refuse_promise(const struct fr_file *file, int64_t width, int64_t height)
{
    return fr_refuse(
        file, "header: %lld x %lld pixels found, expected a file of more than %zu bytes for them",
        (long long)width, (long long)height, file->size);
}

/* Refuses options that do not apply to this kind of image. */
static enum fr_status check_options(const struct fr_image *image)
{
    if (image->options->indices == FR_ON && !image->indexed)
        return fr_refuse(image->file,
                         "header: no palette found, expected an indexed PNG or BMP for "
                         "indices=on");
    if (image->options->ags && (!image->indexed || image->bits == 2))
        return fr_refuse(image->file,
                         "header: %s found, expected an indexed PNG or BMP of 1, "
                         "4 or 8 bits for ags=on",
                         image->indexed ? "palette indices of 2 bits" : "no palette");
    return FR_OK;
}

static void fill_unpacked(struct fr_image *image)
{
    for (int byte = 0; byte < 256; byte++)
        for (int i = 0; i < 8 / image->bits; i++)
            image->unpacked[byte][i] =
                (uint8_t)(byte >> (8 - image->bits * (i + 1)) & ((1 << image->bits) - 1));
}

enum fr_status fr_image_begin(struct fr_image *image, int64_t width, int64_t height)
{
    const struct fr_allocator *allocator = image->file->allocator;
    enum fr_status status = fr_image_check_size(image->file, width, height);
    if (status == FR_OK)
        status = check_options(image);
    if (status != FR_OK)
        return status;
    image->all_grey = true;
    if (fr_map_create((int32_t)width, (int32_t)height, allocator, &image->map) == FR_OK) {
        if (image->bits > 0) {
            fill_unpacked(image);
            return FR_OK;
        }
        image->colours = fr_allocate_zeroed(allocator, COLOUR_PLACES, sizeof *image->colours);
        image->counts = fr_allocate_zeroed(allocator, COLOUR_PLACES, sizeof *image->counts);
        if (image->colours && image->counts)
            return FR_OK;
    }
    release(image);
    return fr_refuse_as(image->file, FR_NO_MEMORY, "not enough memory for %lld x %lld pixels",
                        (long long)width, (long long)height);
}

static uint8_t *map_row(const struct fr_map *map, int32_t y)
{
    return map->areas + (size_t)y * (size_t)map->width;
}

/* Records which bytes occur. Masks are repetitive, so eight bytes equal to the previous eight are
 * skipped. */
static void note_bytes(bool seen[256], const uint8_t *bytes, size_t count)
{
    size_t at = 0;
    for (; at < 8 && at < count; at++)
        seen[bytes[at]] = true;
    for (; at + 8 <= count; at += 8)
        if (fr_eight_bytes(bytes + at) != fr_eight_bytes(bytes + at - 8))
            for (size_t i = at; i < at + 8; i++)
                seen[bytes[i]] = true;
    for (; at < count; at++)
        seen[bytes[at]] = true;
}

/* Unpacks the pixels of a row byte by byte, as long as eight more fit. Returns their number. */
static int32_t unpack(const struct fr_image *image, const uint8_t *packed, int32_t count,
                      uint8_t *pixels)
{
    const int32_t in_byte = 8 / image->bits;
    int32_t x = 0;
    for (; x + 8 <= count; x += in_byte)
        memcpy(pixels + x, image->unpacked[*packed++], 8);
    return x;
}

void fr_image_put_indices(struct fr_image *image, struct fr_image_span span, const uint8_t *packed)
{
    uint8_t *pixels = map_row(image->map, span.y) + span.x;
    const int32_t in_byte = 8 / image->bits;
    int32_t done = 0;
    if (span.step == 1 && image->bits == 8) {
        memcpy(pixels, packed, (size_t)span.count);
        done = span.count;
    } else if (span.step == 1) {
        done = unpack(image, packed, span.count, pixels);
    }
    note_bytes(image->seen, packed, (size_t)(done / in_byte));
    for (; done < span.count; done++) {
        const uint8_t index = image->unpacked[packed[done / in_byte]][done % in_byte];
        image->used[index] = true;
        pixels[(ptrdiff_t)done * span.step] = index;
    }
}

/* Counts a colour if it is new, and records its slot; transparent black and colours past the limit
 * have none. */
static void count_colour(struct fr_image *image, uint32_t colour)
{
    uint32_t place = colour * 0x9E3779B1u >> 15;
    image->last_place = NO_PLACE;
    if (colour == 0) {
        image->colour_count += !image->zero_seen && image->colour_count < MOST_COLOURS;
        image->zero_seen = true;
        return;
    }
    while (image->colours[place] != 0 && image->colours[place] != colour)
        place = (place + 1) % COLOUR_PLACES;
    if (image->colours[place] == 0 && image->colour_count == MOST_COLOURS)
        return;
    image->colour_count += image->colours[place] == 0;
    image->colours[place] = colour;
    image->last_place = place;
}

static struct fr_rgba colour_at(const struct fr_pixel_layout *layout, const uint8_t *pixel)
{
    struct fr_rgba colour = {pixel[layout->red], pixel[layout->green], pixel[layout->blue], 255};
    if (layout->alpha != FR_NO_ALPHA)
        colour.alpha = pixel[layout->alpha];
    if (layout->has_clear && memcmp(pixel, layout->clear, layout->size) == 0)
        colour.alpha = 0;
    return colour;
}

static uint8_t area_at(struct fr_image *image, const uint8_t *pixel)
{
    const struct fr_rgba colour = colour_at(&image->layout, pixel);
    const uint32_t key = colour.red | (uint32_t)colour.green << 8 | (uint32_t)colour.blue << 16 |
                         (uint32_t)colour.alpha << 24;
    if (key == image->last_colour && image->colour_count > 0)
        return image->last_area;
    count_colour(image, key);
    image->all_grey &=
        colour.red == colour.green && colour.green == colour.blue && colour.alpha == 255;
    image->last_colour = key;
    image->last_area = fr_colour_area(image->options, colour);
    return image->last_area;
}

/* The number of pixels equal to the first one, found by comparing each with the next. */
static int32_t run_length(const uint8_t *pixels, size_t size, int32_t count)
{
    const size_t end = (size_t)(count - 1) * size;
    size_t at = 0;
    while (at + 8 <= end && fr_eight_bytes(pixels + at) == fr_eight_bytes(pixels + at + size))
        at += 8;
    while (at < end && pixels[at] == pixels[at + size])
        at++;
    return 1 + (int32_t)(at / size);
}

static void count_pixels(struct fr_image *image, int32_t run)
{
    if (image->last_place != NO_PLACE)
        image->counts[image->last_place] += (uint32_t)run;
    else if (image->last_colour == 0)
        image->zero_pixels += run;
}

void fr_image_put_colours(struct fr_image *image, struct fr_image_span span, const uint8_t *pixels)
{
    const size_t size = image->layout.size;
    uint8_t *area = map_row(image->map, span.y) + span.x;
    for (int32_t left = span.count; left > 0;) {
        const int32_t run = run_length(pixels, size, left);
        const uint8_t value = area_at(image, pixels);
        count_pixels(image, run);
        if (span.step == 1)
            memset(area, value, (size_t)run);
        else
            for (ptrdiff_t i = 0; i < run; i++)
                area[i * span.step] = value;
        left -= run;
        pixels += (size_t)run * size;
        area += (ptrdiff_t)run * span.step;
    }
}

/* An illegal index is reported at the first pixel that has it. */
static enum fr_status refuse_index(const struct fr_image *image, int index, const char *expected)
{
    int32_t y = 0;
    const uint8_t *pixel = NULL;
    const size_t width = (size_t)image->map->width;
    for (; !pixel; y++)
        pixel = memchr(map_row(image->map, y), index, width);
    return fr_refuse(image->file, "row %d, column %d: palette index %d found, expected %s", y - 1,
                     (int)(pixel - map_row(image->map, y - 1)), index, expected);
}

/* Whether raw indices are the areas: as requested, or by default for an indexed image with few
 * indices and no other options. */
static bool reads_indices(const struct fr_image *image)
{
    const struct fr_load_options *options = image->options;
    if (options->indices != FR_BY_DEFAULT)
        return options->indices == FR_ON;
    return image->indexed && !options->levels && options->legend_count == 0 &&
           options->gate_count == 0 && image->colour_count <= MOST_AREAS_BY_DEFAULT;
}

/* The area of an index. */
static uint8_t index_area(const struct fr_image *image, uint8_t index, bool is_area)
{
    const struct fr_load_options *options = image->options;
    const struct fr_rgba colour = image->palette[index];
    if (options->ags)
        return index;
    if (is_area)
        return fr_colour_transparent(options, colour) ? 0 : index;
    return fr_colour_area(options, colour);
}

/* "253 grey levels", "1 colour". */
static void describe_colours(const struct fr_image *image, char *text, size_t size)
{
    const char *kind = "colour";
    if (image->indexed)
        kind = "palette colour";
    else if (image->bits > 0 || image->all_grey)
        kind = "grey level";
    snprintf(text, size, "%d%s %s%s", image->colour_count,
             image->colour_count == MOST_COLOURS ? " or more" : "", kind,
             image->colour_count == 1 ? "" : "s");
}

static void describe(const struct fr_image *image, struct fr_load_report *report)
{
    const struct fr_load_options *options = image->options;
    char colours[48];
    describe_colours(image, colours, sizeof colours);
    report->colours = image->colour_count;
    if (options->ags)
        snprintf(report->reading, sizeof report->reading,
                 "Adventure Game Studio areas, %d indices in use", image->colour_count);
    else if (reads_indices(image))
        snprintf(report->reading, sizeof report->reading, "palette indices as areas, %d in use",
                 image->colour_count);
    else if (options->legend_count > 0)
        snprintf(report->reading, sizeof report->reading, "legend of %d colours for %s",
                 options->legend_count, colours);
    else
        snprintf(report->reading, sizeof report->reading, "threshold %d of %s%s%s",
                 fr_colour_threshold(options), options->channel == FR_ALPHA ? "alpha in " : "",
                 colours, options->invert ? ", inverted" : "");
    const size_t used = strlen(report->reading);
    if (options->gate_count > 0)
        snprintf(report->reading + used, sizeof report->reading - used, ", %d gate%s",
                 options->gate_count, options->gate_count == 1 ? "" : "s");
}

static size_t share_indices(const struct fr_image *image, struct fr_colour_share *shares)
{
    int64_t pixels[256] = {0};
    size_t count = 0;
    for (int32_t y = 0; y < image->map->height; y++)
        for (int32_t x = 0; x < image->map->width; x++)
            pixels[map_row(image->map, y)[x]]++;
    for (int i = 0; i < 256; i++)
        if (pixels[i] > 0)
            shares[count++] = (struct fr_colour_share){image->palette[i], pixels[i]};
    return count;
}

static size_t share_colours(const struct fr_image *image, struct fr_colour_share *shares)
{
    size_t count = 0;
    if (image->zero_pixels > 0)
        shares[count++] = (struct fr_colour_share){{0, 0, 0, 0}, image->zero_pixels};
    for (int i = 0; i < COLOUR_PLACES; i++) {
        const uint32_t key = image->colours[i];
        const struct fr_rgba colour = {(uint8_t)key, (uint8_t)(key >> 8), (uint8_t)(key >> 16),
                                       (uint8_t)(key >> 24)};
        if (key != 0)
            shares[count++] = (struct fr_colour_share){colour, image->counts[i]};
    }
    return count;
}

/* Refuses a gate whose colour no pixel has, and lists the colours that pixels have. */
static enum fr_status check_gates(const struct fr_image *image,
                                  const struct fr_colour_share *shares, size_t count)
{
    char colours[16 * MOST_LISTED] = "";
    size_t used = 0;
    for (size_t i = 0; i < count && i < MOST_LISTED; i++)
        used += (size_t)snprintf(colours + used, sizeof colours - used, "%s%02x%02x%02x",
                                 i > 0 ? ", " : "", shares[i].colour.red, shares[i].colour.green,
                                 shares[i].colour.blue);
    for (int i = 0; i < image->options->gate_count; i++) {
        const struct fr_legend_entry *gate = &image->options->gates[i];
        size_t at = 0;
        while (at < count && fr_colour_gate(image->options, shares[at].colour) != gate)
            at++;
        if (at == count)
            return fr_refuse(image->file,
                             "no pixel has the gate's colour %02x%02x%02x, expected one of %s%s",
                             gate->colour.red, gate->colour.green, gate->colour.blue, colours,
                             count > MOST_LISTED ? ", ..." : "");
    }
    return FR_OK;
}

/* Whether something else may have been meant: a threshold was used, but there are more than two
 * colours, or layers. */
static bool is_doubtful(const struct fr_image *image)
{
    return image->colour_count >= 2 && image->colour_count != MOST_COLOURS &&
           !image->options->ags && image->options->legend_count == 0 && !reads_indices(image);
}

/* Checks the gates, and guesses what was meant. */
static enum fr_status look_at_colours(const struct fr_image *image, struct fr_load_report *report)
{
    const struct fr_allocator *allocator = image->file->allocator;
    const int64_t pixels = (int64_t)image->map->width * image->map->height;
    *report->suggestion = '\0';
    report->between = 0;
    if (!is_doubtful(image) && image->options->gate_count == 0)
        return FR_OK;
    const size_t most = (size_t)image->colour_count + 1;
    struct fr_colour_share *shares = fr_allocate(allocator, most, sizeof *shares);
    if (!shares)
        return fr_refuse_memory(image->file, "to count its colours");
    const size_t count =
        image->bits > 0 ? share_indices(image, shares) : share_colours(image, shares);
    fr_colour_sort(shares, count);
    const enum fr_status status = check_gates(image, shares, count);
    if (status == FR_OK && is_doubtful(image))
        fr_colour_guess(image->options, shares, count, pixels, report);
    fr_deallocate(allocator, shares, most, sizeof *shares);
    return status;
}

static void replace(uint8_t *row, int32_t width, const uint8_t areas[256])
{
    int32_t x = 0;
    for (; x + 8 <= width; x += 8)
        if (fr_eight_bytes(row + x) == fr_eight_times(row[x]))
            memset(row + x, areas[row[x]], 8);
        else
            for (int32_t i = x; i < x + 8; i++)
                row[i] = areas[row[i]];
    for (; x < width; x++)
        row[x] = areas[row[x]];
}

static void paint(struct fr_image *image)
{
    struct fr_map *map = image->map;
    uint8_t areas[256] = {0};
    const bool indices = reads_indices(image);
    for (int i = 0; i < 256; i++)
        if (image->used[i])
            areas[i] = index_area(image, (uint8_t)i, indices);
    for (int32_t y = 0; y < map->height; y++) {
        uint8_t *row = map_row(map, y);
        if (image->bits > 0)
            replace(row, map->width, areas);
        fr_map_set_row(map, y, row);
    }
}

/* Counts the indices in use, and checks that they are legal. */
static enum fr_status check_indices(struct fr_image *image)
{
    for (int byte = 0; byte < 256; byte++)
        for (int i = 0; i < 8 / image->bits; i++)
            image->used[image->unpacked[byte][i]] |= image->seen[byte];
    for (int i = 0; i < 256; i++) {
        char expected[32];
        snprintf(expected, sizeof expected, "one below %d", image->palette_size);
        if (image->used[i] && i >= image->palette_size)
            return refuse_index(image, i, expected);
        if (image->used[i] && image->options->ags && i >= AGS_AREAS)
            return refuse_index(image, i, "0 (wall) or 1 to 15 (areas) for ags=on");
        image->colour_count += image->used[i];
    }
    return FR_OK;
}

enum fr_status fr_image_finish(struct fr_image *image, enum fr_status status,
                               struct fr_loading *loading)
{
    if (status == FR_OK && image->bits > 0)
        status = check_indices(image);
    if (status == FR_OK)
        status = look_at_colours(image, loading->report);
    if (status == FR_OK) {
        paint(image);
        describe(image, loading->report);
        loading->map = image->map;
        image->map = NULL;
    }
    release(image);
    return status;
}
