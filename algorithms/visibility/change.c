#include "algorithms/visibility/change.h"

static struct fr_point corner_point(const struct fr_corner *corner)
{
    return (struct fr_point){corner->x, corner->y};
}

static size_t at_least_one(size_t count)
{
    return count ? count : 1;
}

static enum fr_status take_tables(struct change *change)
{
    const size_t before = at_least_one(change->before->count), after = change->after->count + 1;
    change->now = fr_allocate(change->allocator, before, sizeof *change->now);
    change->was = fr_allocate(change->allocator, after, sizeof *change->was);
    change->codes_before = fr_allocate(change->allocator, before, sizeof *change->codes_before);
    change->codes = fr_allocate(change->allocator, after, sizeof *change->codes);
    change->has_looked = fr_allocate_zeroed(change->allocator, after, sizeof *change->has_looked);
    change->first = fr_allocate_zeroed(change->allocator, after, sizeof *change->first);
    return change->now && change->was && change->codes_before && change->codes &&
                   change->has_looked && change->first
               ? FR_OK
               : FR_NO_MEMORY;
}

/* Negative where a comes first in the order of corners, 0 where both are at one point. */
static int in_order(const struct fr_corner *a, const struct fr_corner *b)
{
    if (a->y != b->y)
        return a->y < b->y ? -1 : 1;
    return (a->x > b->x) - (a->x < b->x);
}

static void set_codes(const struct change *change, const struct fr_corners *corners, uint8_t *codes)
{
    for (uint32_t i = 0; i < corners->count; i++)
        codes[i] = fr_region_code(change->hull, corner_point(&corners->items[i]));
}

/* Pairs up the corners that stay: both lists are in the same order. */
static void match_corners(struct change *change)
{
    const struct fr_corners *before = change->before, *after = change->after;
    uint32_t old = 0, fresh = 0;
    while (old < before->count || fresh < after->count) {
        const struct fr_corner *gone = &before->items[old], *come = &after->items[fresh];
        const int order = old == before->count    ? 1
                          : fresh == after->count ? -1
                                                  : in_order(gone, come);
        const bool stays = order == 0 && gone->qx == come->qx && gone->qy == come->qy;
        if (order <= 0)
            change->now[old++] = stays ? fresh : CHANGE_NONE;
        if (order >= 0)
            change->was[fresh++] = stays ? old - 1 : CHANGE_NONE;
    }
    set_codes(change, before, change->codes_before);
    set_codes(change, after, change->codes);
}

static bool touches_before(const struct change *change, size_t count, uint32_t a, uint32_t b)
{
    if (change->codes[a] & change->codes[b])
        return false;
    const struct fr_corner *corners = change->after->items;
    for (size_t i = 0; i < count; i++)
        if (fr_region_touches(change->regions[i], corner_point(&corners[a]),
                              corner_point(&corners[b])))
            return true;
    return false;
}

bool change_touches(const struct change *change, uint32_t a, uint32_t b)
{
    return touches_before(change, change->region_count, a, b);
}

static bool in_region(const struct change *change, uint32_t corner)
{
    const struct fr_point at = corner_point(&change->after->items[corner]);
    for (size_t i = 0; i < change->region_count; i++)
        if (fr_region_code(change->regions[i], at) == 0)
            return true;
    return false;
}

/* Adds those of the corners looked at that are seen through a region and through none before it;
 * all of them, where there is no such region. */
static enum fr_status keep(struct change *change, size_t region, uint32_t corner,
                           const struct fr_corner_list *looked)
{
    const struct fr_corner *corners = change->after->items;
    struct fr_corner_list *seen = &change->seen;
    uint32_t *items = fr_grow(seen->allocator, seen->items, seen->count, looked->count + 1,
                              &seen->capacity, sizeof *items);
    if (!items)
        return FR_NO_MEMORY;
    seen->items = items;
    for (size_t i = 0; i < looked->count; i++) {
        const uint32_t other = looked->items[i];
        if (region == change->region_count ||
            (fr_region_touches(change->regions[region], corner_point(&corners[corner]),
                               corner_point(&corners[other])) &&
             !touches_before(change, region, corner, other)))
            seen->items[seen->count++] = other;
    }
    return FR_OK;
}

static enum fr_status look_everywhere(struct change *change, struct sight *sight, uint32_t corner,
                                      struct fr_corner_list *looked)
{
    change->has_looked[corner] = true;
    const enum fr_status status = sight_from_corner(sight, corner, looked);
    return status == FR_OK ? keep(change, change->region_count, corner, looked) : status;
}

/* Looks from a corner outside all regions through each of them. */
static enum fr_status look_through(struct change *change, struct sight *sight, uint32_t corner,
                                   struct fr_corner_list *looked)
{
    enum fr_status status = FR_OK;
    for (size_t i = 0; i < change->region_count && status == FR_OK; i++) {
        if (!sight_may_lead(&change->after->items[corner], change->regions[i]))
            continue;
        change->has_looked[corner] = true;
        status = sight_through(sight, corner, change->regions[i], looked);
        if (status == FR_OK)
            status = keep(change, i, corner, looked);
    }
    return status;
}

static enum fr_status look_again(struct change *change, struct sight *sight)
{
    struct fr_corner_list looked = {.allocator = change->allocator};
    enum fr_status status = FR_OK;
    for (uint32_t i = 0; i < change->after->count && status == FR_OK; i++) {
        if (change->codes[i] == 0 && in_region(change, i))
            status = look_everywhere(change, sight, i, &looked);
        else
            status = look_through(change, sight, i, &looked);
        change->first[i + 1] = (uint32_t)change->seen.count;
    }
    fr_corner_list_clear(&looked);
    return status;
}

enum fr_status change_create(struct change *change, const struct fr_corners *before,
                             struct sight *after, const struct fr_region *regions, size_t count,
                             const struct fr_allocator *allocator)
{
    *change = (struct change){.allocator = allocator,
                              .before = before,
                              .after = after->corners,
                              .regions = regions,
                              .region_count = count,
                              .seen = {.allocator = allocator}};
    for (size_t i = 0; i < count; i++)
        change->hull = i ? fr_region_around(change->hull, regions[i]) : regions[i];
    if (take_tables(change) != FR_OK)
        return FR_NO_MEMORY;
    match_corners(change);
    return look_again(change, after);
}

void change_release(struct change *change)
{
    const struct fr_allocator *allocator = change->allocator;
    const size_t before = at_least_one(change->before->count), after = change->after->count + 1;
    fr_deallocate(allocator, change->now, before, sizeof *change->now);
    fr_deallocate(allocator, change->was, after, sizeof *change->was);
    fr_deallocate(allocator, change->codes_before, before, sizeof *change->codes_before);
    fr_deallocate(allocator, change->codes, after, sizeof *change->codes);
    fr_deallocate(allocator, change->has_looked, after, sizeof *change->has_looked);
    fr_deallocate(allocator, change->first, after, sizeof *change->first);
    fr_corner_list_clear(&change->seen);
}
