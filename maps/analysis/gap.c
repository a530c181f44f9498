#include "maps/analysis/gap.h"

#include <stdbool.h>

static bool is_wall(const struct fr_map *map, int32_t x, int32_t y)
{
    return !fr_map_inside(map, x, y) || fr_map_area(map, x, y) == 0;
}

/* Whether b is opposite a, within 45 degrees. */
static bool opposite(struct fr_pixel a, struct fr_pixel b)
{
    const int64_t dot = (int64_t)a.x * b.x + (int64_t)a.y * b.y;
    const int64_t squares =
        ((int64_t)a.x * a.x + (int64_t)a.y * a.y) * ((int64_t)b.x * b.x + (int64_t)b.y * b.y);
    return dot < 0 && 2 * dot * dot >= squares;
}

/* The offset to the nearest wall, at most `reach` pixels along both axes; if `first` is given, to
 * the nearest wall opposite it. */
static struct fr_pixel way_to_wall(const struct fr_map *map, struct fr_pixel at, int32_t reach,
                                   const struct fr_pixel *first)
{
    struct fr_pixel way = {0, 0};
    int64_t best = INT64_MAX;
    for (int32_t y = -reach; y <= reach; y++)
        for (int32_t x = -reach; x <= reach; x++) {
            const struct fr_pixel to = {x, y};
            const int64_t square = (int64_t)x * x + (int64_t)y * y;
            if (square >= best || !is_wall(map, at.x + x, at.y + y) ||
                (first && !opposite(*first, to)))
                continue;
            best = square;
            way = to;
        }
    return way;
}

/* The free pixels between two wall pixels: the distance between their centres less one, rounded. */
static int32_t gap_between(struct fr_pixel a, struct fr_pixel b)
{
    const int64_t dx = (int64_t)a.x - b.x, dy = (int64_t)a.y - b.y;
    const int64_t square = 4 * (dx * dx + dy * dy);
    int64_t twice = 0; /* the distance, in half pixels, rounded */
    while ((twice + 1) * (twice + 1) <= square)
        twice++;
    return (int32_t)((twice + 1) / 2 - 1);
}

int32_t fr_gap_width(const struct fr_map *map, struct fr_pixel at, int32_t radius)
{
    const int32_t reach = radius + 3;
    const struct fr_pixel near = way_to_wall(map, at, reach, NULL);
    return gap_between(near, way_to_wall(map, at, reach, &near));
}
