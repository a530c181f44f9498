/* Starts a racer in a process of another program and checks that the two agree: the parent's side
 * of serve.h. */
#ifndef FOOTRACE_HARNESS_SANDBOX_EXECUTE_H
#define FOOTRACE_HARNESS_SANDBOX_EXECUTE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "harness/sandbox/racer.h"
#include "harness/sandbox/sandbox_rules.h"
#include "harness/sandbox/serve.h"
#include "maps/analysis/reduce.h"
#include "maps/formats/base/error.h"
#include "maps/map.h"

enum { FR_MOST_FRONT_WORDS = 16 };

/* A program that serves. */
struct fr_executable {
    char label[64];                         /* of the build; "": this one */
    char path[1024];                        /* a footrace command */
    const char *front[FR_MOST_FRONT_WORDS]; /* the words of a tool in front of it; ends with NULL */
    const char *plugins[16];                /* to load; ends with NULL */
    char version[32], revision[128], compiler[96], flags[256]; /* as it reports them */
};

/* Whether there is such a program, and what a racer of that address is to it: fills the racer's
 * traits and options, and what the executable says of itself. FR_OK; or FR_BAD_INPUT with error
 * filled, for one that cannot be run, does not speak this protocol, or has no such racer. */
FR_MUST_USE enum fr_status fr_execute_probe(struct fr_executable *executable,
                                            struct fr_racer *racer, struct fr_error *error);

/* A process that serves the racer. */
struct fr_executed {
    pid_t child;
    int socket;
};

/* Starts it with the sandbox's board in that file, and sends the order and the map. On failure
 * returns false with a reason, of size bytes; then nothing runs. */
bool fr_execute_start(const struct fr_racer *racer, const struct fr_sandbox_rules *rules,
                      struct fr_reduction reduction, int64_t prepare_bytes,
                      const struct fr_map *map, int board, struct fr_executed *executed,
                      char *reason, size_t size);

#endif
