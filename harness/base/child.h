/* This command once more, as a child: one subcommand that a larger one is made of. */
#ifndef FOOTRACE_HARNESS_BASE_CHILD_H
#define FOOTRACE_HARNESS_BASE_CHILD_H

#include <signal.h>
#include <stddef.h>

/* Runs the words, "footrace" first, NULL last, to their end with nothing on standard output. What
 * it says last on stderr, without who says it, is kept in told, of size bytes; "no reason given" if
 * nothing. A stop that is no longer 0 ends it early, and it never outlives this process. Its exit
 * code; or -1 where it was ended by a signal or could not be started, which told then tells. */
int fr_child_run(char *const *words, const volatile sig_atomic_t *stop, char *told, size_t size);

#endif
