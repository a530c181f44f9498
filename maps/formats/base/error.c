#include "maps/formats/base/error.h"

#include <stdarg.h>
#include <stdio.h>

enum fr_status fr_fail(struct fr_error *error, enum fr_status status, const char *format, ...)
{
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->text, sizeof error->text, format, arguments);
        va_end(arguments);
        for (char *letter = error->text; *letter; letter++) /* a file's name may hold anything */
            if ((unsigned char)*letter < ' ' || *letter == 127)
                *letter = '?';
    }
    return status;
}
