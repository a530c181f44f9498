/* Edge walls on open ground: a maze of closed borders, of which a chosen share is reopened;
 * separate segments; and blocked pixels between them. */
#include "maps/generators/drawing.h"
#include "maps/generators/lattice.h"

enum { CELL, OPEN, SEGMENTS, LENGTH, BLOCKED };

/* Closes the border along one side of a cell of the maze. */
static void close_side(struct fr_canvas *canvas, int32_t column, int32_t row, int32_t cell,
                       enum fr_side side)
{
    const int32_t x = column * cell, y = row * cell;
    for (int32_t i = 0; i < cell; i++) {
        if (side == FR_EAST)
            fr_canvas_close(canvas, x + cell - 1, y + i, side);
        else
            fr_canvas_close(canvas, x + i, y + cell - 1, side);
    }
}

static void close_maze(struct fr_canvas *canvas, const struct fr_lattice *lattice, int32_t cell)
{
    for (int32_t row = 0; row < lattice->rows; row++)
        for (int32_t column = 0; column < lattice->columns; column++)
            for (int side = FR_EAST; side <= FR_SOUTH; side++)
                if (!fr_lattice_joined(lattice, column, row, (enum fr_side)side))
                    close_side(canvas, column, row, cell, (enum fr_side)side);
}

static void close_segment(struct fr_canvas *canvas, int32_t longest, struct fr_random *random)
{
    int32_t x = fr_random_between(random, 0, canvas->width - 1);
    int32_t y = fr_random_between(random, 0, canvas->height - 1);
    const enum fr_side side = fr_random_below(random, 2) == 0 ? FR_EAST : FR_SOUTH;
    for (int32_t left = fr_random_between(random, 1, longest); left > 0; left--) {
        fr_canvas_close(canvas, x, y, side);
        x += side == FR_SOUTH;
        y += side == FR_EAST;
    }
}

static enum fr_status paint(struct fr_canvas *canvas, const int32_t *values,
                            struct fr_random *random, const struct fr_allocator *allocator)
{
    const int32_t cell = values[CELL];
    const int64_t pixels = (int64_t)canvas->width * canvas->height;
    struct fr_lattice lattice;
    const enum fr_status status = fr_lattice_create(
        (canvas->width + cell - 1) / cell, (canvas->height + cell - 1) / cell, allocator, &lattice);
    if (status != FR_OK)
        return status;
    fr_lattice_span_winding(&lattice, random);
    fr_lattice_join_more(&lattice, values[OPEN], random);
    close_maze(canvas, &lattice, cell);
    fr_lattice_release(&lattice, allocator);
    for (int64_t i = pixels * values[SEGMENTS] / 10000; i > 0; i--)
        close_segment(canvas, values[LENGTH], random);
    for (int64_t i = 0; i < pixels; i++)
        canvas->pixels[i] = (int32_t)fr_random_below(random, 100) < values[BLOCKED] ? 0 : 255;
    return FR_OK;
}

const struct fr_generator fr_generator_walls = {
    .kind = "walls",
    .summary = "an open floor with edge walls: closed borders between pixels",
    .options = {[CELL] = {"cell", 8, 1, 1000, "side of a maze's cells in pixels"},
                [OPEN] = {"open", 40, 0, 100,
                          "openings in the maze, in percent; 0: a perfect maze"},
                [SEGMENTS] = {"segments", 20, 0, 10000, "number of separate walls on 10000 pixels"},
                [LENGTH] = {"length", 12, 1, 1000,
                            "length of the longest separate wall, in borders"},
                [BLOCKED] = {"blocked", 0, 0, 100, "blocked pixels, in percent"}},
    .least = 2,
    .walls = true,
    .sample = "cell=9,segments=10",
    .paint = paint,
};
