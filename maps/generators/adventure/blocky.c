/* The blocky room: the mask of an old game's small screen, enlarged without smoothing. All outlines
 * are stairs, with corners on the grid of the old pixels. */
#include "maps/generators/adventure/adventure_room.h"

enum { COLUMNS, ROWS, FORMATIONS };

/* Paints the old screen: a room in two levels with straight outlines. */
static enum fr_status paint_screen(struct fr_canvas *screen, int32_t formations,
                                   struct fr_random *random, const struct fr_allocator *allocator)
{
    const int32_t values[] = {[FR_ROOM_FORMATIONS] = formations,
                              [FR_ROOM_DOORS] = 2,
                              [FR_ROOM_HAND] = 60,
                              [FR_ROOM_BITS] = 1};
    return fr_generator_adventure.paint(screen, values, random, allocator);
}

static void blow_up(const struct fr_canvas *screen, struct fr_canvas *canvas)
{
    for (int32_t y = 0; y < canvas->height; y++) {
        const int32_t row = (int32_t)((int64_t)y * screen->height / canvas->height);
        for (int32_t x = 0; x < canvas->width; x++) {
            const int32_t column = (int32_t)((int64_t)x * screen->width / canvas->width);
            canvas->pixels[(size_t)y * (size_t)canvas->width + (size_t)x] =
                fr_canvas_level(screen, column, row);
        }
    }
}

static enum fr_status paint(struct fr_canvas *canvas, const int32_t *values,
                            struct fr_random *random, const struct fr_allocator *allocator)
{
    struct fr_canvas screen = {.width = values[COLUMNS], .height = values[ROWS]};
    if (screen.width > canvas->width || screen.height > canvas->height)
        return FR_BAD_INPUT;
    screen.pixels = fr_allocate(allocator, (size_t)screen.width * (size_t)screen.height, 1);
    if (!screen.pixels)
        return FR_NO_MEMORY;
    const enum fr_status status = paint_screen(&screen, values[FORMATIONS], random, allocator);
    if (status == FR_OK)
        blow_up(&screen, canvas);
    fr_canvas_release(&screen, allocator);
    return status;
}

const struct fr_generator fr_generator_blocky = {
    .kind = "blocky",
    .summary = "a room in the resolution of an old adventure game, enlarged to this size",
    .options = {[COLUMNS] = {"columns", 160, 32, 4000, "width of the old screen in pixels"},
                [ROWS] = {"rows", 120, 32, 4000, "height of the old screen in pixels"},
                [FORMATIONS] = {"formations", 10, 0, FR_ROOM_MOST_FORMATIONS,
                                "rocks, tables, counters and pillars"}},
    .least = 32,
    .needs = "columns pixels across and rows down, at least",
    .sample = "columns=64,rows=48",
    .paint = paint,
};
