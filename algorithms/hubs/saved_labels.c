#include <math.h>

#include "algorithms/hubs/hub_labels.h"

/* The side by which a path leaves the target of an edge. This side's label is not empty, so no
 * other side begins at the same entry. */
static uint32_t side_of(const struct hub_labels *labels, uint32_t edge)
{
    const uint32_t entry = labels->edges[edge].beyond.entry;
    uint32_t low = 0, high = labels->side_count;
    while (high > low + 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (labels->sides[middle].entry <= entry)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* For each edge, the side by which a path leaves its target, in an array with room for one more;
 * NULL if out of memory. */
static uint32_t *sides_beyond(const struct hub_labels *labels)
{
    uint32_t *beyond =
        fr_allocate(labels->allocator, (size_t)labels->edge_count + 1, sizeof *beyond);
    for (uint32_t i = 0; beyond && i < labels->edge_count; i++)
        beyond[i] = side_of(labels, i);
    return beyond;
}

static bool are_sound_sides(const struct hub_labels *labels)
{
    const struct hub_side *sides = labels->sides, *last = &sides[labels->side_count];
    for (const struct hub_side *side = sides; side < last; side++)
        if (side->entry > side[1].entry || side->edge > side[1].edge)
            return false;
    return sides->entry == 0 && sides->edge == 0 && last->entry == labels->entry_count &&
           last->edge == labels->edge_count;
}

static bool are_sound_places(const struct hub_labels *labels, const struct fr_map *map)
{
    for (uint32_t i = 0; i < labels->side_count / 2; i++) {
        const struct hub_place place = labels->places[i];
        if ((place.x | place.y) & 1 || place.x > 2 * map->width || place.y > 2 * map->height)
            return false;
    }
    return true;
}

/* Whether the path of an entry continues along an edge of the side, to an entry of the same hub
 * that is nearer to the hub. `beyond`, by edge: the side by which a path leaves its target. */
static bool is_sound_step(const struct hub_labels *labels, const uint32_t *beyond, uint32_t side,
                          const struct hub_label_entry *entry)
{
    const int bits = labels->edge_bits;
    const uint32_t none = (UINT32_C(1) << bits) - 1, apart = UINT32_C(1) << (16 - bits);
    const uint32_t edge = labels->sides[side].edge + (entry->step & none);
    if ((entry->step & none) == none)
        return true;
    if (edge >= labels->sides[side + 1].edge)
        return false;
    const uint32_t end = labels->sides[beyond[edge] + 1].entry;
    uint32_t next = labels->edges[edge].beyond.entry + ((uint32_t)entry->step >> bits);
    while (next < end && labels->entries[next].hub != entry->hub)
        next += apart;
    return next < end && labels->entries[next].length < entry->length;
}

/* Whether each label is sorted by hub, and each path ends. */
static bool are_sound_entries(const struct hub_labels *labels, const uint32_t *beyond)
{
    for (uint32_t side = 0; side < labels->side_count; side++) {
        uint32_t least = 0; /* least number of the next hub */
        for (uint32_t i = labels->sides[side].entry; i < labels->sides[side + 1].entry; i++) {
            const struct hub_label_entry *entry = &labels->entries[i];
            if (entry->hub < least || entry->hub >= labels->hub_count ||
                entry->length >= HUB_LENGTHS || !is_sound_step(labels, beyond, side, entry))
                return false;
            least = entry->hub + UINT32_C(1);
        }
    }
    return true;
}

static bool is_sound_unit(double unit)
{
    int exponent;
    return frexp(unit, &exponent) == 0.5 && unit >= HUB_FINEST_UNIT && unit <= 1;
}

/* Makes the edges; `beyond` holds the number of the side to which each edge leads. */
static enum fr_status make_edges(struct hub_labels *labels, const uint32_t *beyond)
{
    labels->edges =
        fr_allocate(labels->allocator, (size_t)labels->edge_count + 1, sizeof *labels->edges);
    if (!labels->edges)
        return FR_NO_MEMORY;
    for (uint32_t i = 0; i < labels->edge_count; i++) {
        if (beyond[i] >= labels->side_count)
            return FR_BAD_INPUT;
        labels->edges[i] =
            (struct hub_edge){labels->sides[beyond[i]], labels->places[beyond[i] / 2]};
    }
    return FR_OK;
}

static bool are_sound(const struct hub_labels *labels, const struct fr_map *map,
                      const uint32_t *beyond)
{
    return are_sound_sides(labels) && are_sound_places(labels, map) &&
           are_sound_entries(labels, beyond);
}

void hub_labels_pass(struct hub_labels *labels, const struct fr_map *map, struct fr_saved *saved)
{
    uint32_t *beyond = saved->bytes ? sides_beyond(labels) : NULL;
    if (saved->bytes && !beyond)
        saved->status = FR_NO_MEMORY;
    fr_saved_pass(saved, &labels->side_count, 1, sizeof labels->side_count);
    fr_saved_pass(saved, &labels->hub_count, 1, sizeof labels->hub_count);
    fr_saved_pass(saved, &labels->entry_count, 1, sizeof labels->entry_count);
    fr_saved_pass(saved, &labels->edge_count, 1, sizeof labels->edge_count);
    fr_saved_pass(saved, &labels->edge_bits, 1, sizeof labels->edge_bits);
    fr_saved_pass(saved, &labels->unit, 1, sizeof labels->unit);
    if (fr_saved_loaded(saved) && (labels->edge_bits < 0 || labels->edge_bits > 15 ||
                                   labels->side_count % 2 || !is_sound_unit(labels->unit)))
        saved->status = FR_BAD_INPUT;
    const size_t sides = (size_t)labels->side_count + 1, entries = labels->entry_count;
    const size_t edges = labels->edge_count;
    if (fr_saved_loaded(saved))
        labels->allocator = saved->allocator;
    fr_saved_array(saved, &labels->sides, sides, sides, sizeof *labels->sides);
    fr_saved_array(saved, &labels->places, sides / 2, sides, sizeof *labels->places);
    fr_saved_array(saved, &labels->entries, entries, entries + 1, sizeof *labels->entries);
    fr_saved_array(saved, &beyond, edges, edges + 1, sizeof *beyond);
    if (fr_saved_loaded(saved))
        saved->status = make_edges(labels, beyond);
    if (fr_saved_loaded(saved) && !are_sound(labels, map, beyond))
        saved->status = FR_BAD_INPUT;
    fr_deallocate(labels->allocator, beyond, edges + 1, sizeof *beyond);
}
