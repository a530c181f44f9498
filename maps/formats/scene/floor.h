/* A floor gathered from the file of an engine or a drawing program: outlines in the file's own
 * coordinates, which may be fractions, negative, cross themselves or overlap. They are joined by
 * GEOS, moved so that none is negative, and brought onto the half-pixel grid, which moves no point
 * of an outline by more than 0.36 pixels.
 *
 * Functions that yield a status fill the floor's error where it is not FR_OK. */
#ifndef FOOTRACE_MAPS_FORMATS_SCENE_FLOOR_H
#define FOOTRACE_MAPS_FORMATS_SCENE_FLOOR_H

#include "maps/formats/base/file.h"
#include "maps/formats/base/load_options.h"
#include "maps/formats/base/load_report.h"
#include "maps/formats/base/words.h"
#include "maps/formats/polygon/geos.h"

struct fr_place {
    double x, y; /* pixels, y down */
};

/* A growing list of places, for the outline that is being read. */
struct fr_places {
    struct fr_place *at;
    size_t count, capacity;
};

/* How outlines make a region. */
enum fr_fill {
    FR_FILL_ALL,  /* what lies in any of them */
    FR_FILL_ODD,  /* what lies in an odd number of them: an outline in another is a hole */
    FR_FILL_FIRST /* what lies in the first and in no other: a floor and its obstacles */
};

struct fr_floor {
    const struct fr_file *file;
    struct fr_error *error;
    struct fr_geos geos;
    struct fr_geos_list outlines; /* of the region being gathered */
    GEOSGeometry *areas[FR_AREAS];
    bool closed[FR_AREAS]; /* not walkable at first */
    int regions;           /* areas 1 to regions */
    char names[160];       /* "1 platform, 2 stairs (closed)", as far as it fits */
    struct fr_place size;  /* of the room, where the file tells; else as large as its floor */
    char choices[200];     /* what the option floor may name: "'A', 'B'", as far as it fits */
};

FR_MUST_USE enum fr_status fr_floor_begin(struct fr_floor *floor, const struct fr_file *file,
                                          struct fr_error *error);

/* FR_OK or FR_NO_MEMORY. The list is given back with the file's allocator. */
FR_MUST_USE enum fr_status fr_floor_add_place(struct fr_floor *floor, struct fr_places *places,
                                              struct fr_place at);
void fr_floor_release_places(const struct fr_floor *floor, struct fr_places *places);

/* An outline of the next region. Less than three places, or none enclosed, add nothing. FR_OK,
 * FR_NO_MEMORY, or FR_BAD_INPUT for a coordinate that is no number or beyond a million; where is
 * its place in the file: "line 7". */
FR_MUST_USE enum fr_status fr_floor_outline(struct fr_floor *floor, const struct fr_place *places,
                                            size_t count, const char *where);

/* Makes a region, an area of its own, of the outlines since the last one. FR_OK, FR_NO_MEMORY,
 * FR_UNSUPPORTED for a 256th area, or FR_BAD_INPUT where GEOS fails. */
FR_MUST_USE enum fr_status fr_floor_region(struct fr_floor *floor, struct fr_span name,
                                           enum fr_fill fill, bool closed);

/* Notes a name that the option floor may have, once. */
void fr_floor_offer(struct fr_floor *floor, struct fr_span name);

/* The map of all regions; kind begins report->reading: "2 navigation regions". FR_OK and a map for
 * the caller to release; FR_NO_MEMORY; or FR_BAD_INPUT where there is no floor, or it is larger
 * than a map may be. */
FR_MUST_USE enum fr_status fr_floor_map(struct fr_floor *floor,
                                        const struct fr_load_options *options, const char *kind,
                                        struct fr_map **map, struct fr_load_report *report);

void fr_floor_end(struct fr_floor *floor);

#endif
