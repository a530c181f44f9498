#include "harness/judge/legality.h"

#include <stdlib.h>

static bool breached(struct fr_breach *breach, const char *rule, int32_t x, int32_t y)
{
    *breach = (struct fr_breach){rule, x, y};
    return false;
}

static bool on_map(const struct fr_legal_floor *floor, struct fr_point point)
{
    return point.x >= 0 && point.y >= 0 && point.x <= 2 * floor->width &&
           point.y <= 2 * floor->height;
}

static bool walkable_or(const struct fr_legal_floor *floor, int32_t x, int32_t y, const char *rule,
                        struct fr_breach *breach)
{
    return fr_legal_floor_walkable(floor, x, y) || breached(breach, rule, x, y);
}

static int32_t sign(int32_t value)
{
    return (value > 0) - (value < 0);
}

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/* A diagonal step between walkable pixels has two routes beside it, each over one pixel. grid8
 * needs both free, other models one; for grid8-cut, only walls close a route. */
static bool legal_diagonal(const struct fr_legal_floor *floor, enum fr_movement movement,
                           struct fr_pixel at, int32_t dx, int32_t dy, struct fr_breach *breach)
{
    const int needed = movement == FR_GRID8 ? 2 : 1;
    const bool cut = movement == FR_GRID8_CUT;
    const bool across = cut || fr_legal_floor_walkable(floor, at.x + dx, at.y);
    const bool down = cut || fr_legal_floor_walkable(floor, at.x, at.y + dy);
    if (across + down < needed)
        return breached(breach, "cuts a corner when leaving pixel", at.x, at.y);
    const bool open_across = across && fr_legal_floor_passes_across(floor, at.x, at.y, dx, dy);
    const bool open_down = down && fr_legal_floor_passes_down(floor, at.x, at.y, dx, dy);
    return open_across + open_down >= needed ||
           breached(breach, "passes a wall when leaving pixel", at.x, at.y);
}

/* A step from a walkable pixel to a neighbour. */
static bool legal_step(const struct fr_legal_floor *floor, enum fr_movement movement,
                       struct fr_pixel at, int32_t dx, int32_t dy, struct fr_breach *breach)
{
    if (!walkable_or(floor, at.x + dx, at.y + dy, "crosses blocked pixel", breach))
        return false;
    if (dx != 0 && dy != 0)
        return legal_diagonal(floor, movement, at, dx, dy, breach);
    return fr_legal_floor_passes(floor, at.x, at.y, dx, dy) ||
           breached(breach, "crosses a wall when leaving pixel", at.x, at.y);
}

static bool legal_grid(const struct fr_legal_floor *floor, enum fr_movement movement,
                       struct fr_pixel at, struct fr_pixel end, struct fr_breach *breach)
{
    const int32_t dx = sign(end.x - at.x), dy = sign(end.y - at.y);
    if (dx != 0 && dy != 0 && (movement == FR_GRID4 || abs(end.x - at.x) != abs(end.y - at.y)))
        return breached(breach, "has a direction that its movement model lacks, at pixel", at.x,
                        at.y);
    if (!walkable_or(floor, at.x, at.y, "crosses blocked pixel", breach))
        return false;
    for (; at.x != end.x || at.y != end.y; at.x += dx, at.y += dy)
        if (!legal_step(floor, movement, at, dx, dy, breach))
            return false;
    return true;
}

/* The Bresenham pixels from a to b: step i along the longer axis is at i * minor / major across it,
 * rounded to the nearest pixel, ties toward a. */
static bool legal_bresenham(const struct fr_legal_floor *floor, struct fr_pixel a,
                            struct fr_pixel b, struct fr_breach *breach)
{
    const int32_t dx = abs(b.x - a.x), dy = abs(b.y - a.y);
    const int32_t sx = sign(b.x - a.x), sy = sign(b.y - a.y);
    const int64_t major = larger(dx, dy), minor = smaller(dx, dy);
    for (int32_t i = 0; i <= major; i++) {
        const int32_t across =
            major == 0 ? 0 : (int32_t)((2 * minor * i + major - 1) / (2 * major));
        const int32_t x = a.x + sx * (dx >= dy ? i : across);
        const int32_t y = a.y + sy * (dx >= dy ? across : i);
        if (!walkable_or(floor, x, y, "has a Bresenham line through blocked pixel", breach))
            return false;
    }
    return true;
}

