/* A picture to draw on, by Cairo, and to save as a PNG or an SVG file: from the same calls. Beside
 * what Cairo draws by itself there are lines that may lie anywhere, text that can always be drawn, and
 * thousands of lines as a haze. Coordinates are pixels of the PNG; (0, 0) is the corner of the upper
 * left one. */
#ifndef FOOTRACE_HARNESS_PICTURES_PICTURE_H
#define FOOTRACE_HARNESS_PICTURES_PICTURE_H

#include <cairo.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/formats/base/error.h"

enum fr_picture_format { FR_PICTURE_PNG, FR_PICTURE_SVG, FR_PICTURE_FORMATS };

struct fr_picture {
    enum fr_picture_format format;
    int32_t width, height;
    cairo_t *cairo;
    struct fr_picture_bytes *bytes; /* of the file so far */
};

struct fr_colour {
    uint8_t red, green, blue;
};

struct fr_line {
    double x0, y0, x1, y1;
};

/* How lines by the thousand look: one covers what is below by the share single, less where they
 * crowd; however many cross, they cover it by the share most. */
struct fr_haze {
    double width, single, most;
};

/* An empty, white picture. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_picture_create(enum fr_picture_format format, int32_t width,
                                             int32_t height, struct fr_picture *picture);

/* Writes the file; nothing more can be drawn. FR_OK; or FR_BAD_INPUT or FR_NO_MEMORY with error
 * filled and no file left behind. */
FR_MUST_USE enum fr_status fr_picture_save(struct fr_picture *picture, const char *file,
                                           struct fr_error *error);

void fr_picture_release(struct fr_picture *picture);

/* What is drawn next has this colour, and covers this share of what is below. */
void fr_draw_in(cairo_t *cairo, struct fr_colour colour, double share);

/* Adds a line to Cairo's current path, joined to what ends where it begins. Paths of broken back
 * ends go anywhere: what is far outside the picture is left out. */
void fr_draw_line(cairo_t *cairo, const struct fr_line *line);

void fr_draw_disc(cairo_t *cairo, double x, double y, double radius, struct fr_colour colour);

/* Lines in one colour as a haze over what is drawn. In an SVG file it is one image. */
void fr_draw_haze(const struct fr_picture *picture, const struct fr_line *lines, size_t count,
                  const struct fr_haze *haze, struct fr_colour colour);

/* Text in the height of the letters around the line y, from x on, at most so wide: longer ones are
 * cut and end in an ellipsis. A byte that is no UTF-8, or a control character, is a question mark. */
void fr_draw_text(cairo_t *cairo, double x, double y, double size, double most, const char *text,
                  struct fr_colour colour);

/* How wide a text of a size is drawn. */
double fr_text_width(const char *text, double size);

#endif
