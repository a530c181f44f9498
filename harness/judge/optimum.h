/* A path's length held against the optimum, the exact shortest any-angle length of its click. */
#ifndef FOOTRACE_HARNESS_JUDGE_OPTIMUM_H
#define FOOTRACE_HARNESS_JUDGE_OPTIMUM_H

#include <stdbool.h>

/* length / optimum; 1 where the optimum is 0, NAN where either is unknown. */
double fr_optimum_ratio(double length, double optimum);

/* Whether a path cannot be: legal as an any-angle path, yet shorter than the shortest. Then the
 * yardstick is wrong, or the validator. Two sums of the same segments differ by far less. */
bool fr_optimum_beaten(bool valid_any_angle, double length, double optimum);

#endif
