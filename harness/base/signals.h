/* Signals that end a command early. Signals are only recorded, so that a command can stop at the
 * next click and keep its results. A closed output pipe does not kill the process. */
#ifndef FOOTRACE_HARNESS_BASE_SIGNALS_H
#define FOOTRACE_HARNESS_BASE_SIGNALS_H

#include <signal.h>

enum { FR_ENDING_SIGNALS = 3 };

struct fr_signals {
    struct sigaction ending[FR_ENDING_SIGNALS], pipe; /* the previous handlers */
};

/* Starts to record SIGINT, SIGTERM and SIGHUP, except those that are already ignored (nohup, a
 * background job), and ignores SIGPIPE. Returns a pointer to the number of the signal received; 0:
 * none yet. */
const volatile sig_atomic_t *fr_signals_catch(struct fr_signals *before);

/* For work that checks no signals and has nothing to keep, such as loading: from now on a recorded
 * signal prints `line`, removes the file `created` (NULL: none) and exits with FR_EXIT_STOPPED.
 * Both strings are borrowed. */
void fr_signals_hurry(const char *line, const char *created);

/* Ends the effect of fr_signals_hurry: signals are only recorded again. */
void fr_signals_take_time(void);

void fr_signals_release(const struct fr_signals *before);

#endif
