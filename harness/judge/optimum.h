/* Compares a path's length with the optimum, the exact shortest any-angle length of its click. */
#ifndef FOOTRACE_HARNESS_JUDGE_OPTIMUM_H
#define FOOTRACE_HARNESS_JUDGE_OPTIMUM_H

#include <stdbool.h>

/* length / optimum; 1 if the optimum is 0, NAN if either is unknown. */
double fr_optimum_ratio(double length, double optimum);

/* Whether a legal any-angle path is shorter than the optimum: then the optimum or the validator is
 * wrong. The tolerance is far above the rounding error of two sums of the same segments. */
bool fr_optimum_beaten(bool valid_any_angle, double length, double optimum);

#endif
