#include "algorithms/steps/shortcut.h"

#include <stdlib.h>

static int32_t greatest_common_divisor(int32_t a, int32_t b)
{
    while (b != 0) {
        const int32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The last visible pixel centre on the segment from a visible waypoint to the next, hidden one. */
static struct fr_point last_in_sight(struct fr_sight *sight, struct fr_point from,
                                     struct fr_point seen, struct fr_point hidden)
{
    const int32_t dx = hidden.x - seen.x, dy = hidden.y - seen.y;
    const int32_t parts = greatest_common_divisor(abs(dx) / 2, abs(dy) / 2);
    int32_t low = 0, high = parts;
    while (high - low > 1) {
        const int32_t middle = low + (high - low) / 2;
        const struct fr_point place = {seen.x + dx / parts * middle, seen.y + dy / parts * middle};
        if (fr_sight_sees(sight, from, place))
            low = middle;
        else
            high = middle;
    }
    return (struct fr_point){seen.x + dx / parts * low, seen.y + dy / parts * low};
}

static void pass(struct fr_path *path, struct fr_sight *sight)
{
    if (path->count < 3)
        return;
    struct fr_point *points = path->points;
    size_t kept = 1;
    for (size_t i = 1; i + 1 < path->count; i++) {
        const struct fr_point from = points[kept - 1];
        if (!fr_sight_sees(sight, from, points[i + 1]))
            points[kept++] = last_in_sight(sight, from, points[i], points[i + 1]);
    }
    points[kept++] = points[path->count - 1];
    path->count = kept;
}

void fr_shortcut(struct fr_path *path, struct fr_sight *sight)
{
    pass(path, sight);
    fr_path_reverse(path);
    pass(path, sight);
    fr_path_reverse(path);
}
