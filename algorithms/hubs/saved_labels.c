#include <math.h>

#include "algorithms/hubs/hub_labels.h"

struct saved_counts {
    uint32_t sides, hubs, entries, edges;
    double unit;
    uint64_t edge_bits;
};

/* The side by which a path leaves the target of an edge. Its label is not empty, so that it alone
 * begins at these entries. */
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

static enum fr_status save_edges(const struct hub_labels *labels, struct fr_bytes *bytes)
{
    enum fr_status status = FR_OK;
    for (uint32_t i = 0; i < labels->edge_count && status == FR_OK; i++) {
        const uint32_t side = side_of(labels, i);
        status = fr_bytes_append(bytes, &side, 1, sizeof side);
    }
    return status;
}

enum fr_status hub_labels_save(const struct hub_labels *labels, struct fr_bytes *bytes)
{
    const struct saved_counts counts = {labels->side_count,  labels->hub_count,
                                        labels->entry_count, labels->edge_count,
                                        labels->unit,        (uint64_t)labels->edge_bits};
    const size_t sides = (size_t)labels->side_count + 1, entries = labels->entry_count;
    const struct {
        const void *items;
        size_t count, size;
    } arrays[] = {{&counts, 1, sizeof counts},
                  {labels->sides, sides, sizeof *labels->sides},
                  {labels->places, labels->side_count / 2, sizeof *labels->places},
                  {labels->entries, entries, sizeof *labels->entries}};
    enum fr_status status = FR_OK;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays && status == FR_OK; i++)
        status = fr_bytes_append(bytes, arrays[i].items, arrays[i].count, arrays[i].size);
    return status == FR_OK ? save_edges(labels, bytes) : status;
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

/* Whether the path of an entry goes on, by an edge of the side, with an entry of the same hub that
 * is nearer to it. beyond: by edge, the side by which the path leaves its target. */
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
        uint32_t least = 0; /* number of the next hub */
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

/* Makes the edges from the sides beyond them. */
static bool make_edges(struct hub_labels *labels, const uint32_t *beyond)
{
    for (uint32_t i = 0; i < labels->edge_count; i++) {
        if (beyond[i] >= labels->side_count)
            return false;
        labels->edges[i] =
            (struct hub_edge){labels->sides[beyond[i]], labels->places[beyond[i] / 2]};
    }
    return true;
}

enum fr_status hub_labels_load(struct hub_labels *labels, const struct fr_map *map,
                               const struct fr_allocator *allocator, struct fr_saved *saved)
{
    struct saved_counts counts;
    if (!fr_saved_take(saved, &counts, 1, sizeof counts) || counts.edge_bits > 15 ||
        counts.sides % 2 || counts.sides > saved->left || !is_sound_unit(counts.unit))
        return FR_BAD_INPUT;
    *labels = (struct hub_labels){.allocator = allocator,
                                  .side_count = counts.sides,
                                  .hub_count = counts.hubs,
                                  .entry_count = counts.entries,
                                  .edge_count = counts.edges,
                                  .edge_bits = (int)counts.edge_bits,
                                  .unit = counts.unit};
    const size_t sides = (size_t)counts.sides + 1, entries = counts.entries, edges = counts.edges;
    labels->sides = fr_saved_array(saved, allocator, sides, sides, sizeof *labels->sides);
    labels->places =
        fr_saved_array(saved, allocator, counts.sides / 2, sides, sizeof *labels->places);
    labels->entries =
        fr_saved_array(saved, allocator, entries, entries + 1, sizeof *labels->entries);
    uint32_t *beyond = fr_saved_array(saved, allocator, edges, edges + 1, sizeof *beyond);
    if (saved->status == FR_OK)
        labels->edges = fr_allocate(allocator, edges + 1, sizeof *labels->edges);
    if (saved->status == FR_OK && !labels->edges)
        saved->status = FR_NO_MEMORY;
    if (saved->status == FR_OK &&
        !(are_sound_sides(labels) && are_sound_places(labels, map) && make_edges(labels, beyond) &&
          are_sound_entries(labels, beyond)))
        saved->status = FR_BAD_INPUT;
    fr_deallocate(allocator, beyond, edges + 1, sizeof *beyond);
    return saved->status;
}
