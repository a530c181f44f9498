/* Result files in the formats of other tools: CSV for spreadsheets and statistics, SQLite
 * to query millions of rows. */
#ifndef FOOTRACE_HARNESS_RESULTS_EXPORT_H
#define FOOTRACE_HARNESS_RESULTS_EXPORT_H

#include <stdio.h>

#include "harness/results/results.h"

/* Reads the results to the end and writes them to `file`; check the file's error flag. FR_OK; or
 * FR_BAD_INPUT (a bad row) or FR_NO_MEMORY with `error` filled. */
typedef enum fr_status fr_exporter(struct fr_results *results, FILE *file, struct fr_error *error);

/* All click rows: one column for each key, two for a pair of coordinates. */
fr_exporter fr_export_csv;

/* A database with one table for each kind of row. Defined only if built with SQLite
 * (FOOTRACE_SQLITE). */
fr_exporter fr_export_sqlite;

#endif
