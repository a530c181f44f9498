/* Spanning trees of a lattice: by depth-first search, and by loop-erased random walks (Wilson,
 * "Generating random spanning trees more quickly than the cover time", STOC 1996). The algorithms
 * do not recurse: each cell stores the direction back, or the one in which it was last left. */
#include "maps/generators/lattice.h"

enum { EAST, SOUTH, WEST, NORTH, DIRECTIONS };

static const int32_t step_x[DIRECTIONS] = {1, 0, -1, 0}, step_y[DIRECTIONS] = {0, 1, 0, -1};

/* Bits of a cell; the lowest two are a direction. JOINED << side: joined on that side. */
enum { DIRECTION = 3, VISITED = 4, JOINED = 8 };

struct cell {
    int32_t x, y;
};

static uint8_t *mark(const struct fr_lattice *lattice, struct cell cell)
{
    return &lattice->marks[(size_t)cell.y * (size_t)lattice->columns + (size_t)cell.x];
}

static struct cell neighbour(struct cell cell, int direction)
{
    return (struct cell){cell.x + step_x[direction], cell.y + step_y[direction]};
}

static bool inside(const struct fr_lattice *lattice, struct cell cell)
{
    return cell.x >= 0 && cell.y >= 0 && cell.x < lattice->columns && cell.y < lattice->rows;
}

enum fr_status fr_lattice_create(int32_t columns, int32_t rows,
                                 const struct fr_allocator *allocator, struct fr_lattice *lattice)
{
    if (columns < 1 || rows < 1)
        return FR_BAD_INPUT;
    uint8_t *marks = fr_allocate_zeroed(allocator, (size_t)columns * (size_t)rows, 1);
    if (!marks)
        return FR_NO_MEMORY;
    *lattice = (struct fr_lattice){columns, rows, marks};
    return FR_OK;
}

/* Joins `cell` to its neighbour in a direction, and visits it. */
static void join(const struct fr_lattice *lattice, struct cell cell, int direction)
{
    const bool forth = direction == EAST || direction == SOUTH;
    const struct cell owner = forth ? cell : neighbour(cell, direction);
    const enum fr_side side = direction % 2 == 0 ? FR_EAST : FR_SOUTH;
    *mark(lattice, owner) |= (uint8_t)(JOINED << side);
    *mark(lattice, cell) |= VISITED;
}

/* A random direction from `cell` to an unvisited neighbour; -1 if there is none. */
static int unvisited_direction(const struct fr_lattice *lattice, struct cell cell,
                               struct fr_random *random)
{
    int choices[DIRECTIONS], count = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        const struct cell next = neighbour(cell, direction);
        if (inside(lattice, next) && !(*mark(lattice, next) & VISITED))
            choices[count++] = direction;
    }
    return count > 0 ? choices[fr_random_below(random, (uint32_t)count)] : -1;
}

void fr_lattice_span_winding(struct fr_lattice *lattice, struct fr_random *random)
{
    const struct cell root = {0, 0};
    struct cell cell = root;
    *mark(lattice, root) |= VISITED;
    for (;;) {
        const int direction = unvisited_direction(lattice, cell, random);
        if (direction >= 0) {
            const int back = (direction + 2) % DIRECTIONS;
            cell = neighbour(cell, direction);
            *mark(lattice, cell) |= (uint8_t)back;
            join(lattice, cell, back);
        } else if (cell.x == root.x && cell.y == root.y) {
            return;
        } else {
            cell = neighbour(cell, *mark(lattice, cell) & DIRECTION);
        }
    }
}

/* Walks at random from `start` until it reaches the tree, then adds its path without loops: a cell
 * stores only the direction in which it was last left. */
static void join_by_walk(const struct fr_lattice *lattice, struct cell start,
                         struct fr_random *random)
{
    struct cell cell = start;
    while (!(*mark(lattice, cell) & VISITED)) {
        const int direction = (int)fr_random_below(random, DIRECTIONS);
        const struct cell next = neighbour(cell, direction);
        if (!inside(lattice, next))
            continue;
        *mark(lattice, cell) = (uint8_t)((*mark(lattice, cell) & ~DIRECTION) | direction);
        cell = next;
    }
    cell = start;
    while (!(*mark(lattice, cell) & VISITED)) {
        const int direction = *mark(lattice, cell) & DIRECTION;
        join(lattice, cell, direction);
        cell = neighbour(cell, direction);
    }
}

void fr_lattice_span_uniform(struct fr_lattice *lattice, struct fr_random *random)
{
    *mark(lattice, (struct cell){lattice->columns / 2, lattice->rows / 2}) |= VISITED;
    for (int32_t y = 0; y < lattice->rows; y++)
        for (int32_t x = 0; x < lattice->columns; x++)
            join_by_walk(lattice, (struct cell){x, y}, random);
}

bool fr_lattice_joined(const struct fr_lattice *lattice, int32_t x, int32_t y, enum fr_side side)
{
    return *mark(lattice, (struct cell){x, y}) & JOINED << side;
}

void fr_lattice_join_more(struct fr_lattice *lattice, int32_t percent, struct fr_random *random)
{
    for (int32_t y = 0; y < lattice->rows; y++)
        for (int32_t x = 0; x < lattice->columns; x++)
            for (int side = FR_EAST; side <= FR_SOUTH; side++)
                if (fr_lattice_borders(lattice, x, y, (enum fr_side)side) &&
                    !fr_lattice_joined(lattice, x, y, (enum fr_side)side) &&
                    (int32_t)fr_random_below(random, 100) < percent)
                    join(lattice, (struct cell){x, y}, side == FR_EAST ? EAST : SOUTH);
}

void fr_lattice_release(struct fr_lattice *lattice, const struct fr_allocator *allocator)
{
    fr_deallocate(allocator, lattice->marks, (size_t)lattice->columns * (size_t)lattice->rows, 1);
}
