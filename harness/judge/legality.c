#include "harness/judge/legality.h"

#include <stdlib.h>

static bool breached(struct fr_breach *breach, const char *rule, int32_t x, int32_t y)
{
    *breach = (struct fr_breach){rule, x, y};
    return false;
}

static bool on_map(const struct fr_ground *ground, struct fr_point point)
{
    return point.x >= 0 && point.y >= 0 && point.x <= 2 * ground->width &&
           point.y <= 2 * ground->height;
}

static bool walkable_or(const struct fr_ground *ground, int32_t x, int32_t y, const char *rule,
                        struct fr_breach *breach)
{
    return fr_ground_walkable(ground, x, y) || breached(breach, rule, x, y);
}

static int32_t sign(int32_t value)
{
    return (value > 0) - (value < 0);
}

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* A diagonal step from walkable pixel to walkable pixel: of the two ways beside it, over one pixel
 * or the other, grid8 needs both, the others one, which for grid8-cut may be blocked. */
static bool legal_diagonal(const struct fr_ground *ground, enum fr_movement movement, int32_t x,
                           int32_t y, int32_t dx, int32_t dy, struct fr_breach *breach)
{
    const int needed = movement == FR_GRID8 ? 2 : 1;
    const bool cut = movement == FR_GRID8_CUT;
    const bool across = cut || fr_ground_walkable(ground, x + dx, y);
    const bool down = cut || fr_ground_walkable(ground, x, y + dy);
    if (across + down < needed)
        return breached(breach, "cuts a corner when leaving pixel", x, y);
    return (across && fr_ground_passes_across(ground, x, y, dx, dy)) +
                   (down && fr_ground_passes_down(ground, x, y, dx, dy)) >=
               needed ||
           breached(breach, "passes a wall when leaving pixel", x, y);
}

/* The steps from a walkable pixel to an end in its row or column. */
static bool legal_straight_steps(const struct fr_ground *ground, struct fr_pixel at, int32_t dx,
                                 int32_t dy, int32_t steps, struct fr_breach *breach)
{
    for (; steps > 0; steps--, at.x += dx, at.y += dy) {
        if (!walkable_or(ground, at.x + dx, at.y + dy, "crosses blocked pixel", breach))
            return false;
        if (!fr_ground_passes(ground, at.x, at.y, dx, dy))
            return breached(breach, "crosses a wall when leaving pixel", at.x, at.y);
    }
    return true;
}

static bool legal_diagonal_steps(const struct fr_ground *ground, enum fr_movement movement,
                                 struct fr_pixel at, int32_t dx, int32_t dy, int32_t steps,
                                 struct fr_breach *breach)
{
    for (; steps > 0; steps--, at.x += dx, at.y += dy)
        if (!walkable_or(ground, at.x + dx, at.y + dy, "crosses blocked pixel", breach) ||
            !legal_diagonal(ground, movement, at.x, at.y, dx, dy, breach))
            return false;
    return true;
}

/* Whether all steps from pixel to pixel, and what lies beside diagonal ones, are free. Nearly all
 * that are asked for are: without walls they are legal in each model that has their direction. */
static bool are_open(const struct fr_ground *ground, struct fr_pixel at, int32_t dx, int32_t dy,
                     int32_t steps)
{
    int free = fr_ground_walkable(ground, at.x, at.y);
    for (; steps > 0 && free; steps--, at.x += dx, at.y += dy)
        free = (int)fr_ground_walkable(ground, at.x + dx, at.y) &
               (int)fr_ground_walkable(ground, at.x, at.y + dy) &
               (int)fr_ground_walkable(ground, at.x + dx, at.y + dy);
    return free;
}

static bool legal_grid(const struct fr_ground *ground, enum fr_movement movement,
                       struct fr_pixel at, struct fr_pixel end, struct fr_breach *breach)
{
    const int32_t dx = end.x - at.x, dy = end.y - at.y;
    const int32_t sx = sign(dx), sy = sign(dy);
    const bool diagonal = sx != 0 && sy != 0;
    if (diagonal && (movement == FR_GRID4 || abs(dx) != abs(dy)))
        return breached(breach, "takes no direction of its model at pixel", at.x, at.y);
    if (!ground->walled && are_open(ground, at, sx, sy, larger(abs(dx), abs(dy))))
        return true;
    if (!walkable_or(ground, at.x, at.y, "crosses blocked pixel", breach))
        return false;
    return diagonal ? legal_diagonal_steps(ground, movement, at, sx, sy, abs(dx), breach)
                    : legal_straight_steps(ground, at, sx, sy, abs(dx) + abs(dy), breach);
}

