/* What is wrong with a file or an argument, in one line that names the file, the place in it and
 * what was expected there. */
#ifndef FOOTRACE_MAPS_FORMATS_BASE_ERROR_H
#define FOOTRACE_MAPS_FORMATS_BASE_ERROR_H

#include "maps/status.h"

struct fr_error {
    char text[1024]; /* no final newline; "" if nothing is wrong */
};

/* Fills error (which may be NULL) like printf, cutting what does not fit, with '?' for what would
 * not stay in the line; returns status. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
enum fr_status
fr_fail(struct fr_error *error, enum fr_status status, const char *format, ...);

#endif
