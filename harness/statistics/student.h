/* Student's t distribution, with any number of degrees of freedom above 0, whole or not. */
#ifndef FOOTRACE_HARNESS_STATISTICS_STUDENT_H
#define FOOTRACE_HARNESS_STATISTICS_STUDENT_H

/* The chance that |T| is at least |t|. */
double fr_student_tails(double t, double freedom);

/* The t whose tails, both together, have that chance, above 0 and at most 1. */
double fr_student_bound(double chance, double freedom);

#endif
