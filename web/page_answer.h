/* The answer of the page: which back end to ship, from the rows of a race that the page ran. For
 * the same rows, `footrace answer` gives the same answer in the same sentences.
 *
 * Rows are passed in the order of a result file; back ends are numbered as in engine.h and have
 * default options. All rows are of one map and one click set. */
#ifndef FOOTRACE_WEB_PAGE_ANSWER_H
#define FOOTRACE_WEB_PAGE_ANSWER_H

#include <stdbool.h>
#include <stdint.h>

/* The keys of a click row that are needed; NAN: null. */
enum {
    FR_WEB_ROW_CLICK,
    FR_WEB_ROW_START_X,
    FR_WEB_ROW_START_Y,
    FR_WEB_ROW_GOAL_X,
    FR_WEB_ROW_GOAL_Y,
    FR_WEB_ROW_CLASS,   /* enum fr_click_class */
    FR_WEB_ROW_STATUS,  /* enum fr_reply_status */
    FR_WEB_ROW_OUTCOME, /* enum fr_outcome, if the status is answered */
    FR_WEB_ROW_VERDICT, /* enum fr_verdict */
    FR_WEB_ROW_LENGTH,
    FR_WEB_ROW_LEGAL, /* valid_any_angle: 1 or 0; -1: null */
    FR_WEB_ROW_OPTIMUM,
    FR_WEB_ROW_PLAYED,   /* ns_played */
    FR_WEB_ROW_EXCLUDED, /* enum fr_exclusion */
    FR_WEB_ROW_LOOKS,    /* looks_fault: 1 or 0; -1: null */
    FR_WEB_ROW_AFTER,    /* ns_after_event */
    FR_WEB_ROW_NUMBERS
};

/* Discards all rows; the functions below add the rows of a race with these rounds and passes. Each
 * function returns false, with a sentence in fr_web_text, if there is no memory for a row. */
bool fr_web_rows_begin(int rounds, int passes);
bool fr_web_rows_prepare(int racer, int round, int status, double ns, double bytes,
                         double peak_bytes);

/* played: rounds * passes numbers, in nanoseconds. */
bool fr_web_rows_click(int racer, const double *row, const double *played, int played_count);

/* status as above; survives: 1 or 0; -1: null. */
bool fr_web_rows_update(int racer, int click, int round, bool fresh, int status, double ns,
                        int survives);

/* Decides, once, after all rows. `preferred` is an enum fr_quantity or -1; `untried` is the number
 * of candidates that the rows lack because time ran out; load_ns and slow_ns are thresholds, 0: the
 * defaults. Returns JSON as in results/answer.schema.json: ship, settled, sentences, and
 * candidates with algo, place and reason; and the map of decisions as regions: load, slow and rows
 * as in `footrace answer --regions`, and at, the two thresholds. If no decision is possible,
 * returns NULL and leaves the reason in fr_web_text. */
const char *fr_web_rows_answer(int preferred, int untried, double load_ns, double slow_ns);

#endif
