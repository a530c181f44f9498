/* The reply of a sandbox: how a request ended, and what was measured. */
#ifndef FOOTRACE_HARNESS_SANDBOX_REPLY_H
#define FOOTRACE_HARNESS_SANDBOX_REPLY_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/sandbox/measure.h"

/* How a request ended. After all but the first the sandbox is closed. */
enum fr_reply_status {
    FR_REPLY_ANSWERED,
    FR_REPLY_UNSUPPORTED, /* the back end does not support this map */
    FR_REPLY_TIMEOUT,
    FR_REPLY_CRASH,
    FR_REPLY_MEMORY,
    FR_REPLY_LOST,   /* the system interfered: killed from outside, or kept from running */
    FR_REPLY_STOPPED /* rules->stop was set, or no child could be started (see reason) */
};

struct fr_reply {
    enum fr_reply_status status;
    char reason[256];               /* for people; "" when answered */
    double ns;                      /* of prepare or update */
    int64_t live_bytes, peak_bytes; /* of the racer's allocator, so far */
    bool uncounted;                 /* once opened: more was resident, which these bytes then are */
    int threads;                    /* once opened: that it keeps, and processes */
    struct fr_answer answer;        /* of a click */
};

/* What a back end did, in a result file's words: "found", "timeout", ... */
const char *fr_outcome_name(const struct fr_reply *reply);

#endif
