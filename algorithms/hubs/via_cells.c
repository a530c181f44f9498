#include "algorithms/hubs/via_cells.h"

#include "maps/bits.h"

#define UNSURE 0x2000 /* larger than the number of pixels in a quarter */

#define BLOCK 4096

struct via_block {
    struct via_incidence at[BLOCK];
};

/* At least the number of quarters in a row of any view. */
static size_t quarter_columns(const struct via_cells *c)
{
    return 2 * (size_t)(c->columns > c->rows ? c->columns : c->rows) + 128;
}

enum fr_status via_cells_init(struct via_cells *c, int32_t columns, int32_t rows, int cell_shift,
                              const struct fr_allocator *allocator)
{
    *c = (struct via_cells){.allocator = allocator,
                            .columns = columns,
                            .rows = rows,
                            .shift = cell_shift - 1,
                            .begin = INT32_MAX,
                            .cell_begin = INT32_MAX};
    c->seen = fr_allocate_zeroed(allocator, quarter_columns(c), sizeof *c->seen);
    c->flags = fr_allocate_zeroed(allocator, quarter_columns(c), sizeof *c->flags);
    return c->seen && c->flags ? FR_OK : FR_NO_MEMORY;
}

void via_cells_begin(struct via_cells *c, const struct shadow_frame *frame,
                     const struct shadow_ray limits[VIA_KINDS])
{
    c->frame = *frame;
    c->limit = (struct shadow_ray){1, 0};
    for (int kind = 0; kind < VIA_KINDS; kind++) {
        c->limits[kind] = limits[kind];
        if (shadow_steeper(limits[kind], c->limit))
            c->limit = limits[kind];
    }
}

/* In a row of the frame, the first pixel whose centre is no steeper than a ray; row and pixel may
 * be negative. */
static int32_t first_below(struct shadow_ray ray, int32_t row)
{
    if (ray.y == 0)
        return row < 0 ? INT32_MIN / 2 : INT32_MAX / 2;
    const int64_t numerator = (2 * (int64_t)row + 1) * ray.x - ray.y, unit = 2 * (int64_t)ray.y;
    const int64_t first = numerator / unit + (numerator % unit > 0);
    return first < INT32_MAX / 2 ? (int32_t)first : INT32_MAX / 2;
}

/* A mask of the bits [from, to), clamped to [0, size). */
static uint64_t bits_between(int32_t from, int32_t to, int32_t size)
{
    from = from < 0 ? 0 : from;
    to = to > size ? size : to;
    return from >= to ? 0 : ~UINT64_C(0) >> (64 - (to - from)) << from;
}

/* The rows of the frame that the band covers, from the one nearest to the corner. */
static int32_t first_row(const struct via_cells *c)
{
    const struct shadow_frame *frame = &c->frame;
    return frame->down > 0 ? (c->band << c->shift) - frame->y
                           : frame->y - ((c->band + 1) << c->shift);
}

/* The number of walkable pixels in a quarter of the band that may use the via. */
static uint32_t count_users(const struct via_cells *c, int32_t quarter)
{
    const struct shadow_view *view = c->frame.view;
    const int32_t size = 1 << c->shift, column = quarter << c->shift;
    const int32_t x = column - c->frame.x; /* of the quarter's first pixel, in the frame */
    uint32_t users = 0;
    for (int32_t y = c->band << c->shift; y < (c->band + 1) << c->shift && y < view->height; y++) {
        const int32_t row = c->frame.down > 0 ? y - c->frame.y : c->frame.y - 1 - y;
        if (row < 0)
            continue;
        const int32_t below = first_below(c->limit, row);
        const uint64_t bits =
            view->rows[(size_t)y * (size_t)view->row_words + (size_t)column / 64] >> (column & 63);
        uint64_t mask = bits_between((below > 0 ? below : 0) - x, size, size);
        if (row < VIA_NEAR)
            mask |= bits_between(-x, VIA_NEAR - x, size);
        users += (uint32_t)fr_popcount(bits & mask);
    }
    return users;
}

/* Limits for all quarters of a band: from which pixels of its first and last row a path may
 * continue in each way. */
