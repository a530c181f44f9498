#include "algorithms/jump_points/like_left.h"

#include <string.h>

/* The diagonal scan from each of 64 cells, with the straight scans from its cells. */
struct scan {
    uint64_t step;                            /* the scan leaves its first cell */
    uint64_t row_none, column_none;           /* it meets no jump point along rows, or columns */
    uint64_t row_rest_none, column_rest_none; /* it meets no jump point after its first cell */
    uint64_t row_like, column_like;           /* it meets what the left cell's scan meets */
    uint64_t column_next; /* along columns, it meets what the next row's scan meets */
};

enum { RIGHT, LEFT, HANDS };

struct row_word {
    uint64_t along[HANDS]; /* the straight scan to that side meets a jump point */
    uint64_t across;       /* the straight scan toward the next row meets a jump point */
    struct scan scans[HANDS];
};

/* Visits the rows of a map in turn, each after the row that its scans enter next. */
struct sweep {
    const struct fr_jump_lanes *lanes;
    struct fr_jump_plane plane;
    int32_t down;                 /* from a row to the next one: 1 or -1 */
    struct row_word *here, *next; /* the words of a row, between two words that are zero */
};

/* The bits of the cells to the left, and of those to which diagonal scans lead. */
#define BEFORE(at, member) fr_jump_later((at)->member, ((at)-1)->member)
#define BESIDE(at, hand, member)                                                                   \
    ((hand) == RIGHT ? fr_jump_earlier((at)->member, ((at) + 1)->member) : BEFORE(at, member))

/* Extends a set of cells backward across open borders; `open` has the border after each cell. */
static uint64_t extend_back(uint64_t cells, uint64_t open)
{
    for (int by = 1; by < 64; open &= open >> by, by *= 2)
        cells |= open & cells >> by;
    return cells;
}

/* Extends a set of cells forward across open borders; `open` has the border before each cell. */
static uint64_t extend_on(uint64_t cells, uint64_t open)
{
    for (int by = 1; by < 64; open &= open << by, by *= 2)
        cells |= open & cells << by;
    return cells;
}

static void scan_along(struct row_word *here, const struct fr_lane_word *row, int32_t words)
{
    for (int32_t word = words - 1; word >= 0; word--) {
        const uint64_t open = row[word].open;
        const uint64_t next = fr_jump_earlier(row[word].forward, row[word + 1].forward) |
                              fr_jump_earlier(0, here[word + 1].along[RIGHT]);
        here[word].along[RIGHT] = extend_back(open & next, open);
    }
    for (int32_t word = 0; word < words; word++) {
        const uint64_t open = BEFORE(row + word, open);
        const uint64_t next =
            BEFORE(row + word, backward) | fr_jump_later(0, here[word - 1].along[LEFT]);
        here[word].along[LEFT] = extend_on(open & next, open);
    }
}

/* Compares the scans to one side of 64 cells. row_kept: the straight scan to that side meets what
 * the left cell's scan meets; column_kept: the scan toward the next row meets what the scan from
 * the next cell meets. Returns the cells whose scans are all like those of the cell to the left.
 * The straight scan from a cell itself toward the next row counts only for diagonal scans to the
 * right; those to the left begin after it. */
static uint64_t compare(struct row_word *here, const struct row_word *next, int hand,
                        uint64_t row_kept, uint64_t column_kept)
{
    struct scan *scan = &here->scans[hand];
    const struct scan *onward = &next->scans[hand];
    const uint64_t both_step = scan->step & BEFORE(here, scans[hand].step);
    scan->row_rest_none = ~scan->step | BESIDE(next, hand, scans[hand].row_none);
    scan->row_none = scan->row_rest_none & ~here->along[hand];
    scan->row_like = row_kept & ((both_step & BESIDE(next, hand, scans[hand].row_like)) |
                                 (scan->row_rest_none & BEFORE(here, scans[hand].row_rest_none)));
    scan->column_rest_none = ~scan->step | BESIDE(next, hand, scans[hand].column_none);
    scan->column_none = scan->column_rest_none & ~here->across;
    scan->column_next =
        column_kept & ((scan->step & onward->step & BESIDE(next, hand, scans[hand].column_next)) |
                       (scan->column_rest_none & onward->column_rest_none));
    scan->column_like =
        (scan->column_none & BEFORE(here, scans[hand].column_none)) |
        (hand == RIGHT ? ~BEFORE(here, across) & BEFORE(here, scans[RIGHT].step) & scan->column_next
                       : ~here->across & scan->step & BEFORE(here, scans[LEFT].column_next));
    if (hand == RIGHT)
        return scan->row_like & scan->column_like;
    return scan->row_like & ((both_step & BESIDE(next, LEFT, scans[LEFT].column_like)) |
                             (scan->column_rest_none & BEFORE(here, scans[LEFT].column_rest_none)));
}

