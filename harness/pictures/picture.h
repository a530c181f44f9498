/* A picture to draw on: smooth thick lines, discs and bitmap text on RGB pixels. What lies outside
 * is clipped. Coordinates are pixels of the picture; (0, 0) is the corner of the upper left one. */
#ifndef FOOTRACE_HARNESS_PICTURES_PICTURE_H
#define FOOTRACE_HARNESS_PICTURES_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

struct fr_picture {
    int32_t width, height;
    uint8_t *rgb; /* height rows of width pixels, three bytes each */
};

struct fr_colour {
    uint8_t red, green, blue;
};

/* Which parts of a line are drawn: on and off lengths in turn, from the line's begin. */
struct fr_dashes {
    int count; /* of lengths, even; 0: all of it */
    double lengths[4];
};

/* x0 <= x < x1, y0 <= y < y1. */
void fr_picture_fill(struct fr_picture *picture, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
                     struct fr_colour colour);

/* A line with round ends; phase is how much of the dashed line came before it. */
void fr_picture_line(struct fr_picture *picture, double x0, double y0, double x1, double y1,
                     double width, const struct fr_dashes *dashes, double phase,
                     struct fr_colour colour);

void fr_picture_disc(struct fr_picture *picture, double x, double y, double radius,
                     struct fr_colour colour);

/* Text with its upper left corner at (x, y), each dot of the font dot pixels wide. */
void fr_picture_text(struct fr_picture *picture, int32_t x, int32_t y, int32_t dot,
                     const char *text, struct fr_colour colour);

/* Width of a text in pixels. */
int32_t fr_text_width(const char *text, int32_t dot);

#endif
