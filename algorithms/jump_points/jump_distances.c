#include "algorithms/jump_points/jump_distances.h"

#include <string.h>

#include "algorithms/jump_points/jump_words.h"
#include "maps/bits.h"

static void set_turns(uint8_t *turns, uint64_t bits, unsigned turn)
{
    for (; bits; bits &= bits - 1)
        turns[fr_lowest_bit(bits)] |= (uint8_t)(1u << turn);
}

/* Computes the turns of the cells in columns [left, right) of a row. */
static void find_turns(struct fr_jump_distances *distances, const struct fr_jump_plane *plane,
                       int32_t y, int32_t left, int32_t right)
{
    uint8_t *turns = distances->turns + fr_jump_index(distances, 0, y);
    memset(turns + left, 0, (size_t)(right - left));
    for (int32_t word = left / 64; word * 64 < right; word++) {
        const struct fr_jump_word bits = fr_jump_word(plane, y, word);
        uint64_t mask = UINT64_MAX;
        if (word * 64 < left)
            mask <<= left % 64;
        if (right - word * 64 < 64)
            mask &= ((uint64_t)1 << (right - word * 64)) - 1;
        for (unsigned way = 0; way < FR_JUMP_WAYS; way++) {
            set_turns(turns + word * 64, bits.left[way] & mask, 2 * way);
            set_turns(turns + word * 64, bits.right[way] & mask, 2 * way + 1);
        }
    }
}

/* Building the tables of a map takes two sweeps over its rows: down for west to northeast, up for
 * east to southwest. Each row follows from the previous one by the same few operations on every
 * cell, which compilers vectorise. */

/* One row during a sweep: an array for each direction, with a cell of 0 at both ends, and masks of
 * all ones or zeros. The data that a sweep carries from row to row is short and stays in cache. */
struct sweep_row {
    int16_t *at[FR_DIRECTIONS];
    int16_t *turning; /* by direction across the rows: the cell is a jump point for it */
    int16_t *corner;  /* the cell also ends diagonal scans; all 0 if these stop at turns only */
};

struct sweep {
    struct fr_jump_distances *distances;
    struct fr_jump_plane plane;
    int16_t *scratch;
    size_t scratch_count;
    struct sweep_row rows[2]; /* the current one, and the previous one */
    int16_t *open;            /* masks: the straight step to the previous row is open... */
    int16_t *block[2];        /* ...and the diagonal steps, from the left and the right cell */
};

/* Fills in the east distances of cells first..last of a row; from `last`, a scan stops, or meets a
 * jump point in one step. */
static void count_east(int16_t *at, int32_t first, int32_t last, bool jump)
{
    const int32_t end = jump ? last + 1 : last, sign = jump ? 1 : -1;
    for (int32_t x = first; x <= last; x++)
        at[x] = (int16_t)(sign * (end - x));
}

static void count_west(int16_t *at, int32_t first, int32_t last, bool jump)
{
    const int32_t end = jump ? first - 1 : first, sign = jump ? 1 : -1;
    for (int32_t x = first; x <= last; x++)
        at[x] = (int16_t)(sign * (x - end));
}

static uint64_t corners_of(const struct fr_jump_word *bits)
{
    uint64_t corners = 0;
    for (int way = 0; way < FR_JUMP_WAYS; way++)
        corners |= bits->left[way] | bits->right[way];
    return corners;
}

/* The cells that are jump points for scans in a direction. */
static uint64_t jump_points(const struct sweep *sweep, const struct fr_jump_word *bits,
                            enum fr_jump_way way)
{
    return sweep->distances->stops == FR_JUMP_AT_CORNERS ? corners_of(bits)
                                                         : bits->left[way] | bits->right[way];
}

