#include "maps/geometry/open_tiles.h"

#include <stdlib.h>

#include "maps/bits.h"

static size_t word_count(const struct fr_open_tiles *tiles)
{
    return (size_t)tiles->rows * (size_t)tiles->row_words;
}

enum fr_status fr_open_tiles_init(struct fr_open_tiles *tiles, const struct fr_map *map,
                                  const struct fr_allocator *allocator)
{
    *tiles = (struct fr_open_tiles){.map = map,
                                    .allocator = allocator,
                                    .row_words = (map->row_words + FR_TILE - 1) / FR_TILE,
                                    .rows = (map->height + FR_TILE - 1) / FR_TILE};
    tiles->open = fr_allocate(allocator, word_count(tiles), sizeof *tiles->open);
    if (!tiles->open)
        return FR_NO_MEMORY;
    fr_open_tiles_refresh(tiles, 0, map->height - 1);
    return FR_OK;
}

void fr_open_tiles_release(struct fr_open_tiles *tiles)
{
    fr_deallocate(tiles->allocator, tiles->open, word_count(tiles), sizeof *tiles->open);
}

/* Sets bit i if all bits of byte i are set. */
static uint64_t full_bytes(uint64_t word)
{
    word &= word >> 4;
    word &= word >> 2;
    word &= word >> 1;
    word &= UINT64_C(0x0101010101010101);
    return word * UINT64_C(0x0102040810204080) >> 56;
}

static void refresh_row(struct fr_open_tiles *tiles, int32_t row)
{
    const struct fr_map *map = tiles->map;
    uint64_t *open = tiles->open + (size_t)row * (size_t)tiles->row_words;
    const int32_t y = FR_TILE * row;
    for (int32_t word = 0; word < tiles->row_words; word++)
        open[word] = 0;
    for (int32_t word = 0; y + FR_TILE <= map->height && word < map->row_words; word++) {
        uint64_t bits = ~(uint64_t)0;
        for (int32_t i = 0; i < FR_TILE; i++)
            bits &= fr_map_row(map, y + i)[word];
        open[word / FR_TILE] |= full_bytes(bits) << FR_TILE * (word % FR_TILE);
    }
}

void fr_open_tiles_refresh(struct fr_open_tiles *tiles, int32_t top, int32_t bottom)
{
    for (int32_t row = top / FR_TILE; row <= bottom / FR_TILE; row++)
        refresh_row(tiles, row);
}

/* Whether bits first..last are all set. */
static inline bool all_set(const uint64_t *bits, int32_t first, int32_t last)
{
    const int32_t word = first >> 6, end = last >> 6;
    if (word == end)
        return !(~bits[word] >> (first & 63) & (((uint64_t)2 << (last - first)) - 1));
    if (~bits[word] >> (first & 63))
        return false;
    for (int32_t i = word + 1; i < end; i++)
        if (~bits[i])
            return false;
    return !(~bits[end] & ~(uint64_t)0 >> (63 - (last & 63)));
}

/* A line down to a pixel, to the right or to the left. The line crosses the border between two rows
 * at a column plus a fraction in units of 2^-32. Fractions are rounded down, which adds up to less
 * than 2^-17 over all rows of a map, and begin SLACK too large. A line between pixel centres
 * crosses a border exactly between two columns or at least 2^-16 from any such point. Columns are
 * thus exact, and the crossing is exactly between two columns if the fraction is at most SLACK. */
struct line {
    const struct fr_open_tiles *tiles;
    bool rightward;
    int32_t y, bottom, end;
    int64_t slope;        /* per row */
    int64_t enter, leave; /* row y */
};

#define SLACK ((uint32_t)1 << 15)

static inline int32_t column(int64_t crossing)
{
    return (int32_t)(crossing >> 32);
}

static inline bool is_corner(int64_t crossing)
{
    return (uint32_t)crossing <= SLACK;
}

/* The columns of a row that a line crosses. */
static inline int32_t leftmost(const struct line *line, int64_t enter, int64_t leave)
{
    return column(line->rightward ? enter : leave);
}

static inline int32_t rightmost(const struct line *line, int64_t enter, int64_t leave)
{
    const int64_t right = line->rightward ? leave : enter;
    return column(right) - is_corner(right);
}

/* Whether the line, leaving row y exactly at a corner, passes between two blocked pixels. */
static inline bool is_pinched(const struct line *line, int32_t y, int64_t leave)
{
    if (!is_corner(leave))
        return false;
    const int32_t right = column(leave), left = right - 1;
    return !fr_map_walkable(line->tiles->map, line->rightward ? right : left, y) &&
           !fr_map_walkable(line->tiles->map, line->rightward ? left : right, y + 1);
}

