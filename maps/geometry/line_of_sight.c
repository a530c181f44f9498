/* Straight lines over the walkable bits, decided in integers.
 *
 * The exact test divides the segment by pixel rows. In each row the segment covers an interval of x
 * whose ends are fractions over twice its height. Rounded outward, the ends give the columns whose
 * interior the segment meets, all of which must be walkable: one masked read of each word, at any
 * slope. Where the segment leaves a row exactly at a lattice corner, the two pixels that it does
 * not enter decide whether that corner is a pinch. Segments along a grid line meet no pixel's
 * interior and are tested unit by unit. */
#include "maps/geometry/line_of_sight.h"

#include <stdlib.h>

bool fr_beeline(const struct fr_map *map, struct fr_pixel a, struct fr_pixel b)
{
    const int32_t width = abs(b.x - a.x), height = abs(b.y - a.y);
    const int32_t right = b.x < a.x ? -1 : 1, down = b.y < a.y ? -1 : 1;
    const bool steep = height > width;
    const int32_t longer = steep ? height : width, shorter = steep ? width : height;
    int32_t error = 0; /* how far the line is past the pixel, over twice the longer side */
    for (int32_t step = 0; step < longer; step++) {
        if (!fr_map_walkable(map, a.x, a.y))
            return false;
        error += 2 * shorter;
        const bool sideways = error > longer;
        if (sideways)
            error -= 2 * longer;
        a.x += steep && !sideways ? 0 : right;
        a.y += steep || sideways ? down : 0;
    }
    return fr_map_walkable(map, b.x, b.y);
}

/* Whether the pixels [x0, x1) of a row are all walkable; x0 < x1. */
static inline bool span_free(const uint64_t *row, int32_t x0, int32_t x1)
{
    const int32_t first = (int32_t)((uint32_t)x0 / 64), last = (int32_t)((uint32_t)(x1 - 1) / 64);
    const uint64_t from = ~(uint64_t)0 << (x0 & 63), to = ~(uint64_t)0 >> (-x1 & 63);
    if (first == last)
        return (~row[first] & from & to) == 0;
    if (~row[first] & from)
        return false;
    for (int32_t word = first + 1; word < last; word++)
        if (~row[word])
            return false;
    return (~row[last] & to) == 0;
}

/* Whether a point is in the closed square of a walkable pixel. */
static bool touches_free(const struct fr_map *map, struct fr_point point)
{
    for (int32_t y = (point.y + 1) / 2 - 1; y <= point.y / 2; y++)
        for (int32_t x = (point.x + 1) / 2 - 1; x <= point.x / 2; x++)
            if (fr_map_walkable(map, x, y))
                return true;
    return false;
}

/* A vertical segment, a above b. On a grid line each unit needs a free pixel beside it, and from
 * one unit to the next one side must stay free: else their shared corner is a pinch. */
static bool vertical_free(const struct fr_map *map, struct fr_point a, struct fr_point b)
{
    const int32_t left = (a.x + 1) / 2 - 1, right = a.x / 2;
    bool was_left = true, was_right = true;
    for (int32_t y = a.y / 2; y < (b.y + 1) / 2; y++) {
        const bool is_left = fr_map_walkable(map, left, y);
        const bool is_right = fr_map_walkable(map, right, y);
        if (!(was_left && is_left) && !(was_right && is_right))
            return false;
        was_left = is_left;
        was_right = is_right;
    }
    return true;
}

/* A horizontal segment, a left of b; on a grid line, as for a vertical one. */
static bool horizontal_free(const struct fr_map *map, struct fr_point a, struct fr_point b)
{
    const int32_t above = (a.y + 1) / 2 - 1, below = a.y / 2;
    const int32_t x0 = a.x / 2, x1 = (b.x + 1) / 2;
    if (above == below)
        return span_free(fr_map_row(map, above), x0, x1);
    bool was_above = true, was_below = true;
    for (int32_t x = x0; x < x1; x++) {
        const bool is_above = fr_map_walkable(map, x, above);
        const bool is_below = fr_map_walkable(map, x, below);
        if (!(was_above && is_above) && !(was_below && is_below))
            return false;
        was_above = is_above;
        was_below = is_below;
    }
    return true;
}

/* Whether a slanted line through the upper left corner of pixel (x, y) passes between two blocked
 * pixels: the two beside it if it runs from the upper left to the lower right, or mirrored. */
static bool is_pinch(const struct fr_map *map, int32_t x, int32_t y, bool rightward)
{
    const int32_t upper = rightward ? x : x - 1, lower = rightward ? x - 1 : x;
    return !fr_map_walkable(map, upper, y - 1) && !fr_map_walkable(map, lower, y);
}

/* A segment along neither axis, a above b. */
static bool slope_free(const struct fr_map *map, struct fr_point a, struct fr_point b)
{
    const int64_t dx = b.x - a.x, dy = b.y - a.y, unit = 2 * dy;
    const int32_t first = a.y / 2, last = (b.y - 1) / 2;
    const bool rightward = dx > 0;

    /* The column at which the line leaves the first row (0 or more if it does leave it), and
     * the columns that it moves per row: whole + rest/unit. */
    const int64_t leaves = a.x * dy + dx * (2 * first + 2 - a.y);
    int64_t column = leaves / unit, rest = leaves % unit;
    int64_t step = 2 * dx / unit, step_rest = 2 * dx % unit;
    if (step_rest < 0) {
        step--;
        step_rest += unit;
    }

    int32_t enter = a.x / 2;
    bool enter_inside = a.x & 1; /* not on the grid line to the left of column `enter` */
    const uint64_t *row = fr_map_row(map, first);
    for (int32_t y = first; y < last; y++, row += map->row_words) {
        const int32_t leave = (int32_t)column;
        const bool leave_inside = rest != 0;
        if (!span_free(row, rightward ? enter : leave,
                       rightward ? leave + leave_inside : enter + enter_inside) ||
            (!leave_inside && is_pinch(map, leave, y + 1, rightward)))
            return false;
        enter = leave;
        enter_inside = leave_inside;
        column += step;
        rest += step_rest;
        if (rest >= unit) {
            rest -= unit;
            column++;
        }
    }
    const int32_t leave = b.x / 2;
    return span_free(row, rightward ? enter : leave,
                     rightward ? leave + (b.x & 1) : enter + enter_inside);
}

bool fr_line_of_sight(const struct fr_map *map, struct fr_point a, struct fr_point b)
{
    if (b.y < a.y || (b.y == a.y && b.x < a.x)) {
        const struct fr_point swapped = a;
        a = b;
        b = swapped;
    }
    if (fr_point_equal(a, b))
        return touches_free(map, a);
    if (a.x == b.x)
        return vertical_free(map, a, b);
    if (a.y == b.y)
        return horizontal_free(map, a, b);
    return slope_free(map, a, b);
}
