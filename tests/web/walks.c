/* The walks of one back end on seeded clicks, one line each, for the page to be held against:
 * walks MAP BACK-END CLICKS, with MAP as load.h says. A line has the click's ends, as they are asked
 * for, the outcome, and an FNV-1a digest of all waypoints. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "algorithms/front.h"
#include "build_paths.h"
#include "maps/analysis/clamp.h"
#include "maps/formats/load.h"
#include "maps/random.h"

static uint32_t digest(const struct fr_path *path)
{
    uint32_t hash = UINT32_C(0x811C9DC5);
    for (size_t i = 0; i < path->count; i++) {
        hash = (hash ^ (uint32_t)path->points[i].x) * UINT32_C(0x01000193);
        hash = (hash ^ (uint32_t)path->points[i].y) * UINT32_C(0x01000193);
    }
    return hash;
}

static struct fr_pixel draw(const struct fr_map *map, struct fr_random *random)
{
    const int32_t x = (int32_t)fr_random_below(random, (uint32_t)map->width);
    return (struct fr_pixel){x, (int32_t)fr_random_below(random, (uint32_t)map->height)};
}

static void ask(const struct fr_pathfinder *pathfinder, const struct fr_map *map,
                struct fr_state *state, int clicks)
{
    struct fr_random random = {20};
    struct fr_path path;
    fr_path_init(&path, &fr_default_allocator);
    for (int i = 0; i < clicks; i++) {
        const struct fr_pixel from = draw(map, &random), to = draw(map, &random);
        struct fr_pixel start, goal;
        if (!fr_clamp(map, from.x, from.y, &start) || !fr_clamp(map, to.x, to.y, &goal))
            break;
        const enum fr_outcome outcome =
            fr_find(pathfinder, state, fr_pixel_centre(start), fr_pixel_centre(goal), NULL, &path);
        printf("%d %d %d %d %d %" PRIu32 "\n", from.x, from.y, to.x, to.y, (int)outcome,
               outcome == FR_FOUND ? digest(&path) : 0);
    }
    fr_path_release(&path);
}

int main(int count, char **words)
{
    struct fr_map *map;
    struct fr_state *state;
    struct fr_option_values options;
    struct fr_error error;
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ); /* a reader may stop a slow run at any time */
    const struct fr_pathfinder *pathfinder = count == 4 ? fr_pathfinder_find(words[2]) : NULL;
    if (!pathfinder)
        return 2;
    if (fr_map_load(words[1], FOOTRACE_BUNDLED, &fr_default_allocator, &map, NULL, &error) != FR_OK)
        return 2;
    fr_options_default(pathfinder->options, pathfinder->option_count, &options);
    if (fr_prepare(pathfinder, map, &options, &fr_default_allocator, &state) == FR_OK) {
        ask(pathfinder, map, state, atoi(words[3]));
        fr_release(pathfinder, state);
    }
    fr_map_release(map);
    return 0;
}
