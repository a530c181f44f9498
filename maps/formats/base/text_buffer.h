/* A text that grows while it is written. A failure is kept, and tested once, at the end. */
#ifndef FOOTRACE_MAPS_FORMATS_BASE_TEXT_BUFFER_H
#define FOOTRACE_MAPS_FORMATS_BASE_TEXT_BUFFER_H

#include <stdbool.h>

#include "maps/allocator.h"
#include "maps/point.h"
#include "maps/status.h"

struct fr_text {
    char *bytes;
    size_t size, capacity;
    bool no_memory;
    const struct fr_allocator *allocator;
};

/* Appends like printf, at most 250 bytes at once. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void fr_text_add(struct fr_text *text, const char *format, ...);

/* Appends a half-pixel point in pixels, with a text between its coordinates: "3, -3.5". */
void fr_text_add_point(struct fr_text *text, struct fr_point at, const char *between);

void fr_text_release(struct fr_text *text);

#endif
