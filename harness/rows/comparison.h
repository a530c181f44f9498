/* Comparing the times in result files, click by click: a back end with itself in an older file, or
 * racers of one file with each other. Clicks pair up when map, click set and index agree; maps and
 * questions must be the same, or nothing is compared. */
#ifndef FOOTRACE_HARNESS_ROWS_COMPARISON_H
#define FOOTRACE_HARNESS_ROWS_COMPARISON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/rows/paired.h"
#include "maps/formats/base/error.h"

enum fr_difference { FR_SLOWER, FR_FASTER, FR_NOT_DISTINGUISHABLE };

/* One racer on one map with one click set. Texts are owned. */
struct fr_comparison {
    char *map, *clicks, *algo;
    bool in_turns;            /* of one race and one group there: a burst of noise hit both alike */
    size_t pairs;             /* clicks that both answered */
    size_t lost, gained;      /* answered in the base only, and in the new file only */
    struct fr_paired paired;  /* of the times; all zero when pairs is 0 */
    double base_ns, fresh_ns; /* medians of the pairs */
    double length;            /* mean of new length / base length; NAN where nobody walked */
    double p;                 /* paired.p after Holm's correction over all comparisons */
    enum fr_difference difference;
};

struct fr_comparisons {
    struct fr_comparison *at; /* worst regression first */
    size_t count;
    double noise; /* ratios within 1 / (1 + noise) and 1 + noise are not told apart */
};

/* Whose rows of a file to take: those of one racer, or all. */
struct fr_contestant {
    const char *file;
    const char *algo; /* NULL: each racer is compared with its namesake */
};

struct fr_comparison_rules {
    double alpha; /* level of the tests, all together */
    double noise; /* the least noise to assume; twins in a file may show more */
    uint64_t seed;
};

/* Compares fresh with base; where base names a racer, all other racers of fresh are compared with
 * it, or the one that fresh names. FR_OK and comparisons for the caller to release, or FR_BAD_INPUT
 * or FR_NO_MEMORY with error filled. */
FR_MUST_USE enum fr_status fr_compare(const struct fr_contestant *base,
                                      const struct fr_contestant *fresh,
                                      const struct fr_comparison_rules *rules,
                                      struct fr_comparisons *comparisons, struct fr_error *error);

/* The noise that twins show: racers of a file that are the same back end with the same options
 * under two labels. Raises *noise to the largest |ratio - 1| that any map's interval of theirs
 * admits, where there are twins. */
FR_MUST_USE enum fr_status fr_noise_floor(const char *file, double *noise, struct fr_error *error);

void fr_comparisons_release(struct fr_comparisons *comparisons);

#endif
