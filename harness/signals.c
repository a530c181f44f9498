#include "harness/signals.h"

#include <string.h>

/* A signal handler reaches nothing else. */
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
    sigaction(SIGINT, &note, &before->interrupt);
    sigaction(SIGTERM, &note, &before->terminate);
    sigaction(SIGPIPE, &ignore, &before->pipe);
    return &stop_signal;
}

void fr_signals_release(const struct fr_signals *before)
{
    sigaction(SIGINT, &before->interrupt, NULL);
    sigaction(SIGTERM, &before->terminate, NULL);
    sigaction(SIGPIPE, &before->pipe, NULL);
}
