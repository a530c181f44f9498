/* What a row says about its racer, for all code that counts failures or resumes from rows. */
#ifndef FOOTRACE_HARNESS_RESULTS_ROW_VERDICT_H
#define FOOTRACE_HARNESS_RESULTS_ROW_VERDICT_H

#include "harness/judge/validator.h"
#include "harness/racers/exclusion.h"
#include "harness/results/row.h"
#include "harness/sandbox/reply.h"

/* Whether a click row is a failure: no answer, or an answer that the judge rejected. */
bool fr_click_row_is_fault(const struct fr_click_row *row);

/* Whether a click row's path is legal yet shorter than the optimum: our fault, not the racer's. */
bool fr_click_row_beats_optimum(const struct fr_click_row *row);

/* Whether a row of any kind counts as a failure by either function above. */
bool fr_row_fails(const struct fr_row *row);

/* The totals of an end row. */
struct fr_row_totals {
    int64_t rows, clicks, found, faults, expected_faults;
};

/* Counts a row. expected: failures of its racer are expected; a path that beats the optimum never
 * is. */
void fr_row_totals_add(struct fr_row_totals *totals, const struct fr_row *row, bool expected);

/* A click row as the reply and the judgement of a running race. */
struct fr_recorded_click {
    struct fr_reply reply; /* status and outcome only */
    struct fr_judgement judgement;
    bool answered; /* answered, and judged */
    enum fr_exclusion excluded;
};

struct fr_recorded_click fr_recorded_click_of(const struct fr_click_row *row);

/* The reply to a preparation: status, time and memory only. */
struct fr_reply fr_recorded_reply_of(const struct fr_prepare_row *row);

/* The result of an update: status and time only. */
struct fr_reply fr_recorded_update_of(const struct fr_update_row *row);

#endif
