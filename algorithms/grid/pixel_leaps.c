#include "algorithms/grid/pixel_leaps.h"

/* Words for all columns, one column before and after them, and a word at both ends. */
static size_t column_word_count(const struct pixel_leaps *leaps)
{
    return (size_t)leaps->columns.words * ((size_t)leaps->map->width + 2) + 2;
}

static size_t stop_count(const struct pixel_lanes *lanes)
{
    return (size_t)lanes->words * (size_t)lanes->count;
}

static enum fr_status allocate_stops(struct pixel_lanes *lanes,
                                     const struct fr_allocator *allocator)
{
    for (int way = 0; way < 2; way++) {
        lanes->stops[way] = fr_allocate(allocator, stop_count(lanes), sizeof *lanes->stops[way]);
        if (!lanes->stops[way])
            return FR_NO_MEMORY;
    }
    return FR_OK;
}

enum fr_status pixel_leaps_init(struct pixel_leaps *leaps, const struct fr_map *map,
                                const struct fr_allocator *allocator)
{
    const ptrdiff_t words = map->height / 64 + 1;
    *leaps = (struct pixel_leaps){.map = map, .allocator = allocator};
    leaps->rows = (struct pixel_lanes){
        .walkable = fr_map_row(map, 0), .words = map->row_words, .count = map->height};
    leaps->columns = (struct pixel_lanes){.words = words, .count = map->width};
    leaps->column_bits =
        fr_allocate_zeroed(allocator, column_word_count(leaps), sizeof *leaps->column_bits);
    if (!leaps->column_bits || allocate_stops(&leaps->rows, allocator) != FR_OK ||
        allocate_stops(&leaps->columns, allocator) != FR_OK)
        return FR_NO_MEMORY;
    leaps->columns.walkable = leaps->column_bits + 1 + words;
    pixel_leaps_refresh(leaps, (struct fr_rect){0, 0, map->width, map->height});
    return FR_OK;
}

/* The pixels of a word with an open next pixel where a wall ends on either side. Words are of the
 * lane or a neighbouring one; "ahead": shifted by one pixel. */
static uint64_t turns(uint64_t ahead, uint64_t above, uint64_t above_ahead, uint64_t below,
                      uint64_t below_ahead)
{
    return ahead & ((~above & above_ahead) | (~below & below_ahead));
}

static uint64_t later(const uint64_t *word)
{
    return word[0] >> 1 | word[1] << 63;
}

static uint64_t earlier(const uint64_t *word)
{
    return word[0] << 1 | word[-1] >> 63;
}

/* Recomputes where scans end, for lanes first to last and pixels low to high, and those next to
 * them. */
static void refresh(struct pixel_lanes *lanes, int32_t first, int32_t last, int32_t low,
                    int32_t high)
{
    const ptrdiff_t left = (low < 1 ? 0 : low - 1) / 64, right = (high + 1) / 64;
    for (int32_t lane = first < 1 ? 0 : first - 1; lane <= last + 1 && lane < lanes->count; lane++)
        for (ptrdiff_t word = left; word <= right && word < lanes->words; word++) {
            const ptrdiff_t at = lane * lanes->words + word;
            const uint64_t *level = lanes->walkable + at;
            const uint64_t *above = level - lanes->words, *below = level + lanes->words;
            lanes->stops[0][at] =
                ~*level | turns(later(level), *above, later(above), *below, later(below));
            lanes->stops[1][at] =
                ~*level | turns(earlier(level), *above, earlier(above), *below, earlier(below));
        }
}

void pixel_leaps_refresh(struct pixel_leaps *leaps, struct fr_rect rect)
{
    const int32_t right = rect.x + rect.width - 1, bottom = rect.y + rect.height - 1;
    const ptrdiff_t words = leaps->columns.words;
    for (int32_t y = rect.y; y <= bottom; y++) {
        uint64_t *word = leaps->column_bits + 1 + (rect.x + 1) * words + y / 64;
        const uint64_t bit = (uint64_t)1 << (y & 63);
        for (int32_t x = rect.x; x <= right; x++, word += words)
            *word = fr_map_walkable(leaps->map, x, y) ? *word | bit : *word & ~bit;
    }
    refresh(&leaps->rows, rect.y, bottom, rect.x, right);
    refresh(&leaps->columns, rect.x, right, rect.y, bottom);
}

static void release_stops(struct pixel_lanes *lanes, const struct fr_allocator *allocator)
{
    for (int way = 0; way < 2; way++)
        fr_deallocate(allocator, lanes->stops[way], stop_count(lanes), sizeof *lanes->stops[way]);
}

void pixel_leaps_release(struct pixel_leaps *leaps)
{
    if (!leaps->map)
        return;
    release_stops(&leaps->rows, leaps->allocator);
    release_stops(&leaps->columns, leaps->allocator);
    fr_deallocate(leaps->allocator, leaps->column_bits, column_word_count(leaps),
                  sizeof *leaps->column_bits);
}
