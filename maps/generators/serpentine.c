/* The serpentine: horizontal corridors one below the other, joined at alternate ends. The path is
 * as long as in the spiral, but repeatedly approaches and leaves the goal. */
#include "maps/generators/drawing.h"

enum { CORRIDOR, WALL };

static enum fr_status paint(struct fr_canvas *canvas, const int32_t *values,
                            struct fr_random *random, const struct fr_allocator *allocator)
{
    (void)random;
    (void)allocator;
    const int32_t corridor = values[CORRIDOR], pitch = corridor + values[WALL];
    if (canvas->width < corridor || canvas->height < corridor)
        return FR_BAD_INPUT;
    fr_canvas_flood(canvas, 0);
    const int32_t rows = (canvas->height + values[WALL]) / pitch;
    for (int32_t row = 0; row < rows; row++) {
        const int32_t top = row * pitch;
        fr_canvas_rect(canvas, (struct fr_rect){0, top, canvas->width, corridor}, 255);
        const int32_t joint = row % 2 == 0 ? canvas->width - corridor : 0;
        if (row + 1 < rows)
            fr_canvas_rect(canvas, (struct fr_rect){joint, top, corridor, pitch}, 255);
    }
    return FR_OK;
}

const struct fr_generator fr_generator_serpentine = {
    .kind = "serpentine",
    .summary = "horizontal corridors joined at alternate ends",
    .options = {[CORRIDOR] = {"corridor", 8, 1, 1000, "width of the corridor in pixels"},
                [WALL] = {"wall", 1, 1, 1000, "thickness of walls in pixels"}},
    .least = 1,
    .needs = "at least corridor pixels in each direction",
    .sample = "corridor=8,wall=4",
    .paint = paint,
};
