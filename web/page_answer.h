/* The answer of the page: which back end to ship, from the rows of a race that the page ran. It is the
 * decision of `footrace answer`, and its sentences, for the same rows.
 *
 * Rows are handed over in the order of a result file, back ends by their place in the list of
 * engine.h, with their default options. All is of one map and one click set. */
#ifndef FOOTRACE_WEB_PAGE_ANSWER_H
#define FOOTRACE_WEB_PAGE_ANSWER_H

#include <stdbool.h>
#include <stdint.h>

/* What is needed of a click row; NAN: null. */
enum {
    FR_WEB_ROW_CLICK,
    FR_WEB_ROW_START_X,
    FR_WEB_ROW_START_Y,
    FR_WEB_ROW_GOAL_X,
    FR_WEB_ROW_GOAL_Y,
    FR_WEB_ROW_CLASS,   /* enum fr_click_class */
    FR_WEB_ROW_STATUS,  /* enum fr_reply_status */
    FR_WEB_ROW_OUTCOME, /* enum fr_outcome, where it was answered */
    FR_WEB_ROW_VERDICT, /* enum fr_verdict */
    FR_WEB_ROW_LENGTH,
    FR_WEB_ROW_LEGAL, /* valid_any_angle: 1 or 0; -1: null */
    FR_WEB_ROW_OPTIMUM,
    FR_WEB_ROW_PLAYED, /* ns_played */
    FR_WEB_ROW_REMEMBERS,
    FR_WEB_ROW_NUMBERS
};

/* Forgets all rows; those of a race of so many rounds and passes follow. Each of these yields false,
 * with a sentence in fr_web_text, without memory for a row. */
bool fr_web_rows_begin(int rounds, int passes);
bool fr_web_rows_prepare(int racer, int status, double ns, double bytes, double peak_bytes);

/* played: nanoseconds, rounds times passes. */
bool fr_web_rows_click(int racer, const double *row, const double *played, int played_count);

/* Decides, once after all rows: preferred is one of enum fr_quantity, or -1, untried how many candidates are
 * not in the rows as there was no time for them. JSON as results/answer.schema.json has it: ship,
 * settled, sentences, and candidates with algo, place and reason; NULL, with a sentence, where it cannot
 * be decided. */
const char *fr_web_rows_answer(int preferred, int untried);

#endif
