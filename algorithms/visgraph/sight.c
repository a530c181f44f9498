#include "algorithms/visgraph/sight.h"

#include "maps/line_of_sight.h"

enum fr_status sight_create(struct sight *sight, const struct fr_map *map, enum sight_method method,
                            const struct fr_allocator *allocator)
{
    *sight = (struct sight){.map = map, .method = method, .workspace = {.allocator = allocator}};
    enum fr_status status = fr_corners_create(map, allocator, &sight->corners);
    if (status != FR_OK || method == SIGHT_PAIRS)
        return status;
    status = fr_triangulation_of_map(map, allocator, &sight->triangulation);
    if (status != FR_OK)
        return status;
    return fr_visibility_create(sight->triangulation, sight->corners, allocator,
                                &sight->visibility);
}

static struct fr_point corner_point(const struct fr_corner *corner)
{
    return (struct fr_point){corner->x, corner->y};
}

/* Draws a line to every corner, or to those beyond a region; self is the corner that looks. Either
 * may be NULL. */
static enum fr_status look_at_each(struct sight *sight, struct fr_point from,
                                   const struct fr_corner *self, const struct region *through,
                                   struct fr_corner_list *seen)
{
    for (uint32_t i = 0; i < sight->corners->count; i++) {
        const struct fr_corner *corner = &sight->corners->items[i];
        const struct fr_point to = corner_point(corner);
        const struct fr_point direction = {to.x - from.x, to.y - from.y};
        if (corner == self || !fr_corner_taut(corner, direction) ||
            (self && !fr_corner_taut(self, direction)) ||
            (through && !region_touches(*through, from, to)) ||
            !fr_line_of_sight(sight->map, from, to))
            continue;
        uint32_t *items =
            fr_grow(seen->allocator, seen->items, seen->count, 1, &seen->capacity, sizeof *items);
        if (!items)
            return FR_NO_MEMORY;
        seen->items = items;
        seen->items[seen->count++] = i;
    }
    return FR_OK;
}

enum fr_status sight_from_point(struct sight *sight, struct fr_point point,
                                struct fr_corner_list *seen)
{
    seen->count = 0;
    if (sight->method == SIGHT_PAIRS)
        return look_at_each(sight, point, NULL, NULL, seen);
    return fr_visibility_from_point(sight->visibility, point, &sight->workspace, seen);
}

enum fr_status sight_from_corner(struct sight *sight, uint32_t corner, struct fr_corner_list *seen)
{
    seen->count = 0;
    const struct fr_corner *self = &sight->corners->items[corner];
    if (sight->method == SIGHT_PAIRS)
        return look_at_each(sight, corner_point(self), self, NULL, seen);
    return fr_visibility_from_corner(sight->visibility, corner, &sight->workspace, seen);
}

enum fr_status sight_through(struct sight *sight, uint32_t corner, struct region region,
                             struct fr_corner_list *seen)
{
    seen->count = 0;
    const struct fr_corner *self = &sight->corners->items[corner];
    const struct fr_point from = corner_point(self);
    if (sight->method == SIGHT_PAIRS)
        return look_at_each(sight, from, self, &region, seen);
    struct fr_cone cone;
    region_cone(region, from, &cone);
    return fr_visibility_within(sight->visibility, corner, &cone, &sight->workspace, seen);
}

void sight_release(struct sight *sight)
{
    fr_visibility_workspace_clear(&sight->workspace);
    fr_visibility_release(sight->visibility);
    fr_triangulation_release(sight->triangulation);
    fr_corners_release(sight->corners);
}
