/* What a row says about its racer, for all who count failures. */
#ifndef FOOTRACE_HARNESS_RESULTS_ROW_VERDICT_H
#define FOOTRACE_HARNESS_RESULTS_ROW_VERDICT_H

#include "harness/results/row.h"

/* Whether the outcome of a preparation, an update or a query is a failure. */
bool fr_work_is_fault(const char *outcome);

/* Whether a click row is a failure: no answer, or one that the judge refused. */
bool fr_click_row_is_fault(const struct fr_click_row *row);

/* Whether its path is legal and shorter than the shortest: our fault, whatever the racer is. */
bool fr_click_row_beats_optimum(const struct fr_click_row *row);

#endif
