/* A recommendation: what a race by successive halving came to on one mask, told in plain words or as JSON. */
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
    const char *stopped; /* why the race was cut short; "" when it was not */
    char rerun[2048];    /* a command line that races the best again, to the end */
    char compare[1024];  /* one that then tells them apart */
};

/* Fills rerun and compare for the arguments of `recommend`: --clicks, where the click set was
 * saved, and --plugin. Both are "" when nothing is recommended, or they would be too long. */
void fr_recommendation_spell(struct fr_recommendation *recommendation, uint64_t seed,
                             const struct fr_arguments *arguments);

/* What there is against a candidate that is not the chosen one, "" for nothing. */
void fr_recommendation_reason(const struct fr_recommendation *recommendation, int racer, char *text,
                              size_t size);

/* "recommended", "as good", "not told apart", "beaten", ... */
const char *fr_place_name(enum fr_place place);

/* Tells it on stdout in lines of so many columns; bold: a terminal that takes escape codes. */
void fr_recommendation_print(const struct fr_recommendation *recommendation, int width, bool bold);

/* Writes it to stdout as JSON. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status
fr_recommendation_write_json(const struct fr_recommendation *recommendation);

#endif
