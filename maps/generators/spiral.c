/* The spiral: a corridor that winds from the top left corner to the middle. The shortest path goes
 * through all of it, with as much wall beside it as possible. */
#include <stdbool.h>

#include "maps/generators/drawing.h"

enum { CORRIDOR, WALL };

struct box {
    int32_t left, top, right, bottom;
};

/* Takes the corridor along one side of the remaining rectangle, clockwise from the top, extended by
 * lead pixels back to the corner where the last side ended. Cuts that side off the rectangle. */
static struct box take_side(struct box *rest, int side, int32_t lead, int32_t corridor,
                            int32_t pitch)
{
    struct box run = *rest;
    switch (side) {
    case 0:
        run.left -= lead;
        run.bottom = run.top + corridor;
        rest->top += pitch;
        break;
    case 1:
        run.top -= lead;
        run.left = run.right - corridor;
        rest->right -= pitch;
        break;
    case 2:
        run.right += lead;
        run.top = run.bottom - corridor;
        rest->bottom -= pitch;
        break;
    default:
        run.bottom += lead;
        run.right = run.left + corridor;
        rest->left += pitch;
    }
    return run;
}

static enum fr_status paint(struct fr_canvas *canvas, const int32_t *values,
                            struct fr_random *random, const struct fr_allocator *allocator)
{
    (void)random;
    (void)allocator;
    const int32_t corridor = values[CORRIDOR], pitch = corridor + values[WALL];
    if (canvas->width < corridor || canvas->height < corridor)
        return FR_BAD_INPUT;
    struct box rest = {0, 0, canvas->width, canvas->height};
    fr_canvas_flood(canvas, 0);
    int32_t lead = 0;
    for (int side = 0;; side = (side + 1) % 4) {
        const int32_t width = rest.right - rest.left, height = rest.bottom - rest.top;
        const bool flat = side % 2 == 0;
        const int32_t length = (flat ? width : height) + lead;
        if ((flat ? height : width) < corridor || (lead > 0 && length <= corridor))
            return FR_OK;
        const struct box run = take_side(&rest, side, lead, corridor, pitch);
        fr_canvas_rect(
            canvas, (struct fr_rect){run.left, run.top, run.right - run.left, run.bottom - run.top},
            255);
        lead = pitch;
    }
}

const struct fr_generator fr_generator_spiral = {
    .kind = "spiral",
    .summary = "one corridor that winds from the top left corner into the middle",
    .options = {[CORRIDOR] = {"corridor", 1, 1, 1000, "width of the corridor in pixels"},
                [WALL] = {"wall", 1, 1, 1000, "thickness of walls in pixels"}},
    .least = 1,
    .needs = "at least corridor pixels in each direction",
    .sample = "corridor=6,wall=4",
    .paint = paint,
};
