/* The width of a passage in free pixels. */
#ifndef FOOTRACE_MAPS_ANALYSIS_GAP_H
#define FOOTRACE_MAPS_ANALYSIS_GAP_H

#include "maps/map.h"

/* The gap between the wall nearest to a pixel and the nearest wall opposite, within 45 degrees. At
 * the pixel, a disc of `radius` half pixels just fits (maps/analysis/erode.h). */
int32_t fr_gap_width(const struct fr_map *map, struct fr_pixel at, int32_t radius);

#endif
