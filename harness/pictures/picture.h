/* A picture to draw on with Cairo and to save as a PNG or an SVG file, with the same calls. On top
 * of Cairo's own functions there are lines with any coordinates, text from any bytes, and thousands
 * of lines as a haze. Coordinates are pixels of the PNG; (0, 0) is the corner of the upper left
 * one. */
#ifndef FOOTRACE_HARNESS_PICTURES_PICTURE_H
#define FOOTRACE_HARNESS_PICTURES_PICTURE_H

#include <cairo.h>
#include <stdint.h>
#include <stdio.h>

#include "maps/formats/base/error.h"
#include "maps/path.h"

enum fr_picture_format { FR_PICTURE_PNG, FR_PICTURE_SVG, FR_PICTURE_FORMATS };

struct fr_picture {
    enum fr_picture_format format;
    int32_t width, height;
    cairo_t *cairo;
    FILE *memory; /* the file so far: its bytes */
    char *bytes;
    size_t size;
};

struct fr_colour {
    uint8_t red, green, blue;
};

/* The opacity of thousands of lines of a width in pixels: a single line covers the share single,
 * less where lines crowd; however many cross, they cover at most the share most. */
struct fr_haze {
    double width, single, most;
};

/* Creates an empty white picture, which must stay in place. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_picture_create(enum fr_picture_format format, int32_t width,
                                             int32_t height, struct fr_picture *picture);

/* Writes the file; nothing more can be drawn. FR_OK; or FR_BAD_INPUT or FR_NO_MEMORY with error
 * filled and no file left behind. */
FR_MUST_USE enum fr_status fr_picture_save(struct fr_picture *picture, const char *file,
                                           struct fr_error *error);

void fr_picture_release(struct fr_picture *picture);

/* Sets the colour and opacity of what is drawn next. */
void fr_draw_in(cairo_t *cairo, struct fr_colour colour, double share);

/* Adds a path's waypoints to Cairo's path. A broken back end's may lie anywhere: what is far
 * outside the picture is left out. */
void fr_draw_path(cairo_t *cairo, const struct fr_path *path);

void fr_draw_disc(cairo_t *cairo, double x, double y, double radius, struct fr_colour colour);

/* Lines in one colour, each between two points, as a haze over what is drawn. In an SVG file it is
 * one image. */
void fr_draw_haze(const struct fr_picture *picture, const struct fr_path *lines,
                  const struct fr_haze *haze, struct fr_colour colour);

/* Text whose letters have the line y in their middle, from x on, at most so wide: what is longer is
 * cut and ends in an ellipsis. A byte that is no UTF-8, or a control character, is a question mark. */
void fr_draw_text(cairo_t *cairo, double x, double y, double size, double most, const char *text,
                  struct fr_colour colour);

/* How wide a text of a size is drawn. */
double fr_text_width(const char *text, double size);

#endif
