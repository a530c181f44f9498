#include "harness/base/signals.h"

#include <string.h>
#include <unistd.h>

#include "harness/base/exit_code.h"

static const int ending[FR_ENDING_SIGNALS] = {SIGINT, SIGTERM, SIGHUP};

/* Global, as a signal handler can reach nothing else. */
static volatile sig_atomic_t stop_signal;

/* What a signal does at once in the process that called fr_signals_hurry, not in its children. */
static struct {
    volatile sig_atomic_t now;
    pid_t process;
    const char *line, *created;
} hurry;

static void note_signal(int number)
{
    stop_signal = number;
    if (!hurry.now || hurry.process != getpid())
        return;
    if (hurry.created)
        unlink(hurry.created);
    const ssize_t written = write(STDERR_FILENO, hurry.line, strlen(hurry.line));
    (void)written; /* if even this fails, there is nothing left to do */
    _exit(FR_EXIT_STOPPED);
}

void fr_signals_hurry(const char *line, const char *created)
{
    hurry.now = 0;
    hurry.process = getpid();
    hurry.line = line;
    hurry.created = created;
    hurry.now = 1;
}

void fr_signals_take_time(void)
{
    hurry.now = 0;
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
    fr_signals_take_time();
    for (int i = 0; i < FR_ENDING_SIGNALS; i++)
        sigaction(ending[i], &before->ending[i], NULL);
    sigaction(SIGPIPE, &before->pipe, NULL);
}
