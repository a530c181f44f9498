/* Checks a result file: every row against the schema, and the rows against each other. */
#ifndef FOOTRACE_HARNESS_RESULTS_RESULT_CHECK_H
#define FOOTRACE_HARNESS_RESULTS_RESULT_CHECK_H

#include <stdint.h>
#include <stdio.h>

#include "maps/formats/base/error.h"

struct fr_result_summary {
    int64_t rows, clicks;
    int64_t problems; /* all problems found, printed or not */
};

/* Reads the file to the end and prints its first twenty problems ("file:line: key: what"). FR_OK,
 * with or without problems; or FR_BAD_INPUT (the file cannot be read) or FR_NO_MEMORY with `error`
 * filled. */
FR_MUST_USE enum fr_status fr_result_check(const char *file, FILE *problems,
                                           struct fr_result_summary *summary,
                                           struct fr_error *error);

#endif
