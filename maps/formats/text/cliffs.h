/* The heights of Moving AI's "octile-corner" maps, and the cliffs that they make.
 *
 * Such a file of W columns and H rows has H rows of heights, a digit a corner, and then H rows of
 * terrain for the (W-1) x (H-1) pixels between the corners; the last letter of a row and the last
 * row stand for nothing. A pixel with a small letter is a slope, whose corners lie as high as the
 * rows of heights say; one with a capital letter is flat, as high as its upper left corner. Where
 * two neighbours do not meet at the same height, a cliff closes the border between them, and a
 * diagonal step beside it. */
#ifndef FOOTRACE_MAPS_FORMATS_TEXT_CLIFFS_H
#define FOOTRACE_MAPS_FORMATS_TEXT_CLIFFS_H

#include "maps/formats/text/letter_grid.h"

/* Whether rows of heights come next, and not the rows of terrain that "octile" has. */
bool fr_heights_follow(struct fr_lines lines);

/* Checks the rows of heights and takes them off lines. FR_OK; or FR_BAD_INPUT with error filled. */
FR_MUST_USE enum fr_status fr_heights_check(const struct fr_file *file, struct fr_lines *lines,
                                            int64_t columns, int64_t rows, struct fr_error *error);

/* Closes the cliffs of a map, from checked heights and the checked terrain behind them. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_wall_cliffs(struct fr_map *map, struct fr_lines heights,
                                          struct fr_lines terrain);

#endif
