/* An error in a file or an argument, in one line with the file, the place in it and what was
 * expected there. */
#ifndef FOOTRACE_MAPS_FORMATS_BASE_ERROR_H
#define FOOTRACE_MAPS_FORMATS_BASE_ERROR_H

#include "maps/status.h"

struct fr_error {
    char text[1024];       /* no final newline; "": no error */
    enum fr_status status; /* what fr_fail returned */
};

/* Fills error (which may be NULL) like printf and returns status. Text that does not fit is cut
 * off; characters that would break the line become '?'. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
enum fr_status
fr_fail(struct fr_error *error, enum fr_status status, const char *format, ...);

/* Adds "(named by FILE)" to an error about a file whose name the user did not type, but which FILE
 * refers to. Returns the status. */
enum fr_status fr_fail_named_by(struct fr_error *error, enum fr_status status, const char *file);

/* Converts the errno of a failed file operation: FR_NO_MEMORY; FR_SYSTEM_ERROR if any other file
 * would fail as well, as on a full disk; or FR_BAD_INPUT, as for a missing file. */
enum fr_status fr_status_of(int number);

#endif
