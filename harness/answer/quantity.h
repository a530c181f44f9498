/* The quantities that an answer weighs: what a game and its player notice of a back end.
 *
 * Times are in nanoseconds, memory in bytes, lengths in parts of the shortest that a path is
 * longer. Each costs nothing up to its threshold, where nobody notices it. */
#ifndef FOOTRACE_HARNESS_ANSWER_QUANTITY_H
#define FOOTRACE_HARNESS_ANSWER_QUANTITY_H

#include <stdbool.h>

#include "harness/base/units.h"

enum fr_quantity {
    FR_SLOW,
    FR_LOAD,
    FR_MEMORY,
    FR_LENGTH,
    FR_LENGTH_P99,
    FR_CHANGE,
    FR_SPEED, /* may be preferred, and has no threshold */
    FR_QUANTITIES
};

enum fr_quantity_unit { FR_OF_TIME, FR_OF_BYTES, FR_OF_LENGTH };

struct fr_quantity_kind {
    const char *name;
    enum fr_quantity_unit unit;
    double threshold;   /* INFINITY: none */
    const char *help;   /* what it is, and why the threshold is there */
    const char *called; /* in a sentence: "load time" */
};

/* Of its threshold: a lower length counts as that in a geometric mean, and is shown as none. */
#define FR_LEAST_PART 1e-3

extern const struct fr_quantity_kind fr_quantities[FR_QUANTITIES];

/* False for any other word. "dynamic" is another name of "change". */
bool fr_quantity_read(const char *word, enum fr_quantity *quantity);

/* "12.4 us", "1.50 MB", "0.4 %"; "-" for NAN. */
const char *fr_quantity_format(enum fr_quantity quantity, double value, char text[FR_UNIT_SIZE]);

/* As a flag takes it: "12us", "1.5MB", "0.4%". */
const char *fr_quantity_spell(enum fr_quantity quantity, double value, char text[FR_UNIT_SIZE]);

/* Reads a number above 0 with its unit, as a flag takes it. */
bool fr_quantity_parse(enum fr_quantity quantity, const char *text, double *value);

#endif
