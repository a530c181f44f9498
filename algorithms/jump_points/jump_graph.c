#include "algorithms/jump_points/jump_graph.h"

#include <string.h>

#include "maps/bits.h"

/* Units of work for each node and link; tuned on adventure-150. */
enum { NODE_UNITS = 40, LINK_UNITS = 5 };

void jump_graph_resolve(const struct jump_graph *graph, struct fr_pixel from, struct links *links,
                        size_t first)
{
    for (size_t i = first; i < links->count; i++) {
        struct link *link = &links->at[i];
        const int32_t x = from.x + link->dx, y = from.y + link->dy;
        link->corner = jump_graph_number(graph, x, y);
        link->onward = links_onward(graph->nodes[link->corner].turns, link->sector);
    }
}

/* Makes room for the numbers of all corners after the first `count`. False if out of memory. */
static bool make_numbers(struct jump_graph *graph, size_t count, size_t more)
{
    return fr_reserve(graph->allocator, &graph->numbers, count, more, &graph->number_capacity,
                      sizeof *graph->numbers);
}

/* Copies links, sorted by sector; stable. */
static void sort_links(const struct links *from, struct link *to)
{
    uint32_t place[SECTORS + 1] = {0};
    for (size_t i = 0; i < from->count; i++)
        place[from->at[i].sector + 1]++;
    for (int sector = 0; sector < SECTORS; sector++)
        place[sector + 1] += place[sector];
    for (size_t i = 0; i < from->count; i++)
        to[place[from->at[i].sector]++] = from->at[i];
}

/* Rebuilds the list of a node. False if out of memory. */
static bool build_list(struct jump_graph *graph, uint32_t number)
{
    struct links *found = &graph->scratch;
    found->count = 0;
    const struct fr_pixel from = jump_graph_pixel(graph, number);
    if (!links_all(&graph->lanes, from, found))
        return false;
    jump_graph_resolve(graph, from, found, 0);
    struct graph_node *node = &graph->nodes[number];
    if (found->count > node->capacity) {
        struct links *links = &graph->links;
        if (!fr_reserve(links->allocator, &links->at, links->count, found->count, &links->capacity,
                        sizeof *links->at))
            return false;
        graph->unused += node->capacity;
        node->first = (uint32_t)links->count;
        node->capacity = (uint32_t)found->count;
        links->count += found->count;
    }
    node->count = (uint32_t)found->count;
    if (found->count > 0)
        sort_links(found, graph->links.at + node->first);
    return true;
}

/* Makes a node for a corner, reusing a spare one if possible. False if out of memory. */
static bool add_node(struct jump_graph *graph, int32_t x, int32_t y, uint32_t *number)
{
    struct graph_node fresh = {.x = (uint16_t)x,
                               .y = (uint16_t)y,
                               .used = true,
                               .turns = links_turns(&graph->lanes, (struct fr_pixel){x, y})};
    if (graph->spare_count > 0) {
        *number = graph->spare[--graph->spare_count];
        fresh.first = graph->nodes[*number].first;
        fresh.capacity = graph->nodes[*number].capacity;
    } else {
        if (!fr_reserve(graph->allocator, &graph->nodes, graph->node_count, 1,
                        &graph->node_capacity, sizeof *graph->nodes))
            return false;
        *number = (uint32_t)graph->node_count++;
    }
    graph->nodes[*number] = fresh;
    return true;
}

/* An iterator over the corners of some rows. */
struct corner_scan {
    const struct fr_jump_corners *corners;
    int32_t y, bottom, word;
    uint64_t bits;
};

static struct corner_scan scan_rows(const struct fr_jump_corners *corners, int32_t top,
                                    int32_t bottom)
{
    return (struct corner_scan){.corners = corners, .y = top, .bottom = bottom, .word = -1};
}

static bool next_corner(struct corner_scan *scan, struct fr_pixel *corner)
{
    const int32_t words = scan->corners->map->row_words;
    while (!scan->bits) {
        if (++scan->word == words) {
            scan->word = 0;
            scan->y++;
        }
        if (scan->y >= scan->bottom)
            return false;
        scan->bits = fr_jump_corner_bits(scan->corners, scan->y, scan->word);
    }
    *corner = (struct fr_pixel){scan->word * 64 + fr_lowest_bit(scan->bits), scan->y};
    scan->bits &= scan->bits - 1;
    return true;
}

