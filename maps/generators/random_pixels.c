/* Random noise: each square of a few pixels is blocked or free, independently of the others. */
#include "maps/generators/drawing.h"

enum { BLOCKED, CELL };

static enum fr_status paint(struct fr_canvas *canvas, const int32_t *values,
                            struct fr_random *random, const struct fr_allocator *allocator)
{
    (void)allocator;
    const int32_t cell = values[CELL];
    fr_canvas_flood(canvas, 255);
    for (int32_t y = 0; y < canvas->height; y += cell)
        for (int32_t x = 0; x < canvas->width; x += cell)
            if ((int32_t)fr_random_below(random, 100) < values[BLOCKED])
                fr_canvas_rect(canvas, (struct fr_rect){x, y, cell, cell}, 0);
    return FR_OK;
}

const struct fr_generator fr_generator_random = {
    .kind = "random",
    .summary = "noise: each pixel is blocked or not, at random",
    .options = {[BLOCKED] = {"blocked", 30, 0, 100, "blocked part of the map, in percent"},
                [CELL] = {"cell", 1, 1, 1000, "side of each random square in pixels"}},
    .least = 1,
    .sample = "cell=4",
    .paint = paint,
};
