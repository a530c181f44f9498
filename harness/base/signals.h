/* Signals that end a command early. They are only noted, so that the command can stop at the next
 * click and keep its results. A reader that closes the pipe is not fatal. */
#ifndef FOOTRACE_HARNESS_BASE_SIGNALS_H
#define FOOTRACE_HARNESS_BASE_SIGNALS_H

#include <signal.h>

enum { FR_ENDING_SIGNALS = 3 };

struct fr_signals {
    struct sigaction ending[FR_ENDING_SIGNALS], pipe; /* the handlers before */
};

/* From here on, notes SIGINT, SIGTERM and SIGHUP, except those that are ignored already (nohup, a
 * background job), and ignores SIGPIPE. Yields a pointer to the number of the signal that arrived: 0
 * so far. */
const volatile sig_atomic_t *fr_signals_catch(struct fr_signals *before);

/* For work that looks at no signal and leaves nothing to keep, such as loading: from here on one of
 * these signals prints the line, removes the file created (NULL: none) and ends this process with
 * FR_EXIT_STOPPED. Both are borrowed. */
void fr_signals_hurry(const char *line, const char *created);

/* Signals are only noted again. */
void fr_signals_take_time(void);

void fr_signals_release(const struct fr_signals *before);

#endif
