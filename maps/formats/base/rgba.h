/* A colour with 8 bits for each channel. */
#ifndef FOOTRACE_MAPS_FORMATS_BASE_RGBA_H
#define FOOTRACE_MAPS_FORMATS_BASE_RGBA_H

#include <stdint.h>

struct fr_rgba {
    uint8_t red, green, blue, alpha;
};

#endif
