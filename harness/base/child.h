/* Running footrace itself as a child process, for commands that are made of other commands. */
#ifndef FOOTRACE_HARNESS_BASE_CHILD_H
#define FOOTRACE_HARNESS_BASE_CHILD_H

#include <signal.h>
#include <stddef.h>

/* Runs a command line, "footrace" first, NULL last, and waits for it. Its stdout is discarded. Its
 * last line on stderr, without the prefix "footrace: COMMAND: ", goes to reason, of size bytes; "no
 * reason given" if there was none. If *stop becomes non-zero, the child is terminated; it never
 * outlives this process. Returns the exit code; -1 if a signal ended it or it could not be started,
 * and reason says so. */
int fr_child_run(char *const *words, const volatile sig_atomic_t *stop, char *reason, size_t size);

#endif
