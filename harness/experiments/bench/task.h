/* Benchmarks of single tasks on whole maps.
 *
 * A task is run once to warm up and then FR_BENCH_PASSES times; its figure is the median. Its MB
 * are those of the map's area ids, a byte a pixel, so that MB/s compare from row to row. */
#ifndef FOOTRACE_HARNESS_EXPERIMENTS_BENCH_TASK_H
#define FOOTRACE_HARNESS_EXPERIMENTS_BENCH_TASK_H

#include <stdbool.h>

#include "maps/formats/base/error.h"

/* run is inside the clock, undo after each run outside it; undo may be NULL. run yields false with
 * error filled. */
struct fr_task {
    const char *name;
    bool (*run)(void *subject, struct fr_error *error);
    void (*undo)(void *subject);
    void *subject;
    double pixels;
    double claimed_ms; /* 0: no claim */
};

/* The head of a table of tasks. */
void fr_task_head(const char *title);

/* Runs a task and prints its row. False, with a line on stderr, where it fails. */
bool fr_task_measure(const struct fr_task *task);

#endif
