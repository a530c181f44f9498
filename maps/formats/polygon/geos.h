/* Polygons combined by GEOS, in the half-pixel frame.
 *
 * What a designer draws is rounded at every step: GEOS moves the places where edges meet to the
 * nearest grid points, and edges that pass a vertex closely onto it, which moves no point of an
 * outline by more than 0.36 pixels a step. What says "unrounded" invents no vertices where edges
 * cross nowhere. A geometry is a polygon or a multipolygon, owned by whoever holds it; NULL stands
 * for a failure, whose message struct fr_geos keeps. GEOS allocates from the C heap. */
#ifndef FOOTRACE_MAPS_FORMATS_POLYGON_GEOS_H
#define FOOTRACE_MAPS_FORMATS_POLYGON_GEOS_H

#include <geos_c.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/formats/base/file.h"
#include "maps/map.h"
#include "maps/polygon.h"

struct fr_geos {
    GEOSContextHandle_t context;
    char message[256]; /* what GEOS complained of last */
    bool no_memory;    /* a list could not grow */
    const struct fr_allocator *allocator;
};

/* A list of geometries, gathered so that they can be combined at once. */
struct fr_geos_list {
    GEOSGeometry **items;
    size_t count, capacity;
    const struct fr_allocator *allocator;
};

/* False without memory. */
bool fr_geos_begin(struct fr_geos *geos, const struct fr_allocator *allocator);
void fr_geos_end(struct fr_geos *geos);

/* Fills error with what went wrong with a file, FR_NO_MEMORY or GEOS's own message; returns status,
 * or FR_NO_MEMORY where a list could not grow. */
enum fr_status fr_geos_refuse(const struct fr_geos *geos, const struct fr_file *file,
                              enum fr_status status, struct fr_error *error);

/* A ring without holes; at least three vertices. */
GEOSGeometry *fr_geos_ring(struct fr_geos *geos, const struct fr_point *vertices, uint32_t count);

/* The regions of one area of a valid drawing, of all together for area 0; empty where it has none.
 * Nothing is rounded: regions that cross nowhere have no vertices but their own. */
GEOSGeometry *fr_geos_area(struct fr_geos *geos, const struct fr_polygon *polygon, uint8_t area);

/* What lies in one or both, in left only, in both; and, unrounded, in one only. All take over left,
 * whatever comes out, and leave right to the caller; either may be NULL after a failure before. */
GEOSGeometry *fr_geos_union(struct fr_geos *geos, GEOSGeometry *left, const GEOSGeometry *right);
GEOSGeometry *fr_geos_difference(struct fr_geos *geos, GEOSGeometry *left,
                                 const GEOSGeometry *right);
GEOSGeometry *fr_geos_common(struct fr_geos *geos, GEOSGeometry *left, const GEOSGeometry *right);
GEOSGeometry *fr_geos_either(struct fr_geos *geos, GEOSGeometry *left, const GEOSGeometry *right);

/* The polygons of one that may cross itself, its borders unrounded. Takes it over. */
GEOSGeometry *fr_geos_mend(struct fr_geos *geos, GEOSGeometry *geometry);

/* Brings a geometry onto the grid. Takes it over, NULL included. */
GEOSGeometry *fr_geos_round(struct fr_geos *geos, GEOSGeometry *geometry);

/* The polygons of a geometry without the points and lines that an operation may leave where regions
 * touch or are rounded away. Takes over the geometry, NULL included. */
GEOSGeometry *fr_geos_polygons(struct fr_geos *geos, GEOSGeometry *geometry);

/* Takes over item, NULL included. False without memory or item. */
bool fr_geos_gather(struct fr_geos *geos, struct fr_geos_list *list, GEOSGeometry *item);

/* The union of a list of lines or polygons, which is left empty; with grid 0 unrounded. */
GEOSGeometry *fr_geos_unite(struct fr_geos *geos, struct fr_geos_list *list, double grid);

/* Destroys what is left in a list. */
void fr_geos_list_release(struct fr_geos *geos, struct fr_geos_list *list);

/* The drawing whose areas are these geometries, NULL for those that it has not: borders between
 * areas are given the same vertices on either side, where areas overlap the least id has it.
 * FR_OK and a normalised drawing; FR_NO_MEMORY; or FR_BAD_INPUT where GEOS failed. */
FR_MUST_USE enum fr_status fr_geos_polygon(struct fr_geos *geos,
                                           GEOSGeometry *const areas[FR_AREAS],
                                           const struct fr_allocator *allocator,
                                           struct fr_polygon **polygon);

#endif
