/* PNG pictures whose pixels the caller has inflated: the page leaves zlib to the browser.
 *
 * Every form of PNG is read, with the raw indices of a palette. Check sums are checked, those of the
 * pixels by whoever inflates them. */
#ifndef FOOTRACE_WEB_INFLATED_PNG_H
#define FOOTRACE_WEB_INFLATED_PNG_H

#include "maps/formats/image/image.h"

struct fr_png {
    int64_t width, height;
    uint8_t depth, colour, interlaced;
    size_t palette_at, palette_count;   /* bytes of the file; 0: none */
    size_t transparent_at, transparent; /* the same */
};

/* Reads what stands before the pixels. FR_OK or FR_BAD_INPUT with error filled. */
FR_MUST_USE enum fr_status fr_png_header(const struct fr_file *file, struct fr_png *png,
                                         struct fr_error *error);

/* How many bytes the pixels inflate to. */
double fr_png_inflated(const struct fr_png *png);

/* The map of a file of that header. pixels, as inflated, are worked on in place. FR_OK and a map to
 * release, or FR_BAD_INPUT or FR_NO_MEMORY with error filled. */
FR_MUST_USE enum fr_status fr_png_read(const struct fr_file *file, const struct fr_png *png,
                                       const struct fr_load_options *options, uint8_t *pixels,
                                       size_t size, struct fr_map **map,
                                       struct fr_load_report *report, struct fr_error *error);

#endif
