/* What a child process that runs a back end may reach: shared by whatever forks one. */
#ifndef FOOTRACE_HARNESS_RACERS_LIMITS_H
#define FOOTRACE_HARNESS_RACERS_LIMITS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Cuts the calling process off from everything but one descriptor; it dies of its crashes, without
 * a core, and with the process that forked it. It gets addresses for a few times memory_mb, unless
 * they are not limited. */
void fr_limits_apply(int kept_descriptor, int64_t memory_mb, bool unlimited_addresses);

/* Resident bytes of a process; -1 where the system does not say. */
int64_t fr_resident_bytes(pid_t process);

/* What a process is about ('R': runs or waits for a core, 'S': sleeps, 'T': was stopped); '?' where
 * the system does not say. */
char fr_process_state(pid_t process);

/* Processor time that a process has used up, in nanoseconds; -1 where the system does not say. */
double fr_processor_ns(pid_t process);

#endif
