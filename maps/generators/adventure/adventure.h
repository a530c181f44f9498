/* What the adventure room is made of, each part in a file of its own. */
#ifndef FOOTRACE_MAPS_GENERATORS_ADVENTURE_ADVENTURE_H
#define FOOTRACE_MAPS_GENERATORS_ADVENTURE_ADVENTURE_H

#include "maps/generators/drawing.h"

/* A room is composed on a picture of 1080 units from top to bottom, whatever its pixels. */
#define FR_ROOM_HEIGHT 1080.0

/* How much shorter the ground looks away from the viewer than across. */
#define FR_ROOM_FORESHORTENING 0.5

#define FR_ROOM_MOST_FORMATIONS 500

/* The options of the generator, in their order. */
enum { FR_ROOM_FORMATIONS, FR_ROOM_DIRT, FR_ROOM_DOORS, FR_ROOM_HAND, FR_ROOM_BITS };

extern const struct fr_generator fr_generator_adventure;

struct fr_room {
    struct fr_canvas *canvas;
    struct fr_painter *painter;
    struct fr_random *random;
    double width;       /* units */
    double scale;       /* pixels a unit */
    double back, front; /* where the floor starts and ends, units from the top */
    double hand;        /* how unsteady the hand is: 1 as usual, 0 rulers */
};

/* How large a thing on the floor looks at y units from the top, against one in the middle. */
static inline double fr_room_nearness(const struct fr_room *room, double y)
{
    return 0.45 + 1.1 * (y - room->back) / (room->front - room->back);
}

/* Paints the floor: a back wall with doorways and niches, side walls with ways out, and what
 * stands in the foreground. Sets back and front. */
void fr_room_floor(struct fr_room *room, int32_t doors);

/* Stands so many formations (at most FR_ROOM_MOST_FORMATIONS) on the floor: smaller ones where
 * there is little room, none where there is none. */
void fr_room_formations(struct fr_room *room, int32_t count);

/* The brush's last touch on an outline before it is filled. */
void fr_room_unsteady(struct fr_room *room);

/* Slips of the brush: spurs of one pixel, pinholes, islands; about a hundred a level on full HD. */
void fr_room_dirt(struct fr_canvas *canvas, struct fr_random *random, int32_t level);

#endif
