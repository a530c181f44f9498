/* Rows of letters in text maps: checked as a whole before the map is allocated.
 *
 * Which letters are legal depends on whether row and column are even or odd, as in a map with
 * borders between its pixels; a plain grid has the same alphabet four times. Where blanks are
 * legal, those at the end of a row may be missing. */
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
    struct fr_lines lines; /* the first row is next */
    int64_t columns, rows;
    const struct fr_alphabet *alphabets[2][2]; /* by parity of row, then of column */
};

/* A grid with one alphabet. */
struct fr_letter_grid fr_plain_grid(struct fr_lines lines, int64_t columns, int64_t rows,
                                    const struct fr_alphabet *alphabet);

/* Checks all rows and advances `lines` past them. FR_OK, or FR_BAD_INPUT with `error` filled (line,
 * column, expectation). */
FR_MUST_USE enum fr_status fr_letter_grid_check(struct fr_letter_grid *grid);

/* Requires that only white space is left. FR_OK, or FR_BAD_INPUT with `error` filled. */
FR_MUST_USE enum fr_status fr_letter_grid_end(const struct fr_letter_grid *grid);

/* Paints a new map from a checked grid whose lines are at the first row. A pixel is the letter at
 * `step` times its coordinates; `areas` gives the area of a letter. FR_OK and a map that the caller
 * releases, or FR_NO_MEMORY with `error` filled. */
FR_MUST_USE enum fr_status fr_letter_grid_paint(const struct fr_letter_grid *grid, int step,
                                                const uint8_t areas[256], struct fr_map **map);

#endif
