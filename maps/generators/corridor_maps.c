/* Generators of corridors: each shows the cost of one thing. */
#include <stdbool.h>

#include "maps/generators/drawing.h"
#include "maps/generators/lattice.h"

/* The open room has no obstacles and shows the cost of area alone. */

static enum fr_status paint_open(struct fr_canvas *canvas, const int32_t *values)
{
    (void)values;
    fr_canvas_flood(canvas, 255);
    return FR_OK;
}

const struct fr_generator fr_generator_open = {
    .kind = "open",
    .summary = "an empty room",
    .least = 1,
    .paint = paint_open,
};

/* The corridor: a single path through a solid block, straight or with right-angled turns; it shows
 * the cost of length alone, and then of turns. */

enum { CORRIDOR_WIDTH, CORRIDOR_TURNS };

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

static enum fr_status paint_corridor(struct fr_canvas *canvas, const int32_t *values)
{
    const int32_t width = values[CORRIDOR_WIDTH], turns = values[CORRIDOR_TURNS];
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
    .options = {[CORRIDOR_WIDTH] = {"width", 8, 1, 1000, "width of the corridor in pixels"},
                [CORRIDOR_TURNS] = {"turns", 0, 0, 10000, "number of right angles, evenly spread"}},
    .least = 1,
    .needs = "more than width * (turns / 2 + 1) pixels in each direction",
    .sample = "turns=9",
    .paint = paint_corridor,
};

/* The U-shaped trap: a wall open to the left that fills most of the screen. From a start in the
 * mouth, a search toward a goal behind the wall floods the whole inside first. */

enum { UTRAP_WIDTH, UTRAP_HEIGHT, UTRAP_WALL };

static enum fr_status paint_utrap(struct fr_canvas *canvas, const int32_t *values)
{
    const int32_t wall = values[UTRAP_WALL];
    const int32_t width = (int32_t)((int64_t)canvas->width * values[UTRAP_WIDTH] / 100);
    const int32_t height = (int32_t)((int64_t)canvas->height * values[UTRAP_HEIGHT] / 100);
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
    .options = {[UTRAP_WIDTH] = {"width", 84, 10, 98, "width in percent of the map's"},
                [UTRAP_HEIGHT] = {"height", 84, 10, 98, "height in percent of the map's"},
                [UTRAP_WALL] = {"wall", 8, 1, 1000, "thickness of the wall in pixels"}},
    .least = 8,
    .needs = "a pixel around the trap, and floor inside it",
    .paint = paint_utrap,
};

/* The spiral: a corridor that winds from the top left corner to the middle. The shortest path goes
 * through the whole spiral, with as much wall beside it as possible. */

enum { SPIRAL_CORRIDOR, SPIRAL_WALL };

struct box {
    int32_t left, top, right, bottom;
};

/* The corridor along one side of the remaining rectangle, clockwise from the top, extended by
 * `lead` pixels back to the corner where the last side ended. Cuts the corridor off `rest`. */
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

static enum fr_status paint_spiral(struct fr_canvas *canvas, const int32_t *values)
{
    const int32_t corridor = values[SPIRAL_CORRIDOR], pitch = corridor + values[SPIRAL_WALL];
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
    .options = {[SPIRAL_CORRIDOR] = {"corridor", 1, 1, 1000, "width of the corridor in pixels"},
                [SPIRAL_WALL] = {"wall", 1, 1, 1000, "thickness of walls in pixels"}},
    .least = 1,
    .needs = "at least 'corridor' pixels in each direction",
    .sample = "corridor=6,wall=4",
    .paint = paint_spiral,
};

/* The serpentine: horizontal corridors one below the other, joined at alternate ends. The path is
 * as long as in the spiral, but repeatedly approaches and leaves the goal. */

enum { SERPENTINE_CORRIDOR, SERPENTINE_WALL };

static enum fr_status paint_serpentine(struct fr_canvas *canvas, const int32_t *values)
{
    const int32_t corridor = values[SERPENTINE_CORRIDOR],
                  pitch = corridor + values[SERPENTINE_WALL];
    if (canvas->width < corridor || canvas->height < corridor)
        return FR_BAD_INPUT;
    fr_canvas_flood(canvas, 0);
    const int32_t rows = (canvas->height + values[SERPENTINE_WALL]) / pitch;
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
    .options = {[SERPENTINE_CORRIDOR] = {"corridor", 8, 1, 1000, "width of the corridor in pixels"},
                [SERPENTINE_WALL] = {"wall", 1, 1, 1000, "thickness of walls in pixels"}},
    .least = 1,
    .needs = "at least 'corridor' pixels in each direction",
    .sample = "corridor=8,wall=4",
    .paint = paint_serpentine,
};

/* The comb: adjacent dead ends, all open to one corridor below. The path from tip to tip leads all
 * the way down and up again, and a search enters every tooth in between. */

enum { COMB_TOOTH, COMB_WALL, COMB_SPINE };

