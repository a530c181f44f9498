/* Colours that tell back ends apart: Okabe and Ito's palette, which colour-blind readers see too.
 * The charts of the reports use the same ones. */
#ifndef FOOTRACE_HARNESS_PICTURES_PALETTE_H
#define FOOTRACE_HARNESS_PICTURES_PALETTE_H

#include "harness/pictures/picture.h"

/* The hue of a back end; one that is not in the list gets one that none in it has. */
struct fr_colour fr_palette_hue(const char *name);

/* The colour of the turn-th racer of a back end, from 0: its hue, then darker and lighter ones. */
struct fr_colour fr_palette_colour(const char *name, int turn);

/* The colour of the index-th of several things that are not back ends, from 0. */
struct fr_colour fr_palette_series(int index);

#endif
