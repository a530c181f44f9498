/* Colours to areas, by the options of a map spec. */
#ifndef FOOTRACE_MAPS_FORMATS_IMAGE_COLOUR_AREA_H
#define FOOTRACE_MAPS_FORMATS_IMAGE_COLOUR_AREA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/formats/base/load_options.h"
#include "maps/formats/base/load_report.h"

/* The area of a colour: that of its gate; else 0 if it is transparent and blocked; else by the
 * legend; else 1 or 0 by the threshold. */
uint8_t fr_colour_area(const struct fr_load_options *options, struct fr_rgba colour);

/* The gate that has a colour; NULL: none. */
const struct fr_legend_entry *fr_colour_gate(const struct fr_load_options *options,
                                             struct fr_rgba colour);

bool fr_colour_transparent(const struct fr_load_options *options, struct fr_rgba colour);

/* The threshold given, or 128. */
int fr_colour_threshold(const struct fr_load_options *options);

/* Guesses what the painter of a mask meant, from the number of pixels of each colour. */
struct fr_colour_share {
    struct fr_rgba colour;
    int64_t pixels;
};

/* Sorts colours, most frequent first. */
void fr_colour_sort(struct fr_colour_share *shares, size_t count);

/* Fills in the options that the report suggests, and the number of pixels between the two main
 * colours. `shares` has all counted colours, each once and sorted; the colours of gates are
 * removed. `pixels` is the number of pixels of the whole image. */
void fr_colour_guess(const struct fr_load_options *options, struct fr_colour_share *shares,
                     size_t count, int64_t pixels, struct fr_load_report *report);

#endif