static enum fr_status paint_comb(struct fr_canvas *canvas, const int32_t *values)
{
    const int32_t tooth = values[COMB_TOOTH], pitch = tooth + values[COMB_WALL],
                  spine = values[COMB_SPINE];
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
    .options = {[COMB_TOOTH] = {"tooth", 8, 1, 1000, "width of a dead end in pixels"},
                [COMB_WALL] = {"wall", 8, 1, 1000,
                               "thickness of the wall between dead ends in pixels"},
                [COMB_SPINE] = {"spine", 16, 1, 1000, "width of the corridor in pixels"}},
    .least = 2,
    .needs = "a width of at least 'tooth' and a height over 'spine' pixels",
    .sample = "tooth=6,wall=6",
    .paint = paint_comb,
};

/* Perfect mazes: exactly one path joins any two cells, and corridors are long and winding. */

enum { MAZE_CORRIDOR, MAZE_WALL };

/* Paints the cell and the openings to its right and below it. */
static void carve_cell(struct fr_canvas *canvas, const struct fr_lattice *lattice, int32_t column,
                       int32_t row, const int32_t *values)
{
    const int32_t corridor = values[MAZE_CORRIDOR], pitch = corridor + values[MAZE_WALL];
    const int32_t x = column * pitch, y = row * pitch;
    const bool east = fr_lattice_joined(lattice, column, row, FR_EAST);
    const bool south = fr_lattice_joined(lattice, column, row, FR_SOUTH);
    fr_canvas_rect(canvas, (struct fr_rect){x, y, east ? pitch : corridor, corridor}, 255);
    fr_canvas_rect(canvas, (struct fr_rect){x, y, corridor, south ? pitch : corridor}, 255);
}

static enum fr_status paint_maze(struct fr_canvas *canvas, const int32_t *values)
{
    const int32_t wall = values[MAZE_WALL], pitch = values[MAZE_CORRIDOR] + wall;
    struct fr_lattice lattice;
    const enum fr_status status =
        fr_lattice_create((canvas->width + wall) / pitch, (canvas->height + wall) / pitch,
                          canvas->allocator, &lattice);
    if (status != FR_OK)
        return status;
    fr_lattice_span_winding(&lattice, &canvas->random);
    fr_canvas_flood(canvas, 0);
    for (int32_t row = 0; row < lattice.rows; row++)
        for (int32_t column = 0; column < lattice.columns; column++)
            carve_cell(canvas, &lattice, column, row, values);
    fr_lattice_release(&lattice, canvas->allocator);
    return FR_OK;
}

const struct fr_generator fr_generator_maze = {
    .kind = "maze",
    .summary = "a perfect maze: one path between any two places",
    .options = {[MAZE_CORRIDOR] = {"corridor", 4, 1, 1000, "width of corridors in pixels"},
                [MAZE_WALL] = {"wall", 1, 1, 1000, "thickness of walls in pixels"}},
    .least = 1,
    .needs = "at least 'corridor' pixels in each direction",
    .sample = "corridor=4,wall=2",
    .paint = paint_maze,
};

/* The staircase: a diagonal corridor that runs back and forth between stepped walls. The staircase
 * is the worst case for grid paths: with one-pixel steps and a width of two cells no diagonal move
 * is free, and a path is 1.41 times as long as the straight line. Every step is a corner that may
 * block a line of sight or bend a path. */

enum { STAIRCASE_STEP, STAIRCASE_CORRIDOR, STAIRCASE_WALL };

/* Whether a cell is wall. Cells of equal x + y are on one diagonal from the lower left to the upper
 * right. Diagonals of corridor and of wall alternate, in groups; walls leave an opening at
 * alternate ends. */
static bool is_wall(struct fr_pixel cell, int32_t columns, int32_t rows, const int32_t *values)
{
    const int32_t corridor = values[STAIRCASE_CORRIDOR], pitch = corridor + values[STAIRCASE_WALL];
    const int32_t diagonal = cell.x + cell.y;
    if (diagonal % pitch < corridor)
        return false;
    const int32_t top = diagonal - (columns - 1) > 0 ? diagonal - (columns - 1) : 0;
    const int32_t left = diagonal - (rows - 1) > 0 ? diagonal - (rows - 1) : 0;
    const bool at_top = diagonal / pitch % 2 == 0;
    return (at_top ? cell.y - top : cell.x - left) >= corridor;
}

static enum fr_status paint_staircase(struct fr_canvas *canvas, const int32_t *values)
{
    const int32_t step = values[STAIRCASE_STEP];
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
    .summary = "a corridor that runs back and forth between diagonal walls of steps",
    .options = {[STAIRCASE_STEP] = {"step", 4, 1, 1000, "size of a step in pixels"},
                [STAIRCASE_CORRIDOR] = {"corridor", 6, 2, 1000, "steps from wall to wall"},
                [STAIRCASE_WALL] = {"wall", 2, 1, 1000,
                                    "thickness of walls in steps; 1: steps meet only at corners"}},
    .least = 1,
    .paint = paint_staircase,
};
