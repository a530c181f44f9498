#include "algorithms/hubs/hub_query.h"

#include <math.h>

#include "algorithms/steps/generation.h"
#include "maps/geometry/line_of_sight.h"

/* False if out of memory. */
static bool take_vias(struct hub_via_list *vias, size_t capacity,
                      const struct fr_allocator *allocator)
{
    vias->capacity = capacity;
    vias->listed = fr_allocate(allocator, capacity, sizeof *vias->listed);
    vias->x = fr_allocate(allocator, capacity, sizeof *vias->x);
    vias->y = fr_allocate(allocator, capacity, sizeof *vias->y);
    vias->bounds = fr_allocate(allocator, capacity, sizeof *vias->bounds);
    return vias->listed && vias->x && vias->y && vias->bounds;
}

static void release_vias(struct hub_via_list *vias, const struct fr_allocator *allocator)
{
    fr_deallocate(allocator, vias->listed, vias->capacity, sizeof *vias->listed);
    fr_deallocate(allocator, vias->x, vias->capacity, sizeof *vias->x);
    fr_deallocate(allocator, vias->y, vias->capacity, sizeof *vias->y);
    fr_deallocate(allocator, vias->bounds, vias->capacity, sizeof *vias->bounds);
}

enum fr_status hub_query_create(struct hub_query *query, const struct hub_tables *tables,
                                const struct fr_allocator *allocator)
{
    const size_t sides = (size_t)tables->vias.side_count + 1;
    const size_t longest =
        via_labels_longest(&tables->vias) + 1; /* an entry is written before it is counted */
    const size_t hubs = (size_t)tables->labels.hub_count + 1;
    *query = (struct hub_query){
        .tables = tables, .allocator = allocator, .stamp = 1, .entered = HUB_NONE};
    query->table = fr_allocate(allocator, hubs, sizeof *query->table);
    query->facing = fr_allocate_zeroed(allocator, sides, sizeof *query->facing);
    bool has_memory = query->table && query->facing;
    for (size_t hub = 0; has_memory && hub < hubs; hub++)
        query->table[hub] = HUB_FAR;
    for (int i = 0; i < 2; i++) {
        struct hub_end *end = &query->ends[i];
        end->entry_capacity = end->unpruned_capacity = longest;
        has_memory = take_vias(&end->vias, longest, allocator) && has_memory;
        end->entries = fr_allocate(allocator, longest, sizeof *end->entries);
        end->unpruned = fr_allocate(allocator, longest, sizeof *end->unpruned);
        end->nodes = fr_allocate_zeroed(allocator, sides / 2 + 1, sizeof *end->nodes);
        has_memory = has_memory && end->entries && end->unpruned && end->nodes;
    }
    return has_memory ? FR_OK : FR_NO_MEMORY;
}

void hub_query_release(struct hub_query *query)
{
    const struct fr_allocator *allocator = query->allocator;
    if (!allocator)
        return;
    const size_t sides = (size_t)query->tables->vias.side_count + 1;
    const size_t hubs = (size_t)query->tables->labels.hub_count + 1;
    fr_deallocate(allocator, query->table, hubs, sizeof *query->table);
    fr_deallocate(allocator, query->facing, sides, sizeof *query->facing);
    fr_deallocate(allocator, query->pairs, query->pair_capacity, sizeof *query->pairs);
    fr_deallocate(allocator, query->candidates, query->candidate_capacity,
                  sizeof *query->candidates);
    for (int i = 0; i < 2; i++) {
        struct hub_end *end = &query->ends[i];
        release_vias(&end->vias, allocator);
        fr_deallocate(allocator, end->entries, end->entry_capacity, sizeof *end->entries);
        fr_deallocate(allocator, end->unpruned, end->unpruned_capacity, sizeof *end->unpruned);
        fr_deallocate(allocator, end->nodes, sides / 2 + 1, sizeof *end->nodes);
        fr_deallocate(allocator, end->upward, end->upward_capacity, sizeof *end->upward);
        fr_deallocate(allocator, end->queue, end->queue_capacity, sizeof *end->queue);
    }
}

void hub_query_forget(struct hub_query *query)
{
    const size_t sides = (size_t)query->tables->vias.side_count + 1;
    const uint32_t last = query->stamp;
    for (int i = 0; i < 2; i++)
        query->stamp = fr_next_generation(last, query->ends[i].nodes, sides / 2 + 1,
                                          sizeof *query->ends[i].nodes);
    query->best = INFINITY;
    query->kind = HUB_BEST_NONE;
    query->candidate_count = 0;
    query->sight_checks = query->expanded = query->generated = 0;
}

/* Whether any of seven points that divide a segment into eighths is inside a blocked pixel.
 * Coordinates are sixteenths of a pixel. */
static bool is_blocked_at_eighths(const struct fr_map *map, struct fr_point a, struct fr_point b)
{
    static const int32_t eighths[] = {4, 2, 6, 1, 3, 5, 7};
    for (size_t i = 0; i < sizeof eighths / sizeof *eighths; i++) {
        const int32_t x = 8 * a.x + eighths[i] * (b.x - a.x);
        const int32_t y = 8 * a.y + eighths[i] * (b.y - a.y);
        if (x % 16 && y % 16 && !fr_map_walkable(map, x / 16, y / 16))
            return true;
    }
    return false;
}

/* Along a long segment, points LOOK_EVERY to 2 * LOOK_EVERY half pixels apart are tested, at most
 * 2^MOST_HALVINGS of them (tuned on adventure-20, adventure-300, ht_0_hightown). */
enum { LOOK_EVERY = 24, MOST_HALVINGS = 8 };

/* Whether repeatedly halving the eighths of a segment finds a point inside a blocked pixel. */
static bool is_blocked_between(const struct fr_map *map, struct fr_point a, struct fr_point b)
{
    const int32_t dx = b.x - a.x, dy = b.y - a.y;
    const int32_t across = dx < 0 ? -dx : dx, down = dy < 0 ? -dy : dy;
    const int32_t longer = across > down ? across : down;
    for (int halvings = 4; halvings <= MOST_HALVINGS && longer >> halvings >= LOOK_EVERY;
         halvings++) {
        const int32_t unit = 1 << halvings,
                      inside = 2 * unit - 1; /* units per half pixel; mask of a pixel */
        int32_t x = a.x * unit + dx, y = a.y * unit + dy;
        for (int32_t i = 0; i < unit / 2; i++, x += 2 * dx, y += 2 * dy)
            if (x & inside && y & inside &&
                !fr_map_walkable(map, x >> (halvings + 1), y >> (halvings + 1)))
                return true;
    }
    return false;
}

bool hub_query_sees(struct hub_query *query, struct fr_point a, struct fr_point b)
{
    query->sight_checks++;
    const struct fr_map *map = query->tables->map;
    /* Most segments tested here are blocked: a quick test often finds where. */
    return !is_blocked_at_eighths(map, a, b) && !is_blocked_between(map, a, b) &&
           fr_line_of_sight(map, a, b);
}
