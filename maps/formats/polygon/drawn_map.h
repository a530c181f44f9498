/* From drawings to maps: what the readers of drawings share. */
#ifndef FOOTRACE_MAPS_FORMATS_POLYGON_DRAWN_MAP_H
#define FOOTRACE_MAPS_FORMATS_POLYGON_DRAWN_MAP_H

#include "maps/formats/base/file.h"
#include "maps/formats/base/load_options.h"
#include "maps/geometry/polygon_check.h"
#include "maps/map.h"
#include "maps/polygon.h"

/* A map that carries the valid drawing, shrunk by the agent where there is one, and its pixels.
 * Takes over the drawing, whatever comes out. FR_OK and a map for the caller to release, or
 * FR_NO_MEMORY or FR_BAD_INPUT (GEOS failed) with error filled. */
FR_MUST_USE enum fr_status fr_drawn_map(const struct fr_file *file,
                                        const struct fr_load_options *options, int32_t width,
                                        int32_t height, struct fr_polygon *drawing,
                                        struct fr_map **map, struct fr_error *error);

/* What is wrong with a drawing, without the name of the ring: "vertex 3: ..., expected ...". The
 * vertex is counted as it stands in the file, where reversed says that the ring was turned. */
struct fr_fault_text {
    char text[160];
};
struct fr_fault_text fr_fault_describe(const struct fr_polygon *drawing,
                                       const struct fr_polygon_fault *fault, bool reversed);

/* Where the agent's reference point may be: the closed set of places at which all of the agent lies
 * inside the drawing, its areas being taken together, each closed one too. GEOS computes it in
 * floating point and rounds its outline once, so that it is left by at most 0.36 pixels, and where
 * several areas are fitted to it up to twice more; squares and edges along the axes are exact. A
 * disc is taken as 32 edges around it. Where the agent nowhere fits, the drawing has no rings.
 * FR_OK and a normalised drawing; FR_NO_MEMORY; or FR_BAD_INPUT with GEOS's message in error, with
 * file in front of it. */
FR_MUST_USE enum fr_status fr_drawing_shrink(const struct fr_file *file,
                                             const struct fr_polygon *drawing,
                                             struct fr_agent agent, struct fr_polygon **shrunk,
                                             struct fr_error *error);

#endif
