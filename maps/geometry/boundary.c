/* Each turn has one horizontal and one vertical edge of the boundary. Within a row the turns come
 * in pairs joined by a horizontal edge, because a pinch ends the edge on its left before it starts
 * the one on its right. Within a column a vertical edge is open from its upper turn to the next
 * turn below: one slot per column holds the open one. No edge is followed: the cost is a pass over
 * the words of the map and a few steps for each turn. */
#include "maps/geometry/boundary.h"

#include "maps/bits.h"

#define MAX_TURNS ((uint32_t)1 << 28)

/* Walkable bits around a lattice point. */
struct window {
    bool nw, ne, sw, se;
};

struct scan {
    struct fr_turn *turns;
    uint32_t count;
    uint32_t *open; /* by lattice column: the turn at the upper end of the open vertical edge */
};

/* Bits where the boundary turns: where it is neither absent nor straight. */
static uint64_t turn_bits(const uint64_t *upper, const uint64_t *lower, uint64_t *pinches)
{
    const uint64_t ne = *upper, se = *lower;
    const uint64_t nw = ne << 1 | upper[-1] >> 63, sw = se << 1 | lower[-1] >> 63;
    *pinches = ~(nw ^ se) & ~(ne ^ sw) & (nw ^ ne);
    return (nw ^ ne ^ sw ^ se) | *pinches;
}

/* Ends the edge from the previous turn in the row; free space is below it if `is_below`. */
static void join_row(struct scan *scan, uint32_t right, bool is_below)
{
    const uint32_t left = right - 1;
    if (is_below)
        scan->turns[left].next = right;
    else
        scan->turns[right].next = left;
}

static void join_column(struct scan *scan, int32_t column, uint32_t lower, bool is_west)
{
    const uint32_t upper = scan->open[column];
    if (is_west)
        scan->turns[upper].next = lower;
    else
        scan->turns[lower].next = upper;
}

/* A lattice point where one pixel differs from the other three. */
static void add_turn(struct scan *scan, int32_t column, struct fr_point at, struct window w)
{
    const uint32_t turn = scan->count++;
    scan->turns[turn].at = at;
    if (w.nw != w.sw)
        join_row(scan, turn, w.sw);
    if (w.nw != w.ne)
        join_column(scan, column, turn, w.nw);
    else
        scan->open[column] = turn;
}

/* Adds the two turns of a pinch: the first has its horizontal edge to the left, the second to the
 * right. The vertical edge above the pinch belongs to the turn with the free pixel above. */
static void add_pinch(struct scan *scan, int32_t column, struct fr_point at, struct window w)
{
    const uint32_t left = scan->count, right = left + 1;
    scan->count += 2;
    scan->turns[left].at = scan->turns[right].at = at;
    join_row(scan, left, w.sw);
    join_column(scan, column, w.nw ? left : right, w.nw);
    scan->open[column] = w.nw ? right : left;
}

static void scan_row(struct scan *scan, const struct fr_map *map, int32_t y)
{
    const uint64_t *upper = fr_map_row(map, y - 1), *lower = fr_map_row(map, y);
    for (int32_t word = 0; word < map->row_words; word++) {
        uint64_t pinches;
        for (uint64_t bits = turn_bits(upper + word, lower + word, &pinches); bits;
             bits &= bits - 1) {
            const int bit = fr_lowest_bit(bits);
            const int32_t x = 64 * word + bit;
            const struct fr_point at = {2 * x, 2 * y};
            const struct window window = {
                fr_map_walkable(map, x - 1, y - 1), fr_map_walkable(map, x, y - 1),
                fr_map_walkable(map, x - 1, y), fr_map_walkable(map, x, y)};
            if (pinches >> bit & 1)
                add_pinch(scan, x, at, window);
            else
                add_turn(scan, x, at, window);
        }
    }
}

static uint64_t count_turns(const struct fr_map *map)
{
    uint64_t count = 0;
    for (int32_t y = 0; y <= map->height; y++) {
        const uint64_t *upper = fr_map_row(map, y - 1), *lower = fr_map_row(map, y);
        for (int32_t word = 0; word < map->row_words; word++) {
            uint64_t pinches;
            count += (uint64_t)fr_popcount(turn_bits(upper + word, lower + word, &pinches));
            count += (uint64_t)fr_popcount(pinches);
        }
    }
    return count;
}

enum fr_status fr_boundary_create(const struct fr_map *map, const struct fr_allocator *allocator,
                                  struct fr_boundary **boundary)
{
    const uint64_t count = count_turns(map);
    if (count >= MAX_TURNS)
        return FR_UNSUPPORTED;
    struct fr_boundary *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->allocator = allocator;
    fresh->count = (uint32_t)count;
    fresh->turns = fr_allocate(allocator, (size_t)fresh->count + 1, sizeof *fresh->turns);
    const size_t columns = (size_t)map->width + 1;
    struct scan scan = {fresh->turns, 0, fr_allocate(allocator, columns, sizeof *scan.open)};
    if (!fresh->turns || !scan.open) {
        fr_deallocate(allocator, scan.open, columns, sizeof *scan.open);
        fr_boundary_release(fresh);
        return FR_NO_MEMORY;
    }
    for (int32_t y = 0; y <= map->height; y++)
        scan_row(&scan, map, y);
    fr_deallocate(allocator, scan.open, columns, sizeof *scan.open);
    *boundary = fresh;
    return FR_OK;
}

uint32_t fr_boundary_points(const struct fr_boundary *boundary, struct fr_point *points,
                            uint32_t *point_of)
{
    uint32_t count = 0;
    for (uint32_t turn = 0; turn < boundary->count; turn++) {
        const struct fr_point at = boundary->turns[turn].at;
        if (count == 0 || !fr_point_equal(points[count - 1], at))
            points[count++] = at;
        point_of[turn] = count - 1;
    }
    return count;
}

void fr_boundary_release(struct fr_boundary *boundary)
{
    if (!boundary)
        return;
    const struct fr_allocator *allocator = boundary->allocator;
    fr_deallocate(allocator, boundary->turns, (size_t)boundary->count + 1, sizeof *boundary->turns);
    fr_deallocate(allocator, boundary, 1, sizeof *boundary);
}
