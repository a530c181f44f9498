#include "maps/map.h"

#include <string.h>

#include "maps/bits.h"
#include "maps/checksum.h"
#include "maps/polygon.h"

/* The walkable bits have a guard row above and below and a guard word before the first and after
 * the last, so that x = -1 and y = -1 are addressable (see fr_map_walkable) and unaligned reads may
 * go one word further. */
static size_t guarded_words(const struct fr_map *map)
{
    return 2 + (size_t)map->row_words * ((size_t)map->height + 2);
}

static size_t plain_words(const struct fr_map *map)
{
    return (size_t)map->row_words * (size_t)map->height;
}

/* Allocates padded bits, all 0; returns the word of pixel (0, 0), or NULL. */
static uint64_t *allocate_guarded(const struct fr_map *map)
{
    uint64_t *words = fr_allocate_zeroed(map->allocator, guarded_words(map), sizeof *words);
    return words ? words + 1 + map->row_words : NULL;
}

static void deallocate_guarded(const struct fr_map *map, uint64_t *bits)
{
    if (bits)
        fr_deallocate(map->allocator, bits - 1 - map->row_words, guarded_words(map), sizeof *bits);
}

enum fr_status fr_map_create(int32_t width, int32_t height, const struct fr_allocator *allocator,
                             struct fr_map **map)
{
    if (width < 1 || height < 1 || width > FR_MAP_MAX_SIZE || height > FR_MAP_MAX_SIZE)
        return FR_BAD_INPUT;
    struct fr_map *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->width = width;
    fresh->height = height;
    fresh->row_words = width / 64 + 1;
    fresh->allocator = allocator;
    memset(fresh->enabled + 1, true, FR_AREAS - 1);
    fresh->areas = fr_allocate_zeroed(allocator, fr_map_pixels(fresh), 1);
    fresh->walkable = allocate_guarded(fresh);
    if (!fresh->areas || !fresh->walkable) {
        fr_map_release(fresh);
        return FR_NO_MEMORY;
    }
    *map = fresh;
    return FR_OK;
}

static bool allocate_walls(struct fr_map *map)
{
    uint64_t *east = allocate_guarded(map), *south = allocate_guarded(map);
    if (!east || !south) {
        deallocate_guarded(map, east);
        deallocate_guarded(map, south);
        return false;
    }
    map->walls[FR_EAST] = east;
    map->walls[FR_SOUTH] = south;
    return true;
}

enum fr_status fr_map_clone(const struct fr_map *map, const struct fr_allocator *allocator,
                            struct fr_map **clone)
{
    struct fr_map *copy;
    const enum fr_status status = fr_map_create(map->width, map->height, allocator, &copy);
    if (status != FR_OK)
        return status;
    memcpy(copy->areas, map->areas, fr_map_pixels(map));
    memcpy(copy->enabled, map->enabled, sizeof copy->enabled);
    memcpy(copy->walkable, map->walkable, plain_words(map) * sizeof *copy->walkable);
    if (map->blocked) {
        copy->blocked = fr_allocate(allocator, plain_words(map), sizeof *copy->blocked);
        if (!copy->blocked) {
            fr_map_release(copy);
            return FR_NO_MEMORY;
        }
        memcpy(copy->blocked, map->blocked, plain_words(map) * sizeof *copy->blocked);
    }
    if (map->walls[FR_EAST]) {
        if (!allocate_walls(copy)) {
            fr_map_release(copy);
            return FR_NO_MEMORY;
        }
        for (int side = FR_EAST; side <= FR_SOUTH; side++)
            memcpy(copy->walls[side], map->walls[side], plain_words(map) * sizeof **map->walls);
        copy->wall_count = map->wall_count;
    }
    if (map->drawing && fr_polygon_clone(map->drawing, allocator, &copy->drawing) != FR_OK) {
        fr_map_release(copy);
        return FR_NO_MEMORY;
    }
    if (map->joined && fr_polygon_clone(map->joined, allocator, &copy->joined) != FR_OK) {
        fr_map_release(copy);
        return FR_NO_MEMORY;
    }
    *clone = copy;
    return FR_OK;
}

/* The bits of the enabled pixels among at most 64. Masks mostly have long runs of one area, so
 * eight equal pixels are handled at once. */
