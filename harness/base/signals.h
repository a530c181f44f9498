/* Signals that end a command early: noted, so that it can stop at the next click and keep what it
 * has; and no longer fatal where a reader of its output is gone. */
#ifndef FOOTRACE_HARNESS_BASE_SIGNALS_H
#define FOOTRACE_HARNESS_BASE_SIGNALS_H

#include <signal.h>

enum { FR_ENDING_SIGNALS = 3 };

struct fr_signals {
    struct sigaction ending[FR_ENDING_SIGNALS], pipe; /* as they were handled before */
};

/* Notes SIGINT, SIGTERM and SIGHUP from here on, but for those that are ignored already (nohup, a
 * job in the background), and ignores SIGPIPE. Yields where the number of the one that came will
 * stand: 0 so far. */
const volatile sig_atomic_t *fr_signals_catch(struct fr_signals *before);

void fr_signals_release(const struct fr_signals *before);

#endif
