/* Rooms, changes and clicks with the native answers, for the packages to be held against:
 * plays FILE writes them as little-endian numbers, 4 bytes each but the masks:
 * the number of rooms; for each the length and letters of the pathfinder's name, width, height, a byte
 * a pixel, the radius in pixels, the number of actions; for each its kind and five numbers. A find is
 * followed by its status, the number of spots and their coordinates, and where one is STRIDE pixels
 * on: spot and direction; a closest by its status and the spot. */
#include <footrace.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_paths.h"
#include "maps/formats/load.h"
#include "maps/random.h"

enum { FIND, CLOSEST, BLOCK, OPEN, PAINT };
enum { ACTIONS = 115, MOST = 1 << 17, LARGEST = 40, STRIDE = 40, RADII = 4 };

/* Pathfinders that the small npm package has, too. */
static const struct {
    const char *map, *pathfinder;
} rooms[] = {{"adventure-20", "visgraph"},
             {"adventure-60", "polyanya"},
             {"adventure-150", "polyanya"},
             {"adventure-300", "polyanya"},
             {"office", "polyanya"},
             {"cave", "polyanya"},
             {"comb", "visgraph"},
             {"corridor", "visgraph"},
             {"gates", "visgraph"},
             {"maze", "polyanya"},
             {"pinches", "visgraph"},
             {"rooms", "polyanya"},
             {"blocky-160x120", "visgraph"},
             {"serpentine", "visgraph"},
             {"spiral", "polyanya"},
             {"staircase", "visgraph"},
             {"utrap", "visgraph"},
             {"fan", "visgraph"},
             {"history-160x120", "visgraph"},
             {"coloured-4", "polyanya"}};

static FILE *file;

static void give_up(const char *why)
{
    fprintf(stderr, "plays: %s\n", why);
    exit(1);
}

static void put(int32_t value)
{
    for (int i = 0; i < 4; i++)
        putc((int)((uint32_t)value >> 8 * i & 0xFF), file);
}

static void put_float(float value)
{
    int32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(bits);
}

static void put_spot(struct fr_spot spot)
{
    put_float(spot.x);
    put_float(spot.y);
}

static void put_action(int kind, const int32_t numbers[5])
{
    put(kind);
    for (int i = 0; i < 5; i++)
        put(numbers[i]);
}

static void find(struct fr_walker *walker, const int32_t at[5])
{
    static struct fr_spot path[MOST];
    struct fr_walk walk = {0};
    const struct fr_spot from = {(float)at[0], (float)at[1]}, to = {(float)at[2], (float)at[3]};
    const enum fr_walker_status status = fr_walker_find(walker, from, to, path, MOST, &walk);
    if (status > FR_WALKER_UNREACHABLE)
        give_up(fr_walker_status_text(status));
    put(status);
    put((int32_t)walk.count);
    for (size_t i = 0; i < walk.count; i++)
        put_spot(path[i]);
    struct fr_position position = {.walked = 0};
    if (fr_walker_advance(walker, STRIDE, &position) > FR_WALKER_UNREACHABLE)
        give_up("advance");
    put_spot(position.spot);
    put_spot(position.facing);
}

static void closest(struct fr_walker *walker, const int32_t at[5])
{
    struct fr_spot spot = {0, 0};
    const struct fr_spot from = {(float)at[0], (float)at[1]}, to = {(float)at[2], (float)at[3]};
    put(fr_walker_closest(walker, from, to, &spot));
    put_spot(spot);
}

static int32_t below(struct fr_random *random, int32_t bound)
{
    return (int32_t)fr_random_below(random, (uint32_t)bound);
}

/* Every sixteenth action changes the room, and the next one queries the closest spot. */
static void act(struct fr_walker *walker, const struct fr_map *map, struct fr_random *random, int i)
{
    static const uint8_t floor[LARGEST * LARGEST / 4] = {1};
    const int32_t width = map->width, height = map->height;
    int32_t at[5] = {below(random, width + 20) - 10, below(random, height + 20) - 10,
                     below(random, width + 20) - 10, below(random, height + 20) - 10, i / 32 % 2};
    if (i % 48 == 32) {
        const int32_t gate[5] = {2, i / 48 % 2};
        put_action(OPEN, gate);
        if (fr_walker_open(walker, gate[0], gate[1] != 0) != FR_WALKER_OK)
            give_up("open");
    } else if (i % 48 == 16) {
        at[2] = at[3] = LARGEST / 2;
        const struct fr_mask mask = {floor, at[2], at[3], 0, FR_MASK_BYTES};
        put_action(PAINT, at);
        if (fr_walker_paint(walker, at[0], at[1], &mask) != FR_WALKER_OK)
            give_up("paint");
    } else if (i % 16 == 0) {
        at[2] = at[3] = LARGEST;
        put_action(BLOCK, at);
        if (fr_walker_block(walker, at[0], at[1], at[2], at[3], at[4] != 0) != FR_WALKER_OK)
            give_up("block");
    } else if (i % 16 == 1) {
        put_action(CLOSEST, at);
        closest(walker, at);
    } else {
        put_action(FIND, at);
        find(walker, at);
    }
}

static bool play(const char *room, const char *pathfinder, int radius, struct fr_random *random)
{
    struct fr_map *map;
    struct fr_walker *point, *walker;
    struct fr_error error;
    char message[FR_WALKER_MESSAGE];
    if (fr_map_load(room, FOOTRACE_BUNDLED, &fr_default_allocator, &map, NULL, &error) != FR_OK)
        return false;
    put((int32_t)strlen(pathfinder));
    fputs(pathfinder, file);
    put(map->width);
    put(map->height);
    const size_t pixels = (size_t)map->width * (size_t)map->height;
    fwrite(map->areas, 1, pixels, file);
    const struct fr_mask mask = {map->areas, map->width, map->height, 0, FR_MASK_BYTES};
    const bool made =
        fr_walker_from_mask(&mask, pathfinder, NULL, message, &point) == FR_WALKER_OK &&
        fr_walker_with_radius(point, (float)radius, &walker) == FR_WALKER_OK;
    if (made) {
        put(radius);
        put(ACTIONS);
        for (int i = 1; i <= ACTIONS; i++)
            act(walker, map, random, i);
        fr_walker_release(walker);
        fr_walker_release(point);
    }
    fr_map_release(map);
    return made;
}

int main(int count, char **words)
{
    struct fr_random random = {20};
    const size_t most = sizeof rooms / sizeof *rooms;
    file = count == 2 ? fopen(words[1], "wb") : NULL;
    if (!file)
        return 2;
    put((int32_t)most);
    for (size_t i = 0; i < most; i++)
        if (!play(rooms[i].map, rooms[i].pathfinder, (int)i % RADII, &random))
            return 1;
    return fclose(file) != 0;
}
