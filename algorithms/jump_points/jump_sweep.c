#include "algorithms/jump_points/jump_sweep.h"

#include "algorithms/jump_points/jump_words.h"
#include "maps/bits.h"

/* One row while tables are made: a plane for each direction, with a cell of 0 at either end, and
 * masks of all ones or zeros. What a sweep carries from row to row is short, and stays in cache. */
struct sweep_row {
    int16_t *at[FR_DIRECTIONS];
    int16_t *turning; /* per way across the lines: the cell is a jump point for it */
    int16_t *corner;  /* the cell ends diagonal walks, too: all 0 where walks stop at turns only */
};

struct sweep {
    struct fr_jump_distances *distances;
    struct fr_jump_plane plane;
    int16_t *scratch;
    size_t scratch_count;
    struct sweep_row rows[2]; /* the one swept, and the one before it */
    int16_t *open;            /* masks of the steps back to the row before: straight... */
    int16_t *block[2];        /* ...and diagonal, from the cell on the left and on the right */
};

/* Walks east from the cells first..last of a row; a walk from last goes no further, or meets a jump
 * point in one step. */
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

/* Where walks that way end at a jump point. */
static uint64_t jump_points(const struct sweep *sweep, const struct fr_jump_word *bits,
                            enum fr_jump_way way)
{
    return sweep->distances->stops == FR_JUMP_AT_CORNERS ? corners_of(bits)
                                                         : bits->left[way] | bits->right[way];
}

/* East and west walks of row y: counted from stop to stop. */
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

/* Bits as masks, one for each cell. */
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

/* The masks of row y for a sweep that comes from the row above (way down is where walks up look) or
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

/* One direction across the lines: the row before, shifted, decides. ends is not 0 where the next
 * cell ends the walk. */
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

/* Four directions of row y: first of them the one along the row that comes before the three across.
 * Sweeping down, these are west to northeast; up, east to southwest. */
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
    const size_t stride = (size_t)distances->map->width + 32; /* spread() fills up to 16 */
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

enum fr_status fr_jump_sweep(struct fr_jump_distances *distances)
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
