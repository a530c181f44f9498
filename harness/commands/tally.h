/* Sums up the rows of a result file per map, click set and racer. */
#ifndef FOOTRACE_HARNESS_COMMANDS_TALLY_H
#define FOOTRACE_HARNESS_COMMANDS_TALLY_H

#include <stddef.h>
#include <stdint.h>

#include "harness/base/string_set.h"
#include "harness/judge/click_class.h"
#include "harness/results/results.h"

/* Numbers, sorted once all are there. */
struct fr_tally_samples {
    double *at;
    size_t count, capacity;
};

/* What preparing cost, over the rounds. */
struct fr_tally_cost {
    struct fr_tally_samples ns;
    double bytes, peak_bytes; /* held afterwards, and at the most meanwhile; NAN: unknown */
};

struct fr_tally {
    char *map, *clicks, *algo;
    size_t asked, found;
    size_t faults;  /* failures, and answers that the validator refused */
    bool remembers; /* earlier questions */
    struct fr_tally_samples played[FR_CLASSES]; /* of clicks that were answered and timed */
    double ratios; /* sum of length / optimum over paths with a known optimum */
    double worst;  /* the largest; 0 if none */
    size_t walked;
    int cost; /* of preparing: index into costs; -1: not prepared */
};

struct fr_tallies {
    struct fr_tally *at; /* in the order in which they first appear */
    size_t count, capacity;
    struct fr_string_set names;
    struct fr_string_set prepared; /* "map algo": index into costs */
    struct fr_tally_cost *costs;
    size_t cost_count, cost_capacity;
};

/* Reads results to the end. FR_OK and tallies for the caller to release; or FR_BAD_INPUT or
 * FR_NO_MEMORY with error filled. */
FR_MUST_USE enum fr_status fr_tallies_read(struct fr_results *results, struct fr_tallies *tallies,
                                           struct fr_error *error);

void fr_tallies_release(struct fr_tallies *tallies);

#endif
