#include "algorithms/visibility/sight.h"

/* Units of work for each triangle. */
#define VISIBILITY_UNITS 4

enum fr_status sight_begin(struct sight *sight, const struct fr_map *map,
                           const struct fr_allocator *allocator)
{
    *sight = (struct sight){
        .map = map, .spare = {.allocator = allocator}, .workspace = {.allocator = allocator}};
    const enum fr_status status = fr_corners_create(map, allocator, &sight->corners);
    return status == FR_OK
               ? fr_triangulation_plan(&sight->plan, map, allocator, &sight->triangulation)
               : status;
}

enum fr_status sight_build(struct sight *sight, struct fr_work *work)
{
    const enum fr_status status = fr_triangulation_build(&sight->plan, work);
    if (status != FR_OK || work->paused)
        return status;
    fr_triangulation_plan_release(&sight->plan);
    work->left -= VISIBILITY_UNITS * (int64_t)sight->triangulation->triangle_count;
    return fr_visibility_create(sight->triangulation, sight->corners, sight->workspace.allocator,
                                &sight->visibility);
}

static struct fr_point corner_point(const struct fr_corner *corner)
{
    return (struct fr_point){corner->x, corner->y};
}

/* ---- updates ---- */

/* Finds a place for a new corner. False if out of memory. */
static bool take_place(struct sight *sight, uint32_t *place)
{
    struct fr_corners *corners = sight->corners;
    if (sight->spare.count > 0) {
        *place = sight->spare.items[--sight->spare.count];
        return true;
    }
    if (!fr_reserve(corners->allocator, &corners->items, corners->count, 1, &corners->room,
                    sizeof *corners->items))
        return false;
    *place = corners->count++;
    return true;
}

static bool is_same(const struct fr_corner *a, const struct fr_corner *b)
{
    return a->x == b->x && a->y == b->y && a->qx == b->qx && a->qy == b->qy;
}

/* Sorts the corners of a region into removed and kept: kept ones still exist. */
static bool list_old(const struct sight *sight, struct fr_region region,
                     struct fr_corner_list *removed, struct fr_corner_list *kept)
{
    for (uint32_t i = 0; i < sight->corners->count; i++) {
        const struct fr_corner *corner = &sight->corners->items[i];
        const struct fr_point at = corner_point(corner);
        struct fr_corner now;
        if (fr_region_code(region, at) != 0 || corner->qx == 0)
            continue;
        const bool stays = fr_corner_at(sight->map, at, &now) && is_same(corner, &now);
        if (!fr_corner_list_append(stays ? kept : removed, i))
            return false;
    }
    return true;
}

/* The number of a corner: its old one if it was kept, else a new one. */
static bool number_corner(struct sight *sight, const struct fr_corner *corner,
                          const struct fr_corner_list *kept, struct sight_change *change,
                          uint32_t *number)
{
    for (size_t i = 0; i < kept->count; i++)
        if (is_same(&sight->corners->items[kept->items[i]], corner)) {
            *number = kept->items[i];
            return true;
        }
    if (!take_place(sight, number) || !fr_corner_list_append(&change->added, *number))
        return false;
    sight->corners->items[*number] = *corner;
    return true;
}

static bool list_present(struct sight *sight, struct fr_region region,
                         const struct fr_corner_list *kept, struct sight_change *change)
{
    struct fr_point at;
    for (at.y = region.top; at.y <= region.bottom; at.y += 2)
        for (at.x = region.left; at.x <= region.right; at.x += 2) {
            struct fr_corner corner;
            uint32_t number;
            if (fr_corner_at(sight->map, at, &corner) &&
                (!number_corner(sight, &corner, kept, change, &number) ||
                 !fr_corner_list_append(&change->present, number)))
                return false;
        }
    return true;
}

