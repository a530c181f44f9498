/* A game in thirty lines that links the library footrace and nothing else: a room, a click, a walk. */
#include <stdio.h>

#include "algorithms/pathfinder.h"

int main(void)
{
    static const char *const room[] = {"............", ".####.####..", ".#.......#..",
                                       ".#..###..#..", ".#..#....#..", "....#......."};
    const int32_t width = 12, height = 6;
    struct fr_map *map;
    if (fr_map_create(width, height, &fr_default_allocator, &map) != FR_OK)
        return 1;
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            fr_map_set_area(map, x, y, room[y][x] == '.');

    const struct fr_pathfinder *flood = fr_pathfinder_find("flood");
    struct fr_option_values options;
    fr_options_default(flood->options, flood->option_count, &options);
    struct fr_state *hero;
    struct fr_path walk;
    fr_path_init(&walk, &fr_default_allocator);
    if (flood->prepare(map, &options, &fr_default_allocator, &hero) != FR_OK)
        return 1;
    const struct fr_point start = fr_pixel_centre((struct fr_pixel){0, 5});
    const struct fr_point click = fr_pixel_centre((struct fr_pixel){5, 4});
    if (flood->find(hero, start, click, NULL, &walk) == FR_FOUND)
        for (size_t i = 0; i < walk.count; i++)
            printf("walk to %.1f,%.1f\n", walk.points[i].x / 2.0, walk.points[i].y / 2.0);
    flood->release(hero);
    fr_path_release(&walk);
    fr_map_release(map);
    return 0;
}
