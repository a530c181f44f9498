/* A racer in a process of another program: another build of Footrace, this one under a tool that
 * counts instructions, or this one with plugins. The program is executed as "footrace serve" and
 * gets a socket and the board of a sandbox. The program describes itself and its plugins' back
 * ends, receives its order and the map, and then serves as a forked child does
 * (sandbox_protocol.h).
 *
 * Messages are plain structs in memory layout. So both ends send the version of this protocol and
 * the sizes of all structs; if they differ, the race does not begin. The version is raised whenever
 * the meaning of a message changes. */
#ifndef FOOTRACE_HARNESS_SANDBOX_SERVE_H
#define FOOTRACE_HARNESS_SANDBOX_SERVE_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/sandbox/plugin_library.h"
#include "harness/sandbox/racer.h"
#include "maps/formats/base/error.h"

#define FR_SERVE_MAGIC 0x46525356u
#define FR_SERVE_VERSION 5

/* The descriptors that are open when the program starts. */
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

/* The first message. If magic, version or sizes are unexpected, the rest is not read. */
struct fr_serve_hello {
    uint32_t magic, version;
    uint32_t bytes[FR_SERVE_PARTS];
    uint32_t movement, optimality, edge_walls, expected_faults, expansions;
    uint32_t updates; /* whether the racer's back end has an update function */
    uint32_t count;   /* number of the plugins' back ends */
    struct fr_serve_back_end served[FR_MOST_SERVED];
    struct fr_plugin_build build; /* of the last plugin */
    char version_text[32], revision[128], compiler[96], flags[256];
    char options[512]; /* every option of the racer with its value */
    char error[512];   /* why there is no such racer; "" if there is */
};

/* The answer to hello; followed by the map's bytes (map_bytes.h). */
struct fr_serve_order {
    uint32_t magic, unlimited_addresses;
    int64_t scale; /* of the reduction; 0: none */
    int64_t memory_mb, prepare_bytes;
    uint64_t frame_bytes, map_bytes;
    double clock_ns;
};

/* Sent after reading the map: FR_OK, or the failure. */
struct fr_serve_ready {
    uint32_t magic;
    int32_t status;
};

/* The sizes of the structs in this build. */
void fr_serve_sizes(uint32_t bytes[FR_SERVE_PARTS]);

/* Lists the back ends of plugins; false if there are too many. */
bool fr_serve_list(const struct fr_pathfinder *const *served, int count,
                   struct fr_serve_hello *hello);

/* Runs the program's side to the end of the race and returns its exit status. racer NULL: `error`
 * says why there is no racer, or is FR_OK if only the list in `hello` is wanted. */
int fr_serve(const struct fr_racer *racer, const struct fr_error *error,
             struct fr_serve_hello *hello);

#endif
