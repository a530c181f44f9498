/* How fast this machine is now: what the seconds of the experiments are to be multiplied with. */
#ifndef FOOTRACE_HARNESS_EXPERIMENTS_CLAIMS_PACE_H
#define FOOTRACE_HARNESS_EXPERIMENTS_CLAIMS_PACE_H

/* Repeats the anchor (racers/anchor.h) for half a second, and says how many times as long as at
 * pace 1 a call took, all told: what other programs take from this core counts. 1 without memory. */
double fr_claims_pace(void);

#endif