static uint64_t enabled_bits(const struct fr_map *map, const uint8_t *areas, int32_t count)
{
    uint64_t bits = 0;
    int32_t x = 0;
    for (; x + 8 <= count; x += 8)
        if (fr_eight_bytes(areas + x) == fr_eight_times(areas[x]))
            bits |= (map->enabled[areas[x]] ? UINT64_C(0xFF) : 0) << x;
        else
            for (int32_t i = x; i < x + 8; i++)
                bits |= (uint64_t)map->enabled[areas[i]] << i;
    for (; x < count; x++)
        bits |= (uint64_t)map->enabled[areas[x]] << x;
    return bits;
}

struct fr_rect fr_rect_around(struct fr_rect a, struct fr_rect b)
{
    if (a.width == 0 || b.width == 0)
        return a.width == 0 ? b : a;
    const int32_t x = fr_lesser(a.x, b.x), y = fr_lesser(a.y, b.y);
    const int32_t right = -fr_lesser(-a.x - a.width, -b.x - b.width);
    const int32_t bottom = -fr_lesser(-a.y - a.height, -b.y - b.height);
    return (struct fr_rect){x, y, right - x, bottom - y};
}

struct fr_rect fr_map_clip(const struct fr_map *map, struct fr_rect rect)
{
    const int64_t right = (int64_t)rect.x + rect.width, bottom = (int64_t)rect.y + rect.height;
    const int64_t x0 = rect.x > 0 ? rect.x : 0, y0 = rect.y > 0 ? rect.y : 0;
    const int64_t x1 = right < map->width ? right : map->width;
    const int64_t y1 = bottom < map->height ? bottom : map->height;
    if (x1 <= x0 || y1 <= y0)
        return (struct fr_rect){0, 0, 0, 0};
    return (struct fr_rect){(int32_t)x0, (int32_t)y0, (int32_t)(x1 - x0), (int32_t)(y1 - y0)};
}

/* Updates the walkable bits of [x0, x1) of row y; returns a rectangle around the changed pixels. */
static struct fr_rect refresh_row(struct fr_map *map, int32_t y, int32_t x0, int32_t x1)
{
    int32_t first = 0, end = 0;
    const uint8_t *areas = map->areas + (size_t)y * (size_t)map->width;
    uint64_t *row = map->walkable + (ptrdiff_t)y * map->row_words;
    const uint64_t *blocked = map->blocked ? map->blocked + (ptrdiff_t)y * map->row_words : NULL;
    for (int32_t word = x0 / 64; word * 64 < x1; word++) {
        const int32_t left = map->width - word * 64;
        uint64_t bits = enabled_bits(map, areas + word * 64, left < 64 ? left : 64);
        bits = blocked ? bits & ~blocked[word] : bits;
        const uint64_t flipped = bits ^ row[word];
        row[word] = bits;
        if (!flipped)
            continue;
        if (end == 0)
            first = word * 64 + fr_lowest_bit(flipped);
        end = word * 64 + fr_highest_bit(flipped) + 1;
    }
    return (struct fr_rect){first, y, end - first, 1};
}

void fr_map_set_area(struct fr_map *map, int32_t x, int32_t y, uint8_t area)
{
    map->areas[(size_t)y * (size_t)map->width + (size_t)x] = area;
    const uint64_t bit = (uint64_t)1 << (x & 63);
    uint64_t *word = map->walkable + (ptrdiff_t)y * map->row_words + x / 64;
    const bool blocked = map->blocked && map->blocked[(ptrdiff_t)y * map->row_words + x / 64] & bit;
    *word = map->enabled[area] && !blocked ? *word | bit : *word & ~bit;
}

void fr_map_set_row(struct fr_map *map, int32_t y, const uint8_t *areas)
{
    memmove(map->areas + (size_t)y * (size_t)map->width, areas, (size_t)map->width);
    refresh_row(map, y, 0, map->width);
}

void fr_map_keep(struct fr_map *map, int32_t y, const uint64_t *kept)
{
    uint8_t *areas = map->areas + (size_t)y * (size_t)map->width;
    uint64_t *row = map->walkable + (ptrdiff_t)y * map->row_words;
    for (int32_t word = 0; word * 64 < map->width; word++) {
        const int32_t count = map->width - word * 64 < 64 ? map->width - word * 64 : 64;
        row[word] &= kept[word];
        if (kept[word] == 0)
            memset(areas + word * 64, 0, (size_t)count);
        else if (kept[word] != UINT64_MAX)
            for (int32_t i = 0; i < count; i++)
                areas[word * 64 + i] &= (uint8_t) - (kept[word] >> i & 1);
    }
}

