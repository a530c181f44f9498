/* Which row this is among those of its kind: the one spelling that sets of rows are searched by. */
#ifndef FOOTRACE_HARNESS_RESULTS_ROW_KEY_H
#define FOOTRACE_HARNESS_RESULTS_ROW_KEY_H

#include "harness/results/row.h"

/* More than the longest names that the table admits, in characters of four bytes. */
enum { FR_ROW_KEY_SIZE = 8192 };

/* Names are "", numbers 0, where the kind has none. */
struct fr_row_key {
    const char *map, *clicks, *algo;
    int64_t click, round;
};

/* The key of a row, with its texts borrowed. */
struct fr_row_key fr_row_key_of(const struct fr_row *row);

/* kind: the row's, or another word that tells one set of rows from another. */
void fr_row_key_spell(char text[FR_ROW_KEY_SIZE], const char *kind, const struct fr_row_key *key);

#endif
