/* Whether time that a process did not get is noticed: here its clocks jump, each by itself. */
#define _GNU_SOURCE

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "harness/machine/interruption.h"

enum { CLOCKS = 16 };

static int64_t jumps_s[CLOCKS];

/* The system's, which is linked behind this one, but for the jumps. */
int clock_gettime(clockid_t clock, struct timespec *now)
{
    const int status = (int)syscall(SYS_clock_gettime, clock, now);
    if (status == 0 && clock >= 0 && clock < CLOCKS)
        now->tv_sec += jumps_s[clock];
    return status;
}

static void jump(clockid_t clock, int seconds)
{
    jumps_s[clock] += seconds;
}

static bool loses(void (*happens)(void))
{
    struct fr_interruption before;
    int64_t faults;
    double waited;
    fr_interruption_begin(&before);
    happens();
    return fr_interruption_end(&before, 1e6, &faults, &waited);
}

static void nothing(void)
{
}

static void sleep_by_itself(void)
{
    const struct timespec nap = {0, 400000000};
    nanosleep(&nap, NULL);
}

/* Others may happen to run at the very moment. */
static bool loses_always(void (*happens)(void))
{
    for (int tries = 0; tries < 5; tries++)
        if (!loses(happens))
            return false;
    return true;
}

static void set_the_day_ahead(void)
{
    jump(CLOCK_REALTIME, 3600);
}

static void set_the_day_back(void)
{
    jump(CLOCK_REALTIME, -3600);
}

static void sleep_as_a_machine(void)
{
    jump(CLOCK_BOOTTIME, 60);
}

static void be_held_by_the_host(void)
{
    jump(CLOCK_MONOTONIC, 60);
    jump(CLOCK_BOOTTIME, 60);
    jump(CLOCK_REALTIME, 60);
}

static void clocks_that_jump_are_noticed(void **state)
{
    (void)state;
    assert_false(loses(nothing));
    assert_false(loses_always(sleep_by_itself)); /* its own time */
    assert_true(loses(set_the_day_ahead));
    assert_true(loses(set_the_day_back));
    assert_true(loses(sleep_as_a_machine));
    assert_true(loses(be_held_by_the_host));
    assert_false(loses(nothing));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(clocks_that_jump_are_noticed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
