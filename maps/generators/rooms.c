/* Generators of rooms with doors. */
#include <stdbool.h>

#include "maps/generators/drawing.h"
#include "maps/generators/lattice.h"

/* Rooms: a floor divided evenly, with enough doors to reach every room and a random number of
 * further ones, so that there are alternative paths. */

/* Rooms in rows and columns, with walls of equal thickness. */
struct rooms {
    struct fr_canvas *canvas;
    int32_t columns, rows;
    int32_t wall, door; /* pixels */
};

enum { ROOMS_COLUMNS, ROOMS_ROWS, ROOMS_DOOR, ROOMS_WALL, ROOMS_LOOPS };

static struct fr_rect inside_of(const struct rooms *rooms, int32_t column, int32_t row)
{
    const int32_t wall = rooms->wall;
    const int32_t width = rooms->canvas->width - wall, height = rooms->canvas->height - wall;
    const int32_t left = fr_division(width, rooms->columns, column);
    const int32_t top = fr_division(height, rooms->rows, row);
    return (struct fr_rect){left + wall, top + wall,
                            fr_division(width, rooms->columns, column + 1) - left - wall,
                            fr_division(height, rooms->rows, row + 1) - top - wall};
}

/* Whether every room is at least as wide and high as a door. */
static bool rooms_fit(const struct rooms *rooms)
{
    const int32_t width = rooms->canvas->width - rooms->wall;
    const int32_t height = rooms->canvas->height - rooms->wall;
    return width / rooms->columns - rooms->wall >= rooms->door &&
           height / rooms->rows - rooms->wall >= rooms->door;
}

/* Paints walls (level 0) and rooms without doors. */
static void paint_walls(const struct rooms *rooms, uint8_t level)
{
    fr_canvas_flood(rooms->canvas, 0);
    for (int32_t row = 0; row < rooms->rows; row++)
        for (int32_t column = 0; column < rooms->columns; column++)
            fr_canvas_rect(rooms->canvas, inside_of(rooms, column, row), level);
}

/* Opens a door somewhere between a room and its neighbour on a side. */
static void open_door(const struct rooms *rooms, int32_t column, int32_t row, enum fr_side side,
                      uint8_t level)
{
    const struct fr_rect room = inside_of(rooms, column, row);
    const int32_t length = side == FR_EAST ? room.height : room.width;
    const int32_t along = fr_random_between(&rooms->canvas->random, 0, length - rooms->door);
    const struct fr_rect east = {room.x + room.width, room.y + along, rooms->wall, rooms->door};
    const struct fr_rect south = {room.x + along, room.y + room.height, rooms->door, rooms->wall};
    fr_canvas_rect(rooms->canvas, side == FR_EAST ? east : south, level);
}

static enum fr_status paint_rooms(struct fr_canvas *canvas, const int32_t *values)
{
    const struct rooms rooms = {canvas, values[ROOMS_COLUMNS], values[ROOMS_ROWS],
                                values[ROOMS_WALL], values[ROOMS_DOOR]};
    struct fr_lattice lattice;
    if (!rooms_fit(&rooms))
        return FR_BAD_INPUT;
    const enum fr_status status =
        fr_lattice_create(rooms.columns, rooms.rows, canvas->allocator, &lattice);
    if (status != FR_OK)
        return status;
    fr_lattice_span_uniform(&lattice, &canvas->random);
    fr_lattice_join_more(&lattice, values[ROOMS_LOOPS], &canvas->random);
    paint_walls(&rooms, 255);
    for (int32_t row = 0; row < rooms.rows; row++)
        for (int32_t column = 0; column < rooms.columns; column++)
            for (int side = FR_EAST; side <= FR_SOUTH; side++)
                if (fr_lattice_joined(&lattice, column, row, (enum fr_side)side))
                    open_door(&rooms, column, row, (enum fr_side)side, 255);
    fr_lattice_release(&lattice, canvas->allocator);
    return FR_OK;
}

const struct fr_generator fr_generator_rooms = {
    .kind = "rooms",
    .summary = "rooms in rows and columns, with doors",
    .options = {[ROOMS_COLUMNS] = {"columns", 12, 1, 2000, "rooms across"},
                [ROOMS_ROWS] = {"rows", 7, 1, 2000, "rooms down"},
                [ROOMS_DOOR] = {"door", 12, 1, 1000, "width of doors in pixels"},
                [ROOMS_WALL] = {"wall", 4, 1, 1000, "thickness of walls in pixels"},
                [ROOMS_LOOPS] = {"loops", 30, 0, 100, "walls with an additional door, in percent"}},
    .least = 8,
    .needs = "rooms at least as wide and high as a door",
    .sample = "columns=8,rows=5",
    .paint = paint_rooms,
};

