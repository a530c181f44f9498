/* The library as an entry to the competition, track of changing maps. The environment variable FOOTRACE_ENTRY names the
 * back end, which must be of eight directions; jps without it. */
#include "gppc.h"

#include <stdlib.h>
#include <string.h>

#include "footrace.h"

struct entry {
    struct fr_walker *walker;
    uint8_t *pixels; /* of a map or of a patch, a byte each */
    struct fr_spot *spots;
    struct gppc_point *points;
    size_t capacity;
};

static void *checked(void *block)
{
    if (!block)
        abort(); /* the interface has no word for it */
    return block;
}

static struct fr_mask mask(struct entry *entry, const struct gppc_patch *patch)
{
    for (uint32_t i = 0; i < (uint32_t)patch->width * patch->height; i++)
        entry->pixels[i] = patch->bitarray[i / 8] >> i % 8 & 1;
    return (struct fr_mask){entry->pixels, patch->width, patch->height, 0, FR_MASK_BYTES};
}

const char *gppc_get_name(void)
{
    const char *name = getenv("FOOTRACE_ENTRY");
    return name ? name : "jps";
}

void gppc_preprocess_init_map(struct gppc_patch map, const char *file)
{
    (void)map; /* preparing takes milliseconds */
    (void)file;
}

void *gppc_search_init(struct gppc_patch map, const char *file)
{
    struct entry *entry = checked(calloc(1, sizeof *entry));
    (void)file;
    entry->pixels = checked(malloc((size_t)map.width * map.height));
    const struct fr_mask room = mask(entry, &map);
    if (fr_walker_from_mask(&room, gppc_get_name(), NULL, NULL, &entry->walker) != FR_WALKER_OK ||
        fr_walker_prepare(entry->walker) != FR_WALKER_OK)
        abort();
    return entry;
}

void gppc_map_change(void *data, const struct gppc_patch *changes, uint32_t count)
{
    struct entry *entry = data;
    for (uint32_t i = 0; i < count; i++) {
        const struct fr_mask patch = mask(entry, &changes[i]);
        if (fr_walker_paint(entry->walker, changes[i].pos.x, changes[i].pos.y, &patch) !=
            FR_WALKER_OK)
            abort();
    }
}

struct gppc_path gppc_get_path(void *data, struct gppc_point start, struct gppc_point goal)
{
    struct entry *entry = data;
    struct fr_walk walk = {0};
    const struct fr_spot from = {start.x, start.y}, to = {goal.x, goal.y};
    const enum fr_walker_status status = fr_walker_find(entry->walker, from, to, NULL, 0, &walk);
    if ((status != FR_WALKER_OK && status != FR_WALKER_LONG_PATH) || walk.start_moved ||
        walk.goal_moved)
        return (struct gppc_path){0};
    const size_t count =
        walk.count < 2 ? 2 : walk.count; /* the kit wants start and goal, even of one pixel */
    if (count > entry->capacity) {
        entry->capacity = 2 * count;
        entry->spots = checked(realloc(entry->spots, entry->capacity * sizeof *entry->spots));
        entry->points = checked(realloc(entry->points, entry->capacity * sizeof *entry->points));
    }
    fr_walker_path(entry->walker, 0, entry->spots, walk.count);
    if (walk.count == 1)
        entry->spots[1] = entry->spots[0];
    for (size_t i = 0; i < count; i++)
        entry->points[i] =
            (struct gppc_point){(uint16_t)entry->spots[i].x, (uint16_t)entry->spots[i].y};
    return (struct gppc_path){entry->points, (uint32_t)count, 0};
}

void gppc_free_data(void *data)
{
    struct entry *entry = data;
    fr_walker_release(entry->walker);
    free(entry->pixels);
    free(entry->spots);
    free(entry->points);
    free(entry);
}