/* Only words with pixels of the area are recomputed: a gate is a small part of a map, and its
 * pixels are found quickly. */
struct fr_rect fr_map_enable(struct fr_map *map, uint8_t area, bool enabled)
{
    struct fr_rect changed = {0, 0, 0, 0};
    if (area == 0 || map->enabled[area] == enabled)
        return changed;
    map->enabled[area] = enabled;
    fr_polygon_release(map->joined);
    map->joined = NULL;
    for (int32_t y = 0; y < map->height; y++) {
        const uint8_t *row = map->areas + (size_t)y * (size_t)map->width, *hit;
        int32_t x = 0;
        while (x < map->width && (hit = memchr(row + x, area, (size_t)(map->width - x)))) {
            x = (int32_t)(hit - row);
            changed = fr_rect_around(changed, refresh_row(map, y, x, x + 1));
            x = (x / 64 + 1) * 64;
        }
    }
    return changed;
}

struct fr_rect fr_map_set_rect(struct fr_map *map, struct fr_rect rect, const uint8_t *areas)
{
    const struct fr_rect inside = fr_map_clip(map, rect);
    struct fr_rect changed = {0, 0, 0, 0};
    for (int32_t y = inside.y; y < inside.y + inside.height; y++) {
        const int64_t row = (int64_t)y - rect.y, column = (int64_t)inside.x - rect.x;
        memcpy(map->areas + (size_t)y * (size_t)map->width + inside.x,
               areas + row * rect.width + column, (size_t)inside.width);
        changed = fr_rect_around(changed, refresh_row(map, y, inside.x, inside.x + inside.width));
    }
    return changed;
}

enum fr_status fr_map_block(struct fr_map *map, struct fr_rect rect, bool blocked)
{
    const struct fr_rect inside = fr_map_clip(map, rect);
    if (inside.width == 0)
        return FR_OK;
    if (!map->blocked) {
        if (!blocked)
            return FR_OK;
        map->blocked = fr_allocate_zeroed(map->allocator, plain_words(map), sizeof *map->blocked);
        if (!map->blocked)
            return FR_NO_MEMORY;
    }
    const int32_t right = inside.x + inside.width;
    /* word by word, all bits from x to the end */
    for (int32_t y = inside.y; y < inside.y + inside.height; y++) {
        uint64_t *row = map->blocked + (ptrdiff_t)y * map->row_words;
        for (int32_t x = inside.x; x < right; x = (x / 64 + 1) * 64) {
            const uint64_t end = right / 64 == x / 64 ? (uint64_t)1 << (right & 63) : 0;
            const uint64_t bits = end - ((uint64_t)1 << (x & 63));
            row[x / 64] = blocked ? row[x / 64] | bits : row[x / 64] & ~bits;
        }
        refresh_row(map, y, inside.x, right);
    }
    return FR_OK;
}

enum fr_status fr_map_set_wall(struct fr_map *map, int32_t x, int32_t y, enum fr_side side,
                               bool closed)
{
    const int32_t to_x = x + (side == FR_EAST), to_y = y + (side == FR_SOUTH);
    if (!fr_map_inside(map, x, y) || !fr_map_inside(map, to_x, to_y))
        return FR_BAD_INPUT;
    if (fr_map_wall(map, x, y, side) == closed)
        return FR_OK;
    if (!map->walls[side] && !allocate_walls(map))
        return FR_NO_MEMORY;
    map->walls[side][(ptrdiff_t)y * map->row_words + x / 64] ^= (uint64_t)1 << (x & 63);
    map->wall_count += closed ? 1 : -1;
    return FR_OK;
}

int64_t fr_map_walkable_count(const struct fr_map *map)
{
    int64_t count = 0;
    for (size_t i = 0; i < plain_words(map); i++)
        count += fr_popcount(map->walkable[i]);
    return count;
}

static uint64_t fnv1a(uint64_t hash, const void *bytes, size_t count)
{
    const uint8_t *byte = bytes;
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ byte[i]) * 0x100000001B3u;
    return hash;
}