static bool add_nodes(struct jump_graph *graph)
{
    const size_t count = fr_jump_corners_count(&graph->corners);
    struct corner_scan scan = scan_rows(&graph->corners, 0, graph->map->height);
    struct fr_pixel corner;
    if (!make_numbers(graph, 0, count + 1))
        return false;
    for (size_t i = 0; next_corner(&scan, &corner); i++)
        if (!add_node(graph, corner.x, corner.y, &graph->numbers[i]))
            return false;
    return true;
}

enum fr_status jump_graph_link(struct jump_graph *graph, struct fr_work *work)
{
    for (; graph->linked < graph->node_count; graph->linked++) {
        if (fr_work_pauses(work))
            return FR_OK;
        if (!build_list(graph, graph->numbers[graph->linked]))
            return FR_NO_MEMORY;
        work->left -= NODE_UNITS + LINK_UNITS * (int64_t)graph->scratch.count;
    }
    graph->is_linked = graph->is_fresh = true;
    return FR_OK;
}

static enum fr_status link_all(struct jump_graph *graph)
{
    struct fr_work all = FR_ALL_WORK;
    graph->linked = 0;
    return jump_graph_link(graph, &all);
}

enum fr_status jump_graph_outline(struct jump_graph *graph, const struct fr_map *map,
                                  const struct fr_allocator *allocator)
{
    *graph = (struct jump_graph){.map = map,
                                 .allocator = allocator,
                                 .links.allocator = allocator,
                                 .scratch.allocator = allocator};
    const enum fr_status status = fr_jump_lanes_init(&graph->lanes, map, allocator);
    return status == FR_OK ? fr_jump_corners_init(&graph->corners, map, allocator) : status;
}

enum fr_status jump_graph_nodes(struct jump_graph *graph, const struct fr_map *map,
                                const struct fr_allocator *allocator)
{
    const enum fr_status status = jump_graph_outline(graph, map, allocator);
    graph->is_fresh = true;
    return status == FR_OK && !add_nodes(graph) ? FR_NO_MEMORY : status;
}

enum fr_status jump_graph_init(struct jump_graph *graph, const struct fr_map *map,
                               const struct fr_allocator *allocator)
{
    const enum fr_status status = jump_graph_nodes(graph, map, allocator);
    return status == FR_OK ? link_all(graph) : status;
}

bool jump_graph_is_corner(const struct jump_graph *graph, int32_t x, int32_t y)
{
    return fr_map_inside(graph->map, x, y) && jump_graph_corner(graph, x, y);
}

/* The cells near a rectangle whose borders or turns may have changed, clipped to the map. */
static struct fr_rect surroundings(const struct fr_map *map, struct fr_rect rect)
{
    const struct fr_rect inside = fr_map_clip(map, rect);
    if (inside.width == 0)
        return inside;
    return fr_map_clip(
        map, (struct fr_rect){inside.x - 2, inside.y - 2, inside.width + 4, inside.height + 4});
}

static bool touch(struct jump_graph *graph, uint32_t number)
{
    if (graph->marks[number])
        return true;
    if (!fr_reserve(graph->allocator, &graph->touched, graph->touched_count, 1,
                    &graph->touched_capacity, sizeof *graph->touched))
        return false;
    graph->marks[number] = 1;
    graph->touched[graph->touched_count++] = number;
    return true;
}

static bool make_marks(struct jump_graph *graph)
{
    const size_t before = graph->mark_capacity;
    if (graph->node_count > before) {
        if (!fr_reserve(graph->allocator, &graph->marks, before, graph->node_count - before,
                        &graph->mark_capacity, sizeof *graph->marks))
            return false;
        memset(graph->marks + before, 0, graph->mark_capacity - before);
    }
    return true;
}

/* Touches the corners linked to a cell, and the cell itself if it is one. */
static bool touch_around(struct jump_graph *graph, int32_t x, int32_t y)
{
    const struct fr_pixel from = {x, y};
    graph->scratch.count = 0;
    if (!links_all(&graph->lanes, from, &graph->scratch))
        return false;
    for (size_t i = 0; i < graph->scratch.count; i++) {
        const struct link *link = &graph->scratch.at[i];
        if (!touch(graph, jump_graph_number(graph, x + link->dx, y + link->dy)))
            return false;
    }
    return !jump_graph_corner(graph, x, y) || touch(graph, jump_graph_number(graph, x, y));
}

