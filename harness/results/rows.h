/* Writes a result file: JSON Lines (results/schema.json). Each line is flushed, so a killed race
 * loses at most the click in progress. */
#ifndef FOOTRACE_HARNESS_RESULTS_ROWS_H
#define FOOTRACE_HARNESS_RESULTS_ROWS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "harness/base/clock.h"
#include "harness/clicks/course.h"
#include "harness/inspect/map_facts.h"
#include "harness/judge/validator.h"
#include "harness/machine/machine.h"
#include "harness/machine/system_load.h"
#include "harness/results/click_draft.h"
#include "harness/results/record.h"
#include "harness/sandbox/racer.h"
#include "harness/sandbox/sandbox.h"

/* The most paths kept for a racer on a course: those of its slowest clicks. */
#define FR_SLOWEST_PATHS 10

struct fr_rows {
    FILE *file;
    int error;        /* errno of the first failed write, after which nothing is written; or 0 */
    bool named;       /* false for a temporary file, which has no name */
    const char *lost; /* why the file no longer exists; NULL: it exists */
    struct fr_row_totals totals;
    double inside_ns;      /* time in the racers' prepare, find and update */
    double frames_ns;      /* time for frames before queries */
    double setup_ns;       /* time to prepare courses: map facts, judge, optima */
    int64_t lost_to_agent; /* clicks, counted once, that a point can reach but a figure of the
                            * radius cannot */
    uint64_t identity;     /* hash of the run row; identifies the race */
    uint64_t begin_ns;
    struct fr_cpu_times cpu_times; /* at the start of the race */
};

void fr_rows_init(struct fr_rows *rows, FILE *file);

/* Why rows can no longer be written; NULL while rows can be written. */
const char *fr_rows_trouble(const struct fr_rows *rows);

/* Continues after the rows of a record. */
void fr_rows_continue(struct fr_rows *rows, const struct fr_record *record);

/* Writes the run row: `settings` has what the caller decides: the command, seeds, schedule and
 * limits; a limit of 0 is none. also: labels of the other builds, NULL at the end; NULL: none.
 * fingerprint: of maps and clicks (harness/race/fingerprint.h). The other keys describe the
 * machine, the clock and the moment. */
void fr_rows_run(struct fr_rows *rows, const struct fr_run_row *settings,
                 const struct fr_machine *machine, const struct fr_clock *clock,
                 const char *const *also, uint64_t fingerprint);

void fr_rows_map(struct fr_rows *rows, const struct fr_course *course,
                 const struct fr_map_facts *facts);

/* Writes a prepare row for a round; group: the racer's group. */
void fr_rows_prepare(struct fr_rows *rows, const struct fr_course *course,
                     const struct fr_racer *racer, int group, int round,
                     const struct fr_reply *reply);

/* Writes a click row. */
void fr_rows_click(struct fr_rows *rows, const struct fr_racer *racer, const struct fr_row *row);

/* A row as its line, for the caller to free; invalid UTF-8 (in a file name) becomes question marks.
 * NULL if out of memory. */
char *fr_row_line(const struct fr_row *row);

/* The line of a path row, which the caller frees. */
char *fr_rows_spell_path(const struct fr_course *course, const struct fr_racer *racer, size_t click,
                         const struct fr_path *path);

/* Writes a row that is already a line. */
void fr_rows_spelled(struct fr_rows *rows, const char *text);

/* Writes the anchor's medians, by round and pass; NAN: none. */
void fr_rows_anchor(struct fr_rows *rows, const struct fr_course *course, const double *ns,
                    size_t count);

/* Writes the result of a change of this many events; `last` is the entry of the last event.
 * survives: as the row's key; -1: null. */
void fr_rows_update(struct fr_rows *rows, const struct fr_course *course,
                    const struct fr_racer *racer, size_t last, size_t events, int round,
                    const struct fr_reply *reply, int survives);

/* Writes the totals. stopped: why the race ended early; NULL if the race did not end early. */
void fr_rows_end(struct fr_rows *rows, const char *stopped);

/* Whether a reply is a failure of the racer. The judgement may be NULL. */
bool fr_is_fault(const struct fr_reply *reply, const struct fr_judgement *judgement);

#endif