/* Gates: rooms whose doors are separate areas, which the game opens and closes. The floor is area
 * 1; gates are areas 2 and up, each with about the same number of doors. Any two rooms are joined
 * by a path on which only locked doors are gates. For any set of open areas, each open gate adds a
 * connection. */

enum { GATES_COLUMNS, GATES_ROWS, GATES_GATES, GATES_LOCKED, GATES_DOOR, GATES_WALL };

enum { FLOOR = 1, FIRST_GATE };

/* Chooses what to paint in the wall between two neighbours; `gates` counts the gates so far. */
static uint8_t choose_door(const int32_t *values, bool needed, struct fr_random *random,
                           int32_t *gates)
{
    if (needed && (int32_t)fr_random_below(random, 100) >= values[GATES_LOCKED])
        return FLOOR;
    return (uint8_t)(FIRST_GATE + (*gates)++ % values[GATES_GATES]);
}

static void open_doors(const struct rooms *rooms, const struct fr_lattice *lattice,
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
                const uint8_t door = choose_door(values, needed, &rooms->canvas->random, &gates);
                open_door(rooms, column, row, side, door);
            }
}

static enum fr_status paint_gates(struct fr_canvas *canvas, const int32_t *values)
{
    const struct rooms rooms = {canvas, values[GATES_COLUMNS], values[GATES_ROWS],
                                values[GATES_WALL], values[GATES_DOOR]};
    struct fr_lattice lattice;
    if (!rooms_fit(&rooms) || values[GATES_GATES] > (rooms.columns - 1) * (rooms.rows - 1))
        return FR_BAD_INPUT;
    const enum fr_status status =
        fr_lattice_create(rooms.columns, rooms.rows, canvas->allocator, &lattice);
    if (status != FR_OK)
        return status;
    fr_lattice_span_uniform(&lattice, &canvas->random);
    paint_walls(&rooms, FLOOR);
    open_doors(&rooms, &lattice, values);
    fr_lattice_release(&lattice, canvas->allocator);
    return FR_OK;
}

const struct fr_generator fr_generator_gates = {
    .kind = "gates",
    .summary = "rooms with gates: each door is an area, numbered from 2, that opens and closes",
    .options = {[GATES_COLUMNS] = {"columns", 5, 2, 200, "rooms across"},
                [GATES_ROWS] = {"rows", 4, 2, 200, "rooms down"},
                [GATES_GATES] = {"gates", 6, 1, 14, "number of areas in addition to the floor"},
                [GATES_LOCKED] = {"locked", 25, 0, 100, "doors that are the only way, in percent"},
                [GATES_DOOR] = {"door", 16, 1, 1000, "width of a door in pixels"},
                [GATES_WALL] = {"wall", 6, 1, 1000, "thickness of walls in pixels"}},
    .least = 8,
    .areas = true,
    .needs =
        "rooms at least as wide and high as a door, and at most (columns - 1) * (rows - 1) gates",
    .sample = "columns=4,rows=3",
    .paint = paint_gates,
};

/* An office floor: blocks of two rows of rooms with a corridor in between, joined by corridors that
 * run from top to bottom. Every room has a door to its corridor, and every second room has one to
 * its neighbour. The walls are thin and straight, with far more corners than there are rooms. */

enum { OFFICE_ROOM, OFFICE_CORRIDOR, OFFICE_DOOR, OFFICE_WALL, OFFICE_DESKS };

struct plan {
    struct fr_canvas *canvas;
    const int32_t *values; /* of the options */
};

/* The start of a door in a wall that starts at `low` and is `length` pixels long. */
static int32_t place_door(const struct plan *plan, int32_t low, int32_t length)
{
    const int32_t room = length - plan->values[OFFICE_DOOR];
    return room > 0 ? low + fr_random_between(&plan->canvas->random, 0, room) : low;
}

static int32_t at_most(int32_t value, int32_t limit)
{
    return value < limit ? value : limit;
}

static int32_t at_least_one(int32_t value)
{
    return value > 1 ? value : 1;
}

/* A desk with free floor on all sides. */
static void place_desk(const struct plan *plan, struct fr_rect room)
{
    const int32_t gap = plan->values[OFFICE_DOOR];
    const int32_t width = fr_random_between(&plan->canvas->random, gap, 3 * gap);
    const int32_t height = fr_random_between(&plan->canvas->random, gap, 2 * gap);
    if (width > room.width - 2 * gap || height > room.height - 2 * gap)
        return;
    const int32_t x =
        room.x + fr_random_between(&plan->canvas->random, gap, room.width - gap - width);
    const int32_t y =
        room.y + fr_random_between(&plan->canvas->random, gap, room.height - gap - height);
    fr_canvas_rect(plan->canvas, (struct fr_rect){x, y, width, height}, 0);
}