/* Crosses the rows above row `stop`; false if one is blocked. */
static inline bool cross_rows(struct line *line, int32_t stop)
{
    const struct fr_map *map = line->tiles->map;
    const uint64_t *row = fr_map_row(map, line->y);
    for (; line->y < stop; line->y++, row += map->row_words) {
        if (!all_set(row, leftmost(line, line->enter, line->leave),
                     rightmost(line, line->enter, line->leave)) ||
            is_pinched(line, line->y, line->leave))
            return false;
        line->enter = line->leave;
        line->leave += line->slope;
    }
    return true;
}

/* Whether the tiles between two columns, in the tile row of row y, are all open. */
static inline bool tiles_open(const struct line *line, int32_t y, int32_t enter, int32_t leave)
{
    const struct fr_open_tiles *tiles = line->tiles;
    const uint64_t *open = tiles->open + (y >> 3) * (ptrdiff_t)tiles->row_words;
    return all_set(open, (line->rightward ? enter : leave) >> 3,
                   (line->rightward ? leave : enter) >> 3);
}

/* Crosses one row of tiles, from its upper border to its lower one; false if it is blocked. */
static inline bool cross_tiles(struct line *line)
{
    const int64_t leave = line->enter + FR_TILE * line->slope;
    const int32_t below = line->y + FR_TILE;
    if (!tiles_open(line, line->y, column(line->enter), column(leave)))
        return cross_rows(line, below);
    if (is_pinched(line, below - 1, leave))
        return false;
    line->y = below;
    line->enter = leave;
    line->leave = leave + line->slope;
    return true;
}

/* Crosses the rest of the line, inside a row of tiles. */
static inline bool finish(struct line *line)
{
    if (tiles_open(line, line->y, column(line->enter), line->end))
        return true;
    if (!cross_rows(line, line->bottom))
        return false;
    const uint64_t *row = fr_map_row(line->tiles->map, line->bottom);
    const int64_t end = (int64_t)line->end << 32 | UINT32_MAX;
    return all_set(row, leftmost(line, line->enter, end), rightmost(line, line->enter, end));
}

/* dx/dy in units of 2^-32, rounded down; dy is positive. */
static inline int64_t slope_of(int32_t dx, int32_t dy)
{
    const uint32_t run = (uint32_t)abs(dx), rise = (uint32_t)dy;
    const uint32_t upper = (run << 16) / rise, rest = (run << 16) % rise;
    const uint32_t lower = (rest << 16) / rise, inexact = (rest << 16) % rise;
    const int64_t slope = (int64_t)upper << 16 | lower;
    return dx < 0 ? -slope - (inexact != 0) : slope;
}

/* A line from a pixel down to one in a lower row. */
static inline bool slope_clear(const struct fr_open_tiles *tiles, struct fr_pixel a,
                               struct fr_pixel b, bool rightward)
{
    const int64_t slope = slope_of(b.x - a.x, b.y - a.y);
    const int64_t centre = ((int64_t)a.x << 32) + ((int64_t)1 << 31) + SLACK;
    struct line line = {.tiles = tiles,
                        .rightward = rightward,
                        .y = a.y,
                        .bottom = b.y,
                        .end = b.x,
                        .slope = slope,
                        .enter = centre,
                        .leave = centre + (slope >> 1)};
    const int32_t border = (a.y + FR_TILE) & -FR_TILE;
    if (!cross_rows(&line, border < b.y ? border : b.y))
        return false;
    while (line.y + FR_TILE <= b.y)
        if (!cross_tiles(&line))
            return false;
    return finish(&line);
}

bool fr_open_tiles_sight(const struct fr_open_tiles *tiles, struct fr_point a, struct fr_point b)
{
    struct fr_pixel upper = fr_point_pixel(a), lower = fr_point_pixel(b);
    if (upper.y > lower.y || (upper.y == lower.y && upper.x > lower.x)) {
        const struct fr_pixel swapped = upper;
        upper = lower;
        lower = swapped;
    }
    if (upper.y == lower.y)
        return all_set(fr_map_row(tiles->map, upper.y), upper.x, lower.x);
    return upper.x < lower.x ? slope_clear(tiles, upper, lower, true)
                             : slope_clear(tiles, upper, lower, false);
}
