/* The comb: adjacent dead ends, all open to one corridor below. The path from tip to tip leads all
 * the way down and up again, and a search enters every tooth in between. */
#include "maps/generators/drawing.h"

enum { TOOTH, WALL, SPINE };

static enum fr_status paint(struct fr_canvas *canvas, const int32_t *values,
                            struct fr_random *random, const struct fr_allocator *allocator)
{
    (void)random;
    (void)allocator;
    const int32_t tooth = values[TOOTH], pitch = tooth + values[WALL], spine = values[SPINE];
    if (canvas->width < tooth || canvas->height <= spine)
        return FR_BAD_INPUT;
    fr_canvas_flood(canvas, 0);
    for (int32_t x = 0; x + tooth <= canvas->width; x += pitch)
        fr_canvas_rect(canvas, (struct fr_rect){x, 0, tooth, canvas->height}, 255);
    fr_canvas_rect(canvas, (struct fr_rect){0, canvas->height - spine, canvas->width, spine}, 255);
    return FR_OK;
}

const struct fr_generator fr_generator_comb = {
    .kind = "comb",
    .summary = "dead ends side by side along one corridor",
    .options = {[TOOTH] = {"tooth", 8, 1, 1000, "width of a dead end in pixels"},
                [WALL] = {"wall", 8, 1, 1000, "wall between them in pixels"},
                [SPINE] = {"spine", 16, 1, 1000, "width of the corridor in pixels"}},
    .least = 2,
    .needs = "at least tooth pixels of width, and more than spine of height",
    .sample = "tooth=6,wall=6",
    .paint = paint,
};
