/* Calling foreign code apart: a function runs in a child process, so that its crash, its hang or
 * its hunger for memory is an answer and not an end.
 *
 * What it finds out comes back through a report, plain memory without pointers, which parent and
 * child share while it runs: after a crash it holds what was written before. The code that ran may
 * have written anything there. */
#ifndef FOOTRACE_HARNESS_RACERS_ISOLATE_H
#define FOOTRACE_HARNESS_RACERS_ISOLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fr_isolate_rules {
    double timeout_s;
    int64_t memory_mb; /* beyond what the process had before */
};

struct fr_isolate_end {
    bool returned, timeout;
    char reason[160]; /* why it did not: "killed by signal 11 (...)", "took longer than 3 s" */
};

/* Runs work(context, report) in a child; report, of size bytes, is handed over as it is and comes
 * back as the child left it. */
void fr_isolate(const struct fr_isolate_rules *rules,
                void (*work)(const void *context, void *report), const void *context, void *report,
                size_t size, struct fr_isolate_end *end);

#endif
