/* The parent's side of serve.h: starts a serving program, and checks that the protocols agree. A
 * program is another build of Footrace, this one under a tool that counts instructions, or this one
 * with plugins, which are opened in no other process. */
#ifndef FOOTRACE_HARNESS_SANDBOX_EXECUTE_H
#define FOOTRACE_HARNESS_SANDBOX_EXECUTE_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/sandbox/racer.h"
#include "harness/sandbox/serve.h"
#include "harness/sandbox/watched.h"
#include "maps/analysis/reduce.h"
#include "maps/formats/base/error.h"
#include "maps/map.h"

enum { FR_MOST_FRONT_WORDS = 16 };

/* A program that serves. */
struct fr_executable {
    char label[64];                         /* of the build; "": this one */
    char path[1024];                        /* a footrace command */
    const char *front[FR_MOST_FRONT_WORDS]; /* words of a tool that precede the command; NULL at the
                                             * end */
    const char *plugins[16];                /* to load; NULL at the end */
    char version[32], revision[128], compiler[96], flags[256]; /* as the program reports them */
};

/* Describes this program's own file. FR_OK, or the system's error with `error` filled. */
FR_MUST_USE enum fr_status fr_executable_self(struct fr_executable *executable,
                                              struct fr_error *error);

/* Asks a program about the back ends of its plugins or, with an address, about the racer of that
 * address. FR_OK and a hello whose texts are terminated; FR_BAD_INPUT with `error` filled if the
 * program cannot be run, does not speak this protocol, dies, or has no such racer; or
 * FR_SYSTEM_ERROR if no process could be started. */
FR_MUST_USE enum fr_status fr_execute_hello(const struct fr_executable *executable,
                                            const char *address, struct fr_serve_hello *hello,
                                            struct fr_error *error);

/* Asks the racer's program about the racer: fills the racer's traits and options. Returns as
 * fr_execute_hello. */
FR_MUST_USE enum fr_status fr_execute_probe(const struct fr_executable *executable,
                                            struct fr_racer *racer, struct fr_serve_hello *hello,
                                            struct fr_error *error);

/* Starts the racer's program with the sandbox's board, the file `board`, and sends the order and
 * the map. On failure returns false with the reason in `reply`, and no process is left. */
bool fr_execute_start(const struct fr_racer *racer, const struct fr_sandbox_rules *rules,
                      struct fr_reduction reduction, int64_t prepare_bytes,
                      const struct fr_map *map, int board, struct fr_watched *watched,
                      struct fr_reply *reply);

#endif