/* Touches every corner linked to a cell of a region: each link into the region crosses its rim or
 * ends at a corner inside. */
static bool touch_region(struct jump_graph *graph, struct fr_rect region)
{
    if (!make_marks(graph))
        return false;
    const int32_t right = region.x + region.width - 1, bottom = region.y + region.height - 1;
    for (int32_t y = region.y; y <= bottom; y++)
        for (int32_t x = region.x; x <= right; x++) {
            const bool rim = x == region.x || x == right || y == region.y || y == bottom;
            if ((rim || jump_graph_corner(graph, x, y)) && !touch_around(graph, x, y))
                return false;
        }
    return true;
}

/* Rows whose corners may appear or disappear, with the old numbers and their place. */
struct renumbering {
    int32_t top, bottom;
    size_t first, count, total;
    uint32_t *old;
};

/* Gives the corners in the rows their nodes, at numbers[first] and after; corners that stay keep
 * theirs. */
static bool renumber_rows(struct jump_graph *graph, const struct renumbering *rows)
{
    struct corner_scan scan = scan_rows(&graph->corners, rows->top, rows->bottom);
    struct fr_pixel corner;
    size_t old = 0;
    for (size_t to = rows->first; next_corner(&scan, &corner); to++) {
        struct graph_node *node = NULL;
        for (; old < rows->count; old++) {
            node = &graph->nodes[rows->old[old]];
            if (node->y > corner.y || (node->y == corner.y && node->x >= corner.x))
                break;
        }
        if (old < rows->count && node->x == corner.x && node->y == corner.y) {
            node->used = true;
            node->turns = links_turns(&graph->lanes, corner);
            graph->numbers[to] = rows->old[old];
        } else if (!add_node(graph, corner.x, corner.y, &graph->numbers[to])) {
            return false;
        }
    }
    return true;
}

/* Shifts the numbers of the corners below, whose ranks changed, and renumbers those in the rows. */
static bool renumber(struct jump_graph *graph, const struct renumbering *rows)
{
    const uint32_t *first = graph->corners.first;
    const size_t after = rows->first + rows->count, now = first[rows->bottom];
    const size_t total = fr_jump_corners_count(&graph->corners);
    if (!fr_reserve(graph->allocator, &graph->spare, graph->spare_count, rows->count + 1,
                    &graph->spare_capacity, sizeof *graph->spare) ||
        !make_numbers(graph, rows->total, total + 1))
        return false;
    memmove(graph->numbers + now, graph->numbers + after,
            (rows->total - after) * sizeof *graph->numbers);
    for (size_t i = 0; i < rows->count; i++)
        graph->nodes[rows->old[i]].used = false;
    if (!renumber_rows(graph, rows))
        return false;
    for (size_t i = 0; i < rows->count; i++)
        if (!graph->nodes[rows->old[i]].used)
            graph->spare[graph->spare_count++] = rows->old[i];
    return true;
}

static enum fr_status update_lanes(struct jump_graph *graph, const struct fr_rect *rects,
                                   size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (fr_jump_lanes_update(&graph->lanes, rects[i]) != FR_OK)
            return FR_NO_MEMORY;
        fr_jump_corners_update(&graph->corners, rects[i]);
    }
    return FR_OK;
}

/* Updates lanes and corners, and numbers the corners of rows [top, bottom). */
static bool update_corners(struct jump_graph *graph, const struct fr_rect *rects, size_t count,
                           int32_t top, int32_t bottom)
{
    const uint32_t *first = graph->corners.first;
    struct renumbering rows = {.top = top,
                               .bottom = bottom,
                               .first = first[top],
                               .count = first[bottom] - first[top],
                               .total = fr_jump_corners_count(&graph->corners)};
    rows.old = fr_allocate(graph->allocator, rows.count + 1, sizeof *rows.old);
    if (!rows.old)
        return false;
    memcpy(rows.old, graph->numbers + rows.first, rows.count * sizeof *rows.old);
    const bool done = update_lanes(graph, rects, count) == FR_OK && renumber(graph, &rows);
    fr_deallocate(graph->allocator, rows.old, rows.count + 1, sizeof *rows.old);
    return done;
}

static bool touch_regions(struct jump_graph *graph, const struct fr_rect *rects, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct fr_rect region = surroundings(graph->map, rects[i]);
        if (region.width > 0 && !touch_region(graph, region))
            return false;
    }
    return true;
}

