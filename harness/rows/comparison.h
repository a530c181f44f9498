/* Comparing result files, click by click: each racer with itself in an older file, or racers of one
 * race with each other. Clicks pair up when map, click set and index agree; maps and questions must
 * be the same, or nothing is compared.
 *
 * Between two files the machine may have changed its pace. What changed for all racers of a course
 * alike is taken out: it is told by the anchor, a fixed piece of work that each race times, and from
 * three racers on by the median of anchor and racers. What is left is no surer than the racers
 * agree: their changes scatter from file to file, more so where other programs took time. A change
 * that all racers share is thereby taken for the machine's. Comparisons within one race know no such
 * doubts. */
#ifndef FOOTRACE_HARNESS_ROWS_COMPARISON_H
#define FOOTRACE_HARNESS_ROWS_COMPARISON_H

#include "harness/rows/contrast.h"
#include "harness/rows/timings.h"

/* Different, and how; the same but for a little; or neither is shown. */
enum fr_finding_kind { FR_SLOWER, FR_FASTER, FR_EQUAL, FR_UNDECIDED };

/* One racer on one map with one click set. Texts belong to the timings. */
struct fr_comparison {
    const char *map, *clicks;
    const char *base, *algo; /* racers; often the same */
    bool in_turns;           /* of one race and one group there: a burst of noise hit both alike */
    size_t pairs;            /* clicks of the class that both answered */
    size_t lost, gained; /* of all classes: answered in the base only, and in the new file only */
    double base_ns, fresh_ns; /* medians over the pairs of the clicks' typical times */
    double length;            /* mean of new length / base length; NAN where nobody walked */
    struct fr_estimate
        estimates[FR_STATISTICS]; /* p after Holm's correction over all comparisons */
    enum fr_finding_kind finding;
    enum fr_statistic by;     /* what shows the difference */
    size_t counted;           /* clicks of all classes whose instructions both counted */
    double instructions;      /* geometric mean of new / base over them; NAN: none were counted */
    double most_instructions; /* the largest ratio of a click */
    int64_t most_click;       /* which one */
};

/* What changed on a course for all racers alike. */
struct fr_common_shift {
    const char *map, *clicks;
    double ratio;  /* new / base, which was taken out of all ratios; 1 within a race */
    double anchor; /* what the anchor says; NAN: one of the races had none */
    size_t racers;
};

struct fr_comparisons {
    struct fr_comparison *at; /* worst regression first */
    size_t count;
    struct fr_common_shift *shifts; /* one for each course; none within a race */
    size_t shift_count;
};

struct fr_comparison_rules {
    double level;  /* of the tests, all together */
    double within; /* what differs by less is of no interest: 0.03 */
    uint64_t seed;
};

/* Compares two files, which may be one.
 * base NULL: each racer with its namesake; "LABEL": the racers of fresh with that one;
 * "@LABEL": each racer with the same of that other build (run --also).
 * FR_OK and comparisons for the caller to release, before the timings; or FR_BAD_INPUT or
 * FR_NO_MEMORY with error filled. */
FR_MUST_USE enum fr_status fr_compare(const struct fr_timings *base_file,
                                      const struct fr_timings *fresh_file, const char *base,
                                      const struct fr_comparison_rules *rules,
                                      struct fr_comparisons *comparisons, struct fr_error *error);

void fr_comparisons_release(struct fr_comparisons *comparisons);

#endif
