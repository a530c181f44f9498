/* Clamping: the walkable pixel nearest to a click.
 *
 * Rows are searched outward from the click until none can hold a nearer pixel. Clamping into a
 * component uses an index with the runs of each component, and takes microseconds, however many
 * other components are nearer. The index describes the map at the time when its components were
 * found. */
#ifndef FOOTRACE_MAPS_ANALYSIS_CLAMP_H
#define FOOTRACE_MAPS_ANALYSIS_CLAMP_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/analysis/components.h"
#include "maps/map.h"

/* Finds the walkable pixel nearest to (x, y), which may be anywhere, by Euclidean distance; ties go
 * to the smaller row, then the smaller column. False if no pixel is walkable. */
bool fr_clamp(const struct fr_map *map, int64_t x, int64_t y, struct fr_pixel *nearest);

struct fr_clamp_index;

/* Indexes the components; they and the map may then be released. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_clamp_index_create(const struct fr_map *map,
                                                 const struct fr_components *components,
                                                 const struct fr_allocator *allocator,
                                                 struct fr_clamp_index **index);

/* Like fr_clamp, for the pixels of one component. False if the component does not exist. */
bool fr_clamp_to_component(const struct fr_clamp_index *index, uint32_t component, int64_t x,
                           int64_t y, struct fr_pixel *nearest);

/* Accepts NULL. */
void fr_clamp_index_release(struct fr_clamp_index *index);

#endif
