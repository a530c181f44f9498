/* The corridor: a single path through a solid block, straight or with right-angled turns. It shows
 * the cost of length alone, and then of turns. */
#include <stdbool.h>

#include "maps/generators/drawing.h"

enum { WIDTH, TURNS };

/* Carves a horizontal or vertical piece of corridor between two corners, given as upper left
 * pixels. */
static void carve(struct fr_canvas *canvas, int32_t width, int32_t x0, int32_t y0, int32_t x1,
                  int32_t y1)
{
    const int32_t left = x0 < x1 ? x0 : x1, top = y0 < y1 ? y0 : y1;
    const int32_t right = x0 < x1 ? x1 : x0, bottom = y0 < y1 ? y1 : y0;
    fr_canvas_rect(canvas, (struct fr_rect){left, top, right - left + width, bottom - top + width},
                   255);
}

static enum fr_status paint(struct fr_canvas *canvas, const int32_t *values,
                            struct fr_random *random, const struct fr_allocator *allocator)
{
    (void)random;
    (void)allocator;
    const int32_t width = values[WIDTH], turns = values[TURNS];
    const int32_t uprights = (turns + 1) / 2; /* vertical pieces */
    const int32_t top = canvas->height / 8, bottom = canvas->height - top - width;
    if (canvas->width < width || canvas->height < width ||
        canvas->width / (uprights + 1) <= width || (uprights > 0 && bottom - top <= width))
        return FR_BAD_INPUT;
    fr_canvas_flood(canvas, 0);
    int32_t x = 0, y = turns > 0 ? bottom : (canvas->height - width) / 2;
    for (int32_t i = 1; i <= uprights; i++) {
        const int32_t next = fr_division(canvas->width, uprights + 1, i) - width / 2;
        const bool last = i == uprights && turns % 2 != 0;
        const int32_t other = y == bottom ? top : bottom;
        const int32_t border = y == bottom ? 0 : canvas->height - width;
        carve(canvas, width, x, y, next, y);
        carve(canvas, width, next, y, next, last ? border : other);
        x = next;
        y = other;
    }
    if (turns % 2 == 0)
        carve(canvas, width, x, y, canvas->width - width, y);
    return FR_OK;
}

const struct fr_generator fr_generator_corridor = {
    .kind = "corridor",
    .summary = "one corridor through solid rock, straight or with turns",
    .options = {[WIDTH] = {"width", 8, 1, 1000, "width of the corridor in pixels"},
                [TURNS] = {"turns", 0, 0, 10000, "number of right angles, evenly spread"}},
    .least = 1,
    .needs = "more than width pixels in each direction for each of turns / 2 + 1 parts",
    .sample = "turns=9",
    .paint = paint,
};