struct band_limits {
    int32_t some[VIA_KINDS]; /* by kind: the first pixel in either row whose paths may continue */
    int32_t core;            /* the first pixel that may use a core edge in both rows */
    bool near, faces;
};

static struct band_limits limits_of(const struct via_cells *c)
{
    const int32_t first = first_row(c), last = first + (1 << c->shift) - 1;
    struct band_limits limits = {.near = first < VIA_NEAR && last >= -VIA_NEAR,
                                 .faces = first >= 0};
    for (int kind = 0; kind < VIA_KINDS; kind++) {
        const int32_t one = first_below(c->limits[kind], first);
        const int32_t other = first_below(c->limits[kind], last);
        limits.some[kind] = one < other ? one : other;
        if (kind == VIA_CORE)
            limits.core = one > other ? one : other;
    }
    return limits;
}

/* The flags and quarter bits that a cell stores for a via. Testing the corner pixels of the quarter
 * suffices: if all of them are on one side of a line, so are all pixels of the quarter. */
static uint32_t find_flags(const struct via_cells *c, const struct band_limits *limits,
                           int32_t quarter, bool all_see)
{
    static const uint32_t some[VIA_KINDS] = {VIA_SOME_CORE, VIA_SOME_UPWARD, VIA_SOME_TURN};
    const int32_t first = quarter * (1 << c->shift) - c->frame.x,
                  last = first + (1 << c->shift) - 1;
    const bool all_lead = limits->faces && first >= 0 && first >= limits->core;
    uint32_t flags = limits->near && first < VIA_NEAR && last >= -VIA_NEAR ? VIA_SOME_NEAR : 0;
    for (int kind = 0; kind < VIA_KINDS; kind++)
        flags |= last >= limits->some[kind] ? some[kind] : 0;
    /* Views are mirrored over an even number of quarters. */
    const int across = (quarter & 1) ^ c->frame.mirrored, below = c->band & 1;
    const int place = c->frame.swapped ? 4 * across + 2 * below : 4 * below + 2 * across;
    const uint32_t sight = !all_see ? VIA_UNSURE : all_lead ? VIA_SURE : VIA_SEEN;
    return flags | sight << (VIA_QUARTERS + place);
}

/* From this quarter on, the quarters of the band differ only in which pixels see the corner: no
 * further limit crosses them. */
static int32_t first_alike(const struct via_cells *c, const struct band_limits *limits)
{
    const int32_t x = c->frame.x, size = 1 << c->shift;
    const int32_t passed[] = {limits->some[VIA_CORE] + x, limits->some[VIA_UPWARD] + x,
                              limits->some[VIA_TURN] + x, limits->core + x + size - 1,
                              VIA_NEAR + x + size - 1};
    int32_t alike = x >> c->shift;
    for (size_t i = 0; i < sizeof passed / sizeof *passed; i++) {
        const int32_t quarter = passed[i] >> c->shift;
        if (quarter < c->end && quarter > alike)
            alike = quarter;
    }
    return alike;
}

/* Merges the quarters of the band into the flags of their cells. */
static void finish_quarters(struct via_cells *c)
{
    if (c->begin >= c->end)
        return;
    const uint32_t full = UINT32_C(1) << 2 * c->shift;
    const struct band_limits limits = limits_of(c);
    const int32_t alike = first_alike(c, &limits);
    const uint16_t last[2] = {(uint16_t)find_flags(c, &limits, (c->end - 1) / 2 * 2, true),
                              (uint16_t)find_flags(c, &limits, c->end / 2 * 2 - 1, true)};
    for (int32_t quarter = c->begin; quarter < c->end; quarter++) {
        const uint32_t seen = c->seen[quarter];
        if (seen == full && quarter >= alike) {
            c->flags[quarter / 2] |= last[quarter & 1];
        } else if (seen > 0) {
            const bool all = seen == full || (seen < UNSURE && seen == count_users(c, quarter));
            c->flags[quarter / 2] |= (uint16_t)find_flags(c, &limits, quarter, all);
        }
        c->seen[quarter] = 0;
    }
    if (c->begin / 2 < c->cell_begin)
        c->cell_begin = c->begin / 2;
    if ((c->end + 1) / 2 > c->cell_end)
        c->cell_end = (c->end + 1) / 2;
    c->begin = INT32_MAX;
    c->end = 0;
}

