/* Counts the instructions of a child's call by single-stepping (ptrace). The count does not depend
 * on the machine's load and needs no hardware counter. A step takes some microseconds, in a virtual
 * machine up to a hundred.
 *
 * The parent attaches before the query; the child marks the call's start and end in shared memory.
 * Only the thread that makes the call is stepped. */
#ifndef FOOTRACE_HARNESS_SANDBOX_STEPPED_H
#define FOOTRACE_HARNESS_SANDBOX_STEPPED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* These two functions enclose the call in the child, which dies unless a parent has attached. */
void fr_steps_begin(_Atomic int *stepping);
void fr_steps_end(_Atomic int *stepping);

/* Attaches to a child; false if the system forbids it. */
bool fr_steps_attach(pid_t child);

/* Waits for the call of an attached child, and detaches at the call's end, or after `most`
 * instructions. Returns the count (`most`: there may be more instructions), or -1 if the call did
 * not end within timeout_s. */
int64_t fr_steps_count(pid_t child, const _Atomic int *stepping, int64_t most, double timeout_s);

#endif
