/* Writes a result file: one JSON object a line (results/schema.json), flushed line by line, so that
 * a killed race loses at most the click in flight. */
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

struct fr_rows {
    FILE *file;
    int error; /* errno of the first line that could not be written, after which none is written; or 0 */
    bool named;       /* false for a temporary file, which has no name to lose */
    const char *lost; /* why, where the file itself is gone; or NULL */
    struct fr_row_totals totals;
    double inside_ns;      /* time in the racers' prepare, find and update */
    double frames_ns;      /* time for frames and sweeps before calls */
    double setup_ns;       /* time for courses before their racers: facts, judge, optima */
    int64_t lost_to_agent; /* clicks, each once, that a point can reach and the agent cannot */
    uint64_t identity;     /* of the race: a hash of its run row */
    uint64_t begin_ns;
    struct fr_cpu_times cpu_times; /* at the beginning */
};

void fr_rows_init(struct fr_rows *rows, FILE *file);

/* Why rows cannot be written any longer; NULL as long as they can. */
const char *fr_rows_trouble(const struct fr_rows *rows);

/* Continues after the rows of a record. */
void fr_rows_continue(struct fr_rows *rows, const struct fr_record *record);

struct fr_run_facts {
    const char *command; /* as it would be typed */
    uint64_t seed, trial_seed;
    const struct fr_machine *machine;
    const char *counter;     /* what counts instructions; NULL or "": not counted */
    const char *const *also; /* the other builds, ending with NULL; NULL: none */
    const struct fr_clock *clock;
    const struct fr_sandbox_rules *rules;
    int rounds, passes, cold; /* see struct fr_race_schedule */
    bool rehearsed;
    int frame_width, frame_height; /* of the frame before each played call; 0: none */
    enum fr_clamping clamping;
    int core;             /* that all run on; -1: any */
    int give_up;          /* see struct fr_race_settings */
    int64_t total_mb;     /* limit for a group's racers; 0: none */
    int shard, shards;    /* this shard, from 1, and how many there are; 1: the whole race */
    uint64_t fingerprint; /* of the question (harness/race/fingerprint.h) */
};

void fr_rows_run(struct fr_rows *rows, const struct fr_run_facts *facts);

void fr_rows_map(struct fr_rows *rows, const struct fr_course *course,
                 const struct fr_map_facts *facts);

/* Writes the result of a preparation in a round; group: the racer's. */
void fr_rows_prepare(struct fr_rows *rows, const struct fr_course *course,
                     const struct fr_racer *racer, int group, int round,
                     const struct fr_reply *reply);

/* Writes the row of a click. */
void fr_rows_click(struct fr_rows *rows, const struct fr_racer *racer, const struct fr_row *row);

/* A row as its line, to be freed; what is not UTF-8 (in a file's name) is question marks. NULL without
 * memory. */
char *fr_row_line(const struct fr_row *row);

/* The row of a path, likewise. expanded: what the search expanded; NULL or no points: not told. */
char *fr_rows_spell_path(const struct fr_course *course, const struct fr_racer *racer, size_t click,
                         const struct fr_path *path, const struct fr_path *expanded);

/* Writes a row from its line. */
void fr_rows_spelled(struct fr_rows *rows, const char *text);

/* Writes the anchor's medians, by round, then by pass; NAN: none. */
void fr_rows_anchor(struct fr_rows *rows, const struct fr_course *course, const double *ns,
                    size_t count);

void fr_rows_update(struct fr_rows *rows, const struct fr_course *course,
                    const struct fr_racer *racer, size_t click, int round,
                    const struct fr_reply *reply);

/* Writes the totals; stopped says why the race ended early, NULL if it did not. */
void fr_rows_end(struct fr_rows *rows, const char *stopped);

/* Whether a reply is a failure of the racer. The judgement may be NULL. */
bool fr_is_fault(const struct fr_reply *reply, const struct fr_judgement *judgement);

#endif
