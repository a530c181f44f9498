/* From drawings to maps: shared by the readers of drawings. */
#ifndef FOOTRACE_MAPS_FORMATS_POLYGON_DRAWN_MAP_H
#define FOOTRACE_MAPS_FORMATS_POLYGON_DRAWN_MAP_H

#include "maps/formats/base/loader.h"
#include "maps/geometry/polygon_check.h"
#include "maps/map.h"
#include "maps/polygon.h"

/* Makes the loading's map from a valid drawing, shrunk by the agent if there is one, and paints its
 * pixels. Takes ownership of the drawing, even on failure. FR_OK; or FR_NO_MEMORY or FR_BAD_INPUT
 * (GEOS failed) with `error` filled. */
FR_MUST_USE enum fr_status fr_drawn_map(struct fr_loading *loading, int32_t width, int32_t height,
                                        struct fr_polygon *drawing);

/* Reports a fault of a drawing in the ring with this name: "NAME, vertex 3: ..., expected ...". The
 * vertex is counted as in the file, where the ring is reversed if `reversed` is set. */
enum fr_status fr_refuse_fault(const struct fr_file *file, const char *name,
                               const struct fr_polygon *drawing,
                               const struct fr_polygon_fault *fault, bool reversed);

/* Checks a single ring with this name. FR_OK, FR_BAD_INPUT or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_ring_check(const struct fr_file *file, const char *name,
                                         const struct fr_point *vertices, uint32_t count);

/* Shrinks a drawing to the closed set of points where the agent's reference point may be: all of
 * the agent is then inside the union of the areas; each area is closed, too. GEOS computes in
 * floating point and rounds the outline once, so the result is at most 0.36 pixels off, or up to
 * three times that where several areas are fitted together; it is exact for squares and
 * axis-parallel edges. A disc is approximated by a polygon of 32 edges around it. If the agent fits
 * nowhere, the result has no rings. FR_OK and a normalised drawing; FR_NO_MEMORY; or FR_BAD_INPUT
 * with the file and the message of GEOS in error. */
FR_MUST_USE enum fr_status fr_drawing_shrink(const struct fr_file *file,
                                             const struct fr_polygon *drawing,
                                             struct fr_agent agent, struct fr_polygon **shrunk);

/* The enabled areas of a drawn map, joined as a game passes them to a polygon search.
 *
 * Adjacent areas are separate rings in a drawing; after joining, no edge remains where a path may
 * cross from one area to the other. The library computes no unions: code that loads a map, or opens
 * and closes its areas, calls fr_drawing_join once for each set of enabled areas. */
/* Builds map->joined from the map's drawing, unless it exists or the map has no drawing. Vertices
 * of the drawing stay, and none is added. FR_OK; FR_NO_MEMORY; or FR_BAD_INPUT if GEOS failed. */
FR_MUST_USE enum fr_status fr_drawing_join(struct fr_map *map);

#endif
