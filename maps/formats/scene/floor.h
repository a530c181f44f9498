/* A floor built from the file of an engine or a drawing program: outlines in the file's
 * coordinates, which may be fractional or negative. Outlines may cross themselves or overlap. GEOS
 * joins the outlines; they are then moved so that no coordinate is negative, and rounded to the
 * half-pixel grid, which moves no point of an outline by more than 0.36 pixels.
 *
 * Functions that return a status fill the floor's error unless it is FR_OK. */
#ifndef FOOTRACE_MAPS_FORMATS_SCENE_FLOOR_H
#define FOOTRACE_MAPS_FORMATS_SCENE_FLOOR_H

#include "maps/formats/base/loader.h"
#include "maps/formats/base/words.h"
#include "maps/formats/polygon/geos.h"

struct fr_place {
    double x, y; /* pixels, y down */
};

/* Maps p to x * p.x + y * p.y + origin. */
struct fr_transform {
    struct fr_place x, y, origin;
};

/* A growing list of points. */
struct fr_places {
    struct fr_place *at;
    size_t count, capacity;
};

/* How outlines make a region. */
enum fr_fill {
    FR_FILL_ALL,  /* the points inside any outline */
    FR_FILL_ODD,  /* the points inside an odd number of outlines: nested ones are holes */
    FR_FILL_FIRST /* the points inside the first outline only: a floor and its obstacles */
};

struct fr_floor {
    struct fr_loading *loading;
    const struct fr_file *file;
    char where[160]; /* the place in the file that is being read, for messages: "line 7" */
    struct fr_geos geos;
    struct fr_places outline;     /* being read */
    struct fr_geos_list outlines; /* of the current region */
    GEOSGeometry *areas[FR_AREAS];
    bool closed[FR_AREAS]; /* not walkable at first */
    int regions;           /* areas 1 to `regions` */
    char names[160];       /* "1 platform, 2 stairs (closed)", as far as it fits */
    struct fr_place size;  /* of the room, if the file has it; else the size of its floor */
    char choices[200];     /* values of the option floor: "'A', 'B'", as far as it fits */
};

/* Begins the floor of a file in this format. */
FR_MUST_USE enum fr_status fr_floor_begin(struct fr_floor *floor, struct fr_loading *loading,
                                          const char *format);

/* FR_OK or FR_NO_MEMORY. The list is freed with the file's allocator. */
FR_MUST_USE enum fr_status fr_floor_add_place(struct fr_floor *floor, struct fr_places *places,
                                              struct fr_place at);

/* Adds a point to the outline. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_floor_add(struct fr_floor *floor, double x, double y);

/* Adds the outline to the next region, and begins another outline. Fewer than three points, or an
 * outline without area, add nothing. FR_OK, FR_NO_MEMORY, or FR_BAD_INPUT for a coordinate that is
 * not a number or is over a million. */
FR_MUST_USE enum fr_status fr_floor_draw(struct fr_floor *floor);

/* Makes the outlines since the last region a region with a new area. FR_OK, FR_NO_MEMORY,
 * FR_UNSUPPORTED for a 256th area, or FR_BAD_INPUT if GEOS fails. */
FR_MUST_USE enum fr_status fr_floor_region(struct fr_floor *floor, struct fr_span name,
                                           enum fr_fill fill, bool closed);

/* Whether a name suggests a floor: contains "walk", "floor" or "nav", in any case. */
bool fr_floor_suggested(struct fr_span name);

/* Whether a name contains one of these words in any case. */
bool fr_name_contains(struct fr_span name, const char *const *words, size_t count);

/* Records a possible value of the option floor, once. */
void fr_floor_offer(struct fr_floor *floor, struct fr_span name);

/* Returns FR_BAD_INPUT: nothing has the name that the option floor gives. The message lists the
 * names that exist; if there are none, it says that `otherwise` was expected. */
enum fr_status fr_floor_refuse_name(const struct fr_floor *floor, struct fr_span name,
                                    const char *what, const char *otherwise);

/* Makes the loading's map of all regions; `kind`, a format of printf, begins the report's reading:
 * "2 navigation regions". FR_OK; FR_NO_MEMORY; or FR_BAD_INPUT if there is no floor, or it is
 * larger than a map may be. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
FR_MUST_USE enum fr_status
fr_floor_map(struct fr_floor *floor, const char *kind, ...);

void fr_floor_end(struct fr_floor *floor);

struct fr_place fr_transform_apply(const struct fr_transform *by, struct fr_place at);

/* The transform that applies `inner`, then `outer`. */
struct fr_transform fr_transform_inside(const struct fr_transform *outer,
                                        const struct fr_transform *inner);

#endif
