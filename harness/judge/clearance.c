#include "harness/judge/clearance.h"

#include <math.h>
#include <stdlib.h>

struct fr_clearance_map {
    int32_t width, height;
    uint16_t *above, *below; /* the number of walkable pixels from each pixel upward and downward,
                              * including itself */
    const struct fr_allocator *allocator;
};

static size_t pixel_count(const struct fr_clearance_map *clear)
{
    return (size_t)clear->width * (size_t)clear->height;
}

static size_t index_of(const struct fr_clearance_map *clear, int32_t x, int32_t y)
{
    return (size_t)y * (size_t)clear->width + (size_t)x;
}

/* Fills row y from the previous row in this direction. */
static void count_row(const struct fr_clearance_map *clear, const struct fr_map *map, int32_t y,
                      int32_t before, uint16_t *free)
{
    const bool begins = before < 0 || before >= clear->height;
    for (int32_t x = 0; x < clear->width; x++) {
        const uint16_t further = begins ? 0 : free[index_of(clear, x, before)];
        free[index_of(clear, x, y)] =
            fr_map_walkable(map, x, y) ? (uint16_t)(further + 1) : (uint16_t)0;
    }
}

enum fr_status fr_clearance_map_create(const struct fr_map *map,
                                       const struct fr_allocator *allocator,
                                       struct fr_clearance_map **clear)
{
    struct fr_clearance_map *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    *fresh = (struct fr_clearance_map){
        .width = map->width, .height = map->height, .allocator = allocator};
    fresh->above = fr_allocate(allocator, pixel_count(fresh), sizeof *fresh->above);
    fresh->below = fr_allocate(allocator, pixel_count(fresh), sizeof *fresh->below);
    if (!fresh->above || !fresh->below) {
        fr_clearance_map_release(fresh);
        return FR_NO_MEMORY;
    }
    for (int32_t y = 0; y < map->height; y++)
        count_row(fresh, map, y, y - 1, fresh->above);
    for (int32_t y = map->height - 1; y >= 0; y--)
        count_row(fresh, map, y, y + 1, fresh->below);
    *clear = fresh;
    return FR_OK;
}

/* The squared distance to the nearest blocked square of the column `across` away. */
static double nearest_in_column(const struct fr_clearance_map *clear, int32_t column, double across,
                                double y)
{
    const int32_t row = (int32_t)floor(y);
    if (column < 0 || column >= clear->width || row < 0 || row >= clear->height)
        return across * across;
    const size_t pixel = index_of(clear, column, row);
    if (clear->above[pixel] == 0)
        return across * across;
    const double up = y - (row + 1 - clear->above[pixel]);
    const double down = row + clear->below[pixel] - y;
    const double along = up < down ? up : down;
    return across * across + along * along;
}

double fr_clearance_at(const struct fr_clearance_map *clear, double x, double y)
{
    if (!(x > 0 && y > 0 && x < clear->width && y < clear->height))
        return 0;
    const int32_t column = (int32_t)floor(x);
    double nearest = nearest_in_column(clear, column, 0.0, y);
    for (int32_t away = 1;; away++) {
        const double left = x - (column - away + 1), right = column + away - x;
        if (left * left >= nearest && right * right >= nearest)
            return sqrt(nearest);
        nearest = fmin(nearest, nearest_in_column(clear, column - away, left, y));
        nearest = fmin(nearest, nearest_in_column(clear, column + away, right, y));
    }
}

/* Updates the least clearance and the integral by one segment; returns its length. */
static double add_segment(const struct fr_clearance_map *clear, struct fr_point a,
                          struct fr_point b, double *least, double *integral)
{
    const int32_t dx = b.x - a.x, dy = b.y - a.y;
    const int32_t parts = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    const double length = hypot(dx, dy) / 2;
    double sum = 0.0, last = fr_clearance_at(clear, a.x / 2.0, a.y / 2.0);
    *least = fmin(*least, last);
    for (int32_t i = 1; i <= parts; i++) {
        const double share = (double)i / parts;
        const double next = fr_clearance_at(clear, (a.x + dx * share) / 2, (a.y + dy * share) / 2);
        *least = fmin(*least, next);
        sum += (last + next) / 2;
        last = next;
    }
    if (parts > 0)
        *integral += sum / parts * length;
    return length;
}

struct fr_clearance fr_clearance_along(const struct fr_clearance_map *clear,
                                       const struct fr_path *path)
{
    double least = (double)INFINITY, integral = 0.0, length = 0.0;
    for (size_t i = 0; i < path->count; i++)
        length +=
            add_segment(clear, path->points[i ? i - 1 : 0], path->points[i], &least, &integral);
    return (struct fr_clearance){least, length > 0 ? integral / length : least};
}

void fr_clearance_map_release(struct fr_clearance_map *clear)
{
    if (!clear)
        return;
    const struct fr_allocator *allocator = clear->allocator;
    fr_deallocate(allocator, clear->above, pixel_count(clear), sizeof *clear->above);
    fr_deallocate(allocator, clear->below, pixel_count(clear), sizeof *clear->below);
    fr_deallocate(allocator, clear, 1, sizeof *clear);
}
