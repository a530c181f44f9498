#define _GNU_SOURCE /* CLOCK_BOOTTIME */

#include "harness/machine/interruption.h"

#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "harness/base/clock.h"

#define LEAST_LOSS_NS 2.5e8
/* Fraction of a call: two other processes on the same core take two thirds. */
#define MOST_SHARE 0.75

static volatile sig_atomic_t stops;

static struct fr_interruption last;

static void note_continuation(int number)
{
    (void)number;
    stops++;
}

void fr_interruption_watch(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = note_continuation;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGCONT, &action, NULL);
}

static double nanoseconds(const struct timeval *time)
{
    return (double)time->tv_sec * 1e9 + (double)time->tv_usec * 1e3;
}

/* How far another clock is ahead of the monotonic clock. */
static uint64_t ahead(clockid_t clock, uint64_t now)
{
    struct timespec other;
    if (clock_gettime(clock, &other) != 0)
        return 0;
    return (uint64_t)other.tv_sec * 1000000000u + (uint64_t)other.tv_nsec - now;
}

/* How far the clock that counts the machine's sleep is ahead of the monotonic clock. */
static uint64_t machine_slept(uint64_t now)
{
#if defined(CLOCK_BOOTTIME)
    return ahead(CLOCK_BOOTTIME, now);
#else
    (void)now;
    return 0;
#endif
}

void fr_interruption_begin(struct fr_interruption *before)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    before->stops = stops;
    before->processor_ns = nanoseconds(&usage.ru_utime) + nanoseconds(&usage.ru_stime);
    before->faults = usage.ru_minflt + usage.ru_majflt;
    before->waits = usage.ru_nivcsw;
    before->sleeps = usage.ru_nvcsw;
    before->clock_ns = fr_clock_ns();
    before->asleep_ns = machine_slept(before->clock_ns);
    before->day_ns = ahead(CLOCK_REALTIME, before->clock_ns);
}

/* Whether time was lost between two moments. */
static bool is_lost(const struct fr_interruption *before, const struct fr_interruption *after,
                    double ns)
{
    const double passed = (double)(after->clock_ns - before->clock_ns);
    const double waited = passed - (after->processor_ns - before->processor_ns);
    const double slept = (double)(int64_t)(after->asleep_ns - before->asleep_ns);
    const double jumped = (double)(int64_t)(after->day_ns - before->day_ns);
    if (after->stops != before->stops || slept > LEAST_LOSS_NS || fabs(jumped) > LEAST_LOSS_NS)
        return true;
    /* Either other processes ran, or none did and the clock jumped. */
    const bool waits = after->waits != before->waits || after->sleeps == before->sleeps;
    return waits && waited > LEAST_LOSS_NS && waited > MOST_SHARE * ns;
}

void fr_interruption_restart(void)
{
    fr_interruption_begin(&last);
}

bool fr_interruption_end(const struct fr_interruption *before, double ns, int64_t *faults,
                         double *waited)
{
    fr_interruption_begin(&last);
    const double passed = (double)(last.clock_ns - before->clock_ns);
    const double others = passed - (last.processor_ns - before->processor_ns);
    *faults = last.faults - before->faults;
    *waited = last.waits == before->waits ? 0 : fmin(fmax(others, 0), ns - 1);
    return is_lost(before, &last, ns);
}

bool fr_interruption_noticed(double ns)
{
    const struct fr_interruption before = last;
    fr_interruption_begin(&last);
    return is_lost(&before, &last, ns);
}
