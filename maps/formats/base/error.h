/* What is wrong with a file or an argument, in one line that names the file, the place in it and
 * what was expected there. */
#ifndef FOOTRACE_MAPS_FORMATS_BASE_ERROR_H
#define FOOTRACE_MAPS_FORMATS_BASE_ERROR_H

#include "maps/status.h"

struct fr_error {
    char text[1024];       /* no final newline; "" if nothing is wrong */
    enum fr_status status; /* what fr_fail returned */
};

/* Fills error (which may be NULL) like printf and returns status. Text that does not fit is cut;
 * characters that would break the line become '?'. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
enum fr_status
fr_fail(struct fr_error *error, enum fr_status status, const char *format, ...);

/* Adds to an error about a file that another one names, and nobody typed: which one. Returns the
 * status. */
enum fr_status fr_fail_named_by(struct fr_error *error, enum fr_status status, const char *file);

/* What an errno of a file that could not be opened, read or written stands for: FR_NO_MEMORY;
 * FR_SYSTEM_ERROR for what no other file would mend, such as a full disk; or FR_BAD_INPUT, such as
 * for a file that is missing. */
enum fr_status fr_status_of(int number);

#endif
