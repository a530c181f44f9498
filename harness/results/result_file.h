/* Opens result files for reading: plain or compressed with gzip, regular files or pipes, with or
 * without a byte order mark. All commands that read results use these functions, so all accept the
 * same files. */
#ifndef FOOTRACE_HARNESS_RESULTS_RESULT_FILE_H
#define FOOTRACE_HARNESS_RESULTS_RESULT_FILE_H

#include <stdio.h>

#include "maps/formats/base/error.h"

/* Opens the plain text, after the byte order mark, as a stream that can seek; the caller closes it.
 * A compressed file or a pipe is unpacked into a temporary file; opening a pipe again by its name
 * yields the same text. FR_OK; or FR_BAD_INPUT or FR_NO_MEMORY with `error` filled. */
FR_MUST_USE enum fr_status fr_result_file_open(const char *name, FILE **stream,
                                               struct fr_error *error);

#endif
