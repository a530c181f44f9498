/* The reply of a sandbox: how a request ended, and the measurements. */
#ifndef FOOTRACE_HARNESS_SANDBOX_REPLY_H
#define FOOTRACE_HARNESS_SANDBOX_REPLY_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/sandbox/measure.h"

/* How a request ended. Every status but the first closes the sandbox. */
enum fr_reply_status {
    FR_REPLY_ANSWERED,
    FR_REPLY_UNSUPPORTED, /* the back end does not support this map */
    FR_REPLY_TIMEOUT,
    FR_REPLY_CRASH,
    FR_REPLY_MEMORY,
    FR_REPLY_LOST,   /* the system interfered: the child was killed from outside, or could not
                      * run */
    FR_REPLY_STOPPED /* rules->stop was set, or no child could be started (see reason) */
};

struct fr_reply {
    enum fr_reply_status status;
    char reason[256];               /* for people; "" if answered */
    double ns;                      /* time of prepare or update */
    double ns_first;                /* after prepare: of the first query; NAN: there was none */
    double ns_load;                 /* to load the saved state; NAN: none was loaded */
    int64_t saved_bytes;            /* of the saved state; 0: none; -1: unknown */
    int64_t proportional_bytes;     /* after prepare: of a guest's process; -1: no guest */
    int64_t live_bytes, peak_bytes; /* of the racer's allocator, so far */
    int64_t path_bytes;             /* held by the harness's buffer of the path */
    bool uncounted;                 /* after opening: resident memory exceeds the counted bytes, and
                                     * replaces them above */
    int threads;                    /* after opening: threads and processes that the racer keeps */
    struct fr_answer answer;        /* to a click */
};

/* How long a player waits when a room opens: preparation, and the query after it, which pays for
 * what a back end left for later. */
double fr_load_ns(double ns, double ns_first);

/* How long a player waits when a room loads its saved state; if the back end saves none, the load
 * time of a preparation. NAN: unknown. */
double fr_load_saved_ns(const struct fr_reply *prepared);

/* The outcome as a word of result files: "found", "timeout", ... */
const char *fr_outcome_name(const struct fr_reply *reply);

#endif
