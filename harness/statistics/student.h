/* Student's t distribution, for any number of degrees of freedom above 0. */
#ifndef FOOTRACE_HARNESS_STATISTICS_STUDENT_H
#define FOOTRACE_HARNESS_STATISTICS_STUDENT_H

/* The probability that |T| is at least |t|. */
double fr_student_tails(double t, double freedom);

/* The t whose two tails together have this probability, above 0 and at most 1. */
double fr_student_bound(double chance, double freedom);

#endif
