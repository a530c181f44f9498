#include "algorithms/shared/jump_search.h"

#include <string.h>

enum fr_status fr_jump_search_reserve(struct fr_jump_search *search)
{
    const size_t count = fr_jump_corners_count(search->corners);
    if (count <= search->node_capacity)
        return FR_OK;
    const size_t capacity = count + count / 4;
    struct fr_jump_node *nodes =
        fr_allocate_zeroed(search->allocator, capacity, sizeof *search->nodes);
    if (!nodes)
        return FR_NO_MEMORY;
    fr_deallocate(search->allocator, search->nodes, search->node_capacity, sizeof *search->nodes);
    search->nodes = nodes;
    search->node_capacity = capacity;
    return FR_OK;
}

void fr_jump_search_begin(struct fr_jump_search *search, struct fr_pixel start,
                          struct fr_pixel goal)
{
    if (++search->stamp == 0) {
        if (search->nodes)
            memset(search->nodes, 0, search->node_capacity * sizeof *search->nodes);
        search->stamp = 1;
    }
    for (; search->filled_words; search->filled_words &= search->filled_words - 1)
        search->filled[fr_lowest_bit(search->filled_words)] = 0;
    search->start = start;
    search->goal = goal;
    search->base = fr_jump_estimate(search, start.x, start.y) >> FR_JUMP_BUCKET_SHIFT;
    search->entry_count = 0;
    search->best = UINT64_MAX;
    search->expanded = search->generated = 0;
}

static int32_t sign(int32_t value)
{
    return (value > 0) - (value < 0);
}

/* One more waypoint, in place of the last one where that lies inside a straight run. */
static enum fr_status append(struct fr_path *path, struct fr_pixel pixel)
{
    const struct fr_point point = fr_pixel_centre(pixel);
    if (path->count >= 2) {
        struct fr_point *last = path->points + path->count - 1;
        if (sign(last->x - last[-1].x) == sign(point.x - last->x) &&
            sign(last->y - last[-1].y) == sign(point.y - last->y)) {
            *last = point;
            return FR_OK;
        }
    }
    return fr_path_append(path, point);
}

/* The pixel between the diagonal walk from one pixel and the straight walk to the other. */
static struct fr_pixel elbow(struct fr_pixel from, struct fr_pixel to)
{
    const int32_t dx = to.x - from.x, dy = to.y - from.y;
    const int32_t across = dx < 0 ? -dx : dx, down = dy < 0 ? -dy : dy;
    const int32_t diagonal = across < down ? across : down;
    return (struct fr_pixel){from.x + sign(dx) * diagonal, from.y + sign(dy) * diagonal};
}

enum fr_outcome fr_jump_search_trace(const struct fr_jump_search *search, struct fr_path *path)
{
    struct fr_pixel at = search->goal;
    uint32_t parent = search->best_parent;
    enum fr_status status = append(path, at);
    while (status == FR_OK && !(fr_pixel_equal(at, search->start) && parent == FR_JUMP_START)) {
        struct fr_pixel from = search->start;
        uint32_t before = FR_JUMP_START;
        if (parent != FR_JUMP_START) {
            const struct fr_jump_node *node = &search->nodes[parent];
            from = (struct fr_pixel){node->x, node->y};
            before = node->parent;
        }
        const struct fr_pixel middle = elbow(from, at);
        if (!fr_pixel_equal(middle, at) && !fr_pixel_equal(middle, from))
            status = append(path, middle);
        if (status == FR_OK)
            status = append(path, from);
        at = from;
        if (parent == FR_JUMP_START)
            break;
        parent = before;
    }
    if (status != FR_OK) {
        path->count = 0;
        return FR_OUT_OF_MEMORY;
    }
    fr_path_reverse(path);
    return FR_FOUND;
}

void fr_jump_search_release(struct fr_jump_search *search)
{
    fr_deallocate(search->allocator, search->nodes, search->node_capacity, sizeof *search->nodes);
    fr_deallocate(search->allocator, search->entries, search->entry_capacity,
                  sizeof *search->entries);
}
