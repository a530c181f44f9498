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

/* How outlines make a region. */
enum fr_fill {
    FR_FILL_ALL, /* what lies in any of them */
    FR_FILL_ODD  /* what lies in an odd number of them: an outline in another is a hole */
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
};

FR_MUST_USE enum fr_status fr_floor_begin(struct fr_floor *floor, const struct fr_file *file,
                                          struct fr_error *error);

/* An outline of the next region. Less than three places, or none enclosed, add nothing. FR_OK,
 * FR_NO_MEMORY, or FR_BAD_INPUT for a coordinate that is no number or beyond a million; line is
 * where it stands in the file. */
FR_MUST_USE enum fr_status fr_floor_outline(struct fr_floor *floor, const struct fr_place *places,
                                            size_t count, int64_t line);

/* Makes a region, an area of its own, of the outlines since the last one. FR_OK, FR_NO_MEMORY,
 * FR_UNSUPPORTED for a 256th area, or FR_BAD_INPUT where GEOS fails. */
FR_MUST_USE enum fr_status fr_floor_region(struct fr_floor *floor, struct fr_span name,
                                           enum fr_fill fill, bool closed);

/* The map of all regions; kind begins report->reading: "2 navigation regions". FR_OK and a map for
 * the caller to release; FR_NO_MEMORY; or FR_BAD_INPUT where there is no floor, or it is larger
 * than a map may be. */
FR_MUST_USE enum fr_status fr_floor_map(struct fr_floor *floor,
                                        const struct fr_load_options *options, const char *kind,
                                        struct fr_map **map, struct fr_load_report *report);

void fr_floor_end(struct fr_floor *floor);

#endif
