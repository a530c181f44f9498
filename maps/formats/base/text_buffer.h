/* A text that grows as it is written. A failure sticks, and is asked for once, at the end. */
#ifndef FOOTRACE_MAPS_FORMATS_BASE_TEXT_BUFFER_H
#define FOOTRACE_MAPS_FORMATS_BASE_TEXT_BUFFER_H

#include <stdbool.h>

#include "maps/allocator.h"
#include "maps/status.h"

struct fr_text {
    char *bytes;
    size_t size, capacity;
    bool no_memory;
    const struct fr_allocator *allocator;
};

/* Appends like printf, at most 250 letters at once. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void fr_text_add(struct fr_text *text, const char *format, ...);

/* A number of half pixels in pixels: "3", "-3.5". */
void fr_text_add_half(struct fr_text *text, int32_t half_pixels);

void fr_text_release(struct fr_text *text);

#endif
