/* A child process that runs foreign code, and the watch over it: while the parent waits for a reply
 * it checks the clock and the child's memory, and kills a child that breaks a rule. A reply's
 * status and reason (reply.h) report the result. Time in which parent or child was suspended, or
 * the child had no core, does not count. */
#ifndef FOOTRACE_HARNESS_SANDBOX_WATCHED_H
#define FOOTRACE_HARNESS_SANDBOX_WATCHED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "harness/sandbox/reply.h"
#include "harness/sandbox/sandbox_rules.h"

struct fr_watched {
    pid_t child; /* 0: none */
    int socket;
    const struct fr_sandbox_rules *rules;
    const _Atomic uint64_t *heartbeat; /* start or end of its last call; NULL: not known */
    int64_t baseline_bytes;            /* resident before any of the racer's code ran */
    int64_t seen_bytes;                /* additional memory when it was last checked */
    int64_t kills;                     /* earlier out-of-memory kills; -1: unknown */
    uint64_t family_seen_ns;           /* time of the last check of its descendants */
    /* Of the current request: */
    uint64_t asked_ns, looked_ns;
    double processor_ns; /* CPU time used before the request */
    uint64_t beat;       /* start of the current call; asked_ns before the first one */
    double held_ns;      /* time during the call in which parent or child was stopped; does not
                          * count */
    double all_held_ns;  /* time during the request in which parent or child was stopped */
    double stopped_ns;   /* time during the request in which only the child was stopped */
    int calls;           /* upper limit of the back end's calls */
    double timeout_s;    /* of each call */
};

/* Forks a child with a socket to this process. In the child, returns 0, and *end is its end of the
 * socket; in the parent, returns the child, or -1 with errno set. */
pid_t fr_watched_fork(struct fr_watched *watched, const struct fr_sandbox_rules *rules, int *end);

/* Reports in `reply` how a request failed. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void fr_watched_fail(struct fr_reply *reply, enum fr_reply_status status, const char *format, ...);

/* Begins a request of at most this many calls of the back end, each with a time limit. */
void fr_watched_expect(struct fr_watched *watched, int calls, double timeout_s);

/* Sends bytes to the child; waiting for its reply shows whether it reads them. */
void fr_watched_send(const struct fr_watched *watched, const void *bytes, size_t size);

/* Receives the next `size` bytes; false if the child is gone, as `reply` then explains. */
bool fr_watched_receive(struct fr_watched *watched, void *buffer, size_t size,
                        struct fr_reply *reply);

/* Whether the racer, excluding the map, has more memory than the rules allow. */
bool fr_watched_over_memory(struct fr_watched *watched);

/* Kills the child and its descendants. Does nothing if the child has ended. */
void fr_watched_end(struct fr_watched *watched);

#endif
