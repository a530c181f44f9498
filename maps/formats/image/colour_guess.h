/* Guesses what the painter of a mask meant, from the number of pixels of each colour. */
#ifndef FOOTRACE_MAPS_FORMATS_IMAGE_COLOUR_GUESS_H
#define FOOTRACE_MAPS_FORMATS_IMAGE_COLOUR_GUESS_H

#include <stddef.h>

#include "maps/formats/base/load_options.h"
#include "maps/formats/base/load_report.h"

struct fr_colour_share {
    struct fr_rgba colour;
    int64_t pixels;
};

/* Sorts colours, most frequent first. */
void fr_colour_sort(struct fr_colour_share *shares, size_t count);

/* Fills in the report's advice and the number of pixels between the two main colours. shares has
 * all counted colours, each once and sorted; those of gates are removed. pixels: of the whole
 * image. */
void fr_colour_guess(const struct fr_load_options *options, struct fr_colour_share *shares,
                     size_t count, int64_t pixels, struct fr_load_report *report);

#endif
