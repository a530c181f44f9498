#include "maps/path.h"

#include <math.h>

void fr_path_init(struct fr_path *path, const struct fr_allocator *allocator)
{
    *path = (struct fr_path){.allocator = allocator};
}

enum fr_status fr_path_reserve(struct fr_path *path, size_t capacity)
{
    return capacity <= path->capacity || fr_resize(path->allocator, &path->points, path->count,
                                                   &path->capacity, sizeof *path->points, capacity)
               ? FR_OK
               : FR_NO_MEMORY;
}

enum fr_status fr_path_append(struct fr_path *path, struct fr_point point)
{
    if (!fr_reserve(path->allocator, &path->points, path->count, 1, &path->capacity,
                    sizeof *path->points))
        return FR_NO_MEMORY;
    path->points[path->count++] = point;
    return FR_OK;
}

enum fr_status fr_path_straight(struct fr_path *path, struct fr_point start, struct fr_point goal)
{
    path->count = 0;
    if (fr_path_reserve(path, 2) != FR_OK)
        return FR_NO_MEMORY;
    path->points[0] = start;
    path->points[1] = goal;
    path->count = fr_point_equal(start, goal) ? 1 : 2;
    return FR_OK;
}

double fr_path_length(const struct fr_path *path)
{
    double length = 0;
    for (size_t i = 1; i < path->count; i++)
        length += hypot((double)path->points[i].x - path->points[i - 1].x,
                        (double)path->points[i].y - path->points[i - 1].y);
    return length / 2;
}

void fr_path_reverse(struct fr_path *path)
{
    for (size_t i = 0, j = path->count; i + 1 < j; i++) {
        j--;
        const struct fr_point point = path->points[i];
        path->points[i] = path->points[j];
        path->points[j] = point;
    }
}

void fr_path_release(struct fr_path *path)
{
    fr_deallocate(path->allocator, path->points, path->capacity, sizeof *path->points);
    fr_path_init(path, path->allocator);
}
