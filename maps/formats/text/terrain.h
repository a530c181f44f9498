/* The terrain letters of Moving AI maps, in either case. As in the Grid-Based Path Planning
 * Competition, '.', 'G' and 'S' are walkable, and '@', 'O', 'T' and 'W' are not. */
#ifndef FOOTRACE_MAPS_FORMATS_TEXT_TERRAIN_H
#define FOOTRACE_MAPS_FORMATS_TEXT_TERRAIN_H

#include <stdint.h>

#include "maps/formats/text/letter_grid.h"

extern const struct fr_alphabet fr_terrain;

/* The area of every letter: 1 if it is walkable, else 0. */
void fr_terrain_areas(uint8_t areas[256]);

#endif
