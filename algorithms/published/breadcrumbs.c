#include "algorithms/published/breadcrumbs.h"

#include "algorithms/steps/generation.h"

/* The printed deltas as directions, in their order: [-1 -1], [0 -1], [1 -1], [-1 0], ..., added to
 * positions written [y x]. */
static const uint8_t printed_order[FR_DIRECTIONS] = {5, 4, 3, 6, 2, 7, 0, 1};

enum fr_status fr_breadcrumbs_init(struct fr_breadcrumbs *breadcrumbs, const struct fr_map *map,
                                   const struct fr_allocator *allocator)
{
    *breadcrumbs = (struct fr_breadcrumbs){.map = map, .allocator = allocator};
    breadcrumbs->visited =
        fr_allocate_zeroed(allocator, fr_map_pixels(map), sizeof *breadcrumbs->visited);
    return breadcrumbs->visited ? FR_OK : FR_NO_MEMORY;
}

void fr_breadcrumbs_forget(struct fr_breadcrumbs *breadcrumbs)
{
    breadcrumbs->count = 0;
    breadcrumbs->generation =
        fr_next_generation(breadcrumbs->generation, breadcrumbs->visited,
                           fr_map_pixels(breadcrumbs->map), sizeof *breadcrumbs->visited);
}

bool fr_breadcrumbs_add(struct fr_breadcrumbs *breadcrumbs, struct fr_pixel position, uint32_t from)
{
    if (!fr_reserve(breadcrumbs->allocator, &breadcrumbs->nodes, breadcrumbs->count, 1,
                    &breadcrumbs->capacity, sizeof *breadcrumbs->nodes))
        return false;
    breadcrumbs->nodes[breadcrumbs->count++] =
        (struct fr_breadcrumb_node){(uint16_t)position.x, (uint16_t)position.y, from};
    return true;
}

static uint32_t *visited_at(const struct fr_breadcrumbs *breadcrumbs, struct fr_pixel position)
{
    return &breadcrumbs->visited[(size_t)position.y * (size_t)breadcrumbs->map->width +
                                 (size_t)position.x];
}

void fr_breadcrumbs_visit(struct fr_breadcrumbs *breadcrumbs, struct fr_pixel position)
{
    *visited_at(breadcrumbs, position) = breadcrumbs->generation;
}

bool fr_breadcrumbs_visited(const struct fr_breadcrumbs *breadcrumbs, struct fr_pixel position)
{
    return *visited_at(breadcrumbs, position) == breadcrumbs->generation;
}

int fr_breadcrumbs_neighbours(const struct fr_breadcrumbs *breadcrumbs, struct fr_pixel position,
                              struct fr_pixel neighbours[FR_DIRECTIONS])
{
    const unsigned moves =
        fr_walled_surroundings(breadcrumbs->map, FR_GRID8_CUT, position.x, position.y);
    int count = 0;
    for (int i = 0; i < FR_DIRECTIONS; i++) {
        const int d = printed_order[i];
        const struct fr_pixel to = {position.x + fr_direction_dx[d],
                                    position.y + fr_direction_dy[d]};
        if (moves >> d & 1 && !fr_breadcrumbs_visited(breadcrumbs, to))
            neighbours[count++] = to;
    }
    return count;
}

enum fr_outcome fr_breadcrumbs_follow(const struct fr_breadcrumbs *breadcrumbs, uint32_t node,
                                      struct fr_path *path)
{
    path->count = 0;
    for (; node != FR_BREADCRUMBS_NONE; node = breadcrumbs->nodes[node].from)
        if (fr_path_append(path, fr_pixel_centre(fr_breadcrumbs_position(breadcrumbs, node))) !=
            FR_OK)
            return FR_OUT_OF_MEMORY;
    fr_path_reverse(path);
    return FR_FOUND;
}

void fr_breadcrumbs_release(struct fr_breadcrumbs *breadcrumbs)
{
    if (!breadcrumbs->map)
        return;
    fr_deallocate(breadcrumbs->allocator, breadcrumbs->visited, fr_map_pixels(breadcrumbs->map),
                  sizeof *breadcrumbs->visited);
    fr_deallocate(breadcrumbs->allocator, breadcrumbs->nodes, breadcrumbs->capacity,
                  sizeof *breadcrumbs->nodes);
}
