/* A guest in its own process: a program in any language that answers queries over its standard
 * input and output (guests/protocol.md), as a back end of this process.
 *
 * A process has at most one guest, as each racer has a process. The serving process (serve.h)
 * starts the guest before limits are set. If the guest dies, the serving process dies in the same
 * way; if the serving process dies, so does the guest. The guest times its own queries, around the
 * call that a game makes; its times are checked against our clock and against an empty answer with
 * as many waypoints, in the same runtime. Between two messages the guest is stopped, with all
 * processes of its group, so that it neither works outside the timed period nor disturbs others. A
 * guest is not stopped while it warms up, as its compiler has threads.
 *
 * A guest's waypoints are pixels as doubles. Each waypoint is rounded to half pixels: to the
 * nearest point visible from the previous waypoint, or simply to the nearest point if none is
 * visible or the movement model is that of a grid. */
#ifndef FOOTRACE_HARNESS_SANDBOX_GUEST_H
#define FOOTRACE_HARNESS_SANDBOX_GUEST_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algorithms/pathfinder.h"
#include "maps/formats/base/error.h"

/* Whether a file that is not a library may be a guest's program: it is executable, and not called
 * *.so. */
bool fr_guest_is_program(const char *file);

/* Starts a program and makes its back end, which lives as long as this process. FR_OK; or
 * FR_BAD_INPUT with `error` filled: the program is the second guest, cannot be run, or does not
 * follow the protocol. If the program dies, this process dies, too. */
FR_MUST_USE enum fr_status
fr_guest_open(const char *program, const struct fr_pathfinder **pathfinder, struct fr_error *error);

/* Whether this process has a guest. */
bool fr_guest_is_open(void);

/* Whether the guest sent something that is not in the protocol; it then gets no more queries. */
bool fr_guest_is_garbled(void);

/* The measurements of a query, besides its answer. */
struct fr_guest_times {
    double own_ns;   /* of all queries since the last start, by the guest's clock */
    double empty_ns; /* our time of an answer with as many waypoints and no work */
    double moved;    /* pixels: the most by which a waypoint was rounded; 0: none was */
};

/* Times of queries are counted from here on. */
void fr_guest_start(void);

void fr_guest_read(struct fr_guest_times *times);

/* Whether the last query's own time is plausible if our time is `ns`; fills in empty_ns. A query in
 * doubt is repeated a few times. */
bool fr_guest_is_believed(struct fr_state *state, struct fr_point start, struct fr_point goal,
                          double ns, struct fr_guest_times *times);

/* Makes the guest write a new picture, which evicts its own caches. */
void fr_guest_write_frame(size_t bytes);

/* Sends queries between random pixels until their times are steady, or two seconds have passed.
 * `heartbeat` gets the time of each query. Returns the time of the first path found, by the guest's
 * clock; NAN: none. */
double fr_guest_warm(const struct fr_map *map, struct fr_state *state, struct fr_path *path,
                     _Atomic uint64_t *heartbeat);

#endif