static void carve_room(const struct plan *plan, struct fr_rect room, bool corridor_below,
                       bool neighbour)
{
    const int32_t door = plan->values[OFFICE_DOOR], wall = plan->values[OFFICE_WALL];
    fr_canvas_rect(plan->canvas, room, 255);
    const int32_t door_x = place_door(plan, room.x, room.width);
    const int32_t door_y = corridor_below ? room.y + room.height : room.y - wall;
    fr_canvas_rect(plan->canvas, (struct fr_rect){door_x, door_y, at_most(door, room.width), wall},
                   255);
    if (neighbour && fr_random_below(&plan->canvas->random, 2) == 0) {
        const int32_t y = place_door(plan, room.y, room.height);
        fr_canvas_rect(plan->canvas,
                       (struct fr_rect){room.x - wall, y, wall, at_most(door, room.height)}, 255);
    }
    for (int32_t i = 0; i < plan->values[OFFICE_DESKS]; i++)
        place_desk(plan, room);
}

/* Fills a strip with rooms side by side; some are one and a half times as wide as others. */
static void carve_row(const struct plan *plan, struct fr_rect strip, bool corridor_below)
{
    const int32_t wall = plan->values[OFFICE_WALL], room = plan->values[OFFICE_ROOM];
    const int32_t end = strip.x + strip.width;
    int32_t x = strip.x;
    while (x < end) {
        int32_t width = fr_random_between(&plan->canvas->random, room * 3 / 4, room * 5 / 4);
        if (end - x - width - wall < room * 3 / 4)
            width = end - x;
        carve_room(plan, (struct fr_rect){x, strip.y, width, strip.height}, corridor_below,
                   x > strip.x);
        x += width + wall;
    }
}

/* A row of rooms, a corridor and another row, between `top` and `bottom`. */
static void carve_block(const struct plan *plan, int32_t left, int32_t width, int32_t top,
                        int32_t bottom)
{
    const int32_t wall = plan->values[OFFICE_WALL], corridor = plan->values[OFFICE_CORRIDOR];
    const int32_t rooms = bottom - top - corridor - 2 * wall;
    const int32_t upper = rooms / 2, middle = top + upper + wall;
    carve_row(plan, (struct fr_rect){left, top, width, upper}, true);
    carve_row(plan, (struct fr_rect){left, middle + corridor + wall, width, rooms - upper}, false);
    /* the corridor opens into those on its left and right, but not through the outer wall */
    const int32_t opening = at_most(width + 2 * wall, plan->canvas->width - left);
    fr_canvas_rect(plan->canvas, (struct fr_rect){left - wall, middle, opening, corridor}, 255);
}

static enum fr_status paint_office(struct fr_canvas *canvas, const int32_t *values)
{
    const struct plan plan = {canvas, values};
    const int32_t wall = values[OFFICE_WALL], corridor = values[OFFICE_CORRIDOR],
                  room = values[OFFICE_ROOM];
    const int32_t width = canvas->width - wall, height = canvas->height - wall;
    /* about eight rooms between two vertical corridors */
    const int32_t wings = at_least_one(width / (8 * (room + wall) + corridor));
    const int32_t blocks = at_least_one(height / (2 * room + corridor + 3 * wall));
    if (height / blocks < 2 * room * 3 / 5 + corridor + 3 * wall ||
        width / wings < room + corridor + 2 * wall || values[OFFICE_DOOR] > room / 2)
        return FR_BAD_INPUT;
    fr_canvas_flood(canvas, 0);
    for (int32_t wing = 0; wing < wings; wing++) {
        const int32_t left = wall + fr_division(width, wings, wing);
        const int32_t right = fr_division(width, wings, wing + 1);
        fr_canvas_rect(canvas, (struct fr_rect){left, wall, corridor, height - wall}, 255);
        for (int32_t block = 0; block < blocks; block++)
            carve_block(&plan, left + corridor + wall, right - left - corridor - wall,
                        wall + fr_division(height, blocks, block),
                        fr_division(height, blocks, block + 1));
    }
    return FR_OK;
}

const struct fr_generator fr_generator_office = {
    .kind = "office",
    .summary = "rooms with doors along corridors, behind thin walls",
    .options = {[OFFICE_ROOM] = {"room", 90, 8, 2000, "side of a typical room in pixels"},
                [OFFICE_CORRIDOR] = {"corridor", 28, 1, 1000, "width of corridors in pixels"},
                [OFFICE_DOOR] = {"door", 14, 1, 1000, "width of doors in pixels"},
                [OFFICE_WALL] = {"wall", 1, 1, 100, "thickness of walls in pixels"},
                [OFFICE_DESKS] = {"desks", 1, 0, 20, "attempts to place a desk in a room"}},
    .least = 32,
    .needs = "the width of a corridor and a room, the height of two rooms and a corridor, and "
             "doors of at most half a room",
    .sample = "room=32,corridor=10,door=6",
    .paint = paint_office,
};
