#include "algorithms/jump_points/cell_joins.h"

#include <string.h>

/* Sorted, so that cells with the same jump points have the same list. */
static void insert(uint32_t *list, uint32_t count, uint32_t item)
{
    for (; count > 0 && list[count - 1] > item; count--)
        list[count] = list[count - 1];
    list[count] = item;
}

/* Writes the list of a cell behind all items. False without memory. */
static bool write_list(struct cell_joins *joins, struct fr_pixel cell)
{
    joins->jumps.count = 0;
    if (!jumps_all(&joins->slants, cell, &joins->jumps))
        return false;
    const size_t count = joins->jumps.count;
    uint32_t *items = fr_grow(joins->allocator, joins->items, joins->item_count, count + 1,
                              &joins->item_capacity, sizeof *items);
    if (!items)
        return false;
    joins->items = items;
    items += joins->item_count;
    *items = (uint32_t)count;
    for (uint32_t i = 0; i < count; i++) {
        const struct link *jump = &joins->jumps.at[i];
        const uint32_t hub = joins->labels->numbers[fr_jump_corner(
            &joins->graph->corners, cell.x + jump->dx, cell.y + jump->dy)];
        insert(items + 1, i, hub * JOIN_DIRECTIONS + jump->sector / 4u);
    }
    return true;
}

/* Whether a list is the same as the one behind all items. */
static bool is_last(const struct cell_joins *joins, uint32_t first)
{
    const uint32_t *list = joins->items + first, *last = joins->items + joins->item_count;
    return *list == *last && memcmp(list, last, (*last + 1u) * sizeof *list) == 0;
}

/* The same list at the cell before or at one of those above; or else it is kept. */
static uint32_t share_list(struct cell_joins *joins, size_t cell, struct fr_pixel at)
{
    const size_t width = (size_t)joins->graph->map->width;
    const uint32_t *first = joins->firsts + cell;
    const uint32_t before = at.x > 0 ? first[-1] : 0;
    const uint32_t above = at.y > 0 ? *(first - width) : 0;
    if (is_last(joins, before))
        return before;
    if (is_last(joins, above))
        return above;
    if (at.y > 0 && at.x > 0 && is_last(joins, *(first - width - 1)))
        return *(first - width - 1);
    if (at.y > 0 && (size_t)at.x + 1 < width && is_last(joins, *(first - width + 1)))
        return *(first - width + 1);
    const size_t kept = joins->item_count;
    joins->item_count += joins->items[kept] + 1u;
    return (uint32_t)kept;
}

static bool write_empty_list(struct cell_joins *joins)
{
    joins->items = fr_grow(joins->allocator, NULL, 0, 1, &joins->item_capacity, sizeof(uint32_t));
    if (!joins->items)
        return false;
    joins->items[joins->item_count++] = 0;
    return true;
}

/* FR_UNSUPPORTED where it grows too large. */
static enum fr_status write_table(struct cell_joins *joins, size_t most_items)
{
    const struct fr_map *map = joins->graph->map;
    if (!write_empty_list(joins))
        return FR_NO_MEMORY;
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++) {
            const size_t cell = (size_t)y * (size_t)map->width + (size_t)x;
            joins->firsts[cell] = 0;
            if (!fr_map_walkable(map, x, y))
                continue;
            if (!write_list(joins, (struct fr_pixel){x, y}))
                return FR_NO_MEMORY;
            joins->firsts[cell] = share_list(joins, cell, (struct fr_pixel){x, y});
            if (joins->item_count > most_items)
                return FR_UNSUPPORTED;
        }
    return FR_OK;
}

static bool trim(struct cell_joins *joins)
{
    uint32_t *items = fr_allocate(joins->allocator, joins->item_count, sizeof *items);
    if (!items)
        return false;
    memcpy(items, joins->items, joins->item_count * sizeof *items);
    fr_deallocate(joins->allocator, joins->items, joins->item_capacity, sizeof *items);
    joins->items = items;
    joins->item_capacity = joins->item_count;
    return true;
}

static void drop_table(struct cell_joins *joins)
{
    fr_deallocate(joins->allocator, joins->firsts, joins->cell_count, sizeof *joins->firsts);
    fr_deallocate(joins->allocator, joins->items, joins->item_capacity, sizeof *joins->items);
    joins->firsts = joins->items = NULL;
    joins->item_count = joins->item_capacity = 0;
}

static enum fr_status begin(struct cell_joins *joins, const struct jump_graph *graph,
                            const struct corner_labels *labels)
{
    const struct fr_map *map = graph->map;
    *joins = (struct cell_joins){.allocator = graph->allocator,
                                 .graph = graph,
                                 .labels = labels,
                                 .cell_count = (size_t)map->width * (size_t)map->height,
                                 .jumps = {.allocator = graph->allocator}};
    return slants_init(&joins->slants, &graph->lanes);
}

enum fr_status cell_joins_create(struct cell_joins *joins, const struct jump_graph *graph,
                                 const struct corner_labels *labels, size_t most_bytes)
{
    enum fr_status status = begin(joins, graph, labels);
    const size_t most_items = most_bytes / sizeof(uint32_t);
    if (status != FR_OK || most_items <= joins->cell_count)
        return status;
    joins->firsts = fr_allocate(joins->allocator, joins->cell_count, sizeof *joins->firsts);
    if (!joins->firsts)
        return FR_NO_MEMORY;
    status = write_table(joins, most_items - joins->cell_count);
    if (status == FR_UNSUPPORTED) {
        drop_table(joins);
        return FR_OK;
    }
    return status == FR_OK && trim(joins) ? FR_OK : FR_NO_MEMORY;
}

const uint32_t *cell_joins_at(struct cell_joins *joins, struct fr_pixel cell)
{
    if (joins->firsts)
        return joins->items +
               joins->firsts[(size_t)cell.y * (size_t)joins->graph->map->width + (size_t)cell.x];
    return write_list(joins, cell) ? joins->items : NULL;
}

enum fr_status cell_joins_save(const struct cell_joins *joins, struct fr_bytes *bytes)
{
    const uint64_t counts[2] = {joins->firsts ? joins->cell_count : 0, joins->item_count};
    enum fr_status status = fr_bytes_append(bytes, counts, 1, sizeof counts);
    if (status == FR_OK)
        status = fr_bytes_append(bytes, joins->firsts, (size_t)counts[0], sizeof *joins->firsts);
    return status == FR_OK
               ? fr_bytes_append(bytes, joins->items, joins->item_count, sizeof *joins->items)
               : status;
}

enum fr_status cell_joins_load(struct cell_joins *joins, const struct jump_graph *graph,
                               const struct corner_labels *labels, struct fr_saved *saved)
{
    uint64_t counts[2];
    const enum fr_status status = begin(joins, graph, labels);
    if (status != FR_OK)
        return status;
    if (!fr_saved_take(saved, counts, 1, sizeof counts) ||
        (counts[0] != 0 && counts[0] != joins->cell_count))
        return FR_BAD_INPUT;
    if (counts[0] == 0)
        return FR_OK;
    joins->item_count = joins->item_capacity = (size_t)counts[1];
    joins->firsts = fr_saved_array(saved, joins->allocator, joins->cell_count, joins->cell_count,
                                   sizeof *joins->firsts);
    joins->items = fr_saved_array(saved, joins->allocator, joins->item_count, joins->item_count,
                                  sizeof *joins->items);
    return saved->status;
}

void cell_joins_release(struct cell_joins *joins)
{
    drop_table(joins);
    slants_release(&joins->slants);
    links_release(&joins->jumps);
    *joins = (struct cell_joins){0};
}
