/* A picture to draw on with Cairo and to save as a PNG file. In addition to Cairo's functions, it
 * draws lines with any coordinates, and text from any bytes. (0, 0) is the upper left corner. */
#ifndef FOOTRACE_HARNESS_PICTURES_PICTURE_H
#define FOOTRACE_HARNESS_PICTURES_PICTURE_H

#include <cairo.h>
#include <stdint.h>
#include <stdio.h>

#include "maps/formats/base/error.h"
#include "maps/path.h"

struct fr_picture {
    int32_t width, height;
    cairo_t *cairo;
    FILE *memory; /* the bytes of the file so far */
    char *bytes;
    size_t size;
};

struct fr_colour {
    uint8_t red, green, blue;
};

/* Creates an empty white picture, which must not move in memory. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_picture_create(int32_t width, int32_t height,
                                             struct fr_picture *picture);

/* Writes the file and ends drawing. FR_OK; or FR_BAD_INPUT or FR_NO_MEMORY with `error` filled and
 * no file left behind. */
FR_MUST_USE enum fr_status fr_picture_save(struct fr_picture *picture, const char *file,
                                           struct fr_error *error);

void fr_picture_release(struct fr_picture *picture);

/* Sets the colour and opacity for drawing. */
void fr_draw_in(cairo_t *cairo, struct fr_colour colour, double share);

/* Adds a path's waypoints to Cairo's path. Waypoints of a faulty back end may be anywhere: what is
 * far outside the picture is clipped. */
void fr_draw_path(cairo_t *cairo, const struct fr_path *path);

void fr_draw_disc(cairo_t *cairo, double x, double y, double radius, struct fr_colour colour);

/* Draws text centred vertically on y, from x on, at most this wide: longer text is cut and ends in
 * an ellipsis. Invalid UTF-8 and control characters become question marks. */
void fr_draw_text(cairo_t *cairo, double x, double y, double size, double most, const char *text,
                  struct fr_colour colour);

/* The width of a text at a size. */
double fr_text_width(const char *text, double size);

#endif
