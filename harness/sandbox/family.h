/* The processes that foreign code starts. A child leads its own process group and, if the system
 * allows it, a cgroup; its orphans are reparented to this process; all of them end together.
 *
 * If this process is killed, the child dies with it, and a keeper, a small process that briefly
 * outlives this one, ends the other descendants. Without a cgroup, a process that left both
 * its group and its parent survives. */
#ifndef FOOTRACE_HARNESS_SANDBOX_FAMILY_H
#define FOOTRACE_HARNESS_SANDBOX_FAMILY_H

#include <stdint.h>
#include <sys/types.h>

/* Like fork. The child leads its own group, and is killed when this process ends. */
pid_t fr_family_fork(void);

/* Kills a child and all its descendants, and waits for them. `status`, unless NULL, gets the
 * child's own status from waitpid. */
void fr_family_end(pid_t child, int *status);

/* Kills all descendants of a child that was already waited for, and waits for them. */
void fr_family_bury(pid_t child);

/* Bytes that only a child and its descendants use, if the system reports them; -1 for a child
 * without descendants. Kills descendants that the child has left behind. */
int64_t fr_family_bytes(pid_t child);

/* Descendants of a child that run on while its guest, its first child, is stopped: those outside of
 * the guest's process group. Kills descendants that the child has left behind. */
int fr_family_strays(pid_t child);

/* The proportional set size of a child's descendants: each counts its share of shared memory. */
int64_t fr_family_guest_bytes(pid_t child);

/* Threads of a child and its descendants, including its main thread; 1 if the system does not
 * report them. */
int fr_family_threads(pid_t child);

#endif
