/* Makes and examines generated maps, for tests. */
#ifndef FOOTRACE_TESTS_MAPS_GENERATORS_GENERATED_H
#define FOOTRACE_TESTS_MAPS_GENERATORS_GENERATED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "maps/analysis/components.h"
#include "maps/generators/generate.h"

static inline struct fr_canvas paint(const char *spec, int32_t width, int32_t height, uint64_t seed)
{
    struct fr_canvas canvas;
    struct fr_error error;
    if (fr_generate(spec, width, height, seed, &fr_default_allocator, &canvas, &error) != FR_OK)
        fail_msg("%s", error.text);
    return canvas;
}

static inline struct fr_map *map_of(const struct fr_canvas *canvas)
{
    struct fr_map *map;
    assert_int_equal(fr_canvas_map(canvas, &fr_default_allocator, &map), FR_OK);
    return map;
}

/* The map of a spec, which the caller releases. */
static inline struct fr_map *generate(const char *spec, int32_t width, int32_t height,
                                      uint64_t seed)
{
    struct fr_canvas canvas = paint(spec, width, height, seed);
    struct fr_map *map = map_of(&canvas);
    fr_canvas_release(&canvas, &fr_default_allocator);
    return map;
}

/* Number of components, and pixels of the largest one. */
static inline uint32_t count_components(const struct fr_map *map, enum fr_connectivity connectivity,
                                        int64_t *largest)
{
    struct fr_components *components;
    assert_int_equal(fr_components_create(map, connectivity, &fr_default_allocator, &components),
                     FR_OK);
    const uint32_t count = fr_components_count(components);
    *largest = 0;
    for (uint32_t i = 0; i < count; i++)
        if (fr_components_size(components, i) > *largest)
            *largest = fr_components_size(components, i);
    fr_components_release(components);
    return count;
}

static inline void assert_connected(const struct fr_map *map, const char *spec, uint64_t seed)
{
    int64_t largest;
    const uint32_t count = count_components(map, FR_CONNECTED_4, &largest);
    if (count != 1)
        fail_msg("%s at %dx%d, seed %llu: %u components", spec, map->width, map->height,
                 (unsigned long long)seed, count);
}

static inline int walkable_neighbours(const struct fr_map *map, int32_t x, int32_t y)
{
    return fr_map_walkable(map, x - 1, y) + fr_map_walkable(map, x + 1, y) +
           fr_map_walkable(map, x, y - 1) + fr_map_walkable(map, x, y + 1);
}

/* Checks that a map is a single line: connected, with at most two neighbours per pixel, and two
 * pixels with one. */
static inline void assert_one_line(const struct fr_map *map, const char *spec)
{
    int ends = 0;
    assert_connected(map, spec, 1);
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++) {
            if (!fr_map_walkable(map, x, y))
                continue;
            const int neighbours = walkable_neighbours(map, x, y);
            assert_in_range(neighbours, 1, 2);
            ends += neighbours == 1;
        }
    assert_int_equal(ends, 2);
}

static inline double walkable_percent(const struct fr_map *map)
{
    return 100.0 * (double)fr_map_walkable_count(map) / ((double)map->width * map->height);
}

/* The same map with blocked and walkable pixels swapped. */
static inline struct fr_map *negative(const struct fr_map *map)
{
    struct fr_map *other;
    assert_int_equal(fr_map_create(map->width, map->height, &fr_default_allocator, &other), FR_OK);
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            fr_map_set_area(other, x, y, fr_map_area(map, x, y) == 0);
    return other;
}

/* Steps from a pixel to the farthest one reachable across shared edges, ignoring walls. */
static inline int32_t farthest(const struct fr_map *map, int32_t from_x, int32_t from_y)
{
    const size_t pixels = (size_t)map->width * (size_t)map->height;
    int32_t *distance = calloc(pixels, sizeof *distance), *queue = malloc(pixels * sizeof *queue);
    assert_true(distance && queue);
    size_t head = 0, tail = 0;
    queue[tail++] = from_y * map->width + from_x;
    distance[queue[0]] = 1;
    int32_t last = 0;
    while (head < tail) {
        static const int32_t step_x[] = {1, 0, -1, 0}, step_y[] = {0, 1, 0, -1};
        const int32_t at = queue[head++];
        last = distance[at];
        for (int i = 0; i < 4; i++) {
            const int32_t x = at % map->width + step_x[i], y = at / map->width + step_y[i];
            const int32_t next = y * map->width + x;
            if (!fr_map_walkable(map, x, y) || distance[next] > 0)
                continue;
            distance[next] = distance[at] + 1;
            queue[tail++] = next;
        }
    }
    free(distance);
    free(queue);
    return last - 1;
}

#endif
