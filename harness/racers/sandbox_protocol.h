/* What parent and child of a sandbox say to each other: structs as they lie in memory, since both
 * are the same program. */
#ifndef FOOTRACE_HARNESS_RACERS_SANDBOX_PROTOCOL_H
#define FOOTRACE_HARNESS_RACERS_SANDBOX_PROTOCOL_H

#include "harness/racers/sandbox.h"

/* First word of each message: a child that overwrote its socket does not pass for one that works.
 */
#define FR_MESSAGE_MAGIC 0x46525231u

/* A path with more waypoints than this is no answer but garbage: an 8K map has half the pixels. */
#define FR_MESSAGE_MAX_POINTS (UINT64_C(1) << 26)

enum fr_request_kind {
    FR_REQUEST_READY, /* answered before any of the back end's code runs */
    FR_REQUEST_PREPARE,
    FR_REQUEST_ASK,
    FR_REQUEST_EVENT,
    FR_REQUEST_SKETCH
};

/* The map is looked after only where the back end came from outside: it costs a look at it all. */
enum fr_spoilt { FR_SPOILT_NOTHING, FR_SPOILT_MAP, FR_SPOILT_PATH };

struct fr_request_message {
    uint32_t magic;
    enum fr_request_kind kind;
    enum fr_timing timing; /* FR_REQUEST_ASK: the questions on the board */
    int count;
    bool path;                /* the waypoints of the last answer are wanted */
    struct fr_click event;    /* FR_REQUEST_EVENT */
    enum fr_sketch_part part; /* FR_REQUEST_SKETCH */
};

/* Followed by the waypoints, or the points of the sketch. */
struct fr_reply_message {
    uint32_t magic;
    enum fr_request_kind kind; /* of what was asked */
    enum fr_status status;     /* FR_OK, FR_NO_MEMORY or FR_UNSUPPORTED */
    enum fr_spoilt spoilt;     /* what the back end wrote to that is not its own */
    double ns;
    uint64_t live_bytes, peak_bytes;
    uint64_t points;
};

/* What parent and child both see. The child is not trusted with it: what it says is checked. */
struct fr_sandbox_board {
    _Atomic uint64_t heartbeat;    /* see struct fr_measure_plan */
    _Atomic uint64_t processor_ns; /* that the child had used up when it took the last request */
    _Atomic int answered;          /* questions of this request */
    struct fr_question questions[FR_SANDBOX_QUESTIONS];
    struct fr_answer answers[FR_SANDBOX_QUESTIONS];
};

struct fr_sandbox_job {
    const struct fr_racer *racer;
    struct fr_map *map;
    struct fr_reduction reduction;      /* how the racer sees the map; none: as it is */
    int64_t limit_bytes, prepare_bytes; /* counted, at any time and while preparing */
    struct fr_measure_plan plan;
    struct fr_sandbox_board *board;
    bool executed; /* the parent is another program: what an event points to is sent behind it */
};

/* The child's life: answers requests until the socket closes. Returns its exit status. */
int fr_sandbox_serve(int socket, const struct fr_sandbox_job *job);

#endif
