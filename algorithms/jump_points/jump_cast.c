#include "algorithms/jump_points/jump_cast.h"

bool jump_cast_begin(struct jump_cast *cast, const struct fr_jump_lanes *lanes, int shift,
                     int32_t columns, size_t most)
{
    const struct lane_cells none = {.number = -1, .first = INT32_MAX, .last = -1};
    const int32_t along = lanes->rows.words, down = lanes->columns.words;
    const size_t words = (size_t)(along > down ? along : down) + 1;
    *cast = (struct jump_cast){.lanes = lanes,
                               .shift = shift,
                               .columns = columns,
                               .most = most,
                               .bit_words = 3 * words + 1,
                               .rows = {none, none}};
    cast->bits = fr_allocate_zeroed(lanes->allocator, cast->bit_words, sizeof *cast->bits);
    cast->blocks = fr_allocate(lanes->allocator, most, sizeof *cast->blocks);
    if (!cast->bits || !cast->blocks)
        return false;
    cast->cells.bits = cast->bits + 1;
    cast->rows[0].bits = cast->cells.bits + words;
    cast->rows[1].bits = cast->rows[0].bits + words;
    return true;
}

/* Lists the blocks of a row that have cells, and empties the row. */
static void list_row(struct jump_cast *cast, struct lane_cells *row, bool along_rows)
{
    const int shift = cast->shift;
    const uint64_t begins = UINT64_MAX / ((UINT64_C(1) << (1 << shift)) - 1); /* of blocks */
    const int32_t columns = cast->columns;
    for (int32_t word = row->first; word <= row->last; word++) {
        uint64_t cells = row->bits[word];
        row->bits[word] = 0;
        for (int by = 1; by < 1 << shift; by *= 2)
            cells |= cells >> by;
        for (cells &= begins; cells; cells &= cells - 1) {
            const int32_t along = (word * 64 + fr_lowest_bit(cells)) >> shift;
            cast->blocks[cast->count++] = (uint32_t)(along_rows ? row->number * columns + along
                                                                : along * columns + row->number);
        }
    }
    row->first = INT32_MAX;
    row->last = -1;
}

/* Adds the cells of the lane to its row of blocks. */
static void gather(struct jump_cast *cast, bool along_rows)
{
    const struct lane_cells *cells = &cast->cells;
    const int32_t number = cells->number >> cast->shift;
    struct lane_cells *row = &cast->rows[number != cast->rows[0].number];
    if (row->number != number) {
        list_row(cast, row, along_rows);
        row->number = number;
    }
    for (int32_t word = cells->first; word <= cells->last; word++)
        row->bits[word] |= cells->bits[word];
    row->first = cells->first < row->first ? cells->first : row->first;
    row->last = cells->last > row->last ? cells->last : row->last;
    cast->words += 1 + cells->last - cells->first;
}

static void begin_lane(struct lane_cells *cells, const struct fr_jump_run *run)
{
    cells->number = run->lane;
    cells->first = run->first >> 6;
    cells->last = run->last >> 6;
    for (int32_t word = cells->first; word <= cells->last; word++)
        cells->bits[word] = UINT64_MAX;
    cells->bits[cells->first] &= UINT64_MAX << (run->first & 63);
    cells->bits[cells->last] &= UINT64_MAX >> (63 - (run->last & 63));
}

/* Moves the cells against an open diagonal step to the next lane, and away from the jump point:
 * toward earlier cells if scans lead to later ones. False if none are left. */
static bool step_back(const struct fr_lanes *lanes, struct lane_cells *cells, int down, bool later)
{
    const struct fr_lane_word *blocks = fr_lane(lanes, cells->number - (down < 0));
    uint64_t *bits = cells->bits;
    int32_t first = cells->first, last = cells->last;
    if (later) {
        first -= first > 0;
        for (int32_t word = first; word <= last; word++)
            bits[word] = fr_jump_earlier(bits[word], bits[word + 1]) & blocks[word].block;
    } else {
        last += last + 1 < lanes->words;
        for (int32_t word = last; word >= first; word--)
            bits[word] = fr_jump_later(bits[word] & blocks[word].block,
                                       bits[word - 1] & blocks[word - 1].block);
    }
    while (first <= last && !bits[first])
        first++;
    while (first <= last && !bits[last])
        last--;
    cells->first = first;
    cells->last = last;
    cells->number += down;
    return first <= last;
}

void jump_cast_run(struct jump_cast *cast, const struct fr_jump_run *run)
{
    const bool along_rows = run->straight % 4 == 0;
    const struct fr_lanes *lanes = along_rows ? &cast->lanes->rows : &cast->lanes->columns;
    cast->count = 0;
    cast->rows[0].number = run->lane >> cast->shift;
    for (int down = -1; down <= 1; down += 2) {
        begin_lane(&cast->cells, run);
        do
            gather(cast, along_rows);
        while (step_back(lanes, &cast->cells, down, run->straight < 4));
    }
    list_row(cast, &cast->rows[0], along_rows);
    list_row(cast, &cast->rows[1], along_rows);
}

void jump_cast_release(struct jump_cast *cast)
{
    if (!cast->lanes)
        return;
    fr_deallocate(cast->lanes->allocator, cast->bits, cast->bit_words, sizeof *cast->bits);
    fr_deallocate(cast->lanes->allocator, cast->blocks, cast->most, sizeof *cast->blocks);
    *cast = (struct jump_cast){.lanes = NULL};
}
