/* The corridors that close for a figure wider than a point, each with its narrowest place.
 *
 * A part is a 4-connected component of the floor for a point. If a part is in pieces for a wider
 * figure, corridors between the pieces have closed. The corridors reopen one by one as a disc that
 * replaces the figure shrinks by half pixels (maps/analysis/erode.h). Each corridor that joins two
 * pieces is reported, with the pixel where the disc first gets through: the narrowest place of the
 * widest path between the two. A part of n pieces thus has n - 1 corridors. A second, narrower path
 * between joined pieces is not reported.
 *
 * All pieces are flooded at once, the widest floor first; of the two pieces at a corridor, the one
 * with fewer pixels is cut off. Exact, in integers; the time is linear in the number of pixels,
 * plus one erosion for each half pixel down to the radius at which all pieces are joined. */
#ifndef FOOTRACE_MAPS_ANALYSIS_BOTTLENECKS_H
#define FOOTRACE_MAPS_ANALYSIS_BOTTLENECKS_H

#include <stddef.h>

#include "maps/analysis/erode.h"
#include "maps/map.h"

struct fr_bottleneck {
    struct fr_pixel at; /* its narrowest place */
    int32_t radius;     /* half pixels: of the widest disc that passes */
    int64_t cut_off;    /* the figure's pixels on the smaller side, with wider corridors open */
};

#define FR_NO_BOTTLENECK SIZE_MAX

struct fr_bottlenecks;

/* Finds the corridors. `walked` is the eroded map of the agent, of the same size as `point`. If the
 * agent is not a disc or square, a disc shrinks instead. FR_OK, FR_NO_MEMORY, or FR_UNSUPPORTED for
 * a map with edge walls. */
FR_MUST_USE enum fr_status fr_bottlenecks_create(const struct fr_map *point,
                                                 const struct fr_map *walked, struct fr_agent agent,
                                                 const struct fr_allocator *allocator,
                                                 struct fr_bottlenecks **bottlenecks);

size_t fr_bottlenecks_count(const struct fr_bottlenecks *bottlenecks);

/* The corridor with index 0..count-1, the widest first. */
const struct fr_bottleneck *fr_bottlenecks_at(const struct fr_bottlenecks *bottlenecks,
                                              size_t index);

/* The index of the narrowest corridor on the widest path between two pixels, both walkable for the
 * figure; FR_NO_BOTTLENECK if the path needs no corridor, or if not even a point has a path. */
size_t fr_bottlenecks_between(const struct fr_bottlenecks *bottlenecks, struct fr_pixel from,
                              struct fr_pixel to);

/* Accepts NULL. */
void fr_bottlenecks_release(struct fr_bottlenecks *bottlenecks);

#endif
