/* A child process that runs foreign code, and the watch over it: while the parent waits for a reply it
 * checks the clock and the child's memory, and kills a child that breaks a rule. What becomes of it
 * is a reply's status and reason (reply.h). Time in which parent or child was suspended, or the child
 * had no core, is not held against it. */
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
    const _Atomic uint64_t *heartbeat; /* when its last call began or ended; NULL: not known */
    int64_t baseline_bytes;            /* resident before any code of the racer's ran */
    int64_t seen_bytes;                /* that it had more than that when it was last looked at */
    int64_t kills;           /* by the out-of-memory killer before it was started; -1: unknown */
    uint64_t family_seen_ns; /* when its descendants were looked at */
    /* Of the request under way: */
    uint64_t asked_ns, looked_ns;
    double processor_ns; /* CPU time that it had used before */
    uint64_t beat;       /* when the call under way began; asked_ns until there is one */
    double held_ns;      /* of the call, in which parent or child was stopped: nobody's time */
    double all_held_ns;  /* of the request */
    double stopped_ns;   /* of the request, in which the child alone was stopped */
    int calls;           /* of the back end: the most there can be */
};

/* Forks a child with a socket to this process. In the child, returns 0, and *end is its end of the
 * socket; else the child, or -1 with errno set. */
pid_t fr_watched_fork(struct fr_watched *watched, const struct fr_sandbox_rules *rules, int *end);

/* Says in reply what became of a request. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void fr_watched_fail(struct fr_reply *reply, enum fr_reply_status status, const char *format, ...);

/* Begins a request of so many calls of the back end at the most. */
void fr_watched_expect(struct fr_watched *watched, int calls);

/* Sends bytes to the child; one that does not read them is noticed when its reply is awaited. */
void fr_watched_send(const struct fr_watched *watched, const void *bytes, size_t size);

/* Receives the next size bytes; false if the child is gone, as reply then says. */
bool fr_watched_receive(struct fr_watched *watched, void *buffer, size_t size,
                        struct fr_reply *reply);

/* Whether it has more memory than the rules allow; the racer alone, besides the map. */
bool fr_watched_over_memory(struct fr_watched *watched);

/* Kills the child and what it started. Accepts one that is gone. */
void fr_watched_end(struct fr_watched *watched);

#endif
