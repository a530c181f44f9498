#include "algorithms/grid/pixel_leaps.h"

/* A column before the first and one after the last, and a word at either end. */
static size_t word_count(const struct pixel_columns *columns)
{
    return (size_t)columns->words * ((size_t)columns->map->width + 2) + 2;
}

enum fr_status pixel_columns_init(struct pixel_columns *columns, const struct fr_map *map,
                                  const struct fr_allocator *allocator)
{
    columns->map = map;
    columns->allocator = allocator;
    columns->words = map->height / 64 + 1;
    columns->bits = fr_allocate_zeroed(allocator, word_count(columns), sizeof *columns->bits);
    if (!columns->bits)
        return FR_NO_MEMORY;
    pixel_columns_refresh(columns, (struct fr_rect){0, 0, map->width, map->height});
    return FR_OK;
}

void pixel_columns_refresh(struct pixel_columns *columns, struct fr_rect rect)
{
    for (int32_t y = rect.y; y < rect.y + rect.height; y++) {
        uint64_t *word = columns->bits + 1 + (rect.x + 1) * columns->words + y / 64;
        const uint64_t bit = (uint64_t)1 << (y & 63);
        for (int32_t x = rect.x; x < rect.x + rect.width; x++, word += columns->words)
            *word = fr_map_walkable(columns->map, x, y) ? *word | bit : *word & ~bit;
    }
}

void pixel_columns_release(struct pixel_columns *columns)
{
    if (columns->map)
        fr_deallocate(columns->allocator, columns->bits, word_count(columns),
                      sizeof *columns->bits);
}
