/* What the result file of an interrupted race already holds, so that the race can resume where it
 * stopped and end with the same rows as an uninterrupted one.
 *
 * The file is truncated before an incomplete last line, before an end row that reports a stop, and
 * before the slowest queries' paths at its end, which are final only after all clicks. */
#ifndef FOOTRACE_HARNESS_RESULTS_RECORD_H
#define FOOTRACE_HARNESS_RESULTS_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/clicks/course.h"
#include "harness/results/race_rows.h"
#include "harness/sandbox/racer.h"

struct fr_record {
    struct fr_race_rows rows; /* rows that are kept */
    int64_t bytes;            /* length of the part of the file that is kept; 0: nothing */
    bool whole;               /* the race is finished, nothing remains to do */
    uint64_t identity;        /* hash of the run row; identifies the race */
};

/* Reads the record of `file`; keep_paths: path rows follow their clicks instead of coming at the
 * end of the file. FR_OK and a record for the caller to release; or FR_BAD_INPUT or FR_NO_MEMORY
 * with `error` filled. */
FR_MUST_USE enum fr_status fr_record_read(const char *file, bool keep_paths,
                                          struct fr_record *record, struct fr_error *error);

/* Checks that a course has the map and clicks of the recorded one. FR_OK, also if the course is not
 * recorded; or FR_BAD_INPUT with `error` filled. */
FR_MUST_USE enum fr_status fr_record_match(const struct fr_record *record, const char *file,
                                           const struct fr_course *course,
                                           const struct fr_racers *racers, struct fr_error *error);

/* The recorded row of a kind, as its struct (struct fr_click_row, ...); NULL: none. record NULL:
 * empty; racer NULL, click 0, round 0: the kind lacks this key. An update belongs to the change
 * whose last event is the entry `click`. */
const void *fr_record_row(const struct fr_record *record, enum fr_row_kind kind,
                          const struct fr_course *course, const struct fr_racer *racer,
                          size_t click, int round);

/* Hashes a row's line without its line end. */
uint64_t fr_row_identity(const char *line);

void fr_record_release(struct fr_record *record);

#endif
