/* The formations of the adventure room: rocks, tables, counters, pillars and rails, seen at a
 * slant.
 *
 * Each formation is composed in a disc of radius 1, then placed on the floor in perspective. */
#include <math.h>
#include <stdbool.h>

#include "maps/generators/adventure/adventure_room.h"

#define TRIES 60 /* places tried before a formation is made smaller */

struct formation {
    double x, y;   /* centre, units */
    double radius; /* across, units */
    double turn;   /* of its long side, in turns */
};

/* Adds the corner (x, y) of the unit disc, rotated and placed on the floor. */
static void add_corner(struct fr_room *room, const struct formation *formation, double x, double y)
{
    const struct fr_vector axis = fr_circle(formation->turn);
    const double across = x * axis.x - y * axis.y, away = x * axis.y + y * axis.x;
    fr_outline_add(room->painter, formation->x + formation->radius * across,
                   formation->y + formation->radius * away * FR_ROOM_FORESHORTENING);
}

static void outline_rock(struct fr_room *room, const struct formation *formation)
{
    const double flatness = fr_random_range(room->random, 0.6, 1);
    for (int corner = 0; corner < 20; corner++) {
        const struct fr_vector at = fr_circle(corner / 20.0);
        const double bump = fr_random_range(room->random, 0.75, 1);
        add_corner(room, formation, at.x * bump, at.y * bump * flatness);
    }
    fr_outline_round(room->painter);
    fr_outline_round(room->painter);
    fr_outline_refine(room->painter, 4);
    fr_outline_warp(room->painter, fr_random_next(room->random), formation->radius * 0.8,
                    formation->radius * 0.22 * room->hand, 3);
}

/* A convex polygon of three to seven corners: crates, slabs, broken stone. */
static void outline_slab(struct fr_room *room, const struct formation *formation)
{
    const int32_t corners = fr_random_between(room->random, 3, 7);
    for (int32_t corner = 0; corner < corners; corner++) {
        const double jitter = fr_random_range(room->random, 0, 0.7);
        const struct fr_vector at = fr_circle((corner + jitter) / corners);
        add_corner(room, formation, at.x, at.y);
    }
}

static void outline_table(struct fr_room *room, const struct formation *formation)
{
    const double length = fr_random_range(room->random, 0.75, 0.95);
    const double depth = fr_random_range(room->random, 0.3, 0.6);
    add_corner(room, formation, -length, -depth);
    add_corner(room, formation, length, -depth);
    add_corner(room, formation, length, depth);
    add_corner(room, formation, -length, depth);
}

/* A thick arc: a curved wall, a counter, a root. */
static void outline_counter(struct fr_room *room, const struct formation *formation)
{
    const double span = fr_random_range(room->random, 0.2, 0.6);
    const double inner = 1 - fr_random_range(room->random, 0.18, 0.4);
    const int steps = 24;
    for (int step = 0; step <= steps; step++) {
        const struct fr_vector at = fr_circle(span * step / steps);
        add_corner(room, formation, at.x, at.y);
    }
    for (int step = steps; step >= 0; step--) {
        const struct fr_vector at = fr_circle(span * step / steps);
        add_corner(room, formation, at.x * inner, at.y * inner);
    }
}

static void outline_pillar(struct fr_room *room, const struct formation *formation)
{
    for (int corner = 0; corner < 32; corner++) {
        const struct fr_vector at = fr_circle(corner / 32.0);
        add_corner(room, formation, at.x * 0.55, at.y * 0.55);
    }
}

/* A long thin formation: a railing, a plank, a low wall. */
static void outline_rail(struct fr_room *room, const struct formation *formation)
{
    const double thickness = fr_random_range(room->random, 0.05, 0.12);
    add_corner(room, formation, -1, -thickness);
    add_corner(room, formation, 1, -thickness);
    add_corner(room, formation, 1, thickness);
    add_corner(room, formation, -1, thickness);
}

static void paint_formation(struct fr_room *room, const struct formation *formation)
{
    const uint32_t kind = fr_random_below(room->random, 100);
    fr_outline_begin(room->painter);
    if (kind < 42)
        outline_rock(room, formation);
    else if (kind < 54)
        outline_slab(room, formation);
    else if (kind < 70)
        outline_table(room, formation);
    else if (kind < 82)
        outline_counter(room, formation);
    else if (kind < 93)
        outline_pillar(room, formation);
    else
        outline_rail(room, formation);
    fr_room_unsteady(room);
    fr_outline_fill(room->painter, 0);
}

static bool on_floor(const struct fr_room *room, double x, double y)
{
    return fr_canvas_level(room->canvas, fr_whole(x * room->scale), fr_whole(y * room->scale)) >=
           128;
}

/* Whether a figure fits between this formation and the others. */
static bool stands_free(const struct fr_room *room, const struct formation *formation,
                        const struct formation *others, int32_t count)
{
    const double gap = 14 * fr_room_nearness(room, formation->y);
    for (int32_t i = 0; i < count; i++) {
        const double x = others[i].x - formation->x;
        const double y = (others[i].y - formation->y) / FR_ROOM_FORESHORTENING;
        const double reach = others[i].radius + formation->radius + gap;
        if (x * x + y * y < reach * reach)
            return false;
    }
    return true;
}

/* Most formations stand entirely on the floor; leaning ones may reach into the walls. */
static bool stands_on_floor(const struct fr_room *room, const struct formation *formation,
                            bool leaning)
{
    const double reach = leaning ? 0.3 : 1.25;
    for (int i = 0; i < 12; i++) {
        const struct fr_vector at = fr_circle(i / 12.0);
        if (!on_floor(room, formation->x + formation->radius * reach * at.x,
                      formation->y + formation->radius * reach * at.y * FR_ROOM_FORESHORTENING))
            return false;
    }
    return true;
}

/* Finds a place for a formation of about this size, as seen in the middle of the room; makes it
 * smaller until it fits. */
static struct formation place(struct fr_room *room, double size, const struct formation *others,
                              int32_t count)
{
    const bool leaning = fr_random_below(room->random, 6) == 0;
    const double variation = fr_random_range(room->random, 0.6, 1.5);
    struct formation formation = {.turn = fr_random_unit(room->random)};
    for (double shrink = 1; shrink > 0.1; shrink *= 0.85) {
        for (int try = 0; try < TRIES; try++) {
            formation.x = fr_random_range(room->random, 0, room->width);
            formation.y = fr_random_range(room->random, room->back, room->front);
            const double nearness = fr_room_nearness(room, formation.y);
            formation.radius = size * variation * shrink * nearness;
            /* an even spread over the floor puts more formations in the distance */
            const double crowding = 0.45 / nearness;
            if (fr_random_unit(room->random) < crowding &&
                stands_free(room, &formation, others, count) &&
                stands_on_floor(room, &formation, leaning))
                return formation;
        }
    }
    formation.radius = 0;
    return formation;
}

void fr_room_formations(struct fr_room *room, int32_t count)
{
    struct formation formations[FR_ROOM_MOST_FORMATIONS];
    const double floor = room->width * (room->front - room->back);
    /* fraction of the floor to cover: with more formations, each is smaller */
    const double cover = 0.1 + 0.0005 * count;
    const double size = count > 0 ? sqrt(floor * cover / count) : 0;
    for (int32_t i = 0; i < count; i++)
        formations[i] = place(room, size, formations, i);
    for (int32_t i = 0; i < count; i++)
        if (formations[i].radius > 0)
            paint_formation(room, &formations[i]);
}
