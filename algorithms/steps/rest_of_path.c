#include "algorithms/steps/rest_of_path.h"

#include <math.h>

#include "maps/geometry/line_of_sight.h"

/* The row, or column, of the pixel that contains a coordinate in half pixels; on a border, that of
 * the pixel ahead. */
static int32_t line_at(double at, bool increasing)
{
    return (int32_t)(increasing ? floor(at / 2) : ceil(at / 2) - 1);
}

/* A slanted segment, from its upper end; crossing() returns a numerator over dy. */
struct slope {
    struct fr_point upper;
    int64_t dx, dy;
};

static int64_t crossing(const struct slope *slope, int32_t y)
{
    return slope->upper.x * slope->dy + slope->dx * (y - slope->upper.y);
}

static bool is_blocked_corner(const struct fr_map *map, int32_t x, int32_t y, bool falling)
{
    return !fr_map_walkable(map, falling ? x : x - 1, y - 1) &&
           !fr_map_walkable(map, falling ? x - 1 : x, y);
}

/* Whether a slanted segment is free from pixel (column, row) on, row by row, as the figure
 * walks. */
static bool slope_free_from(const struct fr_map *map, struct fr_point from, struct fr_point to,
                            int32_t column, int32_t row)
{
    const bool down = to.y > from.y, right = to.x > from.x;
    const struct fr_point upper = down ? from : to, lower = down ? to : from;
    const struct slope slope = {upper, lower.x - upper.x, lower.y - upper.y};
    const int64_t pixel = 2 * slope.dy;
    const int32_t last_row = down ? (to.y - 1) / 2 : to.y / 2;
    for (int32_t y = row; down ? y <= last_row : y >= last_row; y += down ? 1 : -1) {
        const int32_t top = 2 * y > upper.y ? 2 * y : upper.y;
        const int32_t bottom = 2 * y + 2 < lower.y ? 2 * y + 2 : lower.y;
        const int64_t above = crossing(&slope, top), below = crossing(&slope, bottom);
        int32_t first = (int32_t)((above < below ? above : below) / pixel);
        int32_t last = (int32_t)(((above < below ? below : above) + pixel - 1) / pixel) - 1;
        if (y == row && right)
            first = column > first ? column : first;
        else if (y == row)
            last = column < last ? column : last;
        for (int32_t x = first; x <= last; x++)
            if (!fr_map_walkable(map, x, y))
                return false;
        const int64_t leaves = down ? below : above;
        if (y != last_row && leaves % pixel == 0 &&
            is_blocked_corner(map, (int32_t)(leaves / pixel), down ? y + 1 : y, down == right))
            return false;
    }
    return true;
}

/* Whether the rest of a segment is free, if the figure has walked a fraction below 1 of it. */
static bool segment_free_from(const struct fr_map *map, struct fr_point a, struct fr_point b,
                              double part)
{
    if (fr_line_of_sight(map, a, b))
        return true;
    if (part == 0)
        return false;
    const int32_t column = line_at(a.x + (b.x - a.x) * part, b.x > a.x);
    const int32_t row = line_at(a.y + (b.y - a.y) * part, b.y > a.y);
    if (a.x != b.x && a.y != b.y)
        return slope_free_from(map, a, b, column, row);
    if (a.x < b.x)
        a.x = 2 * column > a.x ? 2 * column : a.x;
    else if (a.x > b.x)
        a.x = 2 * column + 2 < a.x ? 2 * column + 2 : a.x;
    else if (a.y < b.y)
        a.y = 2 * row > a.y ? 2 * row : a.y;
    else
        a.y = 2 * row + 2 < a.y ? 2 * row + 2 : a.y;
    return fr_line_of_sight(map, a, b);
}

/* The pixels around a corner that are free, one bit each: 1 upper left, 2 upper right, 4 lower
 * left, 8 lower right. */
static unsigned free_around(const struct fr_map *map, struct fr_point corner)
{
    const int32_t x = corner.x / 2, y = corner.y / 2;
    return (unsigned)fr_map_walkable(map, x - 1, y - 1) |
           (unsigned)fr_map_walkable(map, x, y - 1) << 1 |
           (unsigned)fr_map_walkable(map, x - 1, y) << 2 |
           (unsigned)fr_map_walkable(map, x, y) << 3;
}

/* The pixels at a corner that a segment from this corner to a point touches there. */
static unsigned touched(struct fr_point corner, struct fr_point point)
{
    const unsigned across = point.x < corner.x ? 5 : point.x > corner.x ? 10 : 15;
    return across & (point.y < corner.y ? 3u : point.y > corner.y ? 12u : 15u);
}

/* Whether a path turns at a corner without passing a pinch. */
static bool turns_freely(const struct fr_map *map, struct fr_point from, struct fr_point corner,
                         struct fr_point to)
{
    if ((corner.x | corner.y) & 1)
        return true;
    const unsigned free = free_around(map, corner);
    const bool pinch = free == (1 | 8) || free == (2 | 4);
    return !pinch || (touched(corner, from) & touched(corner, to) & free) != 0;
}

bool fr_rest_in_free_space(const struct fr_map *map, const struct fr_path *path, double walked)
{
    const struct fr_point *points = path->points;
    double left = fmax(walked, 0);
    bool under_way = false;
    for (size_t i = 1; i < path->count; i++) {
        const struct fr_point a = points[i - 1], b = points[i];
        const double length = hypot(b.x - a.x, b.y - a.y) / 2;
        if (!under_way && left >= length) {
            left -= length;
            continue;
        }
        if ((i > 1 && left == 0 && !turns_freely(map, points[i - 2], a, b)) ||
            !segment_free_from(map, a, b, left / length))
            return false;
        under_way = true;
        left = 0;
    }
    const struct fr_point end = points[path->count - 1];
    return under_way || fr_line_of_sight(map, end, end);
}