/* Computes the east and west distances of row y. */
static void sweep_along(const struct sweep *sweep, int32_t y, struct sweep_row *row)
{
    const struct fr_jump_plane *plane = &sweep->plane;
    int32_t east = 0, west = 0;
    bool jump_west = false;
    for (int32_t word = 0; word < plane->words; word++) {
        const ptrdiff_t at = (ptrdiff_t)y * plane->words + word;
        const struct fr_jump_word bits = fr_jump_word(plane, y, word);
        const uint64_t behind = fr_jump_later(bits.ahead, fr_jump_ahead(plane, at - 1));
        const uint64_t ahead = jump_points(sweep, &bits, FR_JUMP_AHEAD);
        const uint64_t back = jump_points(sweep, &bits, FR_JUMP_BACK);
        for (uint64_t stops = ahead | ~bits.ahead; stops; stops &= stops - 1) {
            const int32_t x = word * 64 + fr_lowest_bit(stops);
            const uint64_t bit = stops & (~stops + 1);
            if (x >= plane->length)
                break;
            if (ahead & bit) {
                count_east(row->at[0], east, x - 1, true);
                east = x;
            }
            if (!(bits.ahead & bit)) {
                count_east(row->at[0], east, x, false);
                east = x + 1;
            }
        }
        for (uint64_t stops = back | ~behind; stops; stops &= stops - 1) {
            const int32_t x = word * 64 + fr_lowest_bit(stops);
            const uint64_t bit = stops & (~stops + 1);
            if (x >= plane->length)
                break;
            if (!(behind & bit)) {
                count_west(row->at[4], west, x - 1, jump_west);
                west = x;
                jump_west = false;
            }
            if (back & bit) {
                count_west(row->at[4], west, x, jump_west);
                west = x + 1;
                jump_west = true;
            }
        }
    }
    count_west(row->at[4], west, plane->length - 1, jump_west);
}

/* Expands bits into masks, one for each cell. */
static void spread(int16_t *masks, int32_t first, int32_t length, uint64_t bits)
{
    static const uint16_t bit[16] = {1,     2,     4,     8,     16,     32,     64,     128,
                                     0x100, 0x200, 0x400, 0x800, 0x1000, 0x2000, 0x4000, 0x8000};
    for (int32_t part = 0; part < 4 && first + 16 * part < length; part++) {
        const uint16_t sixteen = (uint16_t)(bits >> 16 * part);
        int16_t *out = masks + first + 16 * part;
        for (int i = 0; i < 16; i++)
            out[i] = (int16_t) - ((sixteen & bit[i]) == bit[i]);
    }
}

/* Computes the masks of row y for a sweep that comes from the row above (whose scans go up) or
 * below. */
static void spread_row(const struct sweep *sweep, int32_t y, bool from_above, struct sweep_row *row)
{
    const struct fr_jump_plane *plane = &sweep->plane;
    const enum fr_jump_way way = from_above ? FR_JUMP_UP : FR_JUMP_DOWN;
    const int32_t line = from_above ? y - 1 : y;
    for (int32_t word = 0; word < plane->words; word++) {
        const int32_t first = word * 64;
        const ptrdiff_t at = (ptrdiff_t)line * plane->words + word;
        const struct fr_jump_word bits = fr_jump_word(plane, y, word);
        const uint64_t down = fr_jump_down(plane, at), next = fr_jump_down(plane, at + 1);
        const uint64_t ahead = fr_jump_ahead(plane, at) & fr_jump_ahead(plane, at + plane->words);
        const uint64_t block = ahead & down & fr_jump_earlier(down, next);
        const uint64_t before = fr_jump_down(plane, at - 1) & fr_jump_ahead(plane, at - 1) &
                                fr_jump_ahead(plane, at + plane->words - 1) &
                                fr_jump_earlier(0, down);
        spread(row->turning, first, plane->length, jump_points(sweep, &bits, way));
        if (sweep->distances->stops == FR_JUMP_AT_CORNERS)
            spread(row->corner, first, plane->length, corners_of(&bits));
        spread(sweep->open, first, plane->length, down);
        spread(sweep->block[1], first, plane->length, block);
        spread(sweep->block[0], first, plane->length, fr_jump_later(block, before));
    }
}

/* Computes one direction across the rows from the previous row, shifted. `ends` is not 0 if the
 * next cell ends the scan. */
static void sweep_straight(int16_t *restrict out, const int16_t *restrict open,
                           const int16_t *restrict next, const int16_t *restrict turning,
                           int32_t length)
{
    for (int32_t x = 0; x < length; x++) {
        const int16_t longer = (int16_t)(next[x] + (next[x] > 0 ? 1 : -1));
        out[x] = (int16_t)((turning[x] ? 1 : longer) & open[x]);
    }
}

