/* Limits for a child process that runs a back end, and facts that the system reports about a
 * process. */
#ifndef FOOTRACE_HARNESS_SANDBOX_LIMITS_H
#define FOOTRACE_HARNESS_SANDBOX_LIMITS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Restores default signal handlers in the calling process, so that a crash ends it without a core
 * file; it also dies with its parent. */
void fr_limits_begin(void);

/* Does what fr_limits_begin does, and closes all descriptors but one. Limits the address space to a
 * few times memory_mb, unless unlimited_addresses is set. */
void fr_limits_apply(int kept_descriptor, int64_t memory_mb, bool unlimited_addresses);

/* Moves a descriptor to a number that fr_limits_apply leaves open; -1 with errno set. */
int fr_limits_keep(int descriptor);

/* From now on the calling process cannot open files or other descriptors; open ones stay open. */
void fr_limits_open_nothing(void);

/* Resident bytes of a process; -1 if unknown. */
int64_t fr_resident_bytes(pid_t process);

/* The state of a process ('R': running or waiting for a core, 'S': sleeping, 'T': stopped); '?' if
 * unknown. */
char fr_process_state(pid_t process);

/* CPU time used by a process, in nanoseconds; -1 if unknown. */
double fr_processor_ns(pid_t process);

#endif
