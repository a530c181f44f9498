#include "harness/judge/clearance.h"

#include <math.h>
#include <stdlib.h>

struct fr_clear_ground {
    int32_t width, height;
    uint16_t *above, *below; /* walkable pixels from each pixel on, itself included */
    const struct fr_allocator *allocator;
};

static size_t pixel_count(const struct fr_clear_ground *ground)
{
    return (size_t)ground->width * (size_t)ground->height;
}

static size_t index_of(const struct fr_clear_ground *ground, int32_t x, int32_t y)
{
    return (size_t)y * (size_t)ground->width + (size_t)x;
}

/* Fills row y from the previous row in this direction. */
static void count_row(const struct fr_clear_ground *ground, const struct fr_map *map, int32_t y,
                      int32_t before, uint16_t *free)
{
    const bool begins = before < 0 || before >= ground->height;
    for (int32_t x = 0; x < ground->width; x++) {
        const uint16_t further = begins ? 0 : free[index_of(ground, x, before)];
        free[index_of(ground, x, y)] =
            fr_map_walkable(map, x, y) ? (uint16_t)(further + 1) : (uint16_t)0;
    }
}

enum fr_status fr_clear_ground_create(const struct fr_map *map,
                                      const struct fr_allocator *allocator,
                                      struct fr_clear_ground **ground)
{
    struct fr_clear_ground *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    *fresh = (struct fr_clear_ground){
        .width = map->width, .height = map->height, .allocator = allocator};
    fresh->above = fr_allocate(allocator, pixel_count(fresh), sizeof *fresh->above);
    fresh->below = fr_allocate(allocator, pixel_count(fresh), sizeof *fresh->below);
    if (!fresh->above || !fresh->below) {
        fr_clear_ground_release(fresh);
        return FR_NO_MEMORY;
    }
    for (int32_t y = 0; y < map->height; y++)
        count_row(fresh, map, y, y - 1, fresh->above);
    for (int32_t y = map->height - 1; y >= 0; y--)
        count_row(fresh, map, y, y + 1, fresh->below);
    *ground = fresh;
    return FR_OK;
}

/* The square of the distance to the nearest square of one column, `across` away. */
static double nearest_in_column(const struct fr_clear_ground *ground, int32_t column, double across,
                                double y)
{
    const int32_t row = (int32_t)floor(y);
    if (column < 0 || column >= ground->width || row < 0 || row >= ground->height)
        return across * across;
    const size_t pixel = index_of(ground, column, row);
    if (ground->above[pixel] == 0)
        return across * across;
    const double up = y - (row + 1 - ground->above[pixel]);
    const double down = row + ground->below[pixel] - y;
    const double along = up < down ? up : down;
    return across * across + along * along;
}

double fr_clearance_at(const struct fr_clear_ground *ground, double x, double y)
{
    if (!(x > 0 && y > 0 && x < ground->width && y < ground->height))
        return 0;
    const int32_t column = (int32_t)floor(x);
    double nearest = nearest_in_column(ground, column, 0.0, y);
    for (int32_t away = 1;; away++) {
        const double left = x - (column - away + 1), right = column + away - x;
        if (left * left >= nearest && right * right >= nearest)
            return sqrt(nearest);
        nearest = fmin(nearest, nearest_in_column(ground, column - away, left, y));
        nearest = fmin(nearest, nearest_in_column(ground, column + away, right, y));
    }
}

/* Adds one segment to the least clearance and to the integral; returns the segment's length. */
static double add_segment(const struct fr_clear_ground *ground, struct fr_point a,
                          struct fr_point b, double *least, double *integral)
{
    const int32_t dx = b.x - a.x, dy = b.y - a.y;
    const int32_t parts = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    const double length = hypot(dx, dy) / 2;
    double sum = 0.0, last = fr_clearance_at(ground, a.x / 2.0, a.y / 2.0);
    *least = fmin(*least, last);
    for (int32_t i = 1; i <= parts; i++) {
        const double share = (double)i / parts;
        const double next = fr_clearance_at(ground, (a.x + dx * share) / 2, (a.y + dy * share) / 2);
        *least = fmin(*least, next);
        sum += (last + next) / 2;
        last = next;
    }
    if (parts > 0)
        *integral += sum / parts * length;
    return length;
}

struct fr_clearance fr_clearance_along(const struct fr_clear_ground *ground,
                                       const struct fr_path *path)
{
    double least = (double)INFINITY, integral = 0.0, length = 0.0;
    for (size_t i = 0; i < path->count; i++)
        length +=
            add_segment(ground, path->points[i ? i - 1 : 0], path->points[i], &least, &integral);
    return (struct fr_clearance){least, length > 0 ? integral / length : least};
}

void fr_clear_ground_release(struct fr_clear_ground *ground)
{
    if (!ground)
        return;
    const struct fr_allocator *allocator = ground->allocator;
    fr_deallocate(allocator, ground->above, pixel_count(ground), sizeof *ground->above);
    fr_deallocate(allocator, ground->below, pixel_count(ground), sizeof *ground->below);
    fr_deallocate(allocator, ground, 1, sizeof *ground);
}
