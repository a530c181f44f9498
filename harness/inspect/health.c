#include "harness/inspect/health.h"

#include <string.h>

#include "maps/analysis/components.h"
#include "maps/geometry/corners.h"

static void count_areas(const struct fr_map *map, struct fr_health *health)
{
    for (int64_t i = 0; i < health->pixels; i++)
        health->area_pixels[map->areas[i]]++;
}

static bool is_island(const struct fr_components *components, const struct fr_health *health,
                      uint32_t component)
{
    return fr_components_size(components, component) * FR_ISLANDS_PER_AREA < health->walkable;
}

/* Finds the first islands from the top. */
static void place_islands(const struct fr_components *components, int32_t height,
                          struct fr_health *health)
{
    uint32_t found[FR_LISTED_ISLANDS], listed = 0;
    for (int32_t y = 0; y < height && listed < health->islands && listed < FR_LISTED_ISLANDS; y++) {
        size_t count;
        const struct fr_run *runs = fr_components_row(components, y, &count);
        for (size_t i = 0; i < count && listed < FR_LISTED_ISLANDS; i++) {
            uint32_t known = 0;
            while (known < listed && found[known] != runs[i].component)
                known++;
            if (known < listed || !is_island(components, health, runs[i].component))
                continue;
            health->island_at[listed] = (struct fr_pixel){runs[i].left, y};
            found[listed++] = runs[i].component;
        }
    }
}

static void weigh_components(const struct fr_components *components, struct fr_health *health)
{
    health->components_4 = fr_components_count(components);
    health->runs = fr_components_runs(components);
    for (uint32_t i = 0; i < health->components_4; i++) {
        const int64_t size = fr_components_size(components, i);
        const bool island = is_island(components, health, i);
        health->largest = size > health->largest ? size : health->largest;
        health->islands += island;
        health->island_pixels += island ? size : 0;
    }
}

enum fr_status fr_health_examine(const struct fr_map *map, const struct fr_allocator *allocator,
                                 struct fr_health *health)
{
    struct fr_components *components;
    struct fr_health fresh;
    memset(&fresh, 0, sizeof fresh);
    fresh.pixels = (int64_t)map->width * map->height;
    fresh.walkable = fr_map_walkable_count(map);
    fresh.walls = map->wall_count;
    count_areas(map, &fresh);
    fr_corners_count(map, &fresh.corners, &fresh.pinches);
    enum fr_status status = fr_components_create(map, FR_CONNECTED_4, allocator, &components);
    if (status != FR_OK)
        return status;
    weigh_components(components, &fresh);
    place_islands(components, map->height, &fresh);
    fr_components_release(components);
    status = fr_components_create(map, FR_CONNECTED_8, allocator, &components);
    if (status != FR_OK)
        return status;
    fresh.components_8 = fr_components_count(components);
    fr_components_release(components);
    *health = fresh;
    return FR_OK;
}
