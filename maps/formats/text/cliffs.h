/* The heights of Moving AI's "octile-corner" maps, and their cliffs.
 *
 * A file of W columns and H rows has H rows of heights, a digit for each corner, then H rows of
 * terrain for the (W-1) x (H-1) pixels between the corners; the last letter of a row and the last
 * row are unused. A pixel with a small letter is a slope whose corners have the heights given; one
 * with a capital letter is flat, as high as its upper left corner. Where two neighbours do not meet
 * at equal heights, a cliff closes the border between them, and diagonal steps beside it. */
#ifndef FOOTRACE_MAPS_FORMATS_TEXT_CLIFFS_H
#define FOOTRACE_MAPS_FORMATS_TEXT_CLIFFS_H

#include "maps/formats/text/letter_grid.h"

/* Whether rows of heights come next, not terrain as in "octile". */
bool fr_heights_follow(struct fr_lines lines);

/* Checks the rows of heights and advances lines past them. FR_OK; or FR_BAD_INPUT with error
 * filled. */
FR_MUST_USE enum fr_status fr_heights_check(struct fr_lines *lines, int64_t columns, int64_t rows);

/* Closes the cliffs of a map, given checked heights and the checked terrain after them. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_wall_cliffs(struct fr_map *map, struct fr_lines heights,
                                          struct fr_lines terrain);

#endif