static bool exchange_corners(struct sight *sight, const struct fr_region *regions, size_t count,
                             struct sight_change *change)
{
    struct fr_corner_list kept = {.allocator = sight->spare.allocator};
    bool done = true;
    for (size_t i = 0; i < count && done; i++) {
        kept.count = 0;
        done = list_old(sight, regions[i], &change->removed, &kept) &&
               list_present(sight, regions[i], &kept, change);
    }
    fr_corner_list_clear(&kept);
    for (size_t i = 0; i < change->removed.count && done; i++) {
        sight->corners->items[change->removed.items[i]].qx = 0;
        done = fr_corner_list_append(&sight->spare, change->removed.items[i]);
    }
    return done;
}

enum fr_status sight_update(struct sight *sight, const struct fr_region *regions, size_t count,
                            struct sight_change *change)
{
    sight->was_updated = true;
    enum fr_status status =
        fr_triangulation_follow(sight->triangulation, sight->map, regions, count, &change->touched);
    if (status == FR_OK &&
        (!fr_touched_widen(&change->touched, sight->triangulation, regions, count) ||
         !exchange_corners(sight, regions, count, change)))
        status = FR_NO_MEMORY;
    return status == FR_OK
               ? fr_visibility_follow(sight->visibility, &change->touched, &change->present)
               : status;
}

void sight_change_release(struct sight_change *change)
{
    fr_corner_list_clear(&change->added);
    fr_corner_list_clear(&change->removed);
    fr_corner_list_clear(&change->present);
    fr_touched_release(&change->touched);
}

/* ---- visibility tests ---- */

enum fr_status sight_from_point(struct sight *sight, struct fr_point point,
                                struct fr_corner_list *seen)
{
    seen->count = 0;
    return fr_visibility_from_point(sight->visibility, point, &sight->workspace, seen);
}

enum fr_status sight_from_corner(struct sight *sight, uint32_t corner, struct fr_corner_list *seen)
{
    seen->count = 0;
    return fr_visibility_from_corner(sight->visibility, corner, &sight->workspace, seen);
}

bool sight_may_lead(const struct fr_corner *corner, struct fr_region region)
{
    const bool west = region.right<corner->x, east = region.left> corner->x;
    const bool north = region.bottom<corner->y, south = region.top> corner->y;
    return corner->qx == corner->qy ? !((west && north) || (east && south))
                                    : !((west && south) || (east && north));
}

/* A cone that strictly contains all directions from a point to the region: the cone to the region
 * grown by half a pixel. The point has even coordinates and is outside the region. */
static struct fr_cone cone_to(struct fr_region region, struct fr_point from)
{
    const int32_t west = region.left - 1 - from.x, east = region.right + 1 - from.x;
    const int32_t north = region.top - 1 - from.y, south = region.bottom + 1 - from.y;
    const struct fr_point corners[] = {{west, north}, {east, north}, {east, south}, {west, south}};
    struct fr_cone cone = {corners[0], corners[0]};
    for (int i = 1; i < 4; i++) {
        cone.right = fr_cross(cone.right, corners[i]) < 0 ? corners[i] : cone.right;
        cone.left = fr_cross(cone.left, corners[i]) > 0 ? corners[i] : cone.left;
    }
    return cone;
}

enum fr_status sight_through(struct sight *sight, uint32_t corner, struct fr_region region,
                             struct fr_corner_list *seen)
{
    seen->count = 0;
    const struct fr_cone cone = cone_to(region, corner_point(&sight->corners->items[corner]));
    return fr_visibility_within(sight->visibility, corner, &cone, &sight->workspace, seen);
}

void sight_keep_corners(struct sight *sight)
{
    fr_corner_list_clear(&sight->spare);
    fr_visibility_workspace_clear(&sight->workspace);
    fr_visibility_release(sight->visibility);
    fr_triangulation_plan_release(&sight->plan);
    fr_triangulation_release(sight->triangulation);
    *sight = (struct sight){.map = sight->map, .corners = sight->corners};
}

void sight_release(struct sight *sight)
{
    sight_keep_corners(sight);
    fr_corners_release(sight->corners);
}
