/* A sandbox: one child process that runs one racer on one map, so that a crash, a hang or a hunger
 * for memory ends the child and not the race.
 *
 * Parent and child go in lockstep over a socket: the parent asks (prepare, some questions, an event)
 * and waits; the child does it, replies, and sleeps until asked again. So no two calls are ever
 * timed at once. Questions and answers lie on a board that both see: what was answered before a
 * child died is known. Before it prepares, the child touches the pages of its code and of all that
 * the harness has for it; what the back end allocates is touched as it is handed out, so that page
 * faults belong to whoever causes them. The child works on its own copy of the map, the one the parent held when the sandbox was
 * opened. A child that dies, or that breaks a rule and is killed, leaves the sandbox closed; open
 * it again for the next question. */
#ifndef FOOTRACE_HARNESS_RACERS_SANDBOX_H
#define FOOTRACE_HARNESS_RACERS_SANDBOX_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "harness/racers/graph_sketch.h"
#include "harness/racers/racer.h"
#include "harness/racers/reply.h"
#include "maps/analysis/reduce.h"
#include "maps/click_set.h"
#include "maps/map.h"
#include "maps/path.h"

struct fr_sandbox_rules {
    double timeout_s;  /* for each call of the back end */
    int64_t memory_mb; /* for what the racer takes beyond the map, however it takes it */
    double clock_ns;   /* cost of the clock, which is taken off each call */
    uint64_t *frame;   /* see struct fr_measure_plan; each child has a copy of its own */
    size_t frame_bytes;
    const unsigned char *sweep; /* the same */
    size_t sweep_bytes;
    bool unlimited_addresses;          /* a sanitizer maps terabytes: limit no address space */
    const volatile sig_atomic_t *stop; /* no longer 0: drop everything */
};

/* Questions of one request at the most. */
#define FR_SANDBOX_QUESTIONS 1024

struct fr_question {
    struct fr_point start, goal;
};

struct fr_sandbox {
    pid_t child; /* 0: closed */
    int socket;
    struct fr_sandbox_board *board; /* shared with the child */
    int board_file; /* that the board lies in, for a child that is executed; -1: in none yet */
    bool executed;  /* the child is another program */
    int64_t baseline_bytes; /* resident before anything was prepared */
    const struct fr_sandbox_rules *rules;
    struct fr_reduction reduction; /* of the map, for the racer; none unless set after init */
    int64_t prepare_bytes; /* counted bytes that preparing may take; 0: what the rules allow */
};

/* A closed sandbox. */
void fr_sandbox_init(struct fr_sandbox *sandbox, const struct fr_sandbox_rules *rules);

bool fr_sandbox_is_open(const struct fr_sandbox *sandbox);

/* Starts the child and has it prepare the racer on the map as it is now. */
void fr_sandbox_open(struct fr_sandbox *sandbox, const struct fr_racer *racer, struct fr_map *map,
                     struct fr_reply *reply);

/* Asks one question; the waypoints of the answer go to path, unless that is NULL. */
void fr_sandbox_click(struct fr_sandbox *sandbox, enum fr_timing timing, struct fr_point start,
                      struct fr_point goal, struct fr_reply *reply, struct fr_path *path);

/* Asks count questions, at most FR_SANDBOX_QUESTIONS, one after the other without the parent in
 * between. How many were answered, which is all of them where reply says so; else the next one is
 * what became of the child. */
int fr_sandbox_pass(struct fr_sandbox *sandbox, enum fr_timing timing,
                    const struct fr_question *questions, int count, struct fr_answer *answers,
                    struct fr_reply *reply);

/* Carries out an event on the child's map and updates the racer, or prepares it anew where its back
 * end cannot update. */
void fr_sandbox_event(struct fr_sandbox *sandbox, const struct fr_click *event,
                      struct fr_reply *reply);

/* One part of the graph as it is after the last click, for a racer whose back end can draw it. */
void fr_sandbox_sketch(struct fr_sandbox *sandbox, enum fr_sketch_part part, struct fr_reply *reply,
                       struct fr_path *points);

/* Kills the child; the sandbox can be opened again. Accepts a closed one. */
void fr_sandbox_close(struct fr_sandbox *sandbox);

/* The same, once the sandbox is no longer needed. */
void fr_sandbox_release(struct fr_sandbox *sandbox);

#endif
