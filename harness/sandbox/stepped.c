#define _GNU_SOURCE /* __WALL */

#include "harness/sandbox/stepped.h"

#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#if defined(__linux__)
#include <sys/ptrace.h>
#endif

#include "harness/base/clock.h"

void fr_steps_begin(_Atomic int *stepping)
{
    atomic_store(stepping, 1);
    raise(SIGTRAP);
}

void fr_steps_end(_Atomic int *stepping)
{
    atomic_store(stepping, 0);
}

#if defined(__linux__)
/* Polls without sleeping: a stepped child usually stops again at once, unless it waits. */
enum { EAGER_LOOKS = 2000 };

bool fr_steps_attach(pid_t child)
{
    return ptrace(PTRACE_SEIZE, child, NULL, NULL) == 0;
}

/* Waits for the child's next stop; returns its signal, 0 if there is none. A child that died is not
 * reaped here. */
static int await_stop(pid_t child, uint64_t last)
{
    for (int looks = 0; fr_clock_ns() < last; looks++) {
        siginfo_t stop = {.si_pid = 0};
        if (waitid(P_PID, (id_t)child, &stop, WSTOPPED | WEXITED | WNOHANG | WNOWAIT | __WALL) != 0)
            return 0;
        if (stop.si_pid == child && stop.si_code == CLD_TRAPPED) {
            waitid(P_PID, (id_t)child, &stop, WSTOPPED | WNOHANG | __WALL);
            return stop.si_status & 0xFF;
        }
        if (stop.si_pid == child && stop.si_code != CLD_STOPPED)
            return 0;
        if (looks < EAGER_LOOKS)
            sched_yield();
        else
            poll(NULL, 0, 1);
    }
    return 0;
}

int64_t fr_steps_count(pid_t child, const _Atomic int *stepping, int64_t most, double timeout_s)
{
    const uint64_t last = fr_clock_ns() + (uint64_t)(timeout_s * 1e9);
    int64_t steps = 0;
    int signal = await_stop(child, last);
    while (signal == SIGTRAP && atomic_load(stepping) && steps < most &&
           ptrace(PTRACE_SINGLESTEP, child, NULL, NULL) == 0) {
        signal = await_stop(child, last);
        steps++;
    }
    const bool whole = signal == SIGTRAP && (!atomic_load(stepping) || steps == most);
    /* Other signals are passed on; they are reported when the reply is awaited. */
    const long passed_on = signal == SIGTRAP ? 0 : signal;
    if (signal == 0)
        ptrace(PTRACE_INTERRUPT, child, NULL, NULL);
    ptrace(PTRACE_DETACH, child, NULL, passed_on);
    return whole ? steps : -1;
}
#else
bool fr_steps_attach(pid_t child)
{
    (void)child;
    return false;
}

int64_t fr_steps_count(pid_t child, const _Atomic int *stepping, int64_t most, double timeout_s)
{
    (void)child;
    (void)stepping;
    (void)most;
    (void)timeout_s;
    return -1;
}
#endif