/* The Bresenham pixels from a to b: step i of the longer axis is at i * minor / major across it,
 * rounded to the nearer pixel, a half toward a. */
static bool legal_bresenham(const struct fr_ground *ground, struct fr_pixel a, struct fr_pixel b,
                            struct fr_breach *breach)
{
    const int32_t dx = abs(b.x - a.x), dy = abs(b.y - a.y);
    const int32_t sx = sign(b.x - a.x), sy = sign(b.y - a.y);
    const int64_t major = larger(dx, dy), minor = dx + dy - larger(dx, dy);
    for (int32_t i = 0; i <= major; i++) {
        const int32_t across =
            major == 0 ? 0 : (int32_t)((2 * minor * i + major - 1) / (2 * major));
        const int32_t x = a.x + sx * (dx >= dy ? i : across);
        const int32_t y = a.y + sy * (dx >= dy ? across : i);
        if (!walkable_or(ground, x, y, "has a Bresenham line through blocked pixel", breach))
            return false;
    }
    return true;
}

/* The free pixels around a corner, as bits: 1 upper left, 2 upper right, 4 lower left, 8 lower
 * right. */
static int free_around(const struct fr_ground *ground, struct fr_point corner)
{
    const int32_t x = corner.x / 2, y = corner.y / 2;
    return fr_ground_walkable(ground, x - 1, y - 1) | fr_ground_walkable(ground, x, y - 1) << 1 |
           fr_ground_walkable(ground, x - 1, y) << 2 | fr_ground_walkable(ground, x, y) << 3;
}

/* Which of those pixels a straight line between the corner and a point touches next to it: one, or
 * the two beside a grid line. */
static int touched_toward(struct fr_point corner, struct fr_point point)
{
    const int across = point.x < corner.x ? 1 | 4 : point.x > corner.x ? 2 | 8 : 15;
    const int down = point.y < corner.y ? 1 | 2 : point.y > corner.y ? 4 | 8 : 15;
    return across & down;
}

bool fr_legal_turn(const struct fr_ground *ground, struct fr_point from, struct fr_point corner,
                   struct fr_point to, struct fr_breach *breach)
{
    if (!on_map(ground, corner) || corner.x % 2 != 0 || corner.y % 2 != 0)
        return true;
    const int free = free_around(ground, corner);
    const bool pinch = free == (1 | 8) || free == (2 | 4);
    if (!pinch || (touched_toward(corner, from) & touched_toward(corner, to) & free))
        return true;
    return breached(breach, "squeezes through the pinch at corner", corner.x / 2, corner.y / 2);
}

/* `last` is the point before the corner that differs from it, so that points given twice hide
 * nothing. */
bool fr_legal_turns(const struct fr_ground *ground, const struct fr_path *path, size_t *where,
                    struct fr_breach *breach)
{
    const struct fr_point *points = path->points;
    bool moved = false;
    struct fr_point last = points[0];
    for (size_t i = 0; i + 1 < path->count; i++) {
        if (fr_point_equal(points[i], points[i + 1]))
            continue;
        *where = i;
        if (moved && !fr_legal_turn(ground, last, points[i], points[i + 1], breach))
            return false;
        last = points[i];
        moved = true;
    }
    return true;
}

/* Whether one may stand at a point: in the closed square of a walkable pixel. */
static bool legal_standing(const struct fr_ground *ground, struct fr_point point,
                           struct fr_breach *breach)
{
    const int32_t x = point.x / 2, y = point.y / 2;
    const int32_t left = point.x % 2 == 0 ? x - 1 : x, above = point.y % 2 == 0 ? y - 1 : y;
    return fr_ground_walkable(ground, x, y) || fr_ground_walkable(ground, left, y) ||
           fr_ground_walkable(ground, x, above) ||
           walkable_or(ground, left, above, "stands in blocked pixel", breach);
}

/* Where a slanted segment crosses a horizontal line: rest / span pixels behind the left border of a
 * column of pixels. */
struct crossing {
    int32_t column, rest; /* 0 <= rest < span */
};

/* How crossings move from a line to the one half a pixel below: exactly, and divided but once for a
 * segment. */
struct slope {
    struct crossing step;
    int32_t span;
};

static struct slope slope_of(int32_t dx, int32_t dy)
{
    const int32_t span = 2 * dy, rest = dx % span;
    const struct crossing step = {dx / span - (rest < 0), rest < 0 ? rest + span : rest};
    return (struct slope){step, span};
}

