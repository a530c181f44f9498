/* The messages between parent and child of a sandbox: structs as they lie in memory, since both are
 * the same program. */
#ifndef FOOTRACE_HARNESS_SANDBOX_SANDBOX_PROTOCOL_H
#define FOOTRACE_HARNESS_SANDBOX_SANDBOX_PROTOCOL_H

#include <stdatomic.h>

#include "harness/sandbox/graph_sketch.h"
#include "harness/sandbox/measure.h"
#include "harness/sandbox/racer.h"
#include "harness/sandbox/reply.h"
#include "harness/sandbox/sandbox_rules.h"
#include "maps/analysis/reduce.h"
#include "maps/click_set.h"
#include "maps/map.h"
#include "maps/path.h"

/* First word of each message: random bytes that a faulty child sends do not pass for a reply. */
#define FR_MESSAGE_MAGIC 0x46525231u

/* A path with more waypoints than this is garbage: an 8K map has half as many pixels. */
#define FR_MESSAGE_MAX_POINTS (UINT64_C(1) << 26)

enum fr_request_kind {
    FR_REQUEST_READY, /* answered before any code of the back end runs */
    FR_REQUEST_PREPARE,
    FR_REQUEST_ASK,
    FR_REQUEST_EVENT,
    FR_REQUEST_SKETCH,
    FR_REQUEST_TRACE /* the first question on the board */
};

/* What a back end overwrote. The map is checked for plugins only, as that reads all of it. */
enum fr_spoilt { FR_SPOILT_NOTHING, FR_SPOILT_MAP, FR_SPOILT_PATH, FR_SPOILT_LENT, FR_SPOILTS };

struct fr_request_message {
    uint32_t magic;
    enum fr_request_kind kind;
    enum fr_timing timing;    /* FR_REQUEST_ASK: the questions on the board */
    int count;                /* FR_REQUEST_TRACE: the most expansions */
    bool path;                /* the waypoints of the last answer are wanted */
    struct fr_click event;    /* FR_REQUEST_EVENT */
    enum fr_sketch_part part; /* FR_REQUEST_SKETCH */
};

/* Followed by the waypoints, the points of the sketch, or what was expanded. */
struct fr_reply_message {
    uint32_t magic;
    enum fr_request_kind kind; /* of what was asked */
    enum fr_status status;     /* FR_OK, FR_NO_MEMORY or FR_UNSUPPORTED */
    enum fr_spoilt spoilt;     /* what the back end wrongly wrote to */
    double ns;
    uint64_t live_bytes, peak_bytes;
    uint64_t points;
};

/* Memory shared by parent and child. The parent checks all that the child writes there. */
struct fr_sandbox_board {
    _Atomic uint64_t heartbeat; /* see struct fr_measure_plan */
    _Atomic int answered;       /* questions of this request */
    _Atomic int stepping;       /* see stepped.h */
    struct fr_question questions[FR_SANDBOX_QUESTIONS];
    struct fr_answer answers[FR_SANDBOX_QUESTIONS];
};

struct fr_sandbox_job {
    const struct fr_racer *racer;
    struct fr_map *map;
    struct fr_reduction reduction; /* of the racer's map; none: in full */
    int64_t limit_bytes,
        prepare_bytes; /* limits of counted bytes: at any time, and during prepare */
    struct fr_measure_plan plan;
    struct fr_sandbox_board *board;
    bool executed; /* the parent is another program: what an event points to is sent behind it */
};

/* The child's main loop: answers requests until the socket closes. Returns its exit status. */
int fr_sandbox_serve(int socket, const struct fr_sandbox_job *job);

/* Whole messages over a socket; false when the other end is gone. A send raises no SIGPIPE. */
bool fr_message_receive(int socket, void *buffer, size_t size);
bool fr_message_send(int socket, const void *buffer, size_t size);

#endif
