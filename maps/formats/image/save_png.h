/* Writing PNG files through libspng. */
#ifndef FOOTRACE_MAPS_FORMATS_IMAGE_SAVE_PNG_H
#define FOOTRACE_MAPS_FORMATS_IMAGE_SAVE_PNG_H

#include <stdint.h>

#include "maps/formats/base/error.h"

enum fr_png_kind {
    FR_PNG_GREY,  /* one byte a pixel: luminance */
    FR_PNG_RGB,   /* three bytes a pixel */
    FR_PNG_AREAS, /* one byte a pixel: an area id, written as an index of a palette */
};

/* Writes height rows of width pixels, as small as deflate makes it. Greys and areas that need only
 * 1, 2 or 4 bits are written so. FR_OK, or FR_BAD_INPUT or FR_NO_MEMORY with error filled; a file
 * that could not be written whole is removed. */
FR_MUST_USE enum fr_status fr_save_png(const char *file, enum fr_png_kind kind, int32_t width,
                                       int32_t height, const uint8_t *pixels,
                                       struct fr_error *error);

#endif
