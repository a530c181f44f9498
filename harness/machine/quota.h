/* Processor quotas: how much time control groups leave to this process. A container with "--cpus
 * 1.5" runs at full speed until its share of a period is used up, then pauses until the next
 * period: a query during the pause appears to take tens of milliseconds.
 *
 * Reads Linux control groups (cgroup v1, v2, or both), from this process's own group up to the
 * mounted root. The tightest limit counts. */
#ifndef FOOTRACE_HARNESS_MACHINE_QUOTA_H
#define FOOTRACE_HARNESS_MACHINE_QUOTA_H

struct fr_quota {
    double cores;     /* processor seconds per second; INFINITY: no limit, or unknown */
    double period_ms; /* of the limit; 0 without a limit */
    double stopped_s; /* total time that the groups were paused so far */
};

/* System files are below root: "", except in tests. */
void fr_quota_read(const char *root, struct fr_quota *quota);

#endif
