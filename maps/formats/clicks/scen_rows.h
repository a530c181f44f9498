/* Moving AI's .scen, row by row: the words, path ends and lengths that all versions share, and the
 * files of versions 0 and 1, which have only these. */
#ifndef FOOTRACE_MAPS_FORMATS_CLICKS_SCEN_ROWS_H
#define FOOTRACE_MAPS_FORMATS_CLICKS_SCEN_ROWS_H

#include <stdbool.h>

#include "maps/click_set.h"
#include "maps/formats/base/file.h"
#include "maps/formats/base/words.h"

struct fr_scen {
    struct fr_lines lines;
    int32_t width, height; /* of the map */
    size_t fields;         /* words in a row: 9, or 7 without the map's size */
    struct fr_click_set *set;
    bool versioned; /* the file states its version, as only .scen files do */
};

/* Reports what was found, in which line, and what was expected; returns FR_BAD_INPUT. */
enum fr_status fr_scen_refuse(const struct fr_scen *scen, const char *what, struct fr_span found,
                              const char *expected);

/* Appends the click of five fields: start, goal and length; a length of 0 for different ends, or -1
 * if allowed, means unreachable. FR_OK, or FR_BAD_INPUT or FR_NO_MEMORY with `error` filled. */
FR_MUST_USE enum fr_status fr_scen_append(struct fr_scen *scen, int64_t bucket,
                                          const struct fr_span *fields, bool with_minus_one);

/* Reads the version line, if there is one, and all rows of versions 0 and 1. For version 2, sets
 * *dynamic and reads no rows. Returns the same. */
FR_MUST_USE enum fr_status fr_scen_read_rows(struct fr_scen *scen, bool *dynamic);

#endif