/* The free pixels around a corner: 1 upper left, 2 upper right, 4 lower left, 8 lower right. */
static int free_around(const struct fr_legal_floor *floor, struct fr_point corner)
{
    const int32_t x = corner.x / 2, y = corner.y / 2;
    return fr_legal_floor_walkable(floor, x - 1, y - 1) |
           fr_legal_floor_walkable(floor, x, y - 1) << 1 |
           fr_legal_floor_walkable(floor, x - 1, y) << 2 |
           fr_legal_floor_walkable(floor, x, y) << 3;
}

/* The pixels that a segment from the corner toward a point touches first: one, or the two beside a
 * grid line. */
static int touched_toward(struct fr_point corner, struct fr_point point)
{
    const int across = point.x < corner.x ? 1 | 4 : point.x > corner.x ? 2 | 8 : 15;
    const int down = point.y < corner.y ? 1 | 2 : point.y > corner.y ? 4 | 8 : 15;
    return across & down;
}

bool fr_legal_turn(const struct fr_legal_floor *floor, struct fr_point from, struct fr_point corner,
                   struct fr_point to, struct fr_breach *breach)
{
    if (!on_map(floor, corner) || corner.x % 2 != 0 || corner.y % 2 != 0)
        return true;
    const int free = free_around(floor, corner);
    const bool pinch = free == (1 | 8) || free == (2 | 4);
    if (!pinch || (touched_toward(corner, from) & touched_toward(corner, to) & free))
        return true;
    return breached(breach, "squeezes through the pinch at corner", corner.x / 2, corner.y / 2);
}

/* `last` is the last point that differs from the corner, so that repeated points hide no turn. */
bool fr_legal_turns(const struct fr_legal_floor *floor, const struct fr_path *path, size_t *where,
                    struct fr_breach *breach)
{
    const struct fr_point *points = path->points;
    bool moved = false;
    struct fr_point last = points[0];
    for (size_t i = 0; i + 1 < path->count; i++) {
        if (fr_point_equal(points[i], points[i + 1]))
            continue;
        *where = i;
        if (moved && !fr_legal_turn(floor, last, points[i], points[i + 1], breach))
            return false;
        last = points[i];
        moved = true;
    }
    return true;
}

/* Whether a point lies in the closed square of a walkable pixel. */
static bool legal_point(const struct fr_legal_floor *floor, struct fr_point point,
                        struct fr_breach *breach)
{
    const int32_t x = point.x / 2, y = point.y / 2;
    const int32_t left = point.x % 2 == 0 ? x - 1 : x, above = point.y % 2 == 0 ? y - 1 : y;
    return fr_legal_floor_walkable(floor, x, y) || fr_legal_floor_walkable(floor, left, y) ||
           fr_legal_floor_walkable(floor, x, above) ||
           walkable_or(floor, left, above, "is in blocked pixel", breach);
}

/* Where a segment crosses a horizontal line: inside a column of pixels, or on its left border. */
struct crossing {
    int32_t column;
    bool on_border;
};

/* a is the upper end. */
static struct crossing crossing_at(struct fr_point a, struct fr_point b, int32_t y)
{
    const int64_t dx = b.x - a.x, dy = b.y - a.y;
    const int64_t x = a.x * dy + dx * (y - a.y); /* in half pixels, times dy */
    return (struct crossing){(int32_t)(x / (2 * dy)), x % (2 * dy) == 0};
}

/* Goes row by row: within a row, the segment crosses the interiors of adjacent pixels between its
 * entry and its exit. A corner of pixels at which the segment changes rows must not be a pinch. */
