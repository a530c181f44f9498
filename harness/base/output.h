/* The output file of a command. The file is opened before any work, so that an unwritable file is
 * reported at once, and truncated only when work begins, so that bad input destroys nothing. */
#ifndef FOOTRACE_HARNESS_BASE_OUTPUT_H
#define FOOTRACE_HARNESS_BASE_OUTPUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "maps/formats/base/error.h"

struct fr_output {
    FILE *file; /* NULL until fr_output_begin */
    const char *name;
    int descriptor;
    bool standard, created;
};

/* Opens `name` for writing, "-" for stdout, and keeps its content. The file stays locked against
 * other footrace processes until it is closed, if the file system supports locks. FR_OK, or
 * FR_BAD_INPUT with `error` filled. */
FR_MUST_USE enum fr_status fr_output_open(const char *name, struct fr_output *output,
                                          struct fr_error *error);

/* Truncates the file and sets output->file, ready to write. FR_OK, or FR_BAD_INPUT with `error`
 * filled. */
FR_MUST_USE enum fr_status fr_output_begin(struct fr_output *output, struct fr_error *error);

/* Like fr_output_begin, but keeps this many bytes at the beginning. FR_OK, or FR_BAD_INPUT with
 * `error` filled. */
FR_MUST_USE enum fr_status fr_output_continue(struct fr_output *output, int64_t bytes,
                                              struct fr_error *error);

/* Why flushed output is no longer in a file: somebody removed or truncated it. NULL if the output
 * is still there, or is not a regular file. */
const char *fr_output_lost(FILE *file);

/* Closes the file after syncing it to disk; returns 0, or the errno if the last bytes could not be
 * written. Removes a file that fr_output_open created and that was never begun. */
int fr_output_close(struct fr_output *output);

/* Like fr_output_close, for output that is useless if incomplete: unless `status` is FR_OK and all
 * bytes were written, a file that fr_output_open created is removed. Returns `status`; or
 * FR_SYSTEM_ERROR with `error` filled, naming the flag, if bytes were lost. */
FR_MUST_USE enum fr_status fr_output_finish(struct fr_output *output, const char *flag,
                                            enum fr_status status, struct fr_error *error);

#endif
