/* What the generators paint with: rectangles, outlines filled with anti-aliased edges, and the
 * noise that makes an outline look drawn by hand.
 *
 * A painter holds one outline at a time: begin, add its corners, refine, round and warp it, fill. A
 * painter's coordinates are units of `scale` pixels, so that a room is composed once for all sizes;
 * pixel (0, 0) has its top left corner at the origin. All arithmetic is integer or exactly rounded,
 * in an order fixed by the source: the same levels on every machine. */
#ifndef FOOTRACE_MAPS_GENERATORS_DRAWING_H
#define FOOTRACE_MAPS_GENERATORS_DRAWING_H

#include <stdint.h>

#include "maps/generators/generate.h"
#include "maps/point.h"

struct fr_vector {
    double x, y;
};

struct fr_painter;

/* Sets every pixel. */
void fr_canvas_flood(struct fr_canvas *canvas, uint8_t level);

/* Sets the pixels of `rect`, clipped to the canvas. */
void fr_canvas_rect(struct fr_canvas *canvas, struct fr_rect rect, uint8_t level);

/* Closes the border on one side of pixel (x, y). Does nothing at the edge of the canvas or on a
 * canvas without walls. */
void fr_canvas_close(struct fr_canvas *canvas, int32_t x, int32_t y, enum fr_side side);

/* Blacks out all parts of the floor except the largest, including the anti-aliased edges around
 * them. What remains is 4-connected. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_canvas_fill_pockets(struct fr_canvas *canvas);

/* The level of a pixel; 0 outside the canvas. */
static inline uint8_t fr_canvas_level(const struct fr_canvas *canvas, int32_t x, int32_t y)
{
    if (x < 0 || y < 0 || x >= canvas->width || y >= canvas->height)
        return 0;
    return canvas->pixels[(size_t)y * (size_t)canvas->width + (size_t)x];
}

/* The start of a part, if `length` is divided evenly into `parts`. */
static inline int32_t fr_division(int32_t length, int32_t parts, int32_t part)
{
    return (int32_t)((int64_t)length * part / parts);
}

/* `value` rounded down; it must fit an int32_t. */
static inline int32_t fr_whole(double value)
{
    const int32_t whole = (int32_t)value;
    return whole - (value < whole);
}

/* Uniform in [low, high). */
static inline double fr_random_range(struct fr_random *random, double low, double high)
{
    return low + (high - low) * fr_random_unit(random);
}

/* The point of the unit circle at `turns` (0 or more) from (1, 0), by the rational parametrisation
 * of each quarter: exact at quarter turns, up to 4 degrees off in between. */
struct fr_vector fr_circle(double turns);

/* Creates a painter for `canvas`, with `scale` pixels for each unit. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_painter_create(struct fr_canvas *canvas, double scale,
                                             struct fr_painter **painter);

/* Begins an outline without corners. */
void fr_outline_begin(struct fr_painter *painter);

/* Adds a corner. An outline has room for a few thousand corners; further ones are ignored. */
void fr_outline_add(struct fr_painter *painter, double x, double y);

/* Divides sides into parts of at most `step` units, or slightly more if the outline runs out of
 * room. */
void fr_outline_refine(struct fr_painter *painter, double step);

/* Cuts each corner once, at a quarter of its sides (Chaikin). Two calls make an outline look
 * round. */
void fr_outline_round(struct fr_painter *painter);

/* Moves each corner by noise: by up to about `amplitude` units at the given wavelength, then half
 * as far at half the wavelength, and so on for some octaves. With equal seeds, equal places move
 * equally. */
void fr_outline_warp(struct fr_painter *painter, uint64_t seed, double wavelength, double amplitude,
                     int octaves);

/* Paints the inside (non-zero winding), each pixel in proportion to its coverage. */
void fr_outline_fill(struct fr_painter *painter, uint8_t level);

/* Accepts NULL. */
void fr_painter_release(struct fr_painter *painter);

#endif
