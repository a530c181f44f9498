#include "maps/analysis/reduce.h"

#include "maps/bits.h"

/* The number of walkable pixels among x..x+count-1 of a row, `count` below 64. The pixels must be
 * on the map: the word after a row is the next row's first. */
static int count_walkable(const uint64_t *row, int32_t x, int32_t count)
{
    const int32_t shift = x & 63;
    const uint64_t bits = row[x / 64] >> shift | (shift > 0 ? row[x / 64 + 1] << (64 - shift) : 0);
    return fr_popcount(bits & (((uint64_t)1 << count) - 1));
}

static bool is_free(const struct fr_map *map, int32_t scale, struct fr_pixel cell)
{
    const int32_t left = cell.x * scale, top = cell.y * scale;
    int32_t walkable = 0;
    if (left + scale > map->width || top + scale > map->height)
        return false;
    for (int32_t y = top; y < top + scale; y++)
        walkable += count_walkable(fr_map_row(map, y), left, scale);
    return walkable == scale * scale;
}

struct fr_rect fr_reduce_again(const struct fr_map *map, struct fr_reduction reduction,
                               struct fr_rect rect, struct fr_map *reduced)
{
    if (rect.width <= 0 || rect.height <= 0)
        return (struct fr_rect){0, 0, 0, 0};
    const int32_t x0 = rect.x / reduction.scale, y0 = rect.y / reduction.scale;
    const int32_t x1 = (rect.x + rect.width - 1) / reduction.scale + 1;
    const int32_t y1 = (rect.y + rect.height - 1) / reduction.scale + 1;
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x = x0; x < x1; x++)
            fr_map_set_area(reduced, x, y, is_free(map, reduction.scale, (struct fr_pixel){x, y}));
    return (struct fr_rect){x0, y0, x1 - x0, y1 - y0};
}

enum fr_status fr_reduce(const struct fr_map *map, struct fr_reduction reduction,
                         const struct fr_allocator *allocator, struct fr_map **reduced)
{
    const int32_t scale = reduction.scale;
    struct fr_map *fresh;
    if (scale < 2 || scale > FR_MOST_SCALE || map->wall_count > 0)
        return FR_UNSUPPORTED;
    const enum fr_status status = fr_map_create(
        (map->width + scale - 1) / scale, (map->height + scale - 1) / scale, allocator, &fresh);
    if (status != FR_OK)
        return status;
    fr_reduce_again(map, reduction, (struct fr_rect){0, 0, map->width, map->height}, fresh);
    *reduced = fresh;
    return FR_OK;
}
