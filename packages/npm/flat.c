/* footrace.h for JavaScript: numbers go in, one block of numbers comes out. */
#include <stdlib.h>

#include "footrace.h"

#define EXPORT(name) __attribute__((export_name(#name)))

static double block[9];                 /* what a function here says that it writes */
static char message[FR_WALKER_MESSAGE]; /* why no walker was made */
static struct fr_spot *spots;
static size_t capacity;

EXPORT(block) double *flat_block(void)
{
    return block;
}

EXPORT(message) const char *flat_message(void)
{
    return message;
}

EXPORT(create)
struct fr_walker *flat_create(const void *pixels, int width, int height, const char *pathfinder)
{
    const struct fr_mask mask = {pixels, width, height, 0, FR_MASK_BYTES};
    struct fr_walker *walker = NULL;
    const enum fr_walker_status status =
        fr_walker_from_mask(&mask, pathfinder, NULL, message, &walker);
    return status == FR_WALKER_OK ? walker : NULL;
}

/* Into block: its status. */
EXPORT(with_radius)
struct fr_walker *flat_with_radius(struct fr_walker *walker, double radius)
{
    struct fr_walker *other = NULL;
    *block = fr_walker_with_radius(walker, (float)radius, &other);
    return other;
}

static void fill(const struct fr_walk *walk)
{
    const double values[] = {walk->start.x, walk->start.y,       walk->goal.x,
                             walk->goal.y,  walk->start_moved,   walk->goal_moved,
                             walk->length,  (double)walk->count, walk->fallback};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        block[i] = values[i];
}

EXPORT(find) int flat_find(struct fr_walker *walker, double x, double y, double to_x, double to_y)
{
    struct fr_walk walk;
    const struct fr_spot from = {(float)x, (float)y}, to = {(float)to_x, (float)to_y};
    const enum fr_walker_status status = fr_walker_find(walker, from, to, NULL, 0, &walk);
    if (status == FR_WALKER_OK || status == FR_WALKER_LONG_PATH || status == FR_WALKER_UNREACHABLE)
        fill(&walk);
    return status == FR_WALKER_LONG_PATH ? FR_WALKER_OK : (int)status;
}

/* The path found last; NULL if out of memory. */
EXPORT(path) const struct fr_spot *flat_path(struct fr_walker *walker, size_t count)
{
    if (count > capacity) {
        struct fr_spot *grown = realloc(spots, count * sizeof *spots);
        if (!grown)
            return NULL;
        spots = grown;
        capacity = count;
    }
    fr_walker_path(walker, 0, spots, count);
    return spots;
}

/* Into block: the position. */
EXPORT(advance)
int flat_advance(const struct fr_walker *walker, double distance, double walked, double facing_x,
                 double facing_y)
{
    struct fr_position at = {{0, 0}, {(float)facing_x, (float)facing_y}, walked, false};
    const enum fr_walker_status status = fr_walker_advance(walker, distance, &at);
    const double values[] = {at.spot.x, at.spot.y, at.facing.x, at.facing.y, at.walked, at.arrived};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        block[i] = values[i];
    return (int)status;
}

EXPORT(still_walkable) int flat_still_walkable(const struct fr_walker *walker, double walked)
{
    const struct fr_position at = {{0, 0}, {0, 0}, walked, false};
    return fr_walker_still_walkable(walker, &at);
}

EXPORT(field) int flat_field(struct fr_walker *walker, double x, double y)
{
    const struct fr_spot goal = {(float)x, (float)y};
    return (int)fr_walker_field(walker, goal);
}

EXPORT(prepare_some) int flat_prepare_some(struct fr_walker *walker, int work)
{
    return (int)fr_walker_prepare_some(walker, work);
}

EXPORT(closest)
int flat_closest(struct fr_walker *walker, double x, double y, double to_x, double to_y)
{
    struct fr_spot spot = {0, 0};
    const struct fr_spot from = {(float)x, (float)y}, to = {(float)to_x, (float)to_y};
    const enum fr_walker_status status = fr_walker_closest(walker, from, to, &spot);
    block[0] = spot.x;
    block[1] = spot.y;
    return (int)status;
}

EXPORT(walkable) int flat_walkable(struct fr_walker *walker, double x, double y)
{
    const struct fr_spot spot = {(float)x, (float)y};
    return fr_walker_walkable(walker, spot);
}

EXPORT(paint)
int flat_paint(struct fr_walker *walker, int x, int y, const void *pixels, int width, int height)
{
    const struct fr_mask mask = {pixels, width, height, 0, FR_MASK_BYTES};
    return (int)fr_walker_paint(walker, x, y, &mask);
}

EXPORT(save) int flat_save(struct fr_walker *walker)
{
    const void *bytes = NULL;
    size_t size = 0;
    const enum fr_walker_status status = fr_walker_save(walker, &bytes, &size);
    block[0] = (double)(size_t)bytes;
    block[1] = (double)size;
    return (int)status;
}
