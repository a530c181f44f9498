/* What a race runs on: processor, kernel, compiler, flags, revision; so that a result file says how
 * it came about, and a build that cannot be trusted with times is told. */
#ifndef FOOTRACE_HARNESS_MACHINE_MACHINE_H
#define FOOTRACE_HARNESS_MACHINE_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/machine/quota.h"
#include "maps/formats/base/error.h"

struct fr_machine {
    char machine[72];               /* "x86_64" */
    char kernel[160];               /* "Linux 6.1.0" */
    char cpu[160];                  /* model name; "unknown" */
    char governor[32];              /* of the first core; "" when the machine does not say */
    char clock_source[32];          /* what the kernel's clock reads ("tsc"); "" unknown */
    int turbo, smt;                 /* 1 on, 0 off, -1 the machine does not say, or cannot know */
    bool hypervisor;                /* a virtual machine */
    int cores;                      /* online */
    struct fr_quota quota;          /* of processor time */
    double load;                    /* over the last minute, before the race; negative: unknown */
    char compiler[96];              /* "gcc 12.2.0" */
    const char *version, *revision; /* revision: "" when the build knew none */
    const char *flags, *build_type;
    bool optimised, sanitized, asserts;
};

void fr_machine_read(struct fr_machine *machine);

/* The same where the system's files, /proc and /sys, are in another folder; "": where they are. */
void fr_machine_read_from(const char *root, struct fr_machine *machine);

/* Bytes of memory that can be had without swapping, within the limit of a container; negative: the
 * machine does not say. */
int64_t fr_machine_free_bytes(void);

/* Megabytes that racers may take together where nobody says otherwise: three quarters of what is
 * free; the rest is the system's, and room to grow while they answer. 0: the machine is silent. */
int64_t fr_machine_share_mb(void);

/* Whether this build is a sanitized one: it maps terabytes of addresses. */
bool fr_machine_sanitized(void);

/* What is wrong with the build for timing ("a debug build"), or NULL. */
const char *fr_machine_distrust(const struct fr_machine *machine);

/* FR_OK for a build that is fit for timing, else FR_BAD_INPUT with error filled. */
FR_MUST_USE enum fr_status fr_machine_expect_trust(const struct fr_machine *machine,
                                                   struct fr_error *error);

#endif
