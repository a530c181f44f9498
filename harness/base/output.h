/* The output file of a command. It is opened before any work, so that a file that cannot be written
 * is noticed at once, and emptied only when the work begins, so that bad input loses nothing. */
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

/* Opens name for writing, "-" for stdout, and keeps its content. The file stays locked until it is
 * closed, if the file system can: no other footrace opens it. FR_OK, or FR_BAD_INPUT with error
 * filled. */
FR_MUST_USE enum fr_status fr_output_open(const char *name, struct fr_output *output,
                                          struct fr_error *error);

/* Empties the file, and makes output->file ready to write. FR_OK, or FR_BAD_INPUT with error filled.
 */
FR_MUST_USE enum fr_status fr_output_begin(struct fr_output *output, struct fr_error *error);

/* The same, but keeps the first so many bytes. FR_OK, or FR_BAD_INPUT with error filled. */
FR_MUST_USE enum fr_status fr_output_continue(struct fr_output *output, int64_t bytes,
                                              struct fr_error *error);

/* Why what was written and flushed is in no file any longer: somebody removed it, or cut it short.
 * NULL as long as it is there, and for what is no regular file. */
const char *fr_output_lost(FILE *file);

/* Closes the file, after its bytes have reached the disk; returns 0, or the errno if the last ones
 * could not be written. A file that fr_output_open created and that was never begun is removed. */
int fr_output_close(struct fr_output *output);

/* The same for what is of use only as a whole: where it is not, or could not be written, a file that
 * fr_output_open created is removed. */
int fr_output_close_whole(struct fr_output *output, bool whole);

#endif
