/* Processor quotas: how much time control groups leave to this process. A container with
 * "--cpus 1.5" runs at full speed until its share of a period is used up, then not at all until the
 * next period: a call that is caught there seems to take tens of milliseconds.
 *
 * Reads both kinds of Linux control groups (cgroup v1 and v2, also side by side), from this process's
 * own group up to the mounted root. The tightest limit counts. */
#ifndef FOOTRACE_HARNESS_MACHINE_QUOTA_H
#define FOOTRACE_HARNESS_MACHINE_QUOTA_H

struct fr_quota {
    double cores;     /* processor seconds a second; INFINITY: no limit, or unknown */
    double period_ms; /* of the limit; 0 without a limit */
    double stopped_s; /* how long the groups were stopped so far */
};

/* The system's files are below root: "", except in tests. */
void fr_quota_read(const char *root, struct fr_quota *quota);

#endif
