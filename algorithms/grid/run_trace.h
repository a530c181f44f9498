/* Reads a path from a run wave: exactly the path that flood_trace reads from a distance field,
 * without visiting each pixel. */
#ifndef FOOTRACE_ALGORITHMS_GRID_RUN_TRACE_H
#define FOOTRACE_ALGORITHMS_GRID_RUN_TRACE_H

#include "algorithms/grid/run_wave.h"

struct crossed_row; /* see run_trace.c */

struct run_trace {
    const struct run_wave *wave;
    struct crossed_row *rows;
    size_t capacity;
};

/* Initialises a trace; the wave is borrowed. */
void run_trace_init(struct run_trace *trace, const struct run_wave *wave);

/* Appends the path from the wave's start downhill to its goal. Each step is the first of left,
 * right, up and down that leads nearer to the goal. With `fold`, a step left or right is combined
 * with one up or down if each leads one step nearer and their sum two. With turns_only, waypoints
 * are only where the path turns; otherwise every pixel is one. FR_FOUND, or FR_OUT_OF_MEMORY. */
enum fr_outcome run_trace_walk(struct run_trace *trace, bool fold, bool turns_only,
                               struct fr_path *path);

void run_trace_release(struct run_trace *trace);

#endif
