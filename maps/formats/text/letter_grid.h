/* Rows of letters, as maps in text have them: looked at as a whole before memory is taken for the
 * map that they draw.
 *
 * Which letters are legal depends on whether row and column are even or odd, as in a drawing whose
 * pixels have borders between them; a plain one has the same alphabet four times. Where a blank is
 * legal, blanks at the end of a row may be missing. */
#ifndef FOOTRACE_MAPS_FORMATS_TEXT_LETTER_GRID_H
#define FOOTRACE_MAPS_FORMATS_TEXT_LETTER_GRID_H

#include "maps/formats/base/file.h"
#include "maps/formats/base/words.h"
#include "maps/map.h"

struct fr_alphabet {
    const char *letters;
    const char *expected; /* the letters, for messages: "one of . and @" */
};

struct fr_letter_grid {
    const struct fr_file *file;
    struct fr_lines lines; /* the first row comes next */
    int64_t columns, rows;
    const struct fr_alphabet *alphabets[2][2]; /* of odd rows, of odd columns */
};

/* Checks all rows and takes them off lines. FR_OK, or FR_BAD_INPUT with error filled (line, column,
 * expectation). */
FR_MUST_USE enum fr_status fr_letter_grid_check(struct fr_letter_grid *grid,
                                                struct fr_error *error);

/* Nothing but white space is left. The same. */
FR_MUST_USE enum fr_status fr_letter_grid_end(const struct fr_letter_grid *grid,
                                              struct fr_error *error);

/* Paints a new map from a checked grid whose lines are at the first row. A pixel is the letter at
 * step times its coordinates, and has the area that areas gives to the letter. FR_OK and a map for
 * the caller to release, or FR_NO_MEMORY with error filled. */
FR_MUST_USE enum fr_status fr_letter_grid_paint(const struct fr_letter_grid *grid, int step,
                                                const uint8_t areas[256], struct fr_map **map,
                                                struct fr_error *error);

#endif
