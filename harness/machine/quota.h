/* Processor quotas: how much time control groups leave to this process. A container with
 * "--cpus 1.5" runs at full speed until its share of a period is used up, and then not at all until
 * the next one: the calls in between seem to take tens of milliseconds.
 *
 * Both kinds of control groups are read (Linux's cgroup v1 and v2, also side by side), each from
 * this process's own group up to the root that is mounted: the tightest limit holds. */
#ifndef FOOTRACE_HARNESS_MACHINE_QUOTA_H
#define FOOTRACE_HARNESS_MACHINE_QUOTA_H

struct fr_quota {
    double cores;     /* processor seconds a second; INFINITY: no limit, or none is told */
    double period_ms; /* in which they are used up; 0 without a limit */
    double stopped_s; /* that groups were stopped so far, for want of time */
};

/* root is where the system's files are: "" but in tests. */
void fr_quota_read(const char *root, struct fr_quota *quota);

#endif
