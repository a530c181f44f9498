/* A recommendation: the result of a race by successive halving on one mask, as text or JSON. */
#ifndef FOOTRACE_HARNESS_ANSWER_RECOMMENDATION_H
#define FOOTRACE_HARNESS_ANSWER_RECOMMENDATION_H

#include "harness/answer/successive_halving.h"
#include "harness/base/arguments.h"
#include "harness/course/course.h"
#include "harness/course/inspection.h"

struct fr_recommendation {
    const struct fr_inspection *inspection;
    const struct fr_course *course;
    const struct fr_halving *halving;
    double budget_s, spent_s;
    const char *stopped; /* why the race ended early; "" if it did not */
    char rerun[2048];    /* a command line that races the best candidates again, in full */
    char compare[1024];  /* a command line that compares them */
};

/* Fills rerun and compare, given the arguments of `recommend`: --clicks, if the click set was
 * saved, and --plugin. Both are "" if nothing is recommended or they would be too long. */
void fr_recommendation_spell(struct fr_recommendation *recommendation, uint64_t seed,
                             const struct fr_arguments *arguments);

/* Why a candidate was not chosen; "" if there is no reason. */
void fr_recommendation_reason(const struct fr_recommendation *recommendation, int racer, char *text,
                              size_t size);

/* "recommended", "as good", "not told apart", "beaten", ... */
const char *fr_place_name(enum fr_place place);

/* Prints it on stdout, wrapped to width columns. bold: the terminal understands escape codes. */
void fr_recommendation_print(const struct fr_recommendation *recommendation, int width, bool bold);

/* Writes it to stdout as JSON. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status
fr_recommendation_write_json(const struct fr_recommendation *recommendation);

#endif
