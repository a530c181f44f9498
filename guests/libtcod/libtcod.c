/* libtcod as a guest (BSD; Debian libtcod-dev): its A* over a map of cells, in eight directions. A diagonal costs 1.41, its
 * default, and passes between two blocked cells, as the library takes every walkable neighbour. */
#include <libtcod.h>

#include "algorithms/plugin.h"

struct fr_state {
    struct fr_head head;
    TCOD_map_t cells;
    TCOD_path_t search;
};

static void release(struct fr_state *state)
{
    TCOD_path_delete(state->search);
    TCOD_map_delete(state->cells);
}

static void copy_cells(const struct fr_state *state, struct fr_rect rect)
{
    for (int y = rect.y; y < rect.y + rect.height; y++)
        for (int x = rect.x; x < rect.x + rect.width; x++) {
            const bool walkable = fr_map_walkable(state->head.map, x, y);
            TCOD_map_set_properties(state->cells, x, y, walkable, walkable);
        }
}

static enum fr_status prepare(struct fr_state *state)
{
    const struct fr_map *map = state->head.map;
    state->cells = TCOD_map_new(map->width, map->height);
    copy_cells(state, (struct fr_rect){0, 0, map->width, map->height});
    state->search = TCOD_path_new_using_map(state->cells, 1.41f);
    return FR_OK;
}

static enum fr_status update(struct fr_state *state, const struct fr_rect *rects, size_t count)
{
    for (size_t i = 0; i < count; i++)
        copy_cells(state, rects[i]);
    return FR_OK;
}

/* The path as the library holds it is without its start. */
static enum fr_outcome find(struct fr_state *state, struct fr_point start, struct fr_point goal,
                            const struct fr_probe *probe, struct fr_path *path)
{
    const struct fr_pixel from = fr_point_pixel(start), to = fr_point_pixel(goal);
    enum fr_status status = FR_OK;
    (void)probe;
    if (!TCOD_path_compute(state->search, from.x, from.y, to.x, to.y))
        return FR_UNREACHABLE;
    status = fr_path_append(path, start);
    for (int i = 0; i < TCOD_path_size(state->search) && status == FR_OK; i++) {
        struct fr_pixel step;
        TCOD_path_get(state->search, i, &step.x, &step.y);
        status = fr_path_append(path, fr_pixel_centre(step));
    }
    return status == FR_OK ? FR_FOUND : FR_OUT_OF_MEMORY;
}

FR_PLUGIN(.name = "libtcod", .label = "libtcod 1.18.1",
          .summary = "A* over cells, in eight directions",
          .source = "Jice, Mingos and others, libtcod, Debian libtcod-dev", .colour = "#BCBD22",
          .marker = 'P', .traits = {.movement = FR_GRID8_CUT},
          .state_bytes = sizeof(struct fr_state), .prepare = prepare, .find = find,
          .update = update, .release = release);
