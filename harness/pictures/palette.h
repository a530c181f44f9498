/* Colours in pictures. A back end's descriptor names its colour; several racers of one back end get
 * shades of it, as in the charts of the reports. */
#ifndef FOOTRACE_HARNESS_PICTURES_PALETTE_H
#define FOOTRACE_HARNESS_PICTURES_PALETTE_H

#include "harness/pictures/picture.h"

/* The colour of a back end's racer number `turn`, from 0: first the back end's colour, then darker
 * and lighter shades. */
struct fr_colour fr_palette_colour(const char *colour, int turn);

#endif
