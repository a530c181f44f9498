#include "algorithms/jump_points/diagonals.h"

#include "algorithms/jump_points/links.h"

static struct diagonal_word *word_of(struct diagonals *diagonals, int32_t x, int32_t y,
                                     int direction)
{
    const size_t first = diagonals_lane_start(diagonals, (struct fr_pixel){x, y}, direction);
    return (diagonals_falling(direction) ? diagonals->falling : diagonals->rising) + first +
           (x >> 6);
}

/* Marks cells whose straight scans meet a jump point, for the diagonal scans that start such a
 * straight scan there. */
static void mark(void *context, const struct fr_jump_run *run)
{
    struct diagonals *diagonals = context;
    const bool along = run->straight % 4 == 0;
    for (int turn = 1; turn < FR_DIRECTIONS; turn += 6) {
        const int diagonal = (run->straight + turn) % FR_DIRECTIONS;
        for (int32_t at = run->first; at <= run->last; at++) {
            const int32_t x = along ? at : run->lane;
            struct diagonal_word *word = word_of(diagonals, x, along ? run->lane : at, diagonal);
            if (fr_direction_dx[diagonal] > 0)
                word->later |= (uint64_t)1 << (x & 63);
            else
                word->earlier |= (uint64_t)1 << (x & 63);
        }
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
