/* The parts of an adventure room. */
#ifndef FOOTRACE_MAPS_GENERATORS_ADVENTURE_ADVENTURE_ROOM_H
#define FOOTRACE_MAPS_GENERATORS_ADVENTURE_ADVENTURE_ROOM_H

#include "maps/generators/drawing.h"

/* A room is composed 1080 units high, at any size in pixels. */
#define FR_ROOM_HEIGHT 1080.0

/* Foreshortening: the ratio of apparent depth to width on the floor. */
#define FR_ROOM_FORESHORTENING 0.5

#define FR_ROOM_MOST_FORMATIONS 500

/* The options of the generator, in their order. */
enum { FR_ROOM_FORMATIONS, FR_ROOM_DIRT, FR_ROOM_DOORS, FR_ROOM_HAND, FR_ROOM_BITS };

struct fr_room {
    struct fr_canvas *canvas;
    struct fr_painter *painter;
    struct fr_random *random;
    double width;       /* units */
    double scale;       /* pixels for each unit */
    double back, front; /* where the floor starts and ends, units from the top */
    double hand;        /* unsteadiness of the hand: 1 is normal, 0 draws straight lines */
};

/* The apparent size of an object on the floor at y units from the top, relative to one in the
 * middle. */
static inline double fr_room_nearness(const struct fr_room *room, double y)
{
    return 0.45 + 1.1 * (y - room->back) / (room->front - room->back);
}

/* Paints the floor: a back wall with doorways and niches, side walls with exits, and objects in the
 * foreground. Sets `back` and `front` of the room. */
void fr_room_floor(struct fr_room *room, int32_t doors);

/* Places `count` formations (at most FR_ROOM_MOST_FORMATIONS) on the floor: smaller ones where
 * space is tight, none where there is no space. */
void fr_room_formations(struct fr_room *room, int32_t count);

/* Makes an outline look drawn by hand, before it is filled. */
void fr_room_unsteady(struct fr_room *room);

/* Reduces the picture to 2^bits grey levels. Walkable pixels stay walkable, blocked ones
 * blocked. */
void fr_room_quantise(struct fr_canvas *canvas, int32_t bits);

#endif
