/* The U-shaped trap: a wall open to the left that fills most of the screen. If the start is in its
 * mouth and the goal behind it, a search toward the goal floods the whole inside first. */
#include "maps/generators/drawing.h"

enum { WIDTH, HEIGHT, WALL };

static enum fr_status paint(struct fr_canvas *canvas, const int32_t *values,
                            struct fr_random *random, const struct fr_allocator *allocator)
{
    (void)random;
    (void)allocator;
    const int32_t wall = values[WALL];
    const int32_t width = (int32_t)((int64_t)canvas->width * values[WIDTH] / 100);
    const int32_t height = (int32_t)((int64_t)canvas->height * values[HEIGHT] / 100);
    const int32_t left = (canvas->width - width) / 2, top = (canvas->height - height) / 2;
    if (left < 1 || top < 1 || width <= wall || height <= 2 * wall)
        return FR_BAD_INPUT;
    fr_canvas_flood(canvas, 255);
    fr_canvas_rect(canvas, (struct fr_rect){left, top, width, wall}, 0);
    fr_canvas_rect(canvas, (struct fr_rect){left, top + height - wall, width, wall}, 0);
    fr_canvas_rect(canvas, (struct fr_rect){left + width - wall, top, wall, height}, 0);
    return FR_OK;
}

const struct fr_generator fr_generator_utrap = {
    .kind = "utrap",
    .summary =
        "a U-shaped wall, open to the left, between a start on the left and a goal on the right",
    .options = {[WIDTH] = {"width", 84, 10, 98, "width in percent of the map's"},
                [HEIGHT] = {"height", 84, 10, 98, "height in percent of the map's"},
                [WALL] = {"wall", 8, 1, 1000, "thickness of the wall in pixels"}},
    .least = 8,
    .needs = "a pixel around the trap, and floor inside it",
    .paint = paint,
};
