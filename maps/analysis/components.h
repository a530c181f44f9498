/* Connected components of the walkable pixels of a map, and their sizes. Edge walls separate two
 * pixels if they close all steps between them (maps/map.h).
 *
 * Labels are found over horizontal runs with union-find, in time proportional to the number of
 * runs; the result is a table of runs, not of pixels. The table describes the map at the time when
 * it was created. */
#ifndef FOOTRACE_MAPS_ANALYSIS_COMPONENTS_H
#define FOOTRACE_MAPS_ANALYSIS_COMPONENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/map.h"

#define FR_NO_COMPONENT UINT32_MAX

enum fr_connectivity {
    FR_CONNECTED_4, /* through shared edges: for every movement model but grid8-cut */
    FR_CONNECTED_8  /* also through shared corners: for grid8-cut */
};

struct fr_components;

/* A maximal run of walkable pixels in a row, without an edge wall between them. */
struct fr_run {
    int32_t left, right; /* both inclusive */
    uint32_t component;
};

/* FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_components_create(const struct fr_map *map,
                                                enum fr_connectivity connectivity,
                                                const struct fr_allocator *allocator,
                                                struct fr_components **components);

/* The number of components; labels are 0..count-1, in the order of their first pixel. */
uint32_t fr_components_count(const struct fr_components *components);

/* The number of pixels of a component. */
int64_t fr_components_size(const struct fr_components *components, uint32_t component);

/* The component of a pixel; FR_NO_COMPONENT if the pixel is not walkable or outside the map. */
uint32_t fr_components_at(const struct fr_components *components, int32_t x, int32_t y);

/* The number of horizontal runs of walkable pixels in the map. */
int64_t fr_components_runs(const struct fr_components *components);

/* The runs of row y, 0..height-1, from left to right, and their number. Two runs of a row touch
 * only where an edge wall is between them. */
const struct fr_run *fr_components_row(const struct fr_components *components, int32_t y,
                                       size_t *count);

/* For each component of `inner`, the component of `outer` that contains it; both maps have the same
 * size. If a component is only partly inside `outer`, its first run whose left end is inside
 * decides; FR_NO_COMPONENT if there is none. `component_of` has one element for each of `inner`. */
void fr_components_within(const struct fr_components *inner, const struct fr_components *outer,
                          uint32_t *component_of);

/* Accepts NULL. */
void fr_components_release(struct fr_components *components);

#endif
