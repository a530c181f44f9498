/* The floor of the adventure room. */
#include <stdbool.h>

#include "maps/generators/adventure/adventure_room.h"

/* An exit at one side of the picture, as fractions of the side wall; none if `from` is 1. */
struct way_out {
    double from, to;
};

static struct way_out choose_way_out(struct fr_room *room)
{
    if (fr_random_below(room->random, 4) == 0)
        return (struct way_out){1, 1};
    const double from = fr_random_range(room->random, 0.25, 0.55);
    return (struct way_out){from, from + fr_random_range(room->random, 0.12, 0.25)};
}

/* A narrow doorway or a wide niche in a stretch of wall at height y. */
static void add_doorway(struct fr_room *room, double start, double length, double y)
{
    const bool niche = fr_random_below(room->random, 3) == 0;
    const double centre = start + length * fr_random_range(room->random, 0.45, 0.75);
    const double half = niche ? length * 0.2 : fr_random_range(room->random, 26, 44);
    const double depth = fr_random_range(room->random, 45, 95) * (niche ? 0.5 : 1);
    const double lean = (room->width / 2 - centre) / room->width * depth;
    fr_outline_add(room->painter, centre - half, y);
    fr_outline_add(room->painter, centre - half + lean, y - depth);
    fr_outline_add(room->painter, centre + half + lean, y - depth);
    fr_outline_add(room->painter, centre + half, y);
}

/* Adds wall stretches and doorways from left to right, one more stretch than doorways, each
 * slightly nearer or farther than the last, along an arc that bulges toward the viewer or away. */
static void add_back_wall(struct fr_room *room, double left, double right, int32_t doors)
{
    const int32_t stretches = doors + 1;
    const double length = (right - left) / stretches;
    const double bow = fr_random_range(room->random, -60, 60);
    for (int32_t i = 0; i < stretches; i++) {
        const double start = left + i * length, middle = (i + 0.5) / stretches;
        const double jog = fr_random_range(room->random, -20, 20);
        const double y = room->back + jog + bow * 4 * middle * (1 - middle);
        fr_outline_add(room->painter, start, y);
        if (i < doors)
            add_doorway(room, start, length, y);
        fr_outline_add(room->painter, start + length, y);
    }
}

/* Follows the right wall from back to front, or the left wall from front to back. */
static void add_side_wall(struct fr_room *room, struct fr_vector from, struct fr_vector to,
                          struct way_out out, double edge)
{
    const double x = to.x - from.x, y = to.y - from.y;
    fr_outline_add(room->painter, from.x, from.y);
    if (out.from < 1) {
        fr_outline_add(room->painter, from.x + x * out.from, from.y + y * out.from);
        fr_outline_add(room->painter, edge, from.y + y * out.from);
        fr_outline_add(room->painter, edge, from.y + y * out.to);
        fr_outline_add(room->painter, from.x + x * out.to, from.y + y * out.to);
    }
    fr_outline_add(room->painter, to.x, to.y);
}

/* A dark mass of rock or plants around `centre`, with the given half width and half height. */
static void paint_mass(struct fr_room *room, struct fr_vector centre, double across, double down)
{
    fr_outline_begin(room->painter);
    for (int32_t corner = 0; corner < 24; corner++) {
        const struct fr_vector at = fr_circle(corner / 24.0);
        fr_outline_add(room->painter, centre.x + across * at.x, centre.y + down * at.y);
    }
    fr_outline_refine(room->painter, 8);
    fr_outline_warp(room->painter, fr_random_next(room->random), 160, 45 * room->hand, 5);
    fr_outline_fill(room->painter, 0);
}

/* Masses at the lower edge of the picture, largest in its corners. */
static void paint_foreground(struct fr_room *room)
{
    const int32_t masses = 5;
    for (int32_t i = 0; i < masses; i++) {
        const double jitter = fr_random_range(room->random, -0.08, 0.08);
        const double x = room->width * ((double)i / (masses - 1) + jitter);
        const double across = fr_random_range(room->random, 120, 330);
        const double down = fr_random_range(room->random, 20, i % 4 == 0 ? 150 : 75);
        paint_mass(room, (struct fr_vector){x, room->front + 20}, across, down);
    }
}

/* Masses in the two far corners of the room: few painters leave those square. */
static void paint_corners(struct fr_room *room, double left, double right)
{
    const double corners[] = {left, right};
    for (int i = 0; i < 2; i++) {
        const double across = fr_random_range(room->random, 40, 150);
        const double down = fr_random_range(room->random, 30, 110);
        paint_mass(room, (struct fr_vector){corners[i], room->back}, across, down);
    }
}

void fr_room_floor(struct fr_room *room, int32_t doors)
{
    room->back = fr_random_range(room->random, 200, 265);
    room->front = fr_random_range(room->random, 1020, 1050);
    const double left = room->width * fr_random_range(room->random, 0.04, 0.13);
    const double right = room->width * fr_random_range(room->random, 0.87, 0.96);
    const double left_front = room->width * fr_random_range(room->random, 0, 0.04);
    const double right_front = room->width * fr_random_range(room->random, 0.96, 1);
    const struct way_out right_out = choose_way_out(room), left_out = choose_way_out(room);
    const struct way_out left_up = {left_out.from < 1 ? 1 - left_out.to : 1, 1 - left_out.from};
    /* so far outside the picture that the end is never visible, even when distorted */
    const double beyond = 120;

    fr_canvas_flood(room->canvas, 0);
    fr_outline_begin(room->painter);
    add_back_wall(room, left, right, doors);
    add_side_wall(room, (struct fr_vector){right, room->back + 60},
                  (struct fr_vector){right_front, room->front}, right_out, room->width + beyond);
    add_side_wall(room, (struct fr_vector){left_front, room->front},
                  (struct fr_vector){left, room->back + 60}, left_up, -beyond);
    fr_outline_refine(room->painter, 12);
    fr_outline_warp(room->painter, fr_random_next(room->random), 420, 46 * room->hand, 3);
    fr_outline_round(room->painter);
    fr_outline_round(room->painter);
    fr_room_unsteady(room);
    fr_outline_fill(room->painter, 255);
    paint_corners(room, left, right);
    paint_foreground(room);
}

void fr_room_unsteady(struct fr_room *room)
{
    fr_outline_refine(room->painter, 4);
    fr_outline_warp(room->painter, fr_random_next(room->random), 70, 4 * room->hand, 4);
}