static bool build_touched(struct jump_graph *graph)
{
    for (size_t i = 0; i < graph->touched_count; i++) {
        const uint32_t number = graph->touched[i];
        graph->marks[number] = 0;
        if (graph->nodes[number].used && !build_list(graph, number))
            return false;
    }
    graph->touched_count = 0;
    return true;
}

/* Removes the gaps between lists. */
static bool pack(struct jump_graph *graph)
{
    struct links packed = {.allocator = graph->allocator};
    size_t count = 0;
    for (size_t i = 0; i < graph->node_count; i++)
        count += graph->nodes[i].used ? graph->nodes[i].count : 0;
    packed.at = fr_allocate(graph->allocator, count + 1, sizeof *packed.at);
    if (!packed.at)
        return false;
    packed.capacity = count + 1;
    for (size_t i = 0; i < graph->node_count; i++) {
        struct graph_node *node = &graph->nodes[i];
        if (!node->used)
            node->count = 0;
        if (node->count > 0)
            memcpy(packed.at + packed.count, graph->links.at + node->first,
                   node->count * sizeof *packed.at);
        node->first = (uint32_t)packed.count;
        node->capacity = node->count;
        packed.count += node->count;
    }
    links_release(&graph->links);
    graph->links = packed;
    graph->unused = 0;
    return true;
}

enum fr_status jump_graph_rebuild(struct jump_graph *graph, const struct fr_rect *rects,
                                  size_t count)
{
    graph->node_count = graph->spare_count = graph->links.count = graph->unused = 0;
    const enum fr_status status = update_lanes(graph, rects, count);
    if (status != FR_OK)
        return status;
    return add_nodes(graph) ? link_all(graph) : FR_NO_MEMORY;
}

/* If a change touches 1/16 of the cells or more, the graph is rebuilt: this is cheaper than finding
 * what the change touches. */
#define REBUILD_SHARE 16

enum fr_status jump_graph_update(struct jump_graph *graph, const struct fr_rect *rects,
                                 size_t count)
{
    const struct fr_map *map = graph->map;
    int32_t top = map->height, bottom = 0;
    int64_t cells = 0;
    for (size_t i = 0; i < count; i++) {
        const struct fr_rect region = surroundings(map, rects[i]);
        if (region.width == 0)
            continue;
        cells += (int64_t)region.width * region.height;
        top = region.y < top ? region.y : top;
        bottom = region.y + region.height > bottom ? region.y + region.height : bottom;
    }
    if (cells == 0 && graph->is_linked)
        return FR_OK;
    if (!graph->is_linked || cells * REBUILD_SHARE > (int64_t)map->width * map->height)
        return jump_graph_rebuild(graph, rects, count);
    graph->is_fresh = false;
    if (!touch_regions(graph, rects, count) || !update_corners(graph, rects, count, top, bottom) ||
        !touch_regions(graph, rects, count) || !build_touched(graph) ||
        (graph->unused > graph->links.count / 2 && !pack(graph)))
        return FR_NO_MEMORY;
    return FR_OK;
}

void jump_graph_forget(struct jump_graph *graph)
{
    const struct fr_allocator *allocator = graph->allocator;
    links_release(&graph->links);
    links_release(&graph->scratch);
    fr_deallocate(allocator, graph->marks, graph->mark_capacity, sizeof *graph->marks);
    fr_deallocate(allocator, graph->touched, graph->touched_capacity, sizeof *graph->touched);
    fr_deallocate(allocator, graph->spare, graph->spare_capacity, sizeof *graph->spare);
    fr_deallocate(allocator, graph->nodes, graph->node_capacity, sizeof *graph->nodes);
    fr_deallocate(allocator, graph->numbers, graph->number_capacity, sizeof *graph->numbers);
    *graph = (struct jump_graph){.map = graph->map,
                                 .allocator = allocator,
                                 .lanes = graph->lanes,
                                 .corners = graph->corners,
                                 .links.allocator = allocator,
                                 .scratch.allocator = allocator};
}

void jump_graph_release(struct jump_graph *graph)
{
    if (!graph->map)
        return;
    jump_graph_forget(graph);
    fr_jump_corners_release(&graph->corners);
    fr_jump_lanes_release(&graph->lanes);
}
