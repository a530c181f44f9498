/* The staircase: a diagonal corridor that runs to and fro between stepped walls. It is the worst
 * case for grid paths: with one-pixel steps and a width of two cells no diagonal move is free, and
 * a path is 1.41 times as long as the straight line. Every step is a corner that may block or bend
 * a line of sight. */
#include <stdbool.h>

#include "maps/generators/drawing.h"

enum { STEP, CORRIDOR, WALL };

/* Whether a cell is wall. Cells of equal x + y are on one diagonal from the lower left to the upper
 * right. Diagonals of corridor and of wall alternate, in groups; each wall leaves an opening at one
 * end, alternately. */
static bool is_wall(struct fr_pixel cell, int32_t columns, int32_t rows, const int32_t *values)
{
    const int32_t corridor = values[CORRIDOR], pitch = corridor + values[WALL];
    const int32_t diagonal = cell.x + cell.y;
    if (diagonal % pitch < corridor)
        return false;
    const int32_t top = diagonal - (columns - 1) > 0 ? diagonal - (columns - 1) : 0;
    const int32_t left = diagonal - (rows - 1) > 0 ? diagonal - (rows - 1) : 0;
    const bool at_top = diagonal / pitch % 2 == 0;
    return (at_top ? cell.y - top : cell.x - left) >= corridor;
}

static enum fr_status paint(struct fr_canvas *canvas, const int32_t *values,
                            struct fr_random *random, const struct fr_allocator *allocator)
{
    (void)random;
    (void)allocator;
    const int32_t step = values[STEP];
    const int32_t columns = (canvas->width + step - 1) / step;
    const int32_t rows = (canvas->height + step - 1) / step;
    fr_canvas_flood(canvas, 255);
    for (int32_t y = 0; y < rows; y++)
        for (int32_t x = 0; x < columns; x++)
            if (is_wall((struct fr_pixel){x, y}, columns, rows, values))
                fr_canvas_rect(canvas, (struct fr_rect){x * step, y * step, step, step}, 0);
    return FR_OK;
}

const struct fr_generator fr_generator_staircase = {
    .kind = "staircase",
    .summary = "a corridor back and forth between diagonal walls of steps",
    .options = {[STEP] = {"step", 4, 1, 1000, "size of a step in pixels"},
                [CORRIDOR] = {"corridor", 6, 2, 1000, "steps from wall to wall"},
                [WALL] = {"wall", 2, 1, 1000,
                          "thickness of walls in steps; 1: steps meet only at corners"}},
    .least = 1,
    .paint = paint,
};
