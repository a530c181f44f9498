/* Counts the instructions of a child's call by single steps (ptrace): the same on a busy machine, and
 * where nothing else counts. A step takes some microseconds, in a virtual machine up to a hundred.
 *
 * The parent attaches before it asks; the child marks the call's begin and end on memory that both
 * share. Only the thread that makes the call is stepped. */
#ifndef FOOTRACE_HARNESS_SANDBOX_STEPPED_H
#define FOOTRACE_HARNESS_SANDBOX_STEPPED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Around the call, in the child. A child that nobody has attached to dies of it. */
void fr_steps_begin(_Atomic int *stepping);
void fr_steps_end(_Atomic int *stepping);

/* Attaches to a child; false where the system does not permit it. */
bool fr_steps_attach(pid_t child);

/* Waits for the call of a child that it is attached to, and lets go of it at the call's end, or after
 * most instructions. Returns how many there were; most: there may be more; -1: the child did not get
 * to its end, within timeout_s or at all. */
int64_t fr_steps_count(pid_t child, const _Atomic int *stepping, int64_t most, double timeout_s);

#endif
