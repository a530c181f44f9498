#include "maps/geometry/corners.h"

#include <string.h>

#include "maps/bits.h"

/* The walkable bits of the pixels around 64 lattice points of a row. */
struct windows {
    uint64_t nw, ne, sw, se;
};

/* A lattice point uses the bit of the pixel to its lower right. */
static struct windows windows_at(const uint64_t *upper, const uint64_t *lower)
{
    return (struct windows){*upper << 1 | upper[-1] >> 63, *upper, *lower << 1 | lower[-1] >> 63,
                            *lower};
}

/* Between equal rows there is no corner, and no pinch. */
static bool is_alike(const struct fr_map *map, const uint64_t *upper, const uint64_t *lower)
{
    return memcmp(upper, lower, (size_t)map->row_words * sizeof *upper) == 0;
}

/* A bit where exactly one of the four pixels is blocked. */
static uint64_t reflex_bits(struct windows w)
{
    return (w.nw & w.ne & (w.sw ^ w.se)) | (w.sw & w.se & (w.nw ^ w.ne));
}

static uint64_t pinch_bits(struct windows w)
{
    return ~(w.nw ^ w.se) & ~(w.ne ^ w.sw) & (w.nw ^ w.ne);
}

static struct fr_corner corner_at(struct windows w, int bit, int32_t x, int32_t y)
{
    const uint64_t blocked_west = ~(w.nw & w.sw) >> bit & 1;
    const uint64_t blocked_north = ~(w.nw & w.ne) >> bit & 1;
    return (struct fr_corner){2 * x, 2 * y, blocked_west ? -1 : 1, blocked_north ? -1 : 1};
}

void fr_corners_count(const struct fr_map *map, int64_t *corners, int64_t *pinches)
{
    *corners = *pinches = 0;
    for (int32_t y = 0; y <= map->height; y++) {
        const uint64_t *upper = fr_map_row(map, y - 1), *lower = fr_map_row(map, y);
        if (is_alike(map, upper, lower))
            continue;
        for (int32_t word = 0; word < map->row_words; word++) {
            const struct windows windows = windows_at(upper + word, lower + word);
            *corners += fr_popcount(reflex_bits(windows));
            *pinches += fr_popcount(pinch_bits(windows));
        }
    }
}

static void list_corners(const struct fr_map *map, struct fr_corner *corner)
{
    for (int32_t y = 0; y <= map->height; y++) {
        const uint64_t *upper = fr_map_row(map, y - 1), *lower = fr_map_row(map, y);
        if (is_alike(map, upper, lower))
            continue;
        for (int32_t word = 0; word < map->row_words; word++) {
            const struct windows windows = windows_at(upper + word, lower + word);
            for (uint64_t bits = reflex_bits(windows); bits; bits &= bits - 1) {
                const int bit = fr_lowest_bit(bits);
                *corner++ = corner_at(windows, bit, 64 * word + bit, y);
            }
        }
    }
}

enum fr_status fr_corners_create(const struct fr_map *map, const struct fr_allocator *allocator,
                                 struct fr_corners **corners)
{
    int64_t count, pinches;
    fr_corners_count(map, &count, &pinches);
    if (count > INT32_MAX || pinches > UINT32_MAX)
        return FR_UNSUPPORTED;
    struct fr_corners *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->allocator = allocator;
    fresh->count = (uint32_t)count;
    fresh->pinch_count = (uint32_t)pinches;
    fresh->room = fr_at_least_one(fresh->count);
    fresh->items = fr_allocate(allocator, fresh->room, sizeof *fresh->items);
    if (!fresh->items) {
        fr_corners_release(fresh);
        return FR_NO_MEMORY;
    }
    list_corners(map, fresh->items);
    *corners = fresh;
    return FR_OK;
}

bool fr_corner_at(const struct fr_map *map, struct fr_point at, struct fr_corner *corner)
{
    const int32_t x = at.x / 2, y = at.y / 2;
    const struct windows windows = {fr_map_walkable(map, x - 1, y - 1),
                                    fr_map_walkable(map, x, y - 1), fr_map_walkable(map, x - 1, y),
                                    fr_map_walkable(map, x, y)};
    if (!reflex_bits(windows))
        return false;
    *corner = corner_at(windows, 0, x, y);
    return true;
}

void fr_corners_release(struct fr_corners *corners)
{
    if (!corners)
        return;
    const struct fr_allocator *allocator = corners->allocator;
    fr_deallocate(allocator, corners->items, corners->room, sizeof *corners->items);
    fr_deallocate(allocator, corners, 1, sizeof *corners);
}
