/* A racer in a process of another program: another build of Footrace, this one under a tool that
 * counts instructions, or this one with plugins. The program is executed as "footrace serve", gets a
 * socket and the board of a sandbox, says what it is and what back ends its plugins have, gets its
 * order and the map, and then serves as a forked child does (sandbox_protocol.h).
 *
 * What the two say to each other are structs as they lie in memory. So either end tells the version
 * of this protocol, and the sizes of all that is sent; where they differ the race does not begin.
 * The version is raised whenever the meaning of something sent changes. */
#ifndef FOOTRACE_HARNESS_SANDBOX_SERVE_H
#define FOOTRACE_HARNESS_SANDBOX_SERVE_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/sandbox/racer.h"
#include "maps/formats/base/error.h"

#define FR_SERVE_MAGIC 0x46525356u
#define FR_SERVE_VERSION 2

/* The descriptors that the program finds open. */
enum { FR_SERVE_SOCKET = 3, FR_SERVE_BOARD = 4 };

/* The structs that are sent, in this order. */
enum fr_serve_part {
    FR_SERVE_HELLO,
    FR_SERVE_ORDER,
    FR_SERVE_REQUEST,
    FR_SERVE_REPLY,
    FR_SERVE_SHARED, /* the board */
    FR_SERVE_PARTS
};

enum { FR_MOST_SERVED = 32 };

/* A back end of a plugin. */
struct fr_serve_back_end {
    char name[48], label[404], colour[8];
    uint32_t marker, candidate;
};

/* Said first. Behind magic, version and sizes nothing is read where these are not as expected. */
struct fr_serve_hello {
    uint32_t magic, version;
    uint32_t bytes[FR_SERVE_PARTS];
    uint32_t movement, optimality, edge_walls, expected_faults, tells_expansions;
    uint32_t updates, sketches; /* whether its back end has the functions */
    uint32_t count;             /* of the plugins' back ends */
    struct fr_serve_back_end served[FR_MOST_SERVED];
    char version_text[32], revision[128], compiler[96], flags[256];
    char options[512]; /* every option of the racer with its value */
    char error[512];   /* why the racer cannot be had; "" if it can */
};

/* The answer to it; the map's bytes follow (map_bytes.h). */
struct fr_serve_order {
    uint32_t magic, unlimited_addresses;
    int32_t scale, free; /* of the reduction; scale 0: none */
    int64_t memory_mb, prepare_bytes;
    uint64_t frame_bytes, sweep_bytes, map_bytes;
    double clock_ns;
};

/* Said when the map was read: FR_OK, or why not. */
struct fr_serve_ready {
    uint32_t magic;
    int32_t status;
};

/* The sizes of the structs in this build. */
void fr_serve_sizes(uint32_t bytes[FR_SERVE_PARTS]);

/* Fills in the back ends of plugins; false if they are too many. */
bool fr_serve_list(const struct fr_pathfinder *const *served, int count,
                   struct fr_serve_hello *hello);

/* The program's part, with the racer of that address, or NULL and an error that says why there is none,
 * or FR_OK where only what was listed in hello is wanted: to the end of the race. Its exit status. */
int fr_serve(const struct fr_racer *racer, const struct fr_error *error,
             struct fr_serve_hello *hello);

#endif
