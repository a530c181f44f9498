#include "harness/judge/crossing.h"

#include <math.h>

/* Depth changes at most as fast as the path advances: between two samples it is known to half a
 * step. */
#define STEP_PX 0.125

/* In pixels. */
struct place {
    double x, y;
};

static bool is_walkable(const struct fr_legal_floor *legal, double x, double y)
{
    return x >= 0 && y >= 0 && x < legal->width && y < legal->height &&
           fr_legal_floor_walkable(legal, (int32_t)x, (int32_t)y);
}

/* On a grid line, the pixels on both sides count. */
static bool is_in_wall(const struct fr_legal_floor *legal, struct place at)
{
    const double x = floor(at.x), y = floor(at.y);
    const bool both_x = x == at.x, both_y = y == at.y;
    return !is_walkable(legal, x, y) && !(both_x && is_walkable(legal, x - 1, y)) &&
           !(both_y && is_walkable(legal, x, y - 1)) &&
           !(both_x && both_y && is_walkable(legal, x - 1, y - 1));
}

static double distance_to_pixel(struct place at, double x, double y)
{
    const double dx = fmax(fmax(x - at.x, at.x - (x + 1)), 0);
    const double dy = fmax(fmax(y - at.y, at.y - (y + 1)), 0);
    return hypot(dx, dy);
}

/* The distance to the nearest walkable pixel's square, searched in rings; FR_DEEPEST_PX if no
 * square is that near. */
static double depth_of(const struct fr_legal_floor *legal, struct place at)
{
    const double x = floor(at.x), y = floor(at.y);
    double nearest = FR_DEEPEST_PX;
    for (double ring = 0; ring - 1 < nearest; ring++)
        for (double down = -ring; down <= ring; down++) {
            const double step = fabs(down) == ring || ring == 0 ? 1 : 2 * ring;
            for (double across = -ring; across <= ring; across += step)
                if (is_walkable(legal, x + across, y + down))
                    nearest = fmin(nearest, distance_to_pixel(at, x + across, y + down));
        }
    return nearest;
}

static struct place between(struct place a, struct place b, double t)
{
    return (struct place){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

/* Where, from t on, the segment meets the next line of the grid along one axis; 1 beyond its
 * end. */
static double next_line(double from, double to, double t)
{
    const double at = from + (to - from) * t;
    if (from == to)
        return 1;
    const double line = to > from ? floor(at) + 1 : ceil(at) - 1;
    const double next = (line - from) / (to - from);
    return next > t ? next : t + 1 / fabs(to - from);
}

/* Measures a stretch inside a wall, unless it cannot be deeper than the deepest so far. */
static void measure_stretch(const struct fr_legal_floor *legal, struct place a, struct place b,
                            struct fr_crossing *crossing)
{
    const double length = hypot(b.x - a.x, b.y - a.y);
    const int steps = (int)ceil(length / STEP_PX);
    crossing->length += length;
    for (int i = 0; i <= steps && crossing->depth < FR_DEEPEST_PX;) {
        const double depth = depth_of(legal, between(a, b, steps ? (double)i / steps : 0));
        crossing->depth = fmax(crossing->depth, depth);
        const double spare = crossing->depth - depth;
        i += spare > STEP_PX ? (int)(spare / STEP_PX) : 1;
    }
}

static void measure_segment(const struct fr_legal_floor *legal, struct place a, struct place b,
                            struct fr_crossing *crossing)
{
    double t = 0;
    while (t < 1) {
        const double next = fmin(fmin(next_line(a.x, b.x, t), next_line(a.y, b.y, t)), 1);
        if (is_in_wall(legal, between(a, b, (t + next) / 2)))
            measure_stretch(legal, between(a, b, t), between(a, b, next), crossing);
        t = next;
    }
}

/* A path may contain points far outside any map: these are moved to the map's surroundings. */
static struct place place_of(const struct fr_legal_floor *legal, struct fr_point point)
{
    const double most_x = legal->width + FR_DEEPEST_PX, most_y = legal->height + FR_DEEPEST_PX;
    return (struct place){fmin(fmax(point.x / 2.0, -FR_DEEPEST_PX), most_x),
                          fmin(fmax(point.y / 2.0, -FR_DEEPEST_PX), most_y)};
}

struct fr_crossing fr_crossing_measure(const struct fr_legal_floor *legal,
                                       const struct fr_path *path)
{
    struct fr_crossing crossing = {0, 0};
    for (size_t i = 0; i + 1 < path->count; i++)
        measure_segment(legal, place_of(legal, path->points[i]),
                        place_of(legal, path->points[i + 1]), &crossing);
    return crossing;
}
