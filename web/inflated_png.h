/* PNG pictures whose pixels the caller has inflated: the page leaves zlib to the browser.
 *
 * Reads every form of PNG; a palette's indices are kept raw. Verifies check sums, except that of
 * the pixels, which the caller verifies by inflating them. */
#ifndef FOOTRACE_WEB_INFLATED_PNG_H
#define FOOTRACE_WEB_INFLATED_PNG_H

#include "maps/formats/image/image.h"

struct fr_png {
    int64_t width, height;
    uint8_t depth, colour, interlaced;
    size_t palette_at, palette_count;   /* position in the file, bytes; 0: none */
    size_t transparent_at, transparent; /* likewise */
};

/* Reads the chunks before the pixels. FR_OK or FR_BAD_INPUT with `error` filled. */
FR_MUST_USE enum fr_status fr_png_header(const struct fr_file *file, struct fr_png *png);

/* The size of the inflated pixels, in bytes. */
double fr_png_inflated(const struct fr_png *png);

/* Makes the map of a file with this header. `pixels`, inflated, are modified. FR_OK and the
 * map in `loading`, or FR_BAD_INPUT or FR_NO_MEMORY with `error` filled. */
FR_MUST_USE enum fr_status fr_png_read(struct fr_loading *loading, const struct fr_png *png,
                                       uint8_t *pixels, size_t size);

#endif