static void descend(struct crossing *crossing, const struct slope *slope)
{
    const int32_t rest = crossing->rest + slope->step.rest;
    const bool carried = rest >= slope->span;
    crossing->column += slope->step.column + carried;
    crossing->rest = carried ? rest - slope->span : rest;
}

/* Row by row of pixels: between the lines where it enters and leaves a row, the segment crosses the
 * interiors of neighbouring pixels. */
static bool legal_slanted(const struct fr_ground *ground, struct fr_point from, struct fr_point to,
                          struct fr_breach *breach)
{
    const bool downward = from.y < to.y;
    const struct fr_point a = downward ? from : to, b = downward ? to : from;
    const bool rightward = a.x < b.x;
    const struct slope slope = slope_of(b.x - a.x, b.y - a.y);
    struct crossing leave = {a.x / 2, a.x % 2 * (b.y - a.y)};
    for (int32_t row = a.y / 2, y = a.y; y < b.y; row++) {
        const struct crossing enter = leave;
        for (; y < 2 * row + 2 && y < b.y; y++)
            descend(&leave, &slope);
        const struct crossing right = rightward ? leave : enter;
        const int32_t last = right.column - (right.rest == 0);
        for (int32_t x = rightward ? enter.column : leave.column; x <= last; x++)
            if (!walkable_or(ground, x, row, "crosses blocked pixel", breach))
                return false;
        const bool lattice = leave.rest == 0 && y < b.y;
        if (lattice && !fr_legal_turn(ground, a, (struct fr_point){2 * leave.column, y}, b, breach))
            return false;
    }
    return true;
}

/* Along a row or column of pixels, or along a grid line, where each unit needs a walkable pixel on
 * one side; where the sides change, at a corner between two units, the way squeezes through a
 * pinch. */
static bool legal_straight(const struct fr_ground *ground, struct fr_point a, struct fr_point b,
                           struct fr_breach *breach)
{
    const bool level = a.y == b.y;
    if (level ? a.x > b.x : a.y > b.y)
        return legal_straight(ground, b, a, breach);
    const int32_t across = level ? a.y : a.x;
    const int32_t begin = level ? a.x : a.y, end = level ? b.x : b.y;
    const int32_t side = across / 2, other = across % 2 == 0 ? side - 1 : side;
    int free_before = 1 | 2;
    for (int32_t unit = begin / 2; 2 * unit < end; unit++) {
        const int32_t x = level ? unit : side, y = level ? side : unit;
        const int free = fr_ground_walkable(ground, x, y) |
                         fr_ground_walkable(ground, level ? unit : other, level ? other : unit)
                             << 1;
        if (free == 0)
            return breached(breach, "crosses blocked pixel", x, y);
        if ((free & free_before) == 0)
            return breached(breach, "squeezes through the pinch at corner", x, y);
        free_before = free;
    }
    return true;
}

static bool legal_any_angle(const struct fr_ground *ground, struct fr_point a, struct fr_point b,
                            struct fr_breach *breach)
{
    if (fr_point_equal(a, b))
        return legal_standing(ground, a, breach);
    if (a.x == b.x || a.y == b.y)
        return legal_straight(ground, a, b, breach);
    return legal_slanted(ground, a, b, breach);
}

bool fr_legal_segment(const struct fr_ground *ground, enum fr_movement movement, struct fr_point a,
                      struct fr_point b, struct fr_breach *breach)
{
    if (!on_map(ground, a))
        return breached(breach, "leaves the map at pixel", a.x / 2, a.y / 2);
    if (!on_map(ground, b))
        return breached(breach, "leaves the map at pixel", b.x / 2, b.y / 2);
    if (ground->walled && !fr_movement_is_grid(movement))
        return breached(breach, "draws a line though the map has edge walls, from pixel", a.x / 2,
                        a.y / 2);
    if (movement == FR_POLYGON)
        return true;
    if (movement == FR_ANY_ANGLE)
        return legal_any_angle(ground, a, b, breach);
    if (!fr_ground_centre(ground, a))
        return breached(breach, "has an end off the centre of pixel", a.x / 2, a.y / 2);
    if (!fr_ground_centre(ground, b))
        return breached(breach, "has an end off the centre of pixel", b.x / 2, b.y / 2);
    const struct fr_pixel from = fr_point_pixel(a), to = fr_point_pixel(b);
    if (movement == FR_BEELINE)
        return legal_bresenham(ground, from, to, breach) &&
               legal_bresenham(ground, to, from, breach);
    return legal_grid(ground, movement, from, to, breach);
}
