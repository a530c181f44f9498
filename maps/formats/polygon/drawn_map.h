/* From drawings to maps: shared by the readers of drawings. */
#ifndef FOOTRACE_MAPS_FORMATS_POLYGON_DRAWN_MAP_H
#define FOOTRACE_MAPS_FORMATS_POLYGON_DRAWN_MAP_H

#include "maps/formats/base/file.h"
#include "maps/formats/base/load_options.h"
#include "maps/geometry/polygon_check.h"
#include "maps/map.h"
#include "maps/polygon.h"

/* Makes a map with the valid drawing, shrunk by the agent if there is one, and its pixels. Takes
 * ownership of the drawing, even on failure. FR_OK and a map that the caller releases; or
 * FR_NO_MEMORY or FR_BAD_INPUT (GEOS failed) with error filled. */
FR_MUST_USE enum fr_status fr_drawn_map(const struct fr_file *file,
                                        const struct fr_load_options *options, int32_t width,
                                        int32_t height, struct fr_polygon *drawing,
                                        struct fr_map **map);

/* Describes a fault of a drawing, without the name of the ring: "vertex 3: ..., expected ...". The
 * vertex is counted as in the file, where the ring is reversed if reversed is set. */
struct fr_fault_text {
    char text[160];
};
struct fr_fault_text fr_fault_describe(const struct fr_polygon *drawing,
                                       const struct fr_polygon_fault *fault, bool reversed);

/* Shrinks a drawing to the closed set of points where the agent's reference point may be: all of
 * the agent is then inside the union of the areas; each area is closed, too. GEOS computes it in
 * floating point and rounds its outline once, so that the result is at most 0.36 pixels off, and up
 * to three times that where several areas are fitted together; it is exact for squares and
 * axis-parallel edges. A disc is approximated by the 32 edges around it. If the agent fits nowhere,
 * the result has no rings. FR_OK and a normalised drawing; FR_NO_MEMORY; or FR_BAD_INPUT with the
 * file and the message of GEOS in error. */
FR_MUST_USE enum fr_status fr_drawing_shrink(const struct fr_file *file,
                                             const struct fr_polygon *drawing,
                                             struct fr_agent agent, struct fr_polygon **shrunk);

#endif