/* Makes room for one more incidence. False if out of memory. */
static bool reserve_incidence(struct via_cells *c)
{
    if (c->incidence_count < c->block_count * BLOCK)
        return true;
    if (!fr_reserve(c->allocator, &c->blocks, c->block_count, 1, &c->block_capacity,
                    sizeof *c->blocks))
        return false;
    c->blocks[c->block_count] = fr_allocate(c->allocator, 1, sizeof **c->blocks);
    return c->blocks[c->block_count] && ++c->block_count;
}

/* The cell of the map in a column of the view's row of cells. */
static uint32_t cell_at(const struct via_cells *c, int32_t column)
{
    const struct shadow_frame *frame = &c->frame;
    const int32_t row = c->band / 2, columns = c->columns;
    if (frame->mirrored)
        column = (frame->view->width >> (c->shift + 1)) - 1 - column;
    return (uint32_t)(frame->swapped ? column * columns + row : row * columns + column);
}

/* Lists the cells of a row that were seen. False if out of memory. */
static bool finish_cells(struct via_cells *c)
{
    for (int32_t column = c->cell_begin; column < c->cell_end;) {
        const int32_t first = column;
        const uint16_t flags = c->flags[first];
        for (; column < c->cell_end && c->flags[column] == flags; column++)
            c->flags[column] = 0;
        if (flags == 0) {
            column += column == first;
            continue;
        }
        if (c->cell_count > UINT32_MAX / 2 || !reserve_incidence(c))
            return false;
        c->blocks[c->incidence_count / BLOCK]->at[c->incidence_count % BLOCK] =
            (struct via_incidence){cell_at(c, first), (uint16_t)(column - first), flags};
        c->incidence_count++;
        c->cell_count += (uint32_t)(column - first);
    }
    c->cell_begin = INT32_MAX;
    c->cell_end = 0;
    return true;
}

bool via_cells_add(struct via_cells *c, const struct via_pixels *pixels)
{
    const struct shadow_frame *frame = &c->frame;
    const int32_t y = frame->down > 0 ? frame->y + pixels->row : frame->y - 1 - pixels->row;
    const int32_t band = y >> c->shift;
    if (band != c->band) {
        finish_quarters(c);
        if (band >> 1 != c->band >> 1 && !finish_cells(c))
            return false;
        c->band = band;
    }
    const int32_t last = frame->x + pixels->last;
    int32_t x = frame->x + pixels->first, quarter = x >> c->shift;
    c->begin = quarter < c->begin ? quarter : c->begin;
    for (; x <= last; quarter++) {
        const int32_t next = (quarter + 1) << c->shift, end = next <= last ? next : last + 1;
        uint16_t *seen = &c->seen[quarter];
        *seen = (uint16_t)(pixels->sure ? *seen + (end - x) : *seen | UNSURE);
        x = end;
    }
    c->end = quarter > c->end ? quarter : c->end;
    return true;
}

bool via_cells_end(struct via_cells *c)
{
    finish_quarters(c);
    return finish_cells(c);
}

const struct via_incidence *via_cells_at(const struct via_cells *c, size_t incidence)
{
    return &c->blocks[incidence / BLOCK]->at[incidence % BLOCK];
}

int64_t via_cells_stride(const struct via_cells *c, const struct shadow_frame *frame)
{
    return (frame->mirrored ? -1 : 1) * (frame->swapped ? c->columns : 1);
}

void via_cells_release(struct via_cells *c)
{
    if (!c->allocator)
        return;
    fr_deallocate(c->allocator, c->seen, quarter_columns(c), sizeof *c->seen);
    fr_deallocate(c->allocator, c->flags, quarter_columns(c), sizeof *c->flags);
    for (size_t i = 0; i < c->block_count; i++)
        fr_deallocate(c->allocator, c->blocks[i], 1, sizeof **c->blocks);
    fr_deallocate(c->allocator, c->blocks, c->block_capacity, sizeof *c->blocks);
}
