/* The room that walkers of several radii share, and its changes. */
#include <math.h>

#include "library/room.h"
#include "library/walker.h"
#include "maps/analysis/erode.h"

static enum fr_status enter(struct fr_shared_room *room, struct fr_walker **walker)
{
    struct fr_walker *fresh = fr_allocate_zeroed(&room->allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->room = room;
    fresh->next = room->walkers;
    fresh->map = room->drawn;
    fresh->saved.allocator = fresh->changes.allocator = &room->allocator;
    fr_path_init(&fresh->path, &room->allocator);
    *walker = room->walkers = fresh;
    return FR_OK;
}

static void leave_empty(struct fr_shared_room *room)
{
    const struct fr_allocator allocator = room->allocator;
    fr_map_release(room->drawn);
    fr_deallocate(&allocator, room, 1, sizeof *room);
}

enum fr_status fr_room_create(const struct fr_allocator *allocator, struct fr_walker **walker)
{
    struct fr_shared_room *fresh = fr_allocate_zeroed(allocator, 1, sizeof *fresh);
    if (!fresh)
        return FR_NO_MEMORY;
    fresh->allocator = *allocator;
    const enum fr_status status = enter(fresh, walker);
    if (status != FR_OK)
        leave_empty(fresh);
    return status;
}

void fr_room_leave(struct fr_walker *walker)
{
    struct fr_shared_room *room = walker->room;
    struct fr_walker **place = &room->walkers;
    while (*place != walker)
        place = &(*place)->next;
    *place = walker->next;
    if (walker->map != room->drawn)
        fr_map_release(walker->map);
    fr_deallocate(&room->allocator, walker, 1, sizeof *walker);
    if (!room->walkers)
        leave_empty(room);
}

/* Allocates a map's blocked bits in advance, so that a block cannot fail after other maps were
 * blocked. */
static enum fr_status reserve_blocks(struct fr_map *map)
{
    const struct fr_rect pixel = {0, 0, 1, 1};
    if (map->blocked)
        return FR_OK;
    const enum fr_status status = fr_map_block(map, pixel, true);
    return status == FR_OK ? fr_map_block(map, pixel, false) : status;
}

/* Gives a new walker the floor for its radius. */
static enum fr_status take_floor(struct fr_walker *walker)
{
    const struct fr_agent figure = {walker->radius, FR_DISC};
    struct fr_shared_room *room = walker->room;
    enum fr_status status = reserve_blocks(room->drawn);
    if (status == FR_OK && walker->radius >= 2)
        status = fr_map_clone(room->drawn, &room->allocator, &walker->map);
    return status == FR_OK ? fr_erode(walker->map, figure) : status;
}

enum fr_walker_status fr_walker_with_radius(struct fr_walker *walker, float radius,
                                            struct fr_walker **other)
{
    struct fr_walker *fresh;
    if (!(radius >= 0 && 2 * radius <= FR_MAP_MAX_SIZE))
        return FR_WALKER_BAD_ARGUMENT;
    if (walker->map->drawing)
        return FR_WALKER_UNSUPPORTED;
    enum fr_status status = enter(walker->room, &fresh);
    if (status != FR_OK)
        return fr_room_status(status);
    fresh->pathfinder = walker->pathfinder;
    fresh->options = walker->options;
    fresh->traits = walker->traits;
    fresh->radius = (int32_t)ceil(2 * (double)radius);
    status = take_floor(fresh);
    if (status == FR_OK)
        *other = fresh;
    else
        fr_room_leave(fresh);
    return fr_room_status(status);
}

/* ---- Changes ---- */

void fr_components_forget(struct fr_walker *walker)
{
    fr_clamp_index_release(walker->index);
    fr_components_release(walker->components);
    walker->index = NULL;
    walker->components = NULL;
}

static void note_change(struct fr_walker *walker, struct fr_rect rect)
{
    walker->changed = walker->changed_since_path = true;
    fr_components_forget(walker);
    if (fr_changes_note(&walker->changes, rect) != FR_OK)
        walker->lost = true;
}

enum fr_walker_status fr_walker_open(struct fr_walker *walker, int area, bool open)
{
    struct fr_shared_room *room = walker->room;
    if (area < 1 || area >= FR_AREAS)
        return FR_WALKER_BAD_ARGUMENT;
    if (room->drawn->enabled[area] == open)
        return FR_WALKER_OK;
    const struct fr_rect rect = fr_map_enable(room->drawn, (uint8_t)area, open);
    for (struct fr_walker *each = room->walkers; each; each = each->next)
        note_change(each, each->map == room->drawn ? rect
                                                   : fr_map_enable(each->map, (uint8_t)area, open));
    return FR_WALKER_OK;
}

enum fr_walker_status fr_walker_block(struct fr_walker *walker, int32_t x, int32_t y, int32_t width,
                                      int32_t height, bool blocked)
{
    struct fr_shared_room *room = walker->room;
    const struct fr_rect rect = fr_map_clip(room->drawn, (struct fr_rect){x, y, width, height});
    if (walker->traits.movement == FR_POLYGON)
        return FR_WALKER_UNSUPPORTED;
    if (width <= 0 || height <= 0 || rect.width == 0)
        return FR_WALKER_OK;
    enum fr_status status = fr_map_block(room->drawn, rect, blocked);
    for (struct fr_walker *each = room->walkers; status == FR_OK && each; each = each->next) {
        if (each->map != room->drawn)
            status = fr_map_block(each->map, rect, blocked);
        note_change(each, rect);
    }
    return fr_room_status(status);
}

static struct fr_rect grown(struct fr_rect rect, int32_t by)
{
    return (struct fr_rect){rect.x - by, rect.y - by, rect.width + 2 * by, rect.height + 2 * by};
}

/* A part of a map's areas, as a mask. */
static struct fr_mask part_of(const struct fr_map *map, struct fr_rect part)
{
    const uint8_t *first = map->areas + (size_t)part.y * (size_t)map->width + part.x;
    return (struct fr_mask){first, part.width, part.height, map->width, FR_MASK_BYTES};
}

/* The part of the room whose pixels determine a walker's floor around a rectangle. */
static struct fr_rect decisive(const struct fr_walker *walker, struct fr_rect rect)
{
    return fr_map_clip(walker->map, grown(rect, 2 * (walker->radius / 2)));
}

/* Computes the walker's floor around a rectangle as it will be after a mask is painted. */
static enum fr_walker_status foresee(struct fr_walker *walker, struct fr_rect rect, int32_t x,
                                     int32_t y, const struct fr_mask *mask)
{
    const struct fr_agent figure = {walker->radius, FR_DISC};
    const struct fr_rect part = decisive(walker, rect);
    const struct fr_mask before = part_of(walker->room->drawn, part);
    struct fr_rect changed;
    enum fr_walker_status status =
        fr_room_of_mask(&before, &walker->room->allocator, NULL, &walker->patch);
    if (status == FR_WALKER_OK)
        status = fr_room_paint(walker->patch, x - part.x, y - part.y, mask, &changed);
    return status == FR_WALKER_OK ? fr_room_status(fr_erode(walker->patch, figure)) : status;
}

/* Copies the patch to the walker's floor, without its rim, where erosion saw the patch's own
 * border. */
static void take_patch(struct fr_walker *walker, struct fr_rect rect)
{
    const struct fr_rect part = decisive(walker, rect);
    struct fr_rect inside = fr_map_clip(walker->map, grown(rect, walker->radius / 2)), changed;
    const struct fr_mask floor =
        part_of(walker->patch, (struct fr_rect){inside.x - part.x, inside.y - part.y, inside.width,
                                                inside.height});
    if (fr_room_paint(walker->map, inside.x, inside.y, &floor, &changed) == FR_WALKER_OK &&
        changed.width > 0)
        note_change(walker, changed);
}

enum fr_walker_status fr_walker_paint(struct fr_walker *walker, int32_t x, int32_t y,
                                      const struct fr_mask *mask)
{
    struct fr_shared_room *room = walker->room;
    struct fr_rect changed = {0, 0, 0, 0};
    if (walker->traits.movement == FR_POLYGON)
        return FR_WALKER_UNSUPPORTED;
    enum fr_walker_status status = fr_room_check(mask, NULL);
    if (status != FR_WALKER_OK)
        return status;
    const struct fr_rect rect =
        fr_map_clip(room->drawn, (struct fr_rect){x, y, mask->width, mask->height});
    if (rect.width == 0)
        return FR_WALKER_OK;
    for (struct fr_walker *each = room->walkers; status == FR_WALKER_OK && each; each = each->next)
        if (each->map != room->drawn)
            status = foresee(each, rect, x, y, mask);
    if (status == FR_WALKER_OK)
        status = fr_room_paint(room->drawn, x, y, mask, &changed);
    for (struct fr_walker *each = room->walkers; each; each = each->next) {
        if (status == FR_WALKER_OK && each->patch)
            take_patch(each, rect);
        else if (each->map == room->drawn && changed.width > 0)
            note_change(each, changed);
        fr_map_release(each->patch);
        each->patch = NULL;
    }
    return status;
}
