#include "maps/formats/base/text_buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 256

void fr_text_add(struct fr_text *text, const char *format, ...)
{
    text->no_memory = text->no_memory || !fr_reserve(text->allocator, &text->bytes, text->size,
                                                     MOST, &text->capacity, 1);
    if (text->no_memory)
        return;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text->bytes + text->size, MOST, format, arguments);
    va_end(arguments);
    text->size += length < 0 ? 0 : length < MOST ? (size_t)length : MOST - 1;
}

static void add_half(struct fr_text *text, int32_t half_pixels)
{
    fr_text_add(text, "%s%d%s", half_pixels < 0 ? "-" : "", (int)abs(half_pixels) / 2,
                half_pixels % 2 ? ".5" : "");
}

void fr_text_add_point(struct fr_text *text, struct fr_point at, const char *between)
{
    add_half(text, at.x);
    fr_text_add(text, "%s", between);
    add_half(text, at.y);
}

void fr_text_release(struct fr_text *text)
{
    fr_deallocate(text->allocator, text->bytes, text->capacity, 1);
}
