/* Clamping: the walkable pixel nearest to a click. */
#ifndef FOOTRACE_MAPS_CLAMP_H
#define FOOTRACE_MAPS_CLAMP_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/components.h"
#include "maps/map.h"

/* The walkable pixel nearest to (x, y), which may lie anywhere, by Euclidean distance; ties go to
 * the smaller row, then the smaller column. False where no pixel is walkable. */
bool fr_clamp(const struct fr_map *map, int64_t x, int64_t y, struct fr_pixel *nearest);

/* The same among the pixels of one component. False where the component is empty. */
bool fr_clamp_to_component(const struct fr_map *map, const struct fr_components *components,
                           uint32_t component, int64_t x, int64_t y, struct fr_pixel *nearest);

#endif
