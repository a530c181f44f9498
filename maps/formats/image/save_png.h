/* Writes PNG files with libspng. */
#ifndef FOOTRACE_MAPS_FORMATS_IMAGE_SAVE_PNG_H
#define FOOTRACE_MAPS_FORMATS_IMAGE_SAVE_PNG_H

#include <stdint.h>

#include "maps/formats/base/error.h"

enum fr_png_kind {
    FR_PNG_GREY,  /* one byte for each pixel: luminance */
    FR_PNG_RGB,   /* three bytes for each pixel */
    FR_PNG_AREAS, /* one byte for each pixel: an area id, written as a palette index */
};

/* Writes `height` rows of `width` pixels, as small as deflate makes them; greys and areas that need
 * only 1, 2 or 4 bits use that depth. FR_OK, or FR_BAD_INPUT or FR_NO_MEMORY with `error` filled;
 * an incomplete file is removed. */
FR_MUST_USE enum fr_status fr_save_png(const char *file, enum fr_png_kind kind, int32_t width,
                                       int32_t height, const uint8_t *pixels,
                                       struct fr_error *error);

#endif
