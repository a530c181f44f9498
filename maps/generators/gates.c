/* Gates: rooms whose doors are separate areas, which the game opens and closes. The floor is area
 * 1; gates are areas 2 and up, each with about the same number of doors. Apart from locked doors,
 * any two rooms are joined by a path without gates. For any set of open areas, each open gate adds
 * a connection. */
#include "maps/generators/lattice.h"
#include "maps/generators/rooms.h"

enum { COLUMNS, ROWS, GATES, LOCKED, DOOR, WALL };

enum { FLOOR = 1, FIRST_GATE };

/* Chooses what to paint in the wall between two neighbours; gates counts the gates so far. */
static uint8_t choose_door(const int32_t *values, bool needed, struct fr_random *random,
                           int32_t *gates)
{
    if (needed && (int32_t)fr_random_below(random, 100) >= values[LOCKED])
        return FLOOR;
    return (uint8_t)(FIRST_GATE + (*gates)++ % values[GATES]);
}

static void open_doors(const struct fr_rooms *rooms, const struct fr_lattice *lattice,
                       const int32_t *values)
{
    int32_t gates = 0;
    for (int32_t row = 0; row < rooms->rows; row++)
        for (int32_t column = 0; column < rooms->columns; column++)
            for (int each = FR_EAST; each <= FR_SOUTH; each++) {
                const enum fr_side side = (enum fr_side)each;
                if (!fr_lattice_borders(lattice, column, row, side))
                    continue;
                const bool needed = fr_lattice_joined(lattice, column, row, side);
                const uint8_t door = choose_door(values, needed, rooms->random, &gates);
                fr_rooms_open(rooms, column, row, side, door);
            }
}

static enum fr_status paint(struct fr_canvas *canvas, const int32_t *values,
                            struct fr_random *random, const struct fr_allocator *allocator)
{
    const struct fr_rooms rooms = {canvas,       random,       values[COLUMNS],
                                   values[ROWS], values[WALL], values[DOOR]};
    struct fr_lattice lattice;
    if (!fr_rooms_fit(&rooms) || values[GATES] > (rooms.columns - 1) * (rooms.rows - 1))
        return FR_BAD_INPUT;
    const enum fr_status status = fr_lattice_create(rooms.columns, rooms.rows, allocator, &lattice);
    if (status != FR_OK)
        return status;
    fr_lattice_span_uniform(&lattice, random);
    fr_rooms_paint(&rooms, FLOOR);
    open_doors(&rooms, &lattice, values);
    fr_lattice_release(&lattice, allocator);
    return FR_OK;
}

const struct fr_generator fr_generator_gates = {
    .kind = "gates",
    .summary = "rooms with gates: doors that are areas from 2 on, and open and close",
    .options = {[COLUMNS] = {"columns", 5, 2, 200, "rooms across"},
                [ROWS] = {"rows", 4, 2, 200, "rooms down"},
                [GATES] = {"gates", 6, 1, 14, "number of areas in addition to the floor"},
                [LOCKED] = {"locked", 25, 0, 100, "doors without another way round, in percent"},
                [DOOR] = {"door", 16, 1, 1000, "width of a door in pixels"},
                [WALL] = {"wall", 6, 1, 1000, "thickness of walls in pixels"}},
    .least = 8,
    .areas = true,
    .needs =
        "rooms at least as wide and high as a door, and at most (columns - 1) * (rows - 1) gates",
    .sample = "columns=4,rows=3",
    .paint = paint,
};
