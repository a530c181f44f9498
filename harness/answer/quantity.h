/* The quantities that an answer weighs: the properties of a back end that a game and its player
 * notice.
 *
 * Times are in nanoseconds, memory in bytes; a length is the fraction by which a path is longer
 * than the shortest; looks count bad-looking paths in 100. A quantity costs nothing up to its
 * threshold, below which nobody notices it. */
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
    FR_LOOKS,
    FR_SAVED,
    FR_SPEED, /* may be preferred, and has no threshold */
    FR_QUANTITIES
};

enum fr_quantity_unit { FR_OF_TIME, FR_OF_BYTES, FR_OF_LENGTH, FR_OF_PATHS };

struct fr_quantity_kind {
    const char *name;
    enum fr_quantity_unit unit;
    double threshold;   /* INFINITY: none */
    const char *help;   /* what it means, and the reason for the threshold */
    const char *called; /* its name in a sentence: "load time" */
};

/* The least mean extra length, as a fraction of its threshold: preferences count a smaller one as
 * this fraction, and texts show it as 0. */
#define FR_LEAST_PART 1e-3

extern const struct fr_quantity_kind fr_quantities[FR_QUANTITIES];

/* False for an unknown word. "dynamic" is another name for "change". */
bool fr_quantity_read(const char *word, enum fr_quantity *quantity);

/* "12.4 µs", "1.50 MB", "0.4 %", "12 in 100"; "-" for NAN. */
const char *fr_quantity_format(enum fr_quantity quantity, double value, char text[FR_UNIT_SIZE]);

/* In the form of a flag's value: "12us", "1.5MB", "0.4%", "12". */
const char *fr_quantity_spell(enum fr_quantity quantity, double value, char text[FR_UNIT_SIZE]);

/* Reads a number above 0 with its unit, in the form of a flag's value. */
bool fr_quantity_parse(enum fr_quantity quantity, const char *text, double *value);

#endif
