/* Rooms: a floor divided evenly, with enough doors to reach every room and a random number of
 * further ones, so that there are alternative paths. */
#include "maps/generators/rooms.h"

#include "maps/generators/lattice.h"

enum { COLUMNS, ROWS, DOOR, WALL, LOOPS };

static struct fr_rect inside_of(const struct fr_rooms *rooms, int32_t column, int32_t row)
{
    const int32_t wall = rooms->wall;
    const int32_t width = rooms->canvas->width - wall, height = rooms->canvas->height - wall;
    const int32_t left = fr_division(width, rooms->columns, column);
    const int32_t top = fr_division(height, rooms->rows, row);
    return (struct fr_rect){left + wall, top + wall,
                            fr_division(width, rooms->columns, column + 1) - left - wall,
                            fr_division(height, rooms->rows, row + 1) - top - wall};
}

bool fr_rooms_fit(const struct fr_rooms *rooms)
{
    const int32_t width = rooms->canvas->width - rooms->wall;
    const int32_t height = rooms->canvas->height - rooms->wall;
    return width / rooms->columns - rooms->wall >= rooms->door &&
           height / rooms->rows - rooms->wall >= rooms->door;
}

void fr_rooms_paint(const struct fr_rooms *rooms, uint8_t level)
{
    fr_canvas_flood(rooms->canvas, 0);
    for (int32_t row = 0; row < rooms->rows; row++)
        for (int32_t column = 0; column < rooms->columns; column++)
            fr_canvas_rect(rooms->canvas, inside_of(rooms, column, row), level);
}

void fr_rooms_open(const struct fr_rooms *rooms, int32_t column, int32_t row, enum fr_side side,
                   uint8_t level)
{
    const struct fr_rect room = inside_of(rooms, column, row);
    const int32_t length = side == FR_EAST ? room.height : room.width;
    const int32_t along = fr_random_between(rooms->random, 0, length - rooms->door);
    const struct fr_rect east = {room.x + room.width, room.y + along, rooms->wall, rooms->door};
    const struct fr_rect south = {room.x + along, room.y + room.height, rooms->door, rooms->wall};
    fr_canvas_rect(rooms->canvas, side == FR_EAST ? east : south, level);
}

static enum fr_status paint(struct fr_canvas *canvas, const int32_t *values,
                            struct fr_random *random, const struct fr_allocator *allocator)
{
    const struct fr_rooms rooms = {canvas,       random,       values[COLUMNS],
                                   values[ROWS], values[WALL], values[DOOR]};
    struct fr_lattice lattice;
    if (!fr_rooms_fit(&rooms))
        return FR_BAD_INPUT;
    const enum fr_status status = fr_lattice_create(rooms.columns, rooms.rows, allocator, &lattice);
    if (status != FR_OK)
        return status;
    fr_lattice_span_uniform(&lattice, random);
    fr_lattice_join_more(&lattice, values[LOOPS], random);
    fr_rooms_paint(&rooms, 255);
    for (int32_t row = 0; row < rooms.rows; row++)
        for (int32_t column = 0; column < rooms.columns; column++)
            for (int side = FR_EAST; side <= FR_SOUTH; side++)
                if (fr_lattice_joined(&lattice, column, row, (enum fr_side)side))
                    fr_rooms_open(&rooms, column, row, (enum fr_side)side, 255);
    fr_lattice_release(&lattice, allocator);
    return FR_OK;
}

const struct fr_generator fr_generator_rooms = {
    .kind = "rooms",
    .summary = "rooms in rows and columns, with doors",
    .options = {[COLUMNS] = {"columns", 12, 1, 2000, "rooms across"},
                [ROWS] = {"rows", 7, 1, 2000, "rooms down"},
                [DOOR] = {"door", 12, 1, 1000, "width of doors in pixels"},
                [WALL] = {"wall", 4, 1, 1000, "thickness of walls in pixels"},
                [LOOPS] = {"loops", 30, 0, 100, "walls with an additional door, in percent"}},
    .least = 8,
    .needs = "rooms at least as wide and high as a door",
    .sample = "columns=8,rows=5",
    .paint = paint,
};