static void sweep_diagonal(int16_t *restrict out, const int16_t *restrict open,
                           const int16_t *restrict next, const int16_t *restrict corner,
                           const int16_t *restrict along, const int16_t *restrict across,
                           int32_t length)
{
    for (int32_t x = 0; x < length; x++) {
        const int16_t longer = (int16_t)(next[x] + (next[x] > 0 ? 1 : -1));
        const bool ends = (along[x] > 0) | (across[x] > 0) | (corner[x] != 0);
        out[x] = (int16_t)((ends ? 1 : longer) & open[x]);
    }
}

/* Computes four directions of row y, first the one along the row: sweeping down, west to northeast;
 * sweeping up, east to southwest. */
static void sweep_row(struct sweep *sweep, int32_t y, bool from_above)
{
    struct sweep_row *row = &sweep->rows[0];
    const struct sweep_row *before = &sweep->rows[1];
    const int32_t length = sweep->plane.length;
    const int first = from_above ? 4 : 0, straight = first + 2;
    const int left = from_above ? 5 : 3, right = from_above ? 7 : 1;
    sweep_along(sweep, y, row);
    spread_row(sweep, y, from_above, row);
    sweep_straight(row->at[straight], sweep->open, before->at[straight], before->turning, length);
    sweep_diagonal(row->at[left], sweep->block[0], before->at[left] - 1, before->corner - 1,
                   before->at[4] - 1, before->at[straight] - 1, length);
    sweep_diagonal(row->at[right], sweep->block[1], before->at[right] + 1, before->corner + 1,
                   before->at[0] + 1, before->at[straight] + 1, length);
    const int16_t *const a = row->at[first], *const b = row->at[first + 1];
    const int16_t *const c = row->at[first + 2], *const d = row->at[first + 3];
    struct fr_jump_cell *cells = sweep->distances->cells + fr_jump_index(sweep->distances, 0, y);
    for (int32_t x = 0; x < length; x++) {
        int16_t *at = cells[x].at + first;
        at[0] = a[x];
        at[1] = b[x];
        at[2] = c[x];
        at[3] = d[x];
    }
    const struct sweep_row swept = sweep->rows[0];
    sweep->rows[0] = sweep->rows[1];
    sweep->rows[1] = swept;
}

static bool allocate_sweep(struct sweep *sweep, struct fr_jump_distances *distances)
{
    enum { PLANES = 2 * (FR_DIRECTIONS + 2) + 3 };
    /* spread() writes up to 16 items past the end */
    const size_t stride = (size_t)distances->map->width + 32;
    sweep->distances = distances;
    sweep->plane = fr_jump_rows(distances->map);
    sweep->scratch_count = PLANES * stride;
    sweep->scratch =
        fr_allocate_zeroed(distances->allocator, sweep->scratch_count, sizeof *sweep->scratch);
    if (!sweep->scratch)
        return false;
    int16_t *next = sweep->scratch + 1;
    for (int r = 0; r < 2; r++) {
        for (int d = 0; d < FR_DIRECTIONS; d++, next += stride)
            sweep->rows[r].at[d] = next;
        sweep->rows[r].turning = next;
        sweep->rows[r].corner = next + stride;
        next += 2 * stride;
    }
    sweep->open = next;
    sweep->block[0] = next + stride;
    sweep->block[1] = next + 2 * stride;
    return true;
}

static enum fr_status sweep_all(struct fr_jump_distances *distances)
{
    struct sweep sweep;
    if (!allocate_sweep(&sweep, distances))
        return FR_NO_MEMORY;
    const int32_t height = distances->map->height;
    for (int32_t y = 0; y < height; y++)
        sweep_row(&sweep, y, true);
    for (int32_t y = height - 1; y >= 0; y--)
        sweep_row(&sweep, y, false);
    fr_deallocate(distances->allocator, sweep.scratch, sweep.scratch_count, sizeof *sweep.scratch);
    return FR_OK;
}

static enum fr_status fill(struct fr_jump_distances *distances)
{
    const struct fr_jump_plane plane = fr_jump_rows(distances->map);
    for (int32_t y = 0; y < distances->map->height; y++)
        find_turns(distances, &plane, y, 0, distances->map->width);
    return sweep_all(distances);
}

