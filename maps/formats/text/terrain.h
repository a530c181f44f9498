/* The terrain letters of Moving AI maps, in either case, and the dialects that say which are
 * walkable:
 *
 *     gppc     '.', 'G' and 'S' (the Grid-Based Path Planning Competition)
 *     warthog  '.' and 'G'
 *     hog2     ground ('.', 'G', 'S'), water ('W') and trees ('T'), each separate: no step leads
 *              from one to another, so every border between them has a wall
 *
 * '@' and 'O' are never walkable. */
#ifndef FOOTRACE_MAPS_FORMATS_TEXT_TERRAIN_H
#define FOOTRACE_MAPS_FORMATS_TEXT_TERRAIN_H

#include "maps/formats/base/load_options.h"
#include "maps/formats/text/letter_grid.h"

extern const struct fr_alphabet fr_terrain;

/* Describes which letters are walkable. */
const char *fr_dialect_reading(enum fr_dialect dialect);

/* The area of every letter: 0 if blocked; else its class from 1: ground, water, trees. */
void fr_dialect_areas(enum fr_dialect dialect, uint8_t areas[256]);

/* Closes the borders between different areas. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_wall_between_areas(struct fr_map *map);

#endif
