#include "algorithms/visibility/change.h"

static struct fr_point corner_point(const struct fr_corner *corner)
{
    return (struct fr_point){corner->x, corner->y};
}

static enum fr_status take_tables(struct change *change)
{
    const size_t count = change->corner_count + 1;
    change->codes = fr_allocate(change->allocator, count, sizeof *change->codes);
    change->kinds = fr_allocate_zeroed(change->allocator, count, sizeof *change->kinds);
    change->first = fr_allocate_zeroed(change->allocator, count, sizeof *change->first);
    change->end = fr_allocate_zeroed(change->allocator, count, sizeof *change->end);
    return change->codes && change->kinds && change->first && change->end ? FR_OK : FR_NO_MEMORY;
}

static void mark(struct change *change, const struct fr_corner_list *corners, uint8_t kind)
{
    for (size_t i = 0; i < corners->count; i++)
        change->kinds[corners->items[i]] |= kind;
}

static void set_codes(struct change *change)
{
    for (uint32_t i = 0; i < change->corner_count; i++)
        change->codes[i] = fr_region_code(change->hull, corner_point(&change->corners->items[i]));
}

/* Lists each corner that may see a region, once; FR_UNSUPPORTED if there are too many corners: the
 * average over the first regions predicts their number. */
static enum fr_status list_lookers(struct change *change, const struct sight *sight,
                                   const struct sight_change *changed, uint64_t most_looks)
{
    struct fr_corner_list *looked = &change->looked;
    enum fr_status status = FR_OK;
    for (size_t i = 0; i < change->region_count && status == FR_OK; i++) {
        status =
            fr_visibility_toward(sight->visibility, change->regions[i], &changed->touched, looked);
        if (status == FR_OK && looked->count / (i + 1) * change->region_count > most_looks)
            return FR_UNSUPPORTED;
    }
    size_t count = 0;
    for (size_t i = 0; i < looked->count && status == FR_OK; i++) {
        const uint32_t corner = looked->items[i];
        if (!(change->kinds[corner] & CHANGE_LISTED))
            looked->items[count++] = corner;
        change->kinds[corner] |= CHANGE_LISTED;
    }
    looked->count = count;
    return status == FR_OK && count * change->region_count > most_looks ? FR_UNSUPPORTED : status;
}

static bool touches_before(const struct change *change, size_t count, uint32_t a, uint32_t b)
{
    if (change->codes[a] & change->codes[b])
        return false;
    const struct fr_corner *corners = change->corners->items;
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
    const struct fr_point at = corner_point(&change->corners->items[corner]);
    for (size_t i = 0; i < change->region_count; i++)
        if (fr_region_code(change->regions[i], at) == 0)
            return true;
    return false;
}

/* Appends the corners in `looked` that are seen through this region and no earlier one; all of them
 * if `region` is region_count. */
static enum fr_status keep(struct change *change, size_t region, uint32_t corner,
                           const struct fr_corner_list *looked)
{
    const struct fr_corner *corners = change->corners->items;
    struct fr_corner_list *seen = &change->seen;
    if (!fr_reserve(seen->allocator, &seen->items, seen->count, looked->count + 1, &seen->capacity,
                    sizeof *seen->items))
        return FR_NO_MEMORY;
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
    change->kinds[corner] |= CHANGE_LOOKED;
    const enum fr_status status = sight_from_corner(sight, corner, looked);
    return status == FR_OK ? keep(change, change->region_count, corner, looked) : status;
}

/* Lists what a corner outside all regions sees through each region. */
static enum fr_status look_through(struct change *change, struct sight *sight, uint32_t corner,
                                   struct fr_corner_list *looked)
{
    enum fr_status status = FR_OK;
    for (size_t i = 0; i < change->region_count && status == FR_OK; i++) {
        if (!sight_may_lead(&change->corners->items[corner], change->regions[i]))
            continue;
        change->kinds[corner] |= CHANGE_LOOKED;
        status = sight_through(sight, corner, change->regions[i], looked);
        if (status == FR_OK)
            status = keep(change, i, corner, looked);
    }
    return status;
}

static enum fr_status look_again(struct change *change, struct sight *sight)
{
    struct fr_corner_list found = {.allocator = change->allocator};
    enum fr_status status = FR_OK;
    for (size_t i = 0; i < change->looked.count && status == FR_OK; i++) {
        const uint32_t corner = change->looked.items[i];
        change->first[corner] = (uint32_t)change->seen.count;
        if (change->codes[corner] == 0 && in_region(change, corner))
            status = look_everywhere(change, sight, corner, &found);
        else
            status = look_through(change, sight, corner, &found);
        change->end[corner] = (uint32_t)change->seen.count;
    }
    fr_corner_list_clear(&found);
    return status;
}

enum fr_status change_create(struct change *change, struct sight *sight,
                             const struct sight_change *changed, const struct fr_region *regions,
                             size_t count, uint64_t most_looks,
                             const struct fr_allocator *allocator)
{
    *change = (struct change){.allocator = allocator,
                              .corners = sight->corners,
                              .corner_count = sight->corners->count,
                              .regions = regions,
                              .region_count = count,
                              .looked = {.allocator = allocator},
                              .seen = {.allocator = allocator}};
    for (size_t i = 0; i < count; i++)
        change->hull = i ? fr_region_around(change->hull, regions[i]) : regions[i];
    if (take_tables(change) != FR_OK)
        return FR_NO_MEMORY;
    mark(change, &changed->added, CHANGE_ADDED);
    mark(change, &changed->removed, CHANGE_REMOVED);
    set_codes(change);
    const enum fr_status status = list_lookers(change, sight, changed, most_looks);
    return status == FR_OK ? look_again(change, sight) : status;
}

void change_release(struct change *change)
{
    const struct fr_allocator *allocator = change->allocator;
    const size_t count = change->corner_count + 1;
    fr_deallocate(allocator, change->codes, count, sizeof *change->codes);
    fr_deallocate(allocator, change->kinds, count, sizeof *change->kinds);
    fr_deallocate(allocator, change->first, count, sizeof *change->first);
    fr_deallocate(allocator, change->end, count, sizeof *change->end);
    fr_corner_list_clear(&change->looked);
    fr_corner_list_clear(&change->seen);
}
