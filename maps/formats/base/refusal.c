#include <stdarg.h>
#include <stdio.h>

#include "maps/formats/base/file.h"

static enum fr_status refuse(const struct fr_file *file, enum fr_status status, const char *format,
                             va_list arguments)
{
    char text[sizeof((struct fr_error *)NULL)->text];
    vsnprintf(text, sizeof text, format, arguments);
    return fr_fail(file->error, status, "%s: %s", file->name, text);
}

enum fr_status fr_refuse(const struct fr_file *file, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const enum fr_status status = refuse(file, FR_BAD_INPUT, format, arguments);
    va_end(arguments);
    return status;
}

enum fr_status fr_refuse_as(const struct fr_file *file, enum fr_status status, const char *format,
                            ...)
{
    va_list arguments;
    va_start(arguments, format);
    refuse(file, status, format, arguments);
    va_end(arguments);
    return status;
}

enum fr_status fr_refuse_memory(const struct fr_file *file, const char *what)
{
    return fr_refuse_as(file, FR_NO_MEMORY, "not enough memory %s", what);
}
