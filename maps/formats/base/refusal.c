#include <stdarg.h>
#include <stdio.h>

#include "maps/formats/base/file.h"

static void refuse(const struct fr_file *file, enum fr_status status, const char *place,
                   const char *format, va_list arguments)
{
    char text[sizeof((struct fr_error *)NULL)->text];
    vsnprintf(text, sizeof text, format, arguments);
    fr_fail(file->error, status, "%s: %s%s", file->name, place, text);
}

enum fr_status fr_refuse(const struct fr_file *file, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    refuse(file, FR_BAD_INPUT, "", format, arguments);
    va_end(arguments);
    return FR_BAD_INPUT;
}

enum fr_status fr_refuse_as(const struct fr_file *file, enum fr_status status, const char *format,
                            ...)
{
    va_list arguments;
    va_start(arguments, format);
    refuse(file, status, "", format, arguments);
    va_end(arguments);
    return status;
}

enum fr_status fr_refuse_line(const struct fr_lines *lines, const char *format, ...)
{
    char place[40];
    va_list arguments;
    snprintf(place, sizeof place, "line %lld: ", (long long)lines->number);
    va_start(arguments, format);
    refuse(lines->file, FR_BAD_INPUT, place, format, arguments);
    va_end(arguments);
    return FR_BAD_INPUT;
}

enum fr_status fr_refuse_memory(const struct fr_file *file, const char *what)
{
    return fr_refuse_as(file, FR_NO_MEMORY, "not enough memory %s", what);
}
