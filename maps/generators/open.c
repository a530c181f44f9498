/* The open room: no obstacles, and optionally a border around it. It shows the cost of area
 * alone. */
#include "maps/generators/drawing.h"

enum { BORDER };

static enum fr_status paint(struct fr_canvas *canvas, const int32_t *values,
                            struct fr_random *random, const struct fr_allocator *allocator)
{
    (void)random;
    (void)allocator;
    const int32_t border = values[BORDER];
    const struct fr_rect inside = {border, border, canvas->width - 2 * border,
                                   canvas->height - 2 * border};
    if (inside.width < 1 || inside.height < 1)
        return FR_BAD_INPUT;
    fr_canvas_flood(canvas, 0);
    fr_canvas_rect(canvas, inside, 255);
    return FR_OK;
}

const struct fr_generator fr_generator_open = {
    .kind = "open",
    .summary = "an empty room",
    .options = {[BORDER] = {"border", 0, 0, 1000, "wall around it in pixels"}},
    .least = 1,
    .needs = "more than twice the border",
    .paint = paint,
};
