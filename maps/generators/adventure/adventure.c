/* The adventure room: the walkability mask of a hand-painted full-HD scene. A floor in perspective
 * between a back wall and a foreground, with formations on it that grow toward the viewer, soft
 * edges, and the dirt that brushes leave. */
#include "maps/generators/adventure/adventure_room.h"

#include "maps/generators/pockets.h"

void fr_room_quantise(struct fr_canvas *canvas, int32_t bits)
{
    const int32_t top = (1 << bits) - 1;
    uint8_t level[256];
    for (int32_t i = 0; i < 256; i++)
        level[i] = (uint8_t)(((i * top + 127) / 255 * 255 + top / 2) / top);
    const size_t pixels = (size_t)canvas->width * (size_t)canvas->height;
    for (size_t i = 0; i < pixels; i++)
        canvas->pixels[i] = level[canvas->pixels[i]];
}

static enum fr_status paint(struct fr_canvas *canvas, const int32_t *values,
                            struct fr_random *random, const struct fr_allocator *allocator)
{
    const double scale = canvas->height / FR_ROOM_HEIGHT;
    struct fr_room room = {.canvas = canvas,
                           .random = random,
                           .width = canvas->width / scale,
                           .scale = scale,
                           .hand = values[FR_ROOM_HAND] / 100.0};
    enum fr_status status = fr_painter_create(canvas, scale, allocator, &room.painter);
    if (status != FR_OK)
        return status;
    fr_room_floor(&room, values[FR_ROOM_DOORS]);
    fr_room_formations(&room, values[FR_ROOM_FORMATIONS]);
    fr_painter_release(room.painter);
    /* a painter would black out floor that formations and walls cut off */
    status = fr_canvas_fill_pockets(canvas, allocator);
    if (status != FR_OK)
        return status;
    fr_room_dirt(canvas, random, values[FR_ROOM_DIRT]);
    fr_room_quantise(canvas, values[FR_ROOM_BITS]);
    return FR_OK;
}

const struct fr_generator fr_generator_adventure = {
    .kind = "adventure",
    .summary = "the mask of a hand-painted scene: a floor in perspective, obstacles, soft edges",
    .options = {[FR_ROOM_FORMATIONS] = {"formations", 60, 0, FR_ROOM_MOST_FORMATIONS,
                                        "rocks, tables, counters and pillars"},
                [FR_ROOM_DIRT] = {"dirt", 1, 0, 10,
                                  "slips of the brush: N times about a hundred on full HD"},
                [FR_ROOM_DOORS] = {"doors", 3, 0, 8, "doorways in the back wall"},
                [FR_ROOM_HAND] = {"hand", 100, 0, 300, "how unsteady the outlines are, in percent"},
                [FR_ROOM_BITS] = {"bits", 4, 1, 8, "2^bits grey levels; 1 is two-valued"}},
    .least = 32,
    .sample = "formations=30",
    .paint = paint,
};
