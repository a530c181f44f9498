#include "harness/inspect/map_facts.h"

#include <string.h>

#include "maps/analysis/components.h"
#include "maps/geometry/corners.h"

#define THUMBNAIL_WIDTH 480

static void count_areas(const struct fr_map *map, struct fr_map_facts *facts)
{
    const size_t pixels = (size_t)map->width * (size_t)map->height;
    for (size_t i = 0; i < pixels; i++)
        facts->areas[map->areas[i]] = true;
    facts->areas[0] = false;
    for (int area = 1; area < FR_AREAS; area++)
        facts->area_count += facts->areas[area];
}

/* Whether more than three quarters of a cell's pixels are walkable: a wall one pixel thick still
 * shows in a cell four pixels wide. */
static bool widely_walkable(const struct fr_map *map, int32_t x0, int32_t y0, int32_t x1,
                            int32_t y1)
{
    int64_t walkable = 0;
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x = x0; x < x1; x++)
            walkable += fr_map_walkable(map, x, y);
    return 4 * walkable > (int64_t)3 * (x1 - x0) * (y1 - y0);
}

/* The start of cell `i` of `count` cells on a side of `length` pixels. */
static int32_t cell_begin(int32_t i, int32_t count, int32_t length)
{
    return (int32_t)((int64_t)i * length / count);
}

static void draw_thumbnail(const struct fr_map *map, int32_t width, int32_t height, uint8_t *bits)
{
    const size_t row_bytes = ((size_t)width + 7) / 8;
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            if (widely_walkable(
                    map, cell_begin(x, width, map->width), cell_begin(y, height, map->height),
                    cell_begin(x + 1, width, map->width), cell_begin(y + 1, height, map->height)))
                bits[(size_t)y * row_bytes + (size_t)x / 8] |= (uint8_t)(0x80 >> (x % 8));
}

static void encode_base64(const uint8_t *bytes, size_t count, char *text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < count; i += 3) {
        const size_t have = count - i;
        const unsigned group = (unsigned)bytes[i] << 16 |
                               (have > 1 ? (unsigned)bytes[i + 1] << 8 : 0) |
                               (have > 2 ? (unsigned)bytes[i + 2] : 0);
        *text++ = digits[group >> 18];
        *text++ = digits[group >> 12 & 63];
        *text++ = have > 1 ? digits[group >> 6 & 63] : '=';
        *text++ = have > 2 ? digits[group & 63] : '=';
    }
    *text = '\0';
}

static enum fr_status make_thumbnail(const struct fr_map *map, const struct fr_allocator *allocator,
                                     struct fr_map_facts *facts)
{
    const int32_t width = map->width < THUMBNAIL_WIDTH ? map->width : THUMBNAIL_WIDTH;
    const int64_t scaled = ((int64_t)map->height * width + map->width / 2) / map->width;
    const int32_t height = scaled > 0 ? (int32_t)scaled : 1;
    const size_t bytes = ((size_t)width + 7) / 8 * (size_t)height;
    uint8_t *bits = fr_allocate_zeroed(allocator, bytes, 1);
    facts->thumbnail_size = (bytes + 2) / 3 * 4 + 1;
    facts->thumbnail = fr_allocate(allocator, facts->thumbnail_size, 1);
    if (bits && facts->thumbnail) {
        draw_thumbnail(map, width, height, bits);
        encode_base64(bits, bytes, facts->thumbnail);
        facts->thumbnail_width = width;
        facts->thumbnail_height = height;
    }
    const bool whole = bits && facts->thumbnail;
    fr_deallocate(allocator, bits, bytes, 1);
    if (!whole)
        fr_map_facts_release(facts, allocator);
    return whole ? FR_OK : FR_NO_MEMORY;
}

static int64_t largest(const struct fr_components *components)
{
    int64_t most = 0;
    for (uint32_t i = 0; i < fr_components_count(components); i++) {
        const int64_t size = fr_components_size(components, i);
        most = size > most ? size : most;
    }
    return most;
}

enum fr_status fr_map_facts_create(const struct fr_map *map, const struct fr_allocator *allocator,
                                   struct fr_map_facts *facts)
{
    struct fr_components *components;
    int64_t corners, pinches;
    memset(facts, 0, sizeof *facts);
    const enum fr_status status = fr_components_create(map, FR_CONNECTED_4, allocator, &components);
    if (status != FR_OK)
        return status;
    facts->components = fr_components_count(components);
    facts->reachable = largest(components);
    fr_components_release(components);
    facts->walkable = fr_map_walkable_count(map);
    fr_corners_count(map, &corners, &pinches);
    facts->corners = corners + 2 * pinches;
    count_areas(map, facts);
    return make_thumbnail(map, allocator, facts);
}

void fr_map_facts_release(struct fr_map_facts *facts, const struct fr_allocator *allocator)
{
    fr_deallocate(allocator, facts->thumbnail, facts->thumbnail_size, 1);
    facts->thumbnail = NULL;
}
