/* An office floor: blocks of two rows of rooms with a corridor in between, joined by corridors that
 * run from top to bottom. Every room has a door to its corridor, and every second one a door to its
 * neighbour. The walls are thin and straight, and have far more corners than there are rooms. */
#include <stdbool.h>

#include "maps/generators/drawing.h"

enum { ROOM, CORRIDOR, DOOR, WALL, DESKS };

struct plan {
    struct fr_canvas *canvas;
    struct fr_random *random;
    const int32_t *values; /* of the options */
};

/* The start of a door in a wall that starts at low and is length pixels long. */
static int32_t place_door(const struct plan *plan, int32_t low, int32_t length)
{
    const int32_t room = length - plan->values[DOOR];
    return room > 0 ? low + fr_random_between(plan->random, 0, room) : low;
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
    const int32_t gap = plan->values[DOOR];
    const int32_t width = fr_random_between(plan->random, gap, 3 * gap);
    const int32_t height = fr_random_between(plan->random, gap, 2 * gap);
    if (width > room.width - 2 * gap || height > room.height - 2 * gap)
        return;
    const int32_t x = room.x + fr_random_between(plan->random, gap, room.width - gap - width);
    const int32_t y = room.y + fr_random_between(plan->random, gap, room.height - gap - height);
    fr_canvas_rect(plan->canvas, (struct fr_rect){x, y, width, height}, 0);
}

static void carve_room(const struct plan *plan, struct fr_rect room, bool corridor_below,
                       bool neighbour)
{
    const int32_t door = plan->values[DOOR], wall = plan->values[WALL];
    fr_canvas_rect(plan->canvas, room, 255);
    const int32_t door_x = place_door(plan, room.x, room.width);
    const int32_t door_y = corridor_below ? room.y + room.height : room.y - wall;
    fr_canvas_rect(plan->canvas, (struct fr_rect){door_x, door_y, at_most(door, room.width), wall},
                   255);
    if (neighbour && fr_random_below(plan->random, 2) == 0) {
        const int32_t y = place_door(plan, room.y, room.height);
        fr_canvas_rect(plan->canvas,
                       (struct fr_rect){room.x - wall, y, wall, at_most(door, room.height)}, 255);
    }
    for (int32_t i = 0; i < plan->values[DESKS]; i++)
        place_desk(plan, room);
}

/* Fills a strip with rooms side by side; some are half as wide again as others. */
static void carve_row(const struct plan *plan, struct fr_rect strip, bool corridor_below)
{
    const int32_t wall = plan->values[WALL], room = plan->values[ROOM];
    const int32_t end = strip.x + strip.width;
    int32_t x = strip.x;
    while (x < end) {
        int32_t width = fr_random_between(plan->random, room * 3 / 4, room * 5 / 4);
        if (end - x - width - wall < room * 3 / 4)
            width = end - x;
        carve_room(plan, (struct fr_rect){x, strip.y, width, strip.height}, corridor_below,
                   x > strip.x);
        x += width + wall;
    }
}

/* A row of rooms, a corridor and another row, between top and bottom. */
static void carve_block(const struct plan *plan, int32_t left, int32_t width, int32_t top,
                        int32_t bottom)
{
    const int32_t wall = plan->values[WALL], corridor = plan->values[CORRIDOR];
    const int32_t rooms = bottom - top - corridor - 2 * wall;
    const int32_t upper = rooms / 2, middle = top + upper + wall;
    carve_row(plan, (struct fr_rect){left, top, width, upper}, true);
    carve_row(plan, (struct fr_rect){left, middle + corridor + wall, width, rooms - upper}, false);
    /* opens into the corridors on its left and right, but not through the outer wall */
    const int32_t opening = at_most(width + 2 * wall, plan->canvas->width - left);
    fr_canvas_rect(plan->canvas, (struct fr_rect){left - wall, middle, opening, corridor}, 255);
}

static enum fr_status paint(struct fr_canvas *canvas, const int32_t *values,
                            struct fr_random *random, const struct fr_allocator *allocator)
{
    (void)allocator;
    const struct plan plan = {canvas, random, values};
    const int32_t wall = values[WALL], corridor = values[CORRIDOR], room = values[ROOM];
    const int32_t width = canvas->width - wall, height = canvas->height - wall;
    /* about eight rooms between two corridors from top to bottom */
    const int32_t wings = at_least_one(width / (8 * (room + wall) + corridor));
    const int32_t blocks = at_least_one(height / (2 * room + corridor + 3 * wall));
    if (height / blocks < 2 * room * 3 / 5 + corridor + 3 * wall ||
        width / wings < room + corridor + 2 * wall || values[DOOR] > room / 2)
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
    .options = {[ROOM] = {"room", 90, 8, 2000, "side of a typical room in pixels"},
                [CORRIDOR] = {"corridor", 28, 1, 1000, "width of corridors in pixels"},
                [DOOR] = {"door", 14, 1, 1000, "width of doors in pixels"},
                [WALL] = {"wall", 1, 1, 100, "thickness of walls in pixels"},
                [DESKS] = {"desks", 1, 0, 20, "attempts to place a desk in a room"}},
    .least = 32,
    .needs = "the width of a corridor and a room, the height of two rooms and a corridor, and "
             "doors of at most half a room",
    .sample = "room=32,corridor=10,door=6",
    .paint = paint,
};
