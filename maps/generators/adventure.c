/* The adventure room: the walkability mask of a hand-painted full-HD scene. A floor in perspective
 * between a back wall and a foreground, with formations on it that grow toward the viewer, soft
 * edges, and the dirt that brushes leave. */
#include "maps/generators/adventure.h"

#include "maps/components.h"

enum { FORMATIONS, DIRT, DOORS, HAND, BITS };

/* The component with most pixels; there is at least one. */
static uint32_t largest_component(const struct fr_components *components)
{
    uint32_t largest = 0;
    for (uint32_t i = 1; i < fr_components_count(components); i++)
        if (fr_components_size(components, i) > fr_components_size(components, largest))
            largest = i;
    return largest;
}

/* Blackens a pixel and the soft edge around it. */
static void blot(struct fr_canvas *canvas, int32_t x, int32_t y)
{
    fr_canvas_rect(canvas, (struct fr_rect){x, y, 1, 1}, 0);
    for (int32_t ny = y - 1; ny <= y + 1; ny++)
        for (int32_t nx = x - 1; nx <= x + 1; nx++)
            if (fr_canvas_level(canvas, nx, ny) < 128)
                fr_canvas_rect(canvas, (struct fr_rect){nx, ny, 1, 1}, 0);
}

/* Blackens what formations and walls have cut off from the floor: a painter would. */
static enum fr_status fill_pockets(struct fr_canvas *canvas, const struct fr_allocator *allocator)
{
    struct fr_map *map;
    struct fr_components *components;
    enum fr_status status = fr_canvas_map(canvas, allocator, &map);
    if (status != FR_OK)
        return status;
    status = fr_components_create(map, FR_CONNECTED_4, allocator, &components);
    if (status == FR_OK && fr_components_count(components) > 1) {
        const uint32_t floor = largest_component(components);
        for (int32_t y = 0; y < canvas->height; y++)
            for (int32_t x = 0; x < canvas->width; x++)
                if (fr_map_walkable(map, x, y) && fr_components_at(components, x, y) != floor)
                    blot(canvas, x, y);
    }
    if (status == FR_OK)
        fr_components_release(components);
    fr_map_release(map);
    return status;
}

/* Keeps 2^bits levels; which pixels are walkable does not change. */
static void quantise(struct fr_canvas *canvas, int32_t bits)
{
    const int32_t top = (1 << bits) - 1;
    uint8_t level[256];
    for (int32_t i = 0; i < 256; i++)
        level[i] = (uint8_t)(((i * top + 127) / 255 * 255 + top / 2) / top);
    const size_t pixels = (size_t)canvas->width * (size_t)canvas->height;
    for (size_t i = 0; i < pixels; i++)
        canvas->grey[i] = level[canvas->grey[i]];
}

static enum fr_status paint(struct fr_canvas *canvas, const int32_t *values,
                            struct fr_random *random, const struct fr_allocator *allocator)
{
    const double scale = canvas->height / FR_ROOM_HEIGHT;
    struct fr_room room = {.canvas = canvas,
                           .random = random,
                           .width = canvas->width / scale,
                           .scale = scale,
                           .hand = values[HAND] / 100.0};
    enum fr_status status = fr_painter_create(canvas, scale, allocator, &room.painter);
    if (status != FR_OK)
        return status;
    fr_room_floor(&room, values[DOORS]);
    fr_room_formations(&room, values[FORMATIONS]);
    fr_painter_release(room.painter);
    status = fill_pockets(canvas, allocator);
    if (status != FR_OK)
        return status;
    fr_room_dirt(canvas, random, values[DIRT]);
    quantise(canvas, values[BITS]);
    return FR_OK;
}

const struct fr_generator fr_generator_adventure = {
    .kind = "adventure",
    .summary = "the mask of a hand-painted scene: a floor in perspective, formations, soft edges",
    .options = {[FORMATIONS] = {"formations", 60, 0, FR_ROOM_MOST_FORMATIONS,
                                "rocks, tables, counters and pillars"},
                [DIRT] = {"dirt", 1, 0, 10, "slips of the brush, about a hundred each on full HD"},
                [DOORS] = {"doors", 3, 0, 8, "doorways in the back wall"},
                [HAND] = {"hand", 100, 0, 300, "percent of unsteadiness in the outlines"},
                [BITS] = {"bits", 4, 1, 8, "2^bits grey levels; 1 is two-valued"}},
    .least = 32,
    .paint = paint,
};
