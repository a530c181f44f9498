/* The flags --png and --svg of commands that draw: each takes a file, and both may be given. */
#ifndef FOOTRACE_HARNESS_PICTURES_PICTURE_FLAGS_H
#define FOOTRACE_HARNESS_PICTURES_PICTURE_FLAGS_H

#include "harness/base/arguments.h"
#include "harness/pictures/picture.h"

/* The output file for a format; NULL: not requested. */
const char *fr_picture_file(const struct fr_arguments *arguments, enum fr_picture_format format);

/* The number of requested files. */
int fr_picture_count(const struct fr_arguments *arguments);

/* FR_OK; or FR_BAD_INPUT with error filled if a file's name has the other format's ending. */
FR_MUST_USE enum fr_status fr_picture_check(const struct fr_arguments *arguments,
                                            struct fr_error *error);

#endif
