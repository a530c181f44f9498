#include "harness/base/signals.h"

#include <string.h>

static const int ending[FR_ENDING_SIGNALS] = {SIGINT, SIGTERM, SIGHUP};

/* Global, as a signal handler can reach nothing else. */
static volatile sig_atomic_t stop_signal;

static void note_signal(int number)
{
    stop_signal = number;
}

const volatile sig_atomic_t *fr_signals_catch(struct fr_signals *before)
{
    struct sigaction note, ignore;
    memset(&note, 0, sizeof note);
    memset(&ignore, 0, sizeof ignore);
    note.sa_handler = note_signal;
    ignore.sa_handler = SIG_IGN;
    stop_signal = 0;
    for (int i = 0; i < FR_ENDING_SIGNALS; i++)
        if (sigaction(ending[i], NULL, &before->ending[i]) == 0 &&
            before->ending[i].sa_handler != SIG_IGN)
            sigaction(ending[i], &note, NULL);
    sigaction(SIGPIPE, &ignore, &before->pipe);
    return &stop_signal;
}

void fr_signals_release(const struct fr_signals *before)
{
    for (int i = 0; i < FR_ENDING_SIGNALS; i++)
        sigaction(ending[i], &before->ending[i], NULL);
    sigaction(SIGPIPE, &before->pipe, NULL);
}