/* Jump points of the next row for straight scans into it across these borders. */
static uint64_t points_across(const struct sweep *sweep, int32_t y, int32_t word, uint64_t open)
{
    const enum fr_jump_way way = sweep->down > 0 ? FR_JUMP_DOWN : FR_JUMP_UP;
    if (!open) /* there may be no next row */
        return 0;
    const struct fr_jump_word bits = fr_jump_word(&sweep->plane, y + sweep->down, word);
    return bits.left[way] | bits.right[way];
}

static void pass_row(struct sweep *sweep, int32_t y, struct like_left_word *like)
{
    const struct fr_lanes *rows = &sweep->lanes->rows;
    const int32_t upper = sweep->down > 0 ? y : y - 1; /* the upper one of this row and the next */
    const struct fr_lane_word *row = fr_lane(rows, y), *blocks = fr_lane(rows, upper);
    struct row_word *here = sweep->here, *next = sweep->next;
    scan_along(here, row, rows->words);
    for (int32_t word = 0; word < rows->words; word++, here++, next++, row++, blocks++) {
        const uint64_t open =
            fr_jump_down(&sweep->plane, (ptrdiff_t)upper * sweep->plane.words + word);
        const uint64_t points = points_across(sweep, y, word, open);
        here->across = open & (points | next->across);
        here->scans[RIGHT].step = blocks->block;
        here->scans[LEFT].step = BEFORE(blocks, block);
        const uint64_t joined = BEFORE(row, open);
        const uint64_t column_kept = (open & ~points) | ~(here->across | next->across);
        for (int hand = RIGHT; hand < HANDS; hand++) {
            const uint64_t passed = hand == RIGHT ? row->forward : BEFORE(row, backward);
            const uint64_t none = ~(here->along[hand] | BEFORE(here, along[hand]));
            like[word].scans[sweep->down > 0 ? hand : 3 - hand] =
                joined & compare(here, next, hand, (joined & ~passed) | none, column_kept);
        }
    }
    here = sweep->here;
    sweep->here = sweep->next;
    sweep->next = here;
}

static void pass_rows(struct sweep *sweep, struct row_word *words, size_t count,
                      struct like_left_word *like)
{
    const struct fr_lanes *rows = &sweep->lanes->rows;
    memset(words, 0, 2 * count * sizeof *words);
    sweep->here = words + 1;
    sweep->next = words + count + 1;
    for (int32_t i = 0; i < rows->count; i++) {
        const int32_t y = sweep->down > 0 ? rows->count - 1 - i : i;
        pass_row(sweep, y, like + (size_t)y * (size_t)rows->words);
    }
}

static size_t word_count(const struct fr_jump_lanes *lanes)
{
    return (size_t)lanes->rows.words * (size_t)lanes->rows.count;
}

struct like_left_word *like_left_create(const struct fr_jump_lanes *lanes)
{
    const size_t count = (size_t)lanes->rows.words + 2;
    struct sweep sweep = {.lanes = lanes, .plane = fr_jump_rows(lanes->map)};
    struct row_word *words = fr_allocate(lanes->allocator, 2 * count, sizeof *words);
    struct like_left_word *like =
        words ? fr_allocate(lanes->allocator, word_count(lanes), sizeof *like) : NULL;
    for (sweep.down = -1; like && sweep.down <= 1; sweep.down += 2)
        pass_rows(&sweep, words, count, like);
    fr_deallocate(lanes->allocator, words, 2 * count, sizeof *words);
    return like;
}

void like_left_release(struct like_left_word *like, const struct fr_jump_lanes *lanes)
{
    fr_deallocate(lanes->allocator, like, word_count(lanes), sizeof *like);
}
