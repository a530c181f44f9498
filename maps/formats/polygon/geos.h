/* Polygons combined by GEOS, in the half-pixel frame.
 *
 * Designers' drawings are rounded at every step: GEOS moves intersections of edges to the nearest
 * grid points, and edges that pass close to a vertex onto it; each step moves no point of an
 * outline by more than 0.36 pixels. "Unrounded" functions add no vertices if no edges cross. A
 * geometry is a polygon or a multipolygon, owned by its holder; NULL means a failure, whose message
 * is in struct fr_geos. GEOS allocates from the C heap. */
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
    char message[256]; /* the last error of GEOS */
    bool no_memory;    /* a list could not grow */
    const struct fr_allocator *allocator;
};

/* A list of geometries, collected to be combined at once. */
struct fr_geos_list {
    GEOSGeometry **items;
    size_t count, capacity;
    const struct fr_allocator *allocator;
};

/* False if out of memory. */
bool fr_geos_begin(struct fr_geos *geos, const struct fr_allocator *allocator);
void fr_geos_end(struct fr_geos *geos);

/* Fills the file's error with what failed: memory, or else what GEOS reports. Returns `status`, or
 * FR_NO_MEMORY if a list could not grow. */
enum fr_status fr_geos_refuse(const struct fr_geos *geos, const struct fr_file *file,
                              enum fr_status status);

/* Frees a geometry, or those of all areas; NULL is accepted. */
void fr_geos_destroy(struct fr_geos *geos, GEOSGeometry *geometry);
void fr_geos_destroy_areas(struct fr_geos *geos, GEOSGeometry *areas[FR_AREAS]);

/* A polygon without holes; requires at least three vertices. */
GEOSGeometry *fr_geos_ring(struct fr_geos *geos, const struct fr_point *vertices, uint32_t count);

/* The region of an outer ring of a drawing, with its holes. */
GEOSGeometry *fr_geos_region(struct fr_geos *geos, const struct fr_polygon *polygon,
                             uint32_t outer);

/* The regions of one area of a valid drawing, or of all areas together for area 0; empty if there
 * is none. Unrounded: regions that do not cross get no new vertices. */
GEOSGeometry *fr_geos_area(struct fr_geos *geos, const struct fr_polygon *polygon, uint8_t area);

/* The union; the part in `left` only; the part in both; and, unrounded, the part in exactly one.
 * The functions free `left`, even on failure, but not `right`; both may be NULL after a failure. */
GEOSGeometry *fr_geos_union(struct fr_geos *geos, GEOSGeometry *left, const GEOSGeometry *right);
GEOSGeometry *fr_geos_difference(struct fr_geos *geos, GEOSGeometry *left,
                                 const GEOSGeometry *right);
GEOSGeometry *fr_geos_common(struct fr_geos *geos, GEOSGeometry *left, const GEOSGeometry *right);
GEOSGeometry *fr_geos_either(struct fr_geos *geos, GEOSGeometry *left, const GEOSGeometry *right);

/* The polygons of a geometry that may cross itself, unrounded. Frees it. */
GEOSGeometry *fr_geos_repair(struct fr_geos *geos, GEOSGeometry *geometry);

/* Rounds a geometry to the grid. Frees it; NULL is accepted. */
GEOSGeometry *fr_geos_round(struct fr_geos *geos, GEOSGeometry *geometry);

/* The polygons of a geometry, without the points and lines that an operation may leave where
 * regions touch or are rounded away. Frees it; NULL is accepted. */
GEOSGeometry *fr_geos_polygons(struct fr_geos *geos, GEOSGeometry *geometry);

/* Appends an item, or NULL, and takes ownership. False if out of memory, or for NULL. */
bool fr_geos_gather(struct fr_geos *geos, struct fr_geos_list *list, GEOSGeometry *item);

/* The union of a list of lines or polygons, which is emptied; grid 0: unrounded. */
GEOSGeometry *fr_geos_unite(struct fr_geos *geos, struct fr_geos_list *list, double grid);

/* Destroys the remaining items of a list. */
void fr_geos_list_release(struct fr_geos *geos, struct fr_geos_list *list);

/* Makes a drawing from one geometry for each area, NULL for an absent area. Both sides of a border
 * between areas get the same vertices; where areas overlap, the lowest id is used. FR_OK and a
 * normalised drawing; FR_NO_MEMORY; or FR_BAD_INPUT if GEOS failed. */
FR_MUST_USE enum fr_status fr_geos_polygon(struct fr_geos *geos,
                                           GEOSGeometry *const areas[FR_AREAS],
                                           const struct fr_allocator *allocator,
                                           struct fr_polygon **polygon);

#endif
