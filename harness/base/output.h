/* The output file of a command: known to be writable before any work, emptied only once the work
 * begins, so that bad input loses nothing. */
#ifndef FOOTRACE_HARNESS_BASE_OUTPUT_H
#define FOOTRACE_HARNESS_BASE_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "maps/formats/base/error.h"

struct fr_output {
    FILE *file; /* NULL until it is begun */
    const char *name;
    int descriptor;
    bool standard, created;
};

/* Opens name for writing, "-" for stdout, and leaves what it holds. A file is locked until it is
 * closed, where the file system can: nobody else opens it so. FR_OK, or FR_BAD_INPUT with error
 * filled. */
FR_MUST_USE enum fr_status fr_output_open(const char *name, struct fr_output *output,
                                          struct fr_error *error);

/* Empties the file; file can be written from here on. FR_OK, or FR_BAD_INPUT with error filled. */
FR_MUST_USE enum fr_status fr_output_begin(struct fr_output *output, struct fr_error *error);

/* Cuts the file off behind so many bytes, from where it will be written on. FR_OK, or FR_BAD_INPUT
 * with error filled. */
FR_MUST_USE enum fr_status fr_output_continue(struct fr_output *output, int64_t bytes,
                                              struct fr_error *error);

/* Closes it; 0, or the errno that kept the last bytes from arriving. A file that was made by
 * fr_output_open and never begun is removed. */
int fr_output_close(struct fr_output *output);

#endif
