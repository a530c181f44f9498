/* Exports a drawing as text for other programs. Each function appends a whole file; the text
 * records a failure to grow. Coordinates are pixels with y down. */
#ifndef FOOTRACE_MAPS_FORMATS_EXPORT_DRAWING_EXPORT_H
#define FOOTRACE_MAPS_FORMATS_EXPORT_DRAWING_EXPORT_H

#include "maps/formats/base/text_buffer.h"
#include "maps/formats/export/cells.h"
#include "maps/map.h"

/* "footrace-polygon/1" with the size and drawing of a map, closed areas included. */
void fr_export_json(const struct fr_map *map, struct fr_text *text);

/* Polyanya's .mesh, version 2. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_export_mesh(const struct fr_convex_cells *cells,
                                          struct fr_text *text);

/* A Godot 4 scene: a NavigationRegion2D for each area of a map's drawing, with its outlines and its
 * cells, cells[area]. */
void fr_export_godot(const struct fr_map *map, const struct fr_convex_cells cells[FR_AREAS],
                     struct fr_text *text);

#endif
