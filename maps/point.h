/* Half-pixel integer coordinates, used for every path point and geometric decision.
 *
 * The origin is the top left corner of the map, y grows downward. Pixel (px, py) is the closed
 * square [2px, 2px+2] x [2py, 2py+2]; its centre is (2px+1, 2py+1), its corners are even. */
#ifndef FOOTRACE_MAPS_POINT_H
#define FOOTRACE_MAPS_POINT_H

#include <stdbool.h>
#include <stdint.h>

#define FR_MAP_MAX_SIZE 32767 /* pixels: half-pixel coordinates stay below 2^16 */

struct fr_point {
    int32_t x, y; /* half pixels */
};

/* A pixel, by its coordinates in pixels. */
struct fr_pixel {
    int32_t x, y;
};

/* The pixels [x, x+width) x [y, y+height). */
struct fr_rect {
    int32_t x, y, width, height;
};

static inline struct fr_point fr_pixel_centre(struct fr_pixel pixel)
{
    const struct fr_point centre = {2 * pixel.x + 1, 2 * pixel.y + 1};
    return centre;
}

/* The pixel with this centre; meaningful for odd, non-negative coordinates. */
static inline struct fr_pixel fr_point_pixel(struct fr_point point)
{
    const struct fr_pixel pixel = {point.x >> 1, point.y >> 1};
    return pixel;
}

static inline bool fr_point_equal(struct fr_point a, struct fr_point b)
{
    return a.x == b.x && a.y == b.y;
}

static inline bool fr_pixel_equal(struct fr_pixel a, struct fr_pixel b)
{
    return a.x == b.x && a.y == b.y;
}

static inline int32_t fr_lesser(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t fr_greater(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* Whether a point comes before another in row order. */
static inline bool fr_point_before(struct fr_point a, struct fr_point b)
{
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}

/* A pixel of a map as one number, y << 16 | x. */
static inline uint32_t fr_pixel_pack(struct fr_pixel pixel)
{
    return (uint32_t)pixel.y << 16 | (uint32_t)pixel.x;
}

static inline struct fr_pixel fr_pixel_unpack(uint32_t packed)
{
    struct fr_pixel pixel;
    pixel.x = (int32_t)(packed & 0xFFFF);
    pixel.y = (int32_t)(packed >> 16);
    return pixel;
}

#endif
