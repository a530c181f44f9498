/* Runs a function of foreign code in a child process: a crash, a hang or lack of memory becomes a
 * result instead of ending this program.
 *
 * The result is a report: plain memory without pointers, shared by parent and child while the
 * function runs. After a crash it contains what was written before. Foreign code may have written
 * anything to it. */
#ifndef FOOTRACE_HARNESS_SANDBOX_ISOLATE_H
#define FOOTRACE_HARNESS_SANDBOX_ISOLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fr_isolate_rules {
    double timeout_s;
    int64_t memory_mb; /* in addition to what the process already uses */
};

struct fr_isolate_end {
    bool started; /* false: the system refused to start a process */
    bool returned, timeout;
    char reason[256]; /* why it was not completed: "killed by signal 11 (...)", "took longer than 3
                       * s" */
};

/* Runs work(context, report) in a child. The child gets a copy of report, of size bytes, and leaves
 * its own version there. */
void fr_isolate(const struct fr_isolate_rules *rules,
                void (*work)(const void *context, void *report), const void *context, void *report,
                size_t size, struct fr_isolate_end *end);

#endif
