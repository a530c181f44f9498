/* A sandbox: a child process that runs one racer on one map. A crash, a hang or a lack of memory
 * ends the child, not the race.
 *
 * Parent and child take turns over a socket: the parent sends a request (prepare, some questions,
 * an event) and waits; the child carries it out, replies, and sleeps. So no two calls are ever
 * timed at the same time. Questions and answers lie in shared memory, so that the answers given
 * before a child died are kept. Before it prepares, the child touches the pages of its code and of
 * the harness's buffers; memory is touched as the back end allocates it, so that page faults are
 * counted where they are caused. The child works on its own copy of the map as it was when the
 * sandbox was opened. If the child dies, or is killed for breaking a rule, the sandbox is closed;
 * open it again for the next question. */
#ifndef FOOTRACE_HARNESS_SANDBOX_SANDBOX_H
#define FOOTRACE_HARNESS_SANDBOX_SANDBOX_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/sandbox/graph_sketch.h"
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
    int board_file; /* that the board lies in, for a child that is executed; -1: in none yet */
    bool executed;  /* the child is another program */
    const struct fr_sandbox_rules *rules;
    struct fr_reduction reduction; /* of the racer's map; none unless set after init */
    int64_t prepare_bytes;         /* limit of counted bytes for prepare; 0: as the rules say */
};

/* Makes a closed sandbox. */
void fr_sandbox_init(struct fr_sandbox *sandbox, const struct fr_sandbox_rules *rules);

bool fr_sandbox_is_open(const struct fr_sandbox *sandbox);

/* Starts the child, which prepares the racer on the map as it is now. */
void fr_sandbox_open(struct fr_sandbox *sandbox, const struct fr_racer *racer, struct fr_map *map,
                     struct fr_reply *reply);

/* Asks one question. Writes the waypoints of the answer to path, unless it is NULL. */
void fr_sandbox_click(struct fr_sandbox *sandbox, enum fr_timing timing, struct fr_point start,
                      struct fr_point goal, struct fr_reply *reply, struct fr_path *path);

/* Asks count questions, at most FR_SANDBOX_QUESTIONS, one after the other without the parent in
 * between. Returns how many were answered: all of them if the reply is FR_REPLY_ANSWERED; otherwise
 * the reply says how the next one ended. */
int fr_sandbox_pass(struct fr_sandbox *sandbox, enum fr_timing timing,
                    const struct fr_question *questions, int count, struct fr_answer *answers,
                    struct fr_reply *reply);

/* The instructions that a question takes, after a frame, by single steps: at the most so many; -1 if
 * they cannot be counted here or the child is gone, as reply then says. */
int64_t fr_sandbox_steps(struct fr_sandbox *sandbox, struct fr_question question, int64_t most,
                         struct fr_reply *reply);

/* Threads and processes that the racer keeps now beside the one that answers. */
int fr_sandbox_threads(const struct fr_sandbox *sandbox);

/* Carries out an event on the child's map and updates the racer, or prepares it again if its back
 * end has no update. */
void fr_sandbox_event(struct fr_sandbox *sandbox, const struct fr_click *event,
                      struct fr_reply *reply);

/* Asks one question and gets what the search expanded, in that order; of more than most, which is
 * even and at most FR_SANDBOX_TRACED_MOST, every second, fourth, ... one. For racers that tell
 * expansions: of others, and of those on a reduced map, no points. */
void fr_sandbox_trace(struct fr_sandbox *sandbox, struct fr_point start, struct fr_point goal,
                      int most, struct fr_reply *reply, struct fr_path *expanded);

/* Gets one part of the graph after the last click, from a back end that has a sketch. */
void fr_sandbox_sketch(struct fr_sandbox *sandbox, enum fr_sketch_part part, struct fr_reply *reply,
                       struct fr_path *points);

/* Kills the child; the sandbox can be opened again. Accepts a closed one. */
void fr_sandbox_close(struct fr_sandbox *sandbox);

/* Closes the sandbox and frees its memory. */
void fr_sandbox_release(struct fr_sandbox *sandbox);

#endif
