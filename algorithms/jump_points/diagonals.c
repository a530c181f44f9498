#include "algorithms/jump_points/diagonals.h"

#include "algorithms/jump_points/links.h"

static struct diagonal_word *word_of(struct diagonals *diagonals, int32_t x, int32_t y,
                                     int direction)
{
    const size_t first = diagonals_lane_start(diagonals, (struct fr_pixel){x, y}, direction);
    return (diagonals_falling(direction) ? diagonals->falling : diagonals->rising) + first +
           (x >> 6);
}

/* Marks a cell whose straight scan meets a jump point, for the diagonal scans that start such a
 * straight scan there. */
static void mark(void *context, struct fr_pixel cell, struct fr_pixel point, int straight)
{
    struct diagonals *diagonals = context;
    const uint64_t bit = (uint64_t)1 << (cell.x & 63);
    (void)point;
    for (int turn = 1; turn < FR_DIRECTIONS; turn += 6) {
        const int diagonal = (straight + turn) % FR_DIRECTIONS;
        struct diagonal_word *word = word_of(diagonals, cell.x, cell.y, diagonal);
        if (fr_direction_dx[diagonal] > 0)
            word->later |= bit;
        else
            word->earlier |= bit;
    }
}

/* Closes both diagonal steps in the 2x2 cells right and down from (x, y). */
static void close_block(struct diagonals *diagonals, int32_t x, int32_t y)
{
    const uint64_t bit = (uint64_t)1 << (x & 63);
    word_of(diagonals, x, y, 1)->closed |= bit;
    word_of(diagonals, x, y + 1, 7)->closed |= bit;
}

/* Closes the illegal blocks that a scan may reach. */
static void close_blocks(struct diagonals *diagonals)
{
    const struct fr_jump_plane rows = fr_jump_rows(diagonals->lanes->map);
    for (int32_t y = -1; y < rows.lines; y++)
        for (int32_t word = 0; word < rows.words; word++) {
            const uint64_t *cells = rows.walkable + (ptrdiff_t)y * rows.words + word;
            const uint64_t upper = cells[0] | cells[0] >> 1 | cells[1] << 63;
            cells += rows.words;
            uint64_t closed = (upper | cells[0] | cells[0] >> 1 | cells[1] << 63) &
                              ~fr_lane(&diagonals->lanes->rows, y)[word].block;
            for (; closed; closed &= closed - 1)
                close_block(diagonals, word * 64 + fr_lowest_bit(closed), y);
        }
}

enum fr_status diagonals_init(struct diagonals *diagonals, const struct fr_jump_lanes *lanes)
{
    const struct fr_lanes *rows = &lanes->rows;
    *diagonals = (struct diagonals){.lanes = lanes,
                                    .allocator = lanes->allocator,
                                    .words = rows->words,
                                    .word_count = (size_t)rows->count * (size_t)rows->words};
    diagonals->falling =
        fr_allocate_zeroed(diagonals->allocator, diagonals->word_count, sizeof *diagonals->falling);
    diagonals->rising =
        fr_allocate_zeroed(diagonals->allocator, diagonals->word_count, sizeof *diagonals->rising);
    if (!diagonals->falling || !diagonals->rising)
        return FR_NO_MEMORY;
    close_blocks(diagonals);
    for (int straight = 0; straight < FR_DIRECTIONS; straight += 2)
        for (int32_t lane = 0; lane < fr_jump_lane_count(lanes, straight); lane++)
            fr_jump_visit_lane(lanes, straight, lane, mark, diagonals);
    return FR_OK;
}

/* Whether all steps between the cells `first` and `last` of a lane are open. */
static bool lane_open(const struct diagonal_word *lane, int32_t first, int32_t last)
{
    for (int32_t word = first >> 6; word <= (last - 1) >> 6; word++) {
        uint64_t closed = lane[word].closed;
        if (word == first >> 6)
            closed &= UINT64_MAX << (first & 63);
        if (word == (last - 1) >> 6)
            closed &= UINT64_MAX >> (63 - ((last - 1) & 63));
        if (closed)
            return false;
    }
    return true;
}

int32_t diagonals_open_back(const struct diagonals *diagonals, struct fr_pixel cell, int direction)
{
    const struct diagonal_word *lane = diagonals_lane(diagonals, cell, direction);
    int32_t word = cell.x >> 6;
    if (fr_direction_dx[direction] < 0) { /* such a scan comes from cells with greater x */
        uint64_t closed = lane[word].closed & UINT64_MAX << (cell.x & 63);
        while (!closed)
            closed = lane[++word].closed;
        return word * 64 + fr_lowest_bit(closed) - cell.x;
    }
    uint64_t closed = lane[word].closed & (((uint64_t)1 << (cell.x & 63)) - 1);
    while (!closed && word > 0)
        closed = lane[--word].closed;
    return closed ? cell.x - 1 - word * 64 - fr_highest_bit(closed) : cell.x;
}

bool diagonals_walk_open(const struct diagonals *diagonals, struct fr_pixel from, int32_t dx,
                         int32_t dy)
{
    const int32_t across = dx < 0 ? -dx : dx, down = dy < 0 ? -dy : dy;
    const int32_t diagonal = across < down ? across : down;
    const int32_t first = dx < 0 ? from.x - diagonal : from.x;
    const int direction = (dx < 0) == (dy < 0) ? 1 : 7;
    return (diagonal == 0 ||
            lane_open(diagonals_lane(diagonals, from, direction), first, first + diagonal)) &&
           links_straight_open(diagonals->lanes, from, dx, dy);
}

void diagonals_release(struct diagonals *diagonals)
{
    fr_deallocate(diagonals->allocator, diagonals->falling, diagonals->word_count,
                  sizeof *diagonals->falling);
    fr_deallocate(diagonals->allocator, diagonals->rising, diagonals->word_count,
                  sizeof *diagonals->rising);
    *diagonals = (struct diagonals){0};
}
