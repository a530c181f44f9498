/* Rooms in rows and columns, with walls of equal thickness: shared by the generators "rooms" and
 * "gates". */
#ifndef FOOTRACE_MAPS_GENERATORS_ROOMS_H
#define FOOTRACE_MAPS_GENERATORS_ROOMS_H

#include "maps/generators/drawing.h"

struct fr_rooms {
    struct fr_canvas *canvas;
    struct fr_random *random;
    int32_t columns, rows;
    int32_t wall, door; /* pixels */
};

/* Whether every room is at least as wide and as high as a door. */
bool fr_rooms_fit(const struct fr_rooms *rooms);

/* Paints walls (level 0) and rooms without doors. */
void fr_rooms_paint(const struct fr_rooms *rooms, uint8_t level);

/* Opens a door somewhere between a room and its neighbour on that side. */
void fr_rooms_open(const struct fr_rooms *rooms, int32_t column, int32_t row, enum fr_side side,
                   uint8_t level);

#endif
