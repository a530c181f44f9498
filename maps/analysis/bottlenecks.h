/* The corridors that close for a walker who is wider than a point, each with its narrowest place.
 *
 * Where a part of the point's floor, a 4-connected component, falls apart for a walker, corridors
 * between its pieces have closed. They open again one after the other as a disc in the walker's place
 * shrinks by half pixels (maps/analysis/erode.h), and each one that joins two pieces is reported: with
 * the pixel where the disc first gets through, which is the narrowest place of the widest way between
 * the two. A part of n pieces so has n - 1 corridors. A second way between pieces that are joined is
 * narrower than the first one, and is not reported.
 *
 * Floods run from all pieces at once, the widest floor first; a piece with fewer pixels is what a
 * corridor cuts off. Exact, in integers, in time that follows the number of pixels and one erosion
 * for each half pixel, down to the radius at which all are joined. */
#ifndef FOOTRACE_MAPS_ANALYSIS_BOTTLENECKS_H
#define FOOTRACE_MAPS_ANALYSIS_BOTTLENECKS_H

#include <stddef.h>

#include "maps/analysis/erode.h"
#include "maps/map.h"

struct fr_bottleneck {
    struct fr_pixel at; /* in its narrowest place */
    int32_t radius;     /* half pixels: of the widest disc that passes */
    int64_t cut_off;    /* the walker's pixels on the smaller side, wider corridors being open */
};

#define FR_NO_BOTTLENECK SIZE_MAX

struct fr_bottlenecks;

/* walked is the point's map as the agent has it, of the same size. Where an agent is no disc or
 * square, a disc shrinks in its place. FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED for a map with edge
 * walls. */
FR_MUST_USE enum fr_status fr_bottlenecks_create(const struct fr_map *point,
                                                 const struct fr_map *walked, struct fr_agent agent,
                                                 const struct fr_allocator *allocator,
                                                 struct fr_bottlenecks **bottlenecks);

size_t fr_bottlenecks_count(const struct fr_bottlenecks *bottlenecks);

/* Those of index 0..count-1, the widest first. */
const struct fr_bottleneck *fr_bottlenecks_at(const struct fr_bottlenecks *bottlenecks,
                                              size_t index);

/* The index of the narrowest corridor on the widest way from one pixel to another, both walkable to
 * the agent; FR_NO_BOTTLENECK where it needs none, or where a point has no way either. */
size_t fr_bottlenecks_between(const struct fr_bottlenecks *bottlenecks, struct fr_pixel from,
                              struct fr_pixel to);

/* Accepts NULL. */
void fr_bottlenecks_release(struct fr_bottlenecks *bottlenecks);

#endif
