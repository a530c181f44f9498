#include "maps/geometry/hilbert.h"

#define LEVELS 11 /* cells are 2^11 by 2^11: two passes of the sort */
#define DIGITS ((uint32_t)1 << LEVELS)

/* The position of a cell along the curve: each level picks a quarter, and rotates or mirrors the
 * next level. */
static uint32_t distance_along(uint32_t x, uint32_t y)
{
    uint32_t distance = 0;
    for (uint32_t side = DIGITS / 2; side; side /= 2) {
        const uint32_t right = (x & side) != 0, upper = (y & side) != 0;
        distance = 4 * distance + ((3 * right) ^ upper);
        if (upper)
            continue;
        if (right) {
            x = ~x;
            y = ~y;
        }
        const uint32_t swapped = x;
        x = y;
        y = swapped;
    }
    return distance;
}

struct extent {
    int32_t left, top;
    int shift; /* from coordinates to cells */
};

static struct extent extent_of(const struct fr_point *points, uint32_t count)
{
    struct fr_point low = points[0], high = points[0];
    for (uint32_t i = 1; i < count; i++) {
        low.x = points[i].x < low.x ? points[i].x : low.x;
        low.y = points[i].y < low.y ? points[i].y : low.y;
        high.x = points[i].x > high.x ? points[i].x : high.x;
        high.y = points[i].y > high.y ? points[i].y : high.y;
    }
    struct extent extent = {low.x, low.y, 0};
    while ((high.x - low.x) >> extent.shift >= (int32_t)DIGITS ||
           (high.y - low.y) >> extent.shift >= (int32_t)DIGITS)
        extent.shift++;
    return extent;
}

/* One stable pass of a radix sort: copies `from` into `to`, sorted by one digit of the keys. */
static void sort_by_digit(const uint32_t *keys, int digit, const uint32_t *from, uint32_t *to,
                          uint32_t count, uint32_t *starts)
{
    for (uint32_t i = 0; i <= DIGITS; i++)
        starts[i] = 0;
    for (uint32_t i = 0; i < count; i++)
        starts[(keys[i] >> (digit * LEVELS) & (DIGITS - 1)) + 1]++;
    for (uint32_t i = 0; i < DIGITS; i++)
        starts[i + 1] += starts[i];
    for (uint32_t i = 0; i < count; i++)
        to[starts[keys[from[i]] >> (digit * LEVELS) & (DIGITS - 1)]++] = from[i];
}

enum fr_status fr_hilbert_order(const struct fr_point *points, uint32_t count,
                                const struct fr_allocator *allocator, uint32_t *order)
{
    if (count == 0)
        return FR_OK;
    uint32_t *keys = fr_allocate(allocator, count, sizeof *keys);
    uint32_t *half_sorted = fr_allocate(allocator, count, sizeof *half_sorted);
    uint32_t *starts = fr_allocate(allocator, DIGITS + 1, sizeof *starts);
    const bool complete = keys && half_sorted && starts;
    if (complete) {
        const struct extent extent = extent_of(points, count);
        for (uint32_t i = 0; i < count; i++) {
            keys[i] = distance_along((uint32_t)(points[i].x - extent.left) >> extent.shift,
                                     (uint32_t)(points[i].y - extent.top) >> extent.shift);
            order[i] = i;
        }
        sort_by_digit(keys, 0, order, half_sorted, count, starts);
        sort_by_digit(keys, 1, half_sorted, order, count, starts);
    }
    fr_deallocate(allocator, starts, DIGITS + 1, sizeof *starts);
    fr_deallocate(allocator, half_sorted, count, sizeof *half_sorted);
    fr_deallocate(allocator, keys, count, sizeof *keys);
    return complete ? FR_OK : FR_NO_MEMORY;
}