static size_t cell_count(const struct fr_jump_distances *distances)
{
    return (size_t)distances->map->width * (size_t)distances->map->height;
}

/* Allocates tables without filling them; NULL if out of memory. */
static struct fr_jump_distances *allocate(const struct fr_map *map, enum fr_jump_stops stops,
                                          const struct fr_allocator *allocator)
{
    struct fr_jump_distances *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return NULL;
    fresh->map = map;
    fresh->stops = stops;
    fresh->allocator = allocator;
    fresh->cells = fr_allocate(allocator, cell_count(fresh), sizeof *fresh->cells);
    fresh->turns = fr_allocate(allocator, cell_count(fresh), sizeof *fresh->turns);
    if (fresh->cells && fresh->turns)
        return fresh;
    fr_jump_distances_release(fresh);
    return NULL;
}

enum fr_status fr_jump_distances_create(const struct fr_map *map, enum fr_jump_stops stops,
                                        const struct fr_allocator *allocator,
                                        struct fr_jump_distances **distances)
{
    struct fr_jump_distances *fresh = allocate(map, stops, allocator);
    if (!fresh || fill(fresh) != FR_OK) {
        fr_jump_distances_release(fresh);
        return FR_NO_MEMORY;
    }
    *distances = fresh;
    return FR_OK;
}

/* The cells whose steps or turns may have changed: within two of a changed pixel or edge wall. */
struct region {
    int32_t left, top, right, bottom; /* right and bottom exclusive */
};

static struct region region_around(const struct fr_map *map, struct fr_rect rect)
{
    const int64_t right = (int64_t)rect.x + rect.width + 2;
    const int64_t bottom = (int64_t)rect.y + rect.height + 2;
    return (struct region){rect.x < 2 ? 0 : rect.x - 2, rect.y < 2 ? 0 : rect.y - 2,
                           right > map->width ? map->width : (int32_t)right,
                           bottom > map->height ? map->height : (int32_t)bottom};
}

static bool in_region(const struct region *region, int32_t x, int32_t y)
{
    return x >= region->left && y >= region->top && x < region->right && y < region->bottom;
}

static bool border_open(const struct fr_map *map, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    return fr_map_walkable(map, x, y) && fr_map_walkable(map, x + dx, y + dy) &&
           !fr_map_walled(map, x, y, dx, dy);
}

static bool step_legal(const struct fr_map *map, int32_t x, int32_t y, int d)
{
    const int32_t dx = fr_direction_dx[d], dy = fr_direction_dy[d];
    if (dx == 0 || dy == 0)
        return border_open(map, x, y, dx, dy);
    return border_open(map, x, y, dx, 0) && border_open(map, x, y, 0, dy) &&
           border_open(map, x + dx, y, 0, dy) && border_open(map, x, y + dy, dx, 0);
}

/* Whether a scan in direction d ends at a cell: a jump point or, if d is diagonal, a cell from
 * which a straight scan meets one. */
static bool ends_walk(const struct fr_jump_distances *distances, size_t next, int d)
{
    if (distances->stops == FR_JUMP_AT_CORNERS && distances->turns[next])
        return true;
    if (d % 2 == 0)
        return fr_jump_point(distances, next, d);
    const int16_t *at = distances->cells[next].at;
    return at[d - 1] > 0 || at[(d + 1) % FR_DIRECTIONS] > 0;
}

/* Recomputes a cell's entry from that of the next cell. Steps outside the region are unchanged. */
static int16_t entry(const struct fr_jump_distances *distances, const struct region *region,
                     int32_t x, int32_t y, int d)
{
    const size_t cell = fr_jump_index(distances, x, y);
    const bool legal = in_region(region, x, y) ? step_legal(distances->map, x, y, d)
                                               : distances->cells[cell].at[d] != 0;
    if (!legal)
        return 0;
    const size_t next = fr_jump_index(distances, x + fr_direction_dx[d], y + fr_direction_dy[d]);
    if (ends_walk(distances, next, d))
        return 1;
    const int16_t rest = distances->cells[next].at[d];
    return (int16_t)(rest > 0 ? rest + 1 : rest - 1);
}

