/* Perfect mazes: between any two places there is exactly one way.
 *
 * Depth-first mazes (the default) are carved by a random walk that backs up out of dead ends: long
 * winding corridors. Uniform ones are drawn from all mazes with equal chance by loop-erased random
 * walks (Wilson, "Generating random spanning trees more quickly than the cover time", STOC 1996):
 * many short dead ends. Neither recurses: a cell remembers the way back, or the way on. */
#include <stdbool.h>

#include "maps/generators/drawing.h"

enum { CORRIDOR, WALL, UNIFORM };

enum { EAST, SOUTH, WEST, NORTH, DIRECTIONS };

static const int32_t step_x[DIRECTIONS] = {1, 0, -1, 0}, step_y[DIRECTIONS] = {0, 1, 0, -1};

/* Marks of a cell, beside a direction. */
enum { DIRECTION = 3, VISITED = 4 };

struct cell {
    int32_t x, y;
};

struct maze {
    struct fr_canvas *canvas;
    int32_t corridor, pitch; /* pixels */
    int32_t columns, rows;
    uint8_t *marks; /* of every cell */
};

static uint8_t *mark(const struct maze *maze, struct cell cell)
{
    return &maze->marks[(size_t)cell.y * (size_t)maze->columns + (size_t)cell.x];
}

static struct cell neighbour(struct cell cell, int direction)
{
    return (struct cell){cell.x + step_x[direction], cell.y + step_y[direction]};
}

static bool inside(const struct maze *maze, struct cell cell)
{
    return cell.x >= 0 && cell.y >= 0 && cell.x < maze->columns && cell.y < maze->rows;
}

static void carve(const struct maze *maze, struct cell a, struct cell b)
{
    const struct cell low = {a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y};
    const struct cell high = {a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y};
    const struct fr_rect both = {low.x * maze->pitch, low.y * maze->pitch,
                                 (high.x - low.x) * maze->pitch + maze->corridor,
                                 (high.y - low.y) * maze->pitch + maze->corridor};
    fr_canvas_rect(maze->canvas, both, 255);
}

/* A random direction from cell to one not visited yet; -1 where there is none. */
static int unvisited_direction(const struct maze *maze, struct cell cell, struct fr_random *random)
{
    int choices[DIRECTIONS], count = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        const struct cell next = neighbour(cell, direction);
        if (inside(maze, next) && !(*mark(maze, next) & VISITED))
            choices[count++] = direction;
    }
    return count > 0 ? choices[fr_random_below(random, (uint32_t)count)] : -1;
}

static void carve_depth_first(const struct maze *maze, struct fr_random *random)
{
    const struct cell root = {0, 0};
    struct cell cell = root;
    *mark(maze, root) = VISITED;
    carve(maze, root, root);
    for (;;) {
        const int direction = unvisited_direction(maze, cell, random);
        if (direction >= 0) {
            const struct cell next = neighbour(cell, direction);
            carve(maze, cell, next);
            *mark(maze, next) = (uint8_t)(VISITED | (direction + 2) % DIRECTIONS);
            cell = next;
        } else if (cell.x == root.x && cell.y == root.y) {
            return;
        } else {
            cell = neighbour(cell, *mark(maze, cell) & DIRECTION);
        }
    }
}

/* Walks at random from start until it meets the maze, then carves the walk without its loops: each
 * cell keeps only the direction in which it was left last. */
static void join_by_walk(const struct maze *maze, struct cell start, struct fr_random *random)
{
    struct cell cell = start;
    while (!(*mark(maze, cell) & VISITED)) {
        const int direction = (int)fr_random_below(random, DIRECTIONS);
        const struct cell next = neighbour(cell, direction);
        if (!inside(maze, next))
            continue;
        *mark(maze, cell) = (uint8_t)direction;
        cell = next;
    }
    cell = start;
    while (!(*mark(maze, cell) & VISITED)) {
        const struct cell next = neighbour(cell, *mark(maze, cell) & DIRECTION);
        carve(maze, cell, next);
        *mark(maze, cell) |= VISITED;
        cell = next;
    }
}

static void carve_uniform(const struct maze *maze, struct fr_random *random)
{
    const struct cell root = {maze->columns / 2, maze->rows / 2};
    *mark(maze, root) = VISITED;
    carve(maze, root, root);
    for (int32_t y = 0; y < maze->rows; y++)
        for (int32_t x = 0; x < maze->columns; x++)
            join_by_walk(maze, (struct cell){x, y}, random);
}

static enum fr_status paint(struct fr_canvas *canvas, const int32_t *values,
                            struct fr_random *random, const struct fr_allocator *allocator)
{
    const int32_t corridor = values[CORRIDOR], pitch = corridor + values[WALL];
    struct maze maze = {canvas,
                        corridor,
                        pitch,
                        (canvas->width + values[WALL]) / pitch,
                        (canvas->height + values[WALL]) / pitch,
                        NULL};
    if (maze.columns < 1 || maze.rows < 1)
        return FR_BAD_INPUT;
    const size_t cells = (size_t)maze.columns * (size_t)maze.rows;
    maze.marks = fr_allocate_zeroed(allocator, cells, sizeof *maze.marks);
    if (!maze.marks)
        return FR_NO_MEMORY;
    fr_canvas_flood(canvas, 0);
    if (values[UNIFORM])
        carve_uniform(&maze, random);
    else
        carve_depth_first(&maze, random);
    fr_deallocate(allocator, maze.marks, cells, sizeof *maze.marks);
    return FR_OK;
}

const struct fr_generator fr_generator_maze = {
    .kind = "maze",
    .summary = "a perfect maze: one way between any two places",
    .options = {[CORRIDOR] = {"corridor", 4, 1, 1000, "pixels of corridor"},
                [WALL] = {"wall", 1, 1, 1000, "pixels of wall"},
                [UNIFORM] = {"uniform", 0, 0, 1, "1: every maze equally likely; 0: depth-first"}},
    .least = 1,
    .paint = paint,
};
