/* Shared by the tests of click sampling: sampled sets, and distances by an independent method. */
#ifndef FOOTRACE_TESTS_HARNESS_CLICKS_SAMPLES_H
#define FOOTRACE_TESTS_HARNESS_CLICKS_SAMPLES_H

#include <math.h>
#include <string.h>

#include "harness/clicks/sample.h"

#define SAMPLES_WIDTH 132
#define SAMPLES_HEIGHT 48

/* A set, which the caller releases. */
static inline struct fr_click_set sample(const struct fr_map *map, int count, uint64_t seed,
                                         unsigned kinds)
{
    struct fr_click_set set;
    struct fr_error error = {"", FR_OK};
    if (fr_sample_clicks(map, count, seed, kinds, &fr_default_allocator, &set, NULL, &error) !=
        FR_OK)
        fail_msg("%s", error.text);
    return set;
}

static inline bool tagged(const struct fr_click *click, const char *tag)
{
    return strncmp(click->tag, tag, strlen(tag)) == 0;
}

static inline int count_tagged(const struct fr_click_set *set, const char *tag)
{
    int count = 0;
    for (size_t i = 0; i < set->count; i++)
        count += tagged(&set->clicks[i], tag);
    return count;
}

static inline bool is_click(const struct fr_click *entry)
{
    return entry->kind == FR_CLICK || entry->kind == FR_WALK;
}

static inline bool stands(const struct fr_map *map, struct fr_pixel pixel)
{
    return fr_map_inside(map, pixel.x, pixel.y) && fr_map_walkable(map, pixel.x, pixel.y);
}

static inline bool may_step(const struct fr_map *map, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    return fr_map_walkable(map, x, y) && fr_map_walkable(map, x + dx, y + dy) &&
           fr_map_walkable(map, x + dx, y) && fr_map_walkable(map, x, y + dy);
}

/* Offers a pixel's distance plus a step to its neighbours; returns whether any distance
 * decreased. */
static inline bool relax(const struct fr_map *map, double best[SAMPLES_HEIGHT][SAMPLES_WIDTH],
                         int32_t x, int32_t y)
{
    bool gained = false;
    for (int near = 0; near < 9 && !isinf(best[y][x]); near++) {
        const int32_t dx = near % 3 - 1, dy = near / 3 - 1;
        const double length = best[y][x] + (dx != 0 && dy != 0 ? sqrt(2.0) : 1.0);
        if (!may_step(map, x, y, dx, dy) || length >= best[y + dy][x + dx] - 1e-9)
            continue;
        best[y + dy][x + dx] = length;
        gained = true;
    }
    return gained;
}

/* The grid8 distance by repeated relaxation of all pixels, alternating forward and backward;
 * INFINITY: no path. Both pixels are walkable, the map at most SAMPLES_WIDTH x SAMPLES_HEIGHT. */
static inline double relaxed_distance(const struct fr_map *map, struct fr_pixel start,
                                      struct fr_pixel goal)
{
    static double best[SAMPLES_HEIGHT][SAMPLES_WIDTH];
    const int32_t pixels = map->width * map->height;
    for (int y = 0; y < SAMPLES_HEIGHT; y++)
        for (int x = 0; x < SAMPLES_WIDTH; x++)
            best[y][x] = INFINITY;
    best[start.y][start.x] = 0;
    bool changed = true;
    for (int sweep = 0; changed; sweep++) {
        changed = false;
        for (int32_t i = 0; i < pixels; i++) {
            const int32_t at = sweep % 2 == 0 ? i : pixels - 1 - i;
            changed |= relax(map, best, at % map->width, at / map->width);
        }
    }
    return best[goal.y][goal.x];
}

#endif