/* Updates the diagonal direction `d` backward from a cell, until an entry does not change. */
static void update_diagonal(struct fr_jump_distances *distances, const struct region *region,
                            int32_t x, int32_t y, int d)
{
    for (; fr_map_inside(distances->map, x, y); x -= fr_direction_dx[d], y -= fr_direction_dy[d]) {
        int16_t *at = &distances->cells[fr_jump_index(distances, x, y)].at[d];
        const int16_t fresh = entry(distances, region, x, y, d);
        if (fresh == *at && !in_region(region, x, y))
            return;
        *at = fresh;
    }
}

/* Updates the straight direction `d` in the part of a line in the region, and what depends on it.
 * Where a cell newly meets a jump point, or no longer does, the diagonal scans to it change. */
static void update_straight(struct fr_jump_distances *distances, const struct region *region,
                            int32_t x, int32_t y, int d)
{
    const int32_t dx = fr_direction_dx[d], dy = fr_direction_dy[d];
    for (; fr_map_inside(distances->map, x, y); x -= dx, y -= dy) {
        int16_t *at = &distances->cells[fr_jump_index(distances, x, y)].at[d];
        const int16_t fresh = entry(distances, region, x, y, d), old = *at;
        if (fresh == old && !in_region(region, x, y))
            return;
        *at = fresh;
        if ((fresh > 0) == (old > 0))
            continue;
        for (int side = -1; side <= 1; side += 2) {
            const int diagonal = (d + side) & (FR_DIRECTIONS - 1);
            update_diagonal(distances, region, x - fr_direction_dx[diagonal],
                            y - fr_direction_dy[diagonal], diagonal);
        }
    }
}

static void mend(struct fr_jump_distances *distances, const struct region *region)
{
    const struct fr_jump_plane plane = fr_jump_rows(distances->map);
    const int32_t last_x = region->right - 1, last_y = region->bottom - 1;
    for (int32_t y = region->top; y < region->bottom; y++)
        find_turns(distances, &plane, y, region->left, region->right);
    for (int32_t y = region->top; y < region->bottom; y++) {
        update_straight(distances, region, last_x, y, 0);
        update_straight(distances, region, region->left, y, 4);
    }
    for (int32_t x = region->left; x < region->right; x++) {
        update_straight(distances, region, x, last_y, 2);
        update_straight(distances, region, x, region->top, 6);
    }
    /* Updates every diagonal through the region, from the end to which its scans lead. */
    for (int32_t x = region->left; x < region->right; x++) {
        update_diagonal(distances, region, x, last_y, 1);
        update_diagonal(distances, region, x, last_y, 3);
        update_diagonal(distances, region, x, region->top, 5);
        update_diagonal(distances, region, x, region->top, 7);
    }
    for (int32_t y = region->top; y < region->bottom; y++) {
        update_diagonal(distances, region, last_x, y, 1);
        update_diagonal(distances, region, region->left, y, 3);
        update_diagonal(distances, region, region->left, y, 5);
        update_diagonal(distances, region, last_x, y, 7);
    }
}

/* If a change touches 1/16 of the cells or more, all are swept: this is far cheaper for each cell
 * than updating entries. */
#define SWEEP_SHARE 16

enum fr_status fr_jump_distances_update(struct fr_jump_distances *distances, struct fr_rect rect)
{
    const struct fr_map *map = distances->map;
    const struct region region = region_around(map, rect);
    if (rect.width <= 0 || rect.height <= 0 || region.left >= region.right ||
        region.top >= region.bottom)
        return FR_OK;
    const int64_t cells =
        (int64_t)(region.right - region.left) * (region.bottom - region.top) * SWEEP_SHARE;
    if (cells > (int64_t)map->width * map->height)
        return fill(distances);
    mend(distances, &region);
    return FR_OK;
}

void fr_jump_distances_release(struct fr_jump_distances *distances)
{
    if (!distances)
        return;
    const size_t count = cell_count(distances);
    fr_deallocate(distances->allocator, distances->cells, count, sizeof *distances->cells);
    fr_deallocate(distances->allocator, distances->turns, count, sizeof *distances->turns);
    fr_deallocate(distances->allocator, distances, 1, sizeof *distances);
}
