/* Opening result files for reading: plain or compressed by gzip, files or pipes, with a byte order
 * mark or without. All commands that read results open them here, so they take the same things. */
#ifndef FOOTRACE_HARNESS_RESULTS_RESULT_FILE_H
#define FOOTRACE_HARNESS_RESULTS_RESULT_FILE_H

#include <stdio.h>

#include "maps/formats/base/error.h"

/* A stream of the plain text, behind the mark, that can seek; for the caller to close. What is
 * compressed, or comes through a pipe, is unpacked into a temporary file; a pipe may be opened again
 * by the same name, and gives the same. FR_OK; or FR_BAD_INPUT or FR_NO_MEMORY with error filled. */
FR_MUST_USE enum fr_status fr_result_file_open(const char *name, FILE **stream,
                                               struct fr_error *error);

#endif
