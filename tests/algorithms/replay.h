/* Replays a path of a grid model step by step, with a simple and independent rule. */
#ifndef FOOTRACE_TESTS_ALGORITHMS_REPLAY_H
#define FOOTRACE_TESTS_ALGORITHMS_REPLAY_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "maps/map.h"
#include "maps/movement.h"
#include "maps/path.h"

struct grid_length {
    int64_t straight, diagonal; /* steps */
};

static inline bool step_is_legal(const struct fr_map *map, enum fr_movement movement, int32_t x,
                                 int32_t y, int32_t dx, int32_t dy)
{
    if (!fr_map_walkable(map, x, y) || !fr_map_walkable(map, x + dx, y + dy))
        return false;
    if (dx == 0 || dy == 0)
        return !fr_map_walled(map, x, y, dx, dy);
    const bool one_unwalled =
        !fr_map_walled(map, x, y, dx, 0) && !fr_map_walled(map, x + dx, y, 0, dy);
    const bool other_unwalled =
        !fr_map_walled(map, x, y, 0, dy) && !fr_map_walled(map, x, y + dy, dx, 0);
    const bool one = one_unwalled && fr_map_walkable(map, x + dx, y);
    const bool other = other_unwalled && fr_map_walkable(map, x, y + dy);
    return (movement == FR_GRID8_CUT && (one_unwalled || other_unwalled)) ||
           (movement == FR_GRID8_ONE && (one || other)) || (movement == FR_GRID8 && one && other);
}

/* Steps from centre to centre in one direction; false if that is impossible. */
static inline bool replay_segment(const struct fr_map *map, enum fr_movement movement,
                                  struct fr_point from, struct fr_point to,
                                  struct grid_length *length)
{
    struct fr_pixel at = fr_point_pixel(from);
    const struct fr_pixel end = fr_point_pixel(to);
    const int32_t across = abs(end.x - at.x), down = abs(end.y - at.y);
    const int32_t dx = (end.x > at.x) - (end.x < at.x), dy = (end.y > at.y) - (end.y < at.y);
    if (!fr_point_equal(from, fr_pixel_centre(at)) || !fr_point_equal(to, fr_pixel_centre(end)) ||
        (across == 0 && down == 0) || (across != 0 && down != 0 && across != down))
        return false;
    for (; !fr_pixel_equal(at, end); at.x += dx, at.y += dy) {
        if (!step_is_legal(map, movement, at.x, at.y, dx, dy))
            return false;
        if (dx != 0 && dy != 0)
            length->diagonal++;
        else
            length->straight++;
    }
    return true;
}

/* The length of a path that leads from start to goal by legal steps; false if it does not. */
static inline bool replay(const struct fr_map *map, enum fr_movement movement,
                          const struct fr_path *path, struct fr_pixel start, struct fr_pixel goal,
                          struct grid_length *length)
{
    *length = (struct grid_length){0, 0};
    if (path->count == 0 || !fr_point_equal(path->points[0], fr_pixel_centre(start)) ||
        !fr_point_equal(path->points[path->count - 1], fr_pixel_centre(goal)) ||
        !fr_map_walkable(map, start.x, start.y))
        return false;
    for (size_t i = 1; i < path->count; i++)
        if (!replay_segment(map, movement, path->points[i - 1], path->points[i], length))
            return false;
    return true;
}

/* Pixels, for any path. */
static inline double path_length(const struct fr_path *path)
{
    double length = 0;
    for (size_t i = 1; i < path->count; i++)
        length += hypot(path->points[i].x - path->points[i - 1].x,
                        path->points[i].y - path->points[i - 1].y);
    return length / 2;
}

static inline bool same_length(struct grid_length a, struct grid_length b)
{
    return a.straight == b.straight && a.diagonal == b.diagonal;
}

static inline bool same_path(const struct fr_path *a, const struct fr_path *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!fr_point_equal(a->points[i], b->points[i]))
            return false;
    return true;
}

#endif
