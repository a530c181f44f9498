/* Compares result files, click by click: each racer with itself in an older file, or racers of one
 * race with each other. Clicks are paired by map, click set and index; if maps or clicks differ,
 * nothing is compared.
 *
 * The speed of the machine may differ between two files. A shift common to all racers of a course
 * is removed: it is estimated from the anchor, a fixed piece of work that each race times, and with
 * three racers or more from the median of anchor and racers. The intervals include the scatter of
 * the racers' changes between files, which is larger if other programs were busy. A change that all
 * racers share is therefore attributed to the machine. Comparisons within one race need no such
 * correction. */
#ifndef FOOTRACE_HARNESS_RESULTS_COMPARISON_H
#define FOOTRACE_HARNESS_RESULTS_COMPARISON_H

#include "harness/results/race_rows.h"
#include "harness/statistics/contrast.h"

/* Whether a racer is slower or faster, equal within the tolerance, or undecided. */
enum fr_finding_kind { FR_SLOWER, FR_FASTER, FR_EQUAL, FR_UNDECIDED };

/* One racer on one map with one click set. The races own the strings. */
struct fr_comparison {
    const char *map, *clicks;
    const char *base, *algo; /* racers; may be the same */
    bool in_turns;           /* both raced in one group of one race: noise affects both alike */
    size_t pairs;            /* clicks of the compared class that both answered */
    size_t lost,
        gained; /* clicks of all classes answered only in the base, or only in the new file */
    double base_ns, fresh_ns; /* medians of the pairs' typical times */
    double length;            /* mean of new length / base length; NAN if there are no paths */
    struct fr_estimate
        estimates[FR_STATISTICS]; /* p after Holm's correction over all comparisons */
    enum fr_finding_kind finding;
    enum fr_statistic by;     /* the statistic that decided the finding */
    size_t counted;           /* clicks of all classes with instructions counted in both */
    double instructions;      /* geometric mean of new / base over counted clicks; NAN: none */
    double most_instructions; /* the largest ratio of a click */
    int64_t most_click;       /* the click with the largest ratio */
};

/* The shift common to all racers of a course. */
struct fr_common_shift {
    const char *map, *clicks;
    double ratio;  /* new / base; every ratio is divided by it; 1 within a race */
    double anchor; /* the anchor's ratio; NAN: one of the races has no anchor */
    size_t racers;
};

struct fr_comparisons {
    struct fr_comparison *at; /* worst regression first */
    size_t count;
    struct fr_common_shift *shifts; /* one for each course; none within a race */
    size_t shift_count;
};

struct fr_comparison_rules {
    double level;      /* significance level of all tests together */
    double within;     /* differences below this fraction do not matter, e.g. 0.03 */
    const char *class; /* class of the clicks whose times are compared */
    uint64_t seed;
};

/* Compares two races, which may be the same. base NULL: each racer with the racer of the same name;
 * "LABEL": each racer of `fresh` with the racer of that label; "@LABEL": each racer with its copy
 * in that other build (run --also). FR_OK and comparisons, which the caller releases before the
 * races; or FR_BAD_INPUT or FR_NO_MEMORY with `error` filled. */
FR_MUST_USE enum fr_status fr_compare(const struct fr_race_rows *base_race,
                                      const struct fr_race_rows *fresh_race, const char *base,
                                      const struct fr_comparison_rules *rules,
                                      struct fr_comparisons *comparisons, struct fr_error *error);

void fr_comparisons_release(struct fr_comparisons *comparisons);

#endif
