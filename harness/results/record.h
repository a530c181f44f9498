/* The record of a race that was cut short: what its result file holds already, so that the race can
 * go on where it stopped, with the rows of an undisturbed race as the result.
 *
 * The file is cut before an incomplete last line, an end row that reports a stop, and the worst
 * paths at the end, which are known only after all clicks. */
#ifndef FOOTRACE_HARNESS_RESULTS_RECORD_H
#define FOOTRACE_HARNESS_RESULTS_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/clicks/course.h"
#include "harness/results/race_rows.h"
#include "harness/sandbox/racer.h"

struct fr_record {
    struct fr_race_rows rows; /* that are kept */
    int64_t bytes;            /* of the file, that are kept; 0: there is none */
    bool whole;               /* the race is finished: nothing is left to do */
    uint64_t identity;        /* of the race: a hash of its run row */
};

/* Reads the record of file; keep_paths: path rows follow their clicks instead of coming last. FR_OK
 * and a record for the caller to release; or FR_BAD_INPUT or FR_NO_MEMORY with error filled. */
FR_MUST_USE enum fr_status fr_record_read(const char *file, bool keep_paths,
                                          struct fr_record *record, struct fr_error *error);

/* Checks that a course is the recorded one: the same map and clicks. FR_OK, also if it is not on
 * record; or FR_BAD_INPUT with error filled. */
FR_MUST_USE enum fr_status fr_record_match(const struct fr_record *record, const char *file,
                                           const struct fr_course *course,
                                           const struct fr_racers *racers, struct fr_error *error);

/* The functions below accept NULL for an empty record. */
bool fr_record_has_map(const struct fr_record *record, const struct fr_course *course);
bool fr_record_has_anchor(const struct fr_record *record, const struct fr_course *course);
bool fr_record_has_update(const struct fr_record *record, const struct fr_course *course,
                          const struct fr_racer *racer, size_t click, int round);
bool fr_record_has_path(const struct fr_record *record, const struct fr_course *course,
                        const struct fr_racer *racer, size_t click);
const struct fr_prepare_row *fr_record_prepare(const struct fr_record *record,
                                               const struct fr_course *course,
                                               const struct fr_racer *racer, int round);
const struct fr_click_row *fr_record_click(const struct fr_record *record,
                                           const struct fr_course *course,
                                           const struct fr_racer *racer, size_t click);

/* A hash of a row's line, without its end. */
uint64_t fr_row_identity(const char *line);

void fr_record_release(struct fr_record *record);

#endif
