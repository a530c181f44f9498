#include "maps/formats/base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

enum fr_status fr_fail(struct fr_error *error, enum fr_status status, const char *format, ...)
{
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->text, sizeof error->text, format, arguments);
        error->status = status;
        va_end(arguments);
        for (char *letter = error->text; *letter; letter++) /* a file's name may contain anything */
            if ((unsigned char)*letter < ' ' || *letter == 127)
                *letter = '?';
    }
    return status;
}

enum fr_status fr_fail_named_by(struct fr_error *error, enum fr_status status, const char *file)
{
    if (!error)
        return status;
    const struct fr_error found = *error;
    return fr_fail(error, status, "%s (named by %s)", found.text, file);
}

enum fr_status fr_status_of(int number)
{
    static const int system[] = {
        EAGAIN,  EIO, EMFILE, ENFILE, ENOSPC, EFBIG,
#ifdef EDQUOT
        EDQUOT,
#endif
#ifdef ENOBUFS
        ENOBUFS,
#endif
    };
    if (number == ENOMEM)
        return FR_NO_MEMORY;
    for (size_t i = 0; i < sizeof system / sizeof *system; i++)
        if (number == system[i])
            return FR_SYSTEM_ERROR;
    return FR_BAD_INPUT;
}
