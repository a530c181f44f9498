/* The environment of a race: processor, kernel, compiler, flags, revision. Result files record the
 * environment, and builds unfit for timing are refused. */
#ifndef FOOTRACE_HARNESS_MACHINE_MACHINE_H
#define FOOTRACE_HARNESS_MACHINE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/formats/base/error.h"

/* How much time cgroups leave to this process. A container with "--cpus 1.5" runs at full
 * speed until its share of a period is used up, then pauses until the next period: a query during
 * the pause appears to take tens of milliseconds. */
struct fr_quota {
    double cores;     /* processor seconds per second; INFINITY: no limit, or unknown */
    double period_ms; /* of the limit; 0 without a limit */
    double stopped_s; /* total time for which the groups were paused so far */
};

struct fr_machine {
    char machine[72];               /* "x86_64" */
    char kernel[160];               /* "Linux 6.1.0" */
    char cpu[160];                  /* model name; "unknown" */
    char governor[32];              /* of the first core; "" unknown */
    char clock_source[32];          /* of the kernel's clock ("tsc"); "" unknown */
    int turbo, smt;                 /* 1 on, 0 off, -1 unknown */
    bool hypervisor;                /* a virtual machine */
    int cores;                      /* online */
    struct fr_quota quota;          /* of processor time */
    double load;                    /* over the last minute before the race; negative: unknown */
    char compiler[96];              /* "gcc 12.2.0" */
    char libc[32];                  /* "glibc 2.36"; "unknown" */
    const char *version, *revision; /* revision: "" if the build did not know it */
    const char *flags, *build_type;
    bool optimised, sanitized, asserts;
};

/* Reads Linux control groups (cgroup v1, v2, or both) below `root`, "" except in tests: from this
 * process's own group up to the mounted root. The tightest limit counts. */
void fr_quota_read(const char *root, struct fr_quota *quota);

void fr_machine_read(struct fr_machine *machine);

/* Reads the machine from /proc and /sys below `root`; "": the usual place. */
void fr_machine_read_from(const char *root, struct fr_machine *machine);

/* Bytes of memory available without swapping, within a container's limit; negative: unknown. */
int64_t fr_machine_free_bytes(void);

/* Default memory limit for all racers together, in megabytes: three quarters of the free memory.
 * The remaining quarter is for the system and for racers that grow while answering. 0: unknown. */
int64_t fr_machine_share_mb(void);

/* Whether this build is sanitized, which maps terabytes of address space. */
bool fr_machine_sanitized(void);

/* Why the build is unfit for timing ("a debug build"), or NULL. */
const char *fr_machine_distrust(const struct fr_machine *machine);

/* FR_OK for a build that is fit for timing, else FR_BAD_INPUT with `error` filled. */
FR_MUST_USE enum fr_status fr_machine_expect_trust(const struct fr_machine *machine,
                                                   struct fr_error *error);

#endif