static bool legal_slanted(const struct fr_legal_floor *floor, struct fr_point from,
                          struct fr_point to, struct fr_breach *breach)
{
    const struct fr_point a = from.y < to.y ? from : to, b = from.y < to.y ? to : from;
    struct crossing enter = crossing_at(a, b, a.y);
    for (int32_t row = a.y / 2; 2 * row < b.y; row++) {
        const int32_t bottom = smaller(2 * row + 2, b.y);
        const struct crossing leave = crossing_at(a, b, bottom);
        const struct crossing left = a.x < b.x ? enter : leave, right = a.x < b.x ? leave : enter;
        for (int32_t x = left.column; x <= right.column - right.on_border; x++)
            if (!walkable_or(floor, x, row, "crosses blocked pixel", breach))
                return false;
        if (bottom < b.y && leave.on_border &&
            !fr_legal_turn(floor, a, (struct fr_point){2 * leave.column, bottom}, b, breach))
            return false;
        enter = leave;
    }
    return true;
}

/* A segment along a row or column of pixels, or along a grid line. On a grid line each unit needs a
 * walkable pixel on one side; if the side changes between two units, the segment passes a pinch. */
static bool legal_straight(const struct fr_legal_floor *floor, struct fr_point a, struct fr_point b,
                           struct fr_breach *breach)
{
    const bool level = a.y == b.y;
    if (level ? a.x > b.x : a.y > b.y)
        return legal_straight(floor, b, a, breach);
    const int32_t across = level ? a.y : a.x;
    const int32_t begin = level ? a.x : a.y, end = level ? b.x : b.y;
    const int32_t side = across / 2, other = across % 2 == 0 ? side - 1 : side;
    int free_before = 1 | 2;
    for (int32_t unit = begin / 2; 2 * unit < end; unit++) {
        const int32_t x = level ? unit : side, y = level ? side : unit;
        const int free = fr_legal_floor_walkable(floor, x, y) |
                         fr_legal_floor_walkable(floor, level ? unit : other, level ? other : unit)
                             << 1;
        if (free == 0)
            return breached(breach, "crosses blocked pixel", x, y);
        if ((free & free_before) == 0)
            return breached(breach, "squeezes through the pinch at corner", x, y);
        free_before = free;
    }
    return true;
}

static bool legal_any_angle(const struct fr_legal_floor *floor, struct fr_point a,
                            struct fr_point b, struct fr_breach *breach)
{
    if (fr_point_equal(a, b))
        return legal_point(floor, a, breach);
    if (a.x == b.x || a.y == b.y)
        return legal_straight(floor, a, b, breach);
    return legal_slanted(floor, a, b, breach);
}

bool fr_legal_segment(const struct fr_legal_floor *floor, enum fr_movement movement,
                      struct fr_point a, struct fr_point b, struct fr_breach *breach)
{
    if (!on_map(floor, a))
        return breached(breach, "leaves the map at pixel", a.x / 2, a.y / 2);
    if (!on_map(floor, b))
        return breached(breach, "leaves the map at pixel", b.x / 2, b.y / 2);
    if (floor->walled && !fr_movement_is_grid(movement))
        return breached(breach, "is a line on a map with edge walls, from pixel", a.x / 2, a.y / 2);
    if (movement == FR_POLYGON)
        return true;
    if (movement == FR_ANY_ANGLE)
        return legal_any_angle(floor, a, b, breach);
    if (!fr_legal_floor_centre(floor, a))
        return breached(breach, "has an end off the centre of pixel", a.x / 2, a.y / 2);
    if (!fr_legal_floor_centre(floor, b))
        return breached(breach, "has an end off the centre of pixel", b.x / 2, b.y / 2);
    const struct fr_pixel from = fr_point_pixel(a), to = fr_point_pixel(b);
    if (movement == FR_BEELINE)
        return legal_bresenham(floor, from, to, breach) && legal_bresenham(floor, to, from, breach);
    return legal_grid(floor, movement, from, to, breach);
}
