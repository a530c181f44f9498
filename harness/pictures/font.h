/* A small bitmap font for legends: printable ASCII, five dots wide and eight high, the last row for
 * descenders. */
#ifndef FOOTRACE_HARNESS_PICTURES_FONT_H
#define FOOTRACE_HARNESS_PICTURES_FONT_H

#include <stdbool.h>

#define FR_GLYPH_WIDTH 5
#define FR_GLYPH_HEIGHT 8
#define FR_GLYPH_ADVANCE 6 /* dots from one letter to the next */

/* Whether the dot (x, y) of a letter is set; a letter that the font lacks is a box. */
bool fr_glyph_dot(char letter, int x, int y);

#endif
