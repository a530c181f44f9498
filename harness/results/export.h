/* Result files in the formats of other tools: CSV for spreadsheets and statistics, the JSON of
 * Google Benchmark for its compare.py, SQLite for questions to millions of rows. */
#ifndef FOOTRACE_HARNESS_RESULTS_EXPORT_H
#define FOOTRACE_HARNESS_RESULTS_EXPORT_H

#include <stdio.h>

#include "harness/results/results.h"

/* Reads the results to the end and writes them to file; check the file's error flag. FR_OK; or
 * FR_BAD_INPUT (a bad row) or FR_NO_MEMORY with error filled. */
typedef enum fr_status fr_exporter(struct fr_results *results, FILE *file, struct fr_error *error);

/* Every click row, a column for each key; pairs of coordinates become two columns. */
fr_exporter fr_export_csv;

/* A benchmark "map/racer" with a repetition for each detour that was timed, and for other clicks
 * "map/racer/class". */
fr_exporter fr_export_google_benchmark;

/* A database with a table for each kind of row. Only where SQLite was there to build with
 * (FOOTRACE_SQLITE); else nobody defines it. */
fr_exporter fr_export_sqlite;

#endif
