/* Colours in pictures. A back end's descriptor says its own; several racers of one back end get
 * shades of it, as in the charts of the reports. Whatever else is to be told apart gets hues of
 * Okabe and Ito's palette, which colour-blind readers can tell apart too. */
#ifndef FOOTRACE_HARNESS_PICTURES_PALETTE_H
#define FOOTRACE_HARNESS_PICTURES_PALETTE_H

#include "harness/pictures/picture.h"

/* The colour "#RRGGBB". */
struct fr_colour fr_palette_hue(const char *colour);

/* The colour of the turn-th racer, from 0, of a back end of that colour: first the colour itself,
 * then darker and lighter ones. */
struct fr_colour fr_palette_colour(const char *colour, int turn);

/* The colour of the index-th of several things that are not back ends, from 0. */
struct fr_colour fr_palette_series(int index);

#endif
