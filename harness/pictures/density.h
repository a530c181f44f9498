/* Lines by the thousand as one haze: how often each pixel is crossed, then one tint by that.
 * However many lines cross, the haze neither clips nor hides what lies below. */
#ifndef FOOTRACE_HARNESS_PICTURES_DENSITY_H
#define FOOTRACE_HARNESS_PICTURES_DENSITY_H

#include "harness/pictures/picture.h"
#include "maps/allocator.h"
#include "maps/status.h"

struct fr_density {
    int32_t width, height;
    float *cover; /* by pixel: the sum of what lines cover of it */
    const struct fr_allocator *allocator;
};

/* FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_density_create(int32_t width, int32_t height,
                                             const struct fr_allocator *allocator,
                                             struct fr_density *density);

/* A line of a width in pixels; what lies outside is clipped. */
void fr_density_line(struct fr_density *density, double x0, double y0, double x1, double y1,
                     double width);

/* Tints the picture, at least as large: a pixel that one line covers by the share single, less
 * where lines crowd; one that many cover by nearly the share most. */
void fr_density_tint(const struct fr_density *density, struct fr_picture *picture,
                     struct fr_colour colour, double single, double most);

void fr_density_release(struct fr_density *density);

#endif
