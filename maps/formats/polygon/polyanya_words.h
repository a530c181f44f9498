/* Polyanya's text formats: words and numbers separated by white space, and the size of the image,
 * which extends from 0,0 to the largest coordinates. */
#ifndef FOOTRACE_MAPS_FORMATS_POLYGON_POLYANYA_WORDS_H
#define FOOTRACE_MAPS_FORMATS_POLYGON_POLYANYA_WORDS_H

#include "maps/formats/base/words.h"
#include "maps/formats/polygon/drawn_map.h"

struct fr_polyanya {
    struct fr_loading *loading;
    const struct fr_file *file;
    struct fr_lines lines;
    struct fr_span line;   /* the rest of the line */
    struct fr_span word;   /* the last one taken */
    size_t ring, vertex;   /* the current ones, for messages; the caller counts */
    bool in_ring;          /* vertices belong to rings */
    int32_t right, bottom; /* half pixels */
};

/* Starts after the file's first word, which identified the format. */
void fr_polyanya_begin(struct fr_polyanya *reader);

/* This and the functions below return FR_OK, or FR_BAD_INPUT with error filled (line,
 * expectation). */
FR_MUST_USE enum fr_status fr_polyanya_integer(struct fr_polyanya *reader, int32_t low,
                                               int32_t high, const char *expected, int32_t *value);

/* Reads a point in half pixels from 0,0. */
FR_MUST_USE enum fr_status fr_polyanya_vertex(struct fr_polyanya *reader, struct fr_point *vertex);

/* Requires that nothing is left. */
FR_MUST_USE enum fr_status fr_polyanya_end(struct fr_polyanya *reader);

/* Fills error with the last word and what was expected; returns status. */
enum fr_status fr_polyanya_refuse(struct fr_polyanya *reader, enum fr_status status,
                                  const char *expected);

/* Makes the loading's map, with the size that the coordinates require; reading is for the
 * report. */
FR_MUST_USE enum fr_status fr_polyanya_map(struct fr_polyanya *reader, const char *format,
                                           const char *reading, struct fr_polygon *drawing);

#endif
