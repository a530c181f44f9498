/* A floor built from the file of an engine or a drawing program: outlines in the file's
 * coordinates, which may be fractional or negative, and outlines may cross themselves or overlap.
 * GEOS joins them; they are then moved so that no coordinate is negative, and rounded to the
 * half-pixel grid, which moves no point of an outline by more than 0.36 pixels.
 *
 * Functions that return a status fill the floor's error unless it is FR_OK. */
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

/* A growing list of points: the outline being read. */
struct fr_places {
    struct fr_place *at;
    size_t count, capacity;
};

/* How outlines make a region. */
enum fr_fill {
    FR_FILL_ALL,  /* the points inside any of them */
    FR_FILL_ODD,  /* the points inside an odd number of them: nested outlines are holes */
    FR_FILL_FIRST /* the points inside the first and no other: a floor and its obstacles */
};

struct fr_floor {
    const struct fr_file *file;
    struct fr_geos geos;
    struct fr_geos_list outlines; /* of the current region */
    GEOSGeometry *areas[FR_AREAS];
    bool closed[FR_AREAS]; /* not walkable at first */
    int regions;           /* areas 1 to regions */
    char names[160];       /* "1 platform, 2 stairs (closed)", as far as it fits */
    struct fr_place size;  /* of the room, if the file has it; else the size of its floor */
    char choices[200];     /* values of the option floor: "'A', 'B'", as far as it fits */
};

FR_MUST_USE enum fr_status fr_floor_begin(struct fr_floor *floor, const struct fr_file *file);

/* FR_OK or FR_NO_MEMORY. The list is freed with the file's allocator. */
FR_MUST_USE enum fr_status fr_floor_add_place(struct fr_floor *floor, struct fr_places *places,
                                              struct fr_place at);
void fr_floor_release_places(const struct fr_floor *floor, struct fr_places *places);

/* Adds an outline to the next region. Fewer than three points, or an outline without area, add
 * nothing. FR_OK, FR_NO_MEMORY, or FR_BAD_INPUT for a coordinate that is not a number or over a
 * million; where is its place in the file: "line 7". */
FR_MUST_USE enum fr_status fr_floor_outline(struct fr_floor *floor, const struct fr_place *places,
                                            size_t count, const char *where);

/* Makes the outlines since the last region a region with a new area. FR_OK, FR_NO_MEMORY,
 * FR_UNSUPPORTED for a 256th area, or FR_BAD_INPUT if GEOS fails. */
FR_MUST_USE enum fr_status fr_floor_region(struct fr_floor *floor, struct fr_span name,
                                           enum fr_fill fill, bool closed);

/* Records a possible value of the option floor, once. */
void fr_floor_offer(struct fr_floor *floor, struct fr_span name);

/* Makes the map of all regions; kind begins report->reading: "2 navigation regions". FR_OK and a
 * map that the caller releases; FR_NO_MEMORY; or FR_BAD_INPUT if there is no floor, or it is larger
 * than a map may be. */
FR_MUST_USE enum fr_status fr_floor_map(struct fr_floor *floor,
                                        const struct fr_load_options *options, const char *kind,
                                        struct fr_map **map, struct fr_load_report *report);

void fr_floor_end(struct fr_floor *floor);

#endif