static uint64_t fnv1a_word(uint64_t hash, uint64_t word)
{
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
    return fnv1a(hash, bytes, sizeof bytes);
}

/* Hashes the words that are not 0, with their index; `words` may be NULL. `mark` distinguishes
 * bitmaps. */
static uint64_t hash_sparse(uint64_t hash, const uint64_t *words, size_t count, uint64_t mark)
{
    for (size_t i = 0; words && i < count; i++)
        if (words[i])
            hash = fnv1a_word(fnv1a_word(hash, i | mark), words[i]);
    return hash;
}

static uint64_t hash_drawing(uint64_t hash, const struct fr_polygon *drawing)
{
    for (uint32_t i = 0; i < drawing->ring_count; i++) {
        const struct fr_polygon_ring *ring = &drawing->rings[i];
        hash = fnv1a_word(hash, (uint64_t)ring->count << 32 | ring->outer);
        hash = fnv1a(hash, &ring->area, 1);
    }
    for (uint32_t i = 0; i < drawing->vertex_count; i++)
        hash = fnv1a_word(hash, (uint64_t)(uint32_t)drawing->vertices[i].x << 32 |
                                    (uint32_t)drawing->vertices[i].y);
    return hash;
}

/* Hashes what few maps have: blocked pixels, walls, a drawing. */
static uint64_t hash_rest(uint64_t hash, const struct fr_map *map)
{
    hash = hash_sparse(hash, map->blocked, plain_words(map), 0);
    hash = hash_sparse(hash, map->walls[FR_EAST], plain_words(map), (uint64_t)1 << 62);
    hash = hash_sparse(hash, map->walls[FR_SOUTH], plain_words(map), (uint64_t)1 << 63);
    return map->drawing ? hash_drawing(hash, map->drawing) : hash;
}

uint64_t fr_map_hash(const struct fr_map *map)
{
    uint64_t hash = 0xCBF29CE484222325u;
    hash = fnv1a_word(hash, (uint64_t)map->width << 32 | (uint64_t)map->height);
    hash = fnv1a(hash, map->areas, fr_map_pixels(map));
    for (int area = 0; area < FR_AREAS; area++)
        hash = fnv1a(hash, map->enabled[area] ? "\1" : "\0", 1);
    return hash_rest(hash, map);
}

uint64_t fr_map_mark(const struct fr_map *map)
{
    const uint64_t size = (uint64_t)map->width << 32 | (uint64_t)map->height;
    uint64_t sum = fr_checksum_mix(size, fr_checksum(map->areas, fr_map_pixels(map)));
    sum = fr_checksum_mix(sum, fr_checksum(map->enabled, sizeof map->enabled));
    return hash_rest(sum, map);
}

static uint64_t hash_guarded(uint64_t hash, const struct fr_map *map, const uint64_t *bits)
{
    const uint64_t *first = bits ? bits - 1 - map->row_words : NULL;
    for (size_t i = 0; bits && i < guarded_words(map); i++)
        hash = fnv1a_word(hash, first[i]);
    return hash;
}

uint64_t fr_map_memory_hash(const struct fr_map *map)
{
    uint64_t hash = fnv1a_word(fr_map_hash(map), (uint64_t)map->row_words);
    hash = fnv1a_word(hash, (uint64_t)map->wall_count);
    hash = hash_guarded(hash, map, map->walkable);
    hash = hash_guarded(hash, map, map->walls[FR_EAST]);
    hash = hash_guarded(hash, map, map->walls[FR_SOUTH]);
    return map->joined ? hash_drawing(hash, map->joined) : hash;
}

void fr_map_release(struct fr_map *map)
{
    if (!map)
        return;
    const struct fr_allocator *allocator = map->allocator;
    fr_deallocate(allocator, map->areas, fr_map_pixels(map), 1);
    deallocate_guarded(map, map->walkable);
    deallocate_guarded(map, map->walls[FR_EAST]);
    deallocate_guarded(map, map->walls[FR_SOUTH]);
    fr_deallocate(allocator, map->blocked, plain_words(map), sizeof *map->blocked);
    fr_polygon_release(map->drawing);
    fr_polygon_release(map->joined);
    fr_deallocate(allocator, map, 1, sizeof *map);
}
