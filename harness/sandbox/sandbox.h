/* A sandbox: a child process that runs one racer on one map. A crash, a hang or a lack of memory
 * ends the child, not the race.
 *
 * Parent and child take turns over a socket: the parent sends a request (prepare, some queries, a
 * change) and waits; the child executes it, replies, and sleeps. So no two calls are ever timed at
 * the same time. Queries and answers are in shared memory, so answers survive if the child dies
 * later. Before it prepares, the child touches the pages of its code and of the harness's buffers;
 * the back end's memory is touched on allocation, so that each page fault is charged to its cause.
 * The child works on its own copy of the map, in the state at opening. If the child dies, or is
 * killed for breaking a rule, the sandbox is closed; open it again for the next query. */
#ifndef FOOTRACE_HARNESS_SANDBOX_SANDBOX_H
#define FOOTRACE_HARNESS_SANDBOX_SANDBOX_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/sandbox/racer.h"
#include "harness/sandbox/reply.h"
#include "harness/sandbox/sandbox_rules.h"
#include "harness/sandbox/watched.h"
#include "maps/analysis/reduce.h"
#include "maps/click_set.h"
#include "maps/map.h"
#include "maps/path.h"

struct fr_sandbox {
    struct fr_watched watched;
    struct fr_sandbox_board *board; /* shared with the child */
    int board_file; /* holds the board, for a child started by exec; -1: not created yet */
    bool executed;  /* the child is another program */
    bool guest;     /* the racer has a guest's process (guest.h) */
    const struct fr_sandbox_rules *rules;
    struct fr_reduction reduction; /* how the racer's map is reduced; not at all unless set */
    int64_t prepare_bytes;         /* limit of counted bytes during prepare; 0: the rules' limit */
};

/* Makes a closed sandbox. */
void fr_sandbox_init(struct fr_sandbox *sandbox, const struct fr_sandbox_rules *rules);

bool fr_sandbox_is_open(const struct fr_sandbox *sandbox);

/* Starts the child, which prepares the racer on the map in its current state. */
void fr_sandbox_open(struct fr_sandbox *sandbox, const struct fr_racer *racer, struct fr_map *map,
                     struct fr_reply *reply);

/* Runs the first query after a preparation as a played query. Adds the query's time, and the memory
 * and threads kept after it, to the preparation's reply. The clicks report a failure. */
void fr_sandbox_ask_first(struct fr_sandbox *sandbox, struct fr_query query,
                          struct fr_reply *prepared);

/* Saves the state and loads it beside the state that answers; adds the saved size and the load time
 * to the reply of the preparation. A failure leaves size and time unknown. */
void fr_sandbox_save(struct fr_sandbox *sandbox, struct fr_reply *prepared);

/* Runs one query. Writes the waypoints of the answer to `path`, unless it is NULL. */
void fr_sandbox_click(struct fr_sandbox *sandbox, enum fr_timing timing, struct fr_point start,
                      struct fr_point goal, struct fr_reply *reply, struct fr_path *path);

/* Runs `count` queries, at most FR_SANDBOX_QUERIES, without messages in between. Returns the number
 * of answers: all if the reply is FR_REPLY_ANSWERED; otherwise the reply describes how the next
 * query ended. */
int fr_sandbox_pass(struct fr_sandbox *sandbox, enum fr_timing timing,
                    const struct fr_query *queries, int count, struct fr_answer *answers,
                    struct fr_reply *reply);

/* The instructions of a query after a frame, counted by single-stepping, up to a limit; -1 if they
 * cannot be counted here, or if the child is gone, as `reply` then says. */
int64_t fr_sandbox_steps(struct fr_sandbox *sandbox, struct fr_query query, int64_t most,
                         struct fr_reply *reply);

/* Threads and processes that the racer currently keeps besides the one that answers. For a guest,
 * whose process group is stopped between its queries, only processes outside that group count. */
int fr_sandbox_threads(const struct fr_sandbox *sandbox);

/* Applies the events of a change to the child's map and updates the racer once, with everything
 * that changed; prepares it again if its back end has no update. */
void fr_sandbox_change(struct fr_sandbox *sandbox, const struct fr_click *events, int count,
                       struct fr_reply *reply);

/* Runs one query and gets the nodes that the search expanded, in order. Of more than
 * FR_SANDBOX_TRACED nodes it gets every second, fourth, ... one. Racers that do not report
 * expansions, or search a reduced map, yield no nodes. */
void fr_sandbox_trace(struct fr_sandbox *sandbox, struct fr_point start, struct fr_point goal,
                      struct fr_reply *reply, struct fr_path *expanded);

/* Kills the child; the sandbox can be opened again. Does nothing for a closed sandbox. */
void fr_sandbox_close(struct fr_sandbox *sandbox);

/* Closes the sandbox and frees its memory. */
void fr_sandbox_release(struct fr_sandbox *sandbox);

#endif
