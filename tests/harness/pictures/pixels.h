/* The colour of a pixel of a picture that will be a PNG. */
#ifndef FOOTRACE_TESTS_HARNESS_PICTURES_PIXELS_H
#define FOOTRACE_TESTS_HARNESS_PICTURES_PIXELS_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "harness/pictures/picture.h"

static inline struct fr_colour surface_pixel(cairo_surface_t *surface, int32_t x, int32_t y)
{
    uint32_t pixel;
    if (x < 0 || x >= cairo_image_surface_get_width(surface) || y < 0 ||
        y >= cairo_image_surface_get_height(surface))
        abort();
    cairo_surface_flush(surface);
    memcpy(&pixel,
           cairo_image_surface_get_data(surface) +
               (ptrdiff_t)y * cairo_image_surface_get_stride(surface) + 4 * (ptrdiff_t)x,
           sizeof pixel);
    return (struct fr_colour){(uint8_t)(pixel >> 16), (uint8_t)(pixel >> 8), (uint8_t)pixel};
}

static inline struct fr_colour pixel_of(const struct fr_picture *picture, int32_t x, int32_t y)
{
    return surface_pixel(cairo_get_target(picture->cairo), x, y);
}

static inline bool is_colour(struct fr_colour found, struct fr_colour colour)
{
    return found.red == colour.red && found.green == colour.green && found.blue == colour.blue;
}

#endif
