/* Reading a walk off a run wave: the very walk that flood_trace reads off a distance field, pixel
 * for pixel, without looking at each. */
#ifndef FOOTRACE_ALGORITHMS_GRID_RUN_TRACE_H
#define FOOTRACE_ALGORITHMS_GRID_RUN_TRACE_H

#include "algorithms/grid/run_wave.h"

struct crossed_row; /* see run_trace.c */

struct run_trace {
    const struct run_wave *wave;
    struct crossed_row *rows;
    size_t capacity;
};

/* Nothing traced yet; the wave is borrowed. */
void run_trace_init(struct run_trace *trace, const struct run_wave *wave);

/* From the wave's start downhill to its goal: left, right, up or down, the first that is a step
 * nearer. With fold, a step left or right is joined with one up or down where both are a step
 * nearer and the diagonal is two. With turns_only, waypoints are where the walk turns, else every
 * pixel of it. FR_FOUND, or FR_OUT_OF_MEMORY. */
enum fr_outcome run_trace_walk(struct run_trace *trace, bool fold, bool turns_only,
                               struct fr_path *path);

void run_trace_release(struct run_trace *trace);

#endif
