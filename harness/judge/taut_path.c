#include "harness/judge/taut_path.h"

#include "maps/geometry/predicates.h"

/* The walkable pixels [first, last) of row y, between blocked ones. */
struct run {
    int32_t y, first, last;
};

/* The border between two runs: above row y, from pixel first to last. */
struct portal {
    int32_t y, first, last;
    bool down;
};

struct band {
    const struct fr_map *map;
    struct run run; /* the current one */
    struct portal *portals;
    size_t count, capacity;
    const struct fr_allocator *allocator;
    bool out_of_memory;
};

/* The shortest paths from an apex to the two ends of a portal. points[apex] is where they separate;
 * points of the left path precede it in the array, those of the right one follow. */
struct funnel {
    struct fr_point *points;
    size_t apex, left, right;
    struct fr_path *taut; /* from the start to the apex */
};

/* The run of walkable pixels around pixel (x, y). */
static struct run run_around(const struct fr_map *map, int32_t x, int32_t y)
{
    struct run run = {y, x, x + 1};
    while (fr_map_walkable(map, run.first - 1, y))
        run.first--;
    while (fr_map_walkable(map, run.last, y))
        run.last++;
    return run;
}

/* The run of row y, -1..height, that touches a point of pixel `column`; of the column's left edge
 * unless `rest`. No two runs touch the same point, as a blocked pixel separates them. */
static bool find_run(const struct fr_map *map, int32_t y, int32_t column, bool rest,
                     struct run *run)
{
    if (!fr_map_walkable(map, column, y) && !rest)
        column--;
    if (!fr_map_walkable(map, column, y))
        return false;
    *run = run_around(map, column, y);
    return true;
}

/* Crosses the portal to the next row at x = numerator / denominator half pixels. */
static bool cross(struct band *band, bool down, int64_t numerator, int64_t denominator)
{
    const struct run from = band->run;
    struct run to;
    if (!find_run(band->map, from.y + (down ? 1 : -1), (int32_t)(numerator / (2 * denominator)),
                  numerator % (2 * denominator) != 0, &to))
        return false;
    const struct portal portal = {.y = down ? to.y : from.y,
                                  .first = from.first > to.first ? from.first : to.first,
                                  .last = from.last < to.last ? from.last : to.last,
                                  .down = down};
    if (portal.first >= portal.last)
        return false;
    band->run = to;
    const struct portal *top = band->count > 0 ? &band->portals[band->count - 1] : NULL;
    if (top && top->y == portal.y && top->first == portal.first && top->down != down) {
        band->count--;
        return true;
    }
    band->out_of_memory = !fr_reserve(band->allocator, &band->portals, band->count, 1,
                                      &band->capacity, sizeof portal);
    if (!band->out_of_memory)
        band->portals[band->count++] = portal;
    return !band->out_of_memory;
}

/* Follows a row, or the border of two rows, switching between runs above and below it. */
static bool follow_level(struct band *band, struct fr_point a, struct fr_point b)
{
    while (2 * band->run.last < b.x || 2 * band->run.first > b.x) {
        const bool right = 2 * band->run.last < b.x;
        const int32_t end = right ? band->run.last : band->run.first;
        if (a.y % 2 != 0 || !cross(band, band->run.y < a.y / 2, 2 * end, 1))
            return false;
        if ((right ? band->run.last : band->run.first) == end)
            return false;
    }
    return true;
}

static bool follow_segment(struct band *band, struct fr_point a, struct fr_point b)
{
    const bool down = b.y > a.y;
    const int64_t dx = b.x - a.x, dy = down ? b.y - a.y : a.y - b.y;
    if (dy == 0)
        return follow_level(band, a, b);
    while (down ? b.y > 2 * band->run.y + 2 : b.y < 2 * band->run.y) {
        const int64_t done = down ? 2 * band->run.y + 2 - a.y : a.y - 2 * band->run.y;
        if (!cross(band, down, a.x * dy + dx * done, dy))
            return false;
    }
    return true;
}

/* Appends a point of the taut path, unless it equals the last one; the path has space. */
static void append(struct fr_path *taut, struct fr_point point)
{
    if (taut->count == 0 || !fr_point_equal(taut->points[taut->count - 1], point))
        taut->points[taut->count++] = point;
}

/* Narrows the funnel by a point on its left side, -1, or right side, 1. Points that bend outward on
 * the same side are dropped; if the point is beyond the other side, the apex advances along the
 * other side. */
static void narrow(struct funnel *funnel, int side, struct fr_point point)
{
    struct fr_point *points = funnel->points;
    size_t *end = side < 0 ? &funnel->left : &funnel->right;
    const size_t other = side < 0 ? funnel->right : funnel->left;
    const size_t step = (size_t)side;
    while (*end != funnel->apex && fr_orient(points[*end - step], points[*end], point) * side <= 0)
        *end -= step;
    while (*end == funnel->apex && funnel->apex != other &&
           fr_orient(points[funnel->apex], points[funnel->apex - step], point) * side < 0) {
        funnel->apex -= step;
        append(funnel->taut, points[funnel->apex]);
        *end = funnel->apex;
    }
    *end += step;
    points[*end] = point;
}

static void pull(struct funnel *funnel, const struct band *band, struct fr_point goal)
{
    append(funnel->taut, funnel->points[funnel->apex]);
    for (size_t i = 0; i < band->count; i++) {
        const struct portal *portal = &band->portals[i];
        const struct fr_point first = {2 * portal->first, 2 * portal->y};
        const struct fr_point last = {2 * portal->last, 2 * portal->y};
        narrow(funnel, -1, portal->down ? last : first);
        narrow(funnel, 1, portal->down ? first : last);
    }
    narrow(funnel, -1, goal);
    for (size_t i = funnel->apex; i != funnel->left; i--)
        append(funnel->taut, funnel->points[i - 1]);
}

/* Collects the portals of a path. */
static bool follow(struct band *band, const struct fr_path *path)
{
    const struct fr_point *points = path->points;
    if (!find_run(band->map, points[0].y / 2, points[0].x / 2, points[0].x % 2 != 0, &band->run))
        return false;
    for (size_t i = 0; i + 1 < path->count; i++)
        if (!follow_segment(band, points[i], points[i + 1]))
            return false;
    return true;
}

enum fr_status fr_taut_path(const struct fr_map *map, const struct fr_path *path,
                            const struct fr_allocator *allocator, struct fr_path *taut)
{
    struct band band = {.map = map, .allocator = allocator};
    taut->count = 0;
    if (map->wall_count == 0 && path->count > 0 && follow(&band, path)) {
        /* Each portal adds one point to each side; the goal adds one to the left. */
        const size_t room = 2 * band.count + 2;
        struct funnel funnel = {.points = fr_allocate(allocator, room, sizeof *funnel.points),
                                .taut = taut};
        band.out_of_memory = !funnel.points || fr_path_reserve(taut, room) != FR_OK;
        if (!band.out_of_memory) {
            funnel.apex = funnel.left = funnel.right = band.count + 1;
            funnel.points[funnel.apex] = path->points[0];
            pull(&funnel, &band, path->points[path->count - 1]);
        }
        fr_deallocate(allocator, funnel.points, room, sizeof *funnel.points);
    }
    fr_deallocate(allocator, band.portals, band.capacity, sizeof *band.portals);
    return band.out_of_memory ? FR_NO_MEMORY : FR_OK;
}
