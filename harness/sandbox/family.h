/* The processes that foreign code starts: a child leads a process group of its own, and where the
 * system allows it a control group, its orphans come to this process, and all of them end with it.
 *
 * Should this process be killed, the child dies with it, and a keeper ends the rest: a small process
 * that outlives this one by a moment. Without a control group, what has left the process group and
 * its parent stays. */
#ifndef FOOTRACE_HARNESS_SANDBOX_FAMILY_H
#define FOOTRACE_HARNESS_SANDBOX_FAMILY_H

#include <stdint.h>
#include <sys/types.h>

/* As fork. The child leads a group of its own, and is killed when this process ends. */
pid_t fr_family_fork(void);

/* Kills what a child and its descendants are still running, and waits for them. status gets how the
 * child itself ended, and may be NULL. */
void fr_family_end(pid_t child, int *status);

/* The same, of a child that was waited for already. */
void fr_family_bury(pid_t child);

/* Bytes that only a child and its descendants have, as far as the system shows; -1 for a child
 * without descendants. Ends those of its descendants that it left. */
int64_t fr_family_bytes(pid_t child);

/* Threads of a child and its descendants, its first one among them; 1 where the system does not tell. */
int fr_family_threads(pid_t child);

#endif
