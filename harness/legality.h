/* Legality of single segments and turns, for the validator: exact, in integers.
 *
 * The ground is one byte a pixel with a ring of blocked pixels around, so that the neighbours of
 * any pixel may be read. Points may hold any int32: what lies outside the map is a breach, never
 * read. Where the ground has edge walls, the grid models alone say what they mean: no segment of
 * another model is legal there. */
#ifndef FOOTRACE_HARNESS_LEGALITY_H
#define FOOTRACE_HARNESS_LEGALITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "maps/movement.h"
#include "maps/point.h"

/* Bits of a pixel of the ground. */
enum { FR_GROUND_WALKABLE = 1, FR_GROUND_WALL_EAST = 2, FR_GROUND_WALL_SOUTH = 4 };

struct fr_ground {
    int32_t width, height; /* pixels */
    ptrdiff_t stride;      /* bytes from row to row: width + 2 */
    const uint8_t *pixels; /* of pixel (0, 0) */
    bool walled;           /* some pixel has a wall */
};

/* x from -1 to width, y from -1 to height. */
static inline bool fr_ground_walkable(const struct fr_ground *ground, int32_t x, int32_t y)
{
    return ground->pixels[y * ground->stride + x] & FR_GROUND_WALKABLE;
}

/* Whether no wall parts a pixel from the one beside it, (dx, dy) away. */
static inline bool fr_ground_passes(const struct fr_ground *ground, int32_t x, int32_t y,
                                    int32_t dx, int32_t dy)
{
    const int32_t left = dx < 0 ? x - 1 : x, upper = dy < 0 ? y - 1 : y;
    const int side = dx != 0 ? FR_GROUND_WALL_EAST : FR_GROUND_WALL_SOUTH;
    return !(ground->pixels[upper * ground->stride + left] & side);
}

/* Whether no wall stands on the way from a pixel to the one at (dx, dy) diagonally, first across
 * and then down or up; and the other way round. */
bool fr_ground_passes_across(const struct fr_ground *ground, int32_t x, int32_t y, int32_t dx,
                             int32_t dy);
bool fr_ground_passes_down(const struct fr_ground *ground, int32_t x, int32_t y, int32_t dx,
                           int32_t dy);

/* The first thing wrong that was met. */
struct fr_breach {
    const char *rule; /* "crosses blocked pixel", ...: what follows is where */
    int32_t x, y;     /* pixels */
};

/* Whether the point is the centre of a pixel of the map. */
static inline bool fr_ground_centre(const struct fr_ground *ground, struct fr_point point)
{
    return point.x > 0 && point.y > 0 && point.x < 2 * ground->width &&
           point.y < 2 * ground->height && point.x % 2 == 1 && point.y % 2 == 1;
}

/* Whether movement allows the straight walk from a to b; a == b asks whether one may stand there.
 * FR_POLYGON is not judged on pixels: here it only has to stay on the map. */
bool fr_legal_segment(const struct fr_ground *ground, enum fr_movement movement, struct fr_point a,
                      struct fr_point b, struct fr_breach *breach);

/* Whether a path that comes from `from` and goes on to `to`, both other points than the corner, may
 * touch this corner: at a pinch it must leave through the free pixel that it came through. */
bool fr_legal_turn(const struct fr_ground *ground, struct fr_point from, struct fr_point corner,
                   struct fr_point to, struct fr_breach *breach);

#endif
