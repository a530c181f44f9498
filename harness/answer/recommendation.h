/* A recommendation for one mask: the answer of a race on it, the inspection of the mask, and the
 * candidates that were removed before that race. */
#ifndef FOOTRACE_HARNESS_ANSWER_RECOMMENDATION_H
#define FOOTRACE_HARNESS_ANSWER_RECOMMENDATION_H

#include "harness/answer/answer.h"
#include "harness/answer/successive_halving.h"
#include "harness/base/arguments.h"
#include "harness/base/json_document.h"
#include "harness/clicks/course.h"
#include "harness/inspect/inspection.h"

struct fr_recommendation {
    const struct fr_inspection *inspection;
    const struct fr_course *course;
    const struct fr_halving *screening;
    const struct fr_racers *final_racers; /* the racers of the final race; NULL: there was none, and
                                        * the answer comes from the screening's rows */
    const struct fr_final_answer *answer;
    double budget_s, spent_s;
    bool verbose;         /* the time taken is printed, too */
    const char *stopped;  /* why the race ended early; "" if it did not */
    char rerun[2048];     /* a command line that races the final racers again, on other clicks */
    char answering[1024]; /* a command line that answers from the rows of `rerun` */
};

/* Fills `rerun` and `answering` from the arguments of `recommend`. Both command lines are "" if
 * nothing is recommended, or if they would be too long. */
void fr_recommendation_spell(struct fr_recommendation *recommendation, uint64_t seed,
                             const struct fr_arguments *arguments);

/* Lists the candidates that were removed before the race; returns their number. */
int fr_recommendation_dropped(const struct fr_recommendation *recommendation,
                              int dropped[FR_MAX_RACERS]);

/* Why a candidate was removed before the race. */
const char *fr_recommendation_reason(const struct fr_recommendation *recommendation, int racer);

/* Prints a recommendation, wrapped to `width` columns. bold: the terminal supports escape codes. */
void fr_recommendation_print(const struct fr_recommendation *recommendation, int width, bool bold);

/* The answer as JSON, extended by the recommendation; the caller writes and deletes it. */
cJSON *fr_recommendation_json(const struct fr_recommendation *recommendation);

#endif
