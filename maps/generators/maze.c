/* Perfect mazes: any two cells are joined by exactly one path. By default they have long winding
 * corridors; uniform ones have many short dead ends. */
#include "maps/generators/drawing.h"
#include "maps/generators/lattice.h"

enum { CORRIDOR, WALL, UNIFORM };

/* Paints the cell and the openings to its right and below it. */
static void carve(struct fr_canvas *canvas, const struct fr_lattice *lattice, int32_t column,
                  int32_t row, const int32_t *values)
{
    const int32_t corridor = values[CORRIDOR], pitch = corridor + values[WALL];
    const int32_t x = column * pitch, y = row * pitch;
    const bool east = fr_lattice_joined(lattice, column, row, FR_EAST);
    const bool south = fr_lattice_joined(lattice, column, row, FR_SOUTH);
    fr_canvas_rect(canvas, (struct fr_rect){x, y, east ? pitch : corridor, corridor}, 255);
    fr_canvas_rect(canvas, (struct fr_rect){x, y, corridor, south ? pitch : corridor}, 255);
}

static enum fr_status paint(struct fr_canvas *canvas, const int32_t *values,
                            struct fr_random *random, const struct fr_allocator *allocator)
{
    const int32_t wall = values[WALL], pitch = values[CORRIDOR] + wall;
    struct fr_lattice lattice;
    const enum fr_status status = fr_lattice_create(
        (canvas->width + wall) / pitch, (canvas->height + wall) / pitch, allocator, &lattice);
    if (status != FR_OK)
        return status;
    if (values[UNIFORM])
        fr_lattice_span_uniform(&lattice, random);
    else
        fr_lattice_span_winding(&lattice, random);
    fr_canvas_flood(canvas, 0);
    for (int32_t row = 0; row < lattice.rows; row++)
        for (int32_t column = 0; column < lattice.columns; column++)
            carve(canvas, &lattice, column, row, values);
    fr_lattice_release(&lattice, allocator);
    return FR_OK;
}

const struct fr_generator fr_generator_maze = {
    .kind = "maze",
    .summary = "a perfect maze: one path between any two places",
    .options = {[CORRIDOR] = {"corridor", 4, 1, 1000, "width of corridors in pixels"},
                [WALL] = {"wall", 1, 1, 1000, "thickness of walls in pixels"},
                [UNIFORM] = {"uniform", 0, 0, 1, "1: every maze equally likely; 0: depth-first"}},
    .least = 1,
    .needs = "at least corridor pixels in each direction",
    .sample = "corridor=4,wall=2",
    .paint = paint,
};
