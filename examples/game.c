/* A game in thirty lines that links the library footrace alone: a room, a click, a walk. */
#include <stdio.h>

#include "algorithms/pathfinder.h"

int main(void)
{
    static const uint8_t room[3][7] = {
        {1, 1, 1, 1, 1, 1, 1}, {1, 0, 0, 0, 0, 0, 1}, {1, 0, 1, 1, 1, 1, 1}};
    const struct fr_point start = {1, 5}, click = {5, 5}; /* centres of pixels, in half pixels */
    const struct fr_pathfinder *flood = fr_pathfinder_find("flood");
    struct fr_map *map;
    struct fr_state *hero;
    struct fr_path walk;
    struct fr_option_values options;
    fr_options_default(flood->options, flood->option_count, &options);
    fr_path_init(&walk, &fr_default_allocator);
    if (fr_map_create(7, 3, &fr_default_allocator, &map) != FR_OK)
        return 1;
    for (int32_t y = 0; y < 3; y++)
        fr_map_set_row(map, y, room[y]);
    if (flood->prepare(map, &options, &fr_default_allocator, &hero) != FR_OK ||
        flood->find(hero, start, click, NULL, &walk) != FR_FOUND)
        return 1;
    for (size_t i = 0; i < walk.count; i++)
        printf("walk to %.1f,%.1f\n", walk.points[i].x / 2.0, walk.points[i].y / 2.0);
    flood->release(hero);
    fr_path_release(&walk);
    fr_map_release(map);
}
