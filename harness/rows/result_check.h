/* Checking a result file: every row against the schema, and the rows against each other. */
#ifndef FOOTRACE_HARNESS_ROWS_RESULT_CHECK_H
#define FOOTRACE_HARNESS_ROWS_RESULT_CHECK_H

#include <stdint.h>
#include <stdio.h>

#include "harness/rows/schema.h"

struct fr_result_summary {
    int64_t rows, clicks;
    int64_t problems; /* all that were found, printed or not */
};

/* Reads the file to its end and prints its problems ("file:line: key: what"), the first twenty of
 * them. FR_OK, problems or not; or FR_BAD_INPUT (cannot be read) or FR_NO_MEMORY with error
 * filled. */
FR_MUST_USE enum fr_status fr_result_check(const char *file, const struct fr_schema *schema,
                                           FILE *problems, struct fr_result_summary *summary,
                                           struct fr_error *error);

#endif
