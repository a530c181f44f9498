/* Reads a result file, row by row, for the commands that work on results. Every row is checked
 * against the table of fields; a row that violates it is an error, with its line number. */
#ifndef FOOTRACE_HARNESS_RESULTS_RESULTS_H
#define FOOTRACE_HARNESS_RESULTS_RESULTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "harness/results/race_rows.h"

struct fr_results {
    const char *name;
    FILE *file;
    struct fr_row_room room;
    int64_t line; /* number of the current row's line, from 1 */
    char *text;   /* the current line, without its end */
    size_t size;
    struct fr_row row; /* the current row; kind FR_ROW_KINDS after the last one */
    int64_t runs;      /* run rows so far; they come first */
    bool ended; /* an end row was read; false at the end of the file: the race was cut short */
};

/* Opens a result file; its name is borrowed. FR_OK, or FR_BAD_INPUT or FR_NO_MEMORY with `error`
 * filled. */
FR_MUST_USE enum fr_status fr_results_open(const char *name, struct fr_results *results,
                                           struct fr_error *error);

/* Reads the next row into results->row, valid until the next call; its kind is FR_ROW_KINDS after
 * the last row. An incomplete last line is ignored. FR_OK; or FR_BAD_INPUT with error naming file
 * and line, or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_results_next(struct fr_results *results, struct fr_error *error);

/* Reads the remaining rows into an all-zero race. FR_OK and a race that the caller releases; or
 * FR_BAD_INPUT or FR_NO_MEMORY with `error` filled. */
FR_MUST_USE enum fr_status fr_results_read(struct fr_results *results, struct fr_race_rows *race,
                                           struct fr_error *error);

/* Does nothing for all-zero results. */
void fr_results_close(struct fr_results *results);

/* Opens a file, reads its race and closes the file. */
FR_MUST_USE enum fr_status fr_results_load(const char *name, struct fr_race_rows *race,
                                           struct fr_error *error);

#endif
