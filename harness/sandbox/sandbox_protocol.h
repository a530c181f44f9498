/* The messages between parent and child of a sandbox: plain structs in memory layout, since both
 * ends run the same program. */
#ifndef FOOTRACE_HARNESS_SANDBOX_SANDBOX_PROTOCOL_H
#define FOOTRACE_HARNESS_SANDBOX_SANDBOX_PROTOCOL_H

#include <stdatomic.h>

#include "harness/sandbox/measure.h"
#include "harness/sandbox/racer.h"
#include "harness/sandbox/reply.h"
#include "harness/sandbox/sandbox_rules.h"
#include "maps/analysis/reduce.h"
#include "maps/click_set.h"
#include "maps/map.h"
#include "maps/path.h"

/* First word of each message, so that random bytes from a faulty child do not pass for a reply. */
#define FR_MESSAGE_MAGIC 0x46525231u

/* A path with more waypoints than this is garbage: the limit is twice the number of pixels of an 8K
 * map. */
#define FR_MESSAGE_MAX_POINTS (UINT64_C(1) << 26)

enum fr_request_kind {
    FR_REQUEST_READY, /* answered before the back end runs any code */
    FR_REQUEST_PREPARE,
    FR_REQUEST_SAVE, /* and load */
    FR_REQUEST_ASK,
    FR_REQUEST_CHANGE, /* the events of a change follow, each with the pixels that it patches */
    FR_REQUEST_TRACE   /* the first query on the board */
};

/* What a back end overwrote. The map is checked for plugins only, as the check reads all of it. */
enum fr_spoilt {
    FR_SPOILT_NOTHING,
    FR_SPOILT_MAP,
    FR_SPOILT_PATH,
    FR_SPOILT_LENT,
    FR_SPOILT_WORDS,
    FR_SPOILTS
};

struct fr_request_message {
    uint32_t magic;
    enum fr_request_kind kind;
    enum fr_timing timing; /* FR_REQUEST_ASK: timing of the queries on the board */
    int count;             /* of queries or events */
    bool path;             /* send the waypoints of the last answer */
};

/* Followed by waypoints or expansions. */
struct fr_reply_message {
    uint32_t magic;
    enum fr_request_kind kind; /* the kind of the request */
    enum fr_status status;     /* FR_OK, FR_NO_MEMORY or FR_UNSUPPORTED */
    enum fr_spoilt spoilt;     /* what the back end wrongly overwrote */
    double ns;
    double ns_first;     /* FR_REQUEST_PREPARE: see struct fr_reply */
    bool guest;          /* the racer works in a separate process (guest.h) */
    int64_t saved_bytes; /* FR_REQUEST_SAVE: see struct fr_reply; ns is the time of loading */
    uint64_t live_bytes, peak_bytes;
    uint64_t path_bytes; /* held by the harness's buffer of the path */
    uint64_t points;
};

/* Memory shared by parent and child. The parent checks everything that the child writes there. */
struct fr_sandbox_board {
    _Atomic uint64_t heartbeat; /* see struct fr_measure_plan */
    _Atomic int answered;       /* queries of this request answered so far */
    _Atomic int stepping;       /* see stepped.h */
    struct fr_query queries[FR_SANDBOX_QUERIES];
    struct fr_answer answers[FR_SANDBOX_QUERIES];
};

struct fr_sandbox_job {
    const struct fr_racer *racer;
    struct fr_map *map;
    struct fr_reduction reduction; /* of the racer's map; zero: none */
    int64_t limit_bytes,
        prepare_bytes; /* limits of counted bytes: at any time, and during prepare */
    struct fr_measure_plan plan;
    struct fr_sandbox_board *board;
    bool executed; /* the parent is another program, so it sends what an event points to after the
                    * event */
};

/* The child's main loop serves requests until the socket closes, and returns the exit status. */
int fr_sandbox_serve(int socket, const struct fr_sandbox_job *job);

/* Receive and send whole messages; false if the other end is gone. Sending raises no SIGPIPE. */
bool fr_message_receive(int socket, void *buffer, size_t size);
bool fr_message_send(int socket, const void *buffer, size_t size);

#endif
