/* What disturbs timing: found in what a machine says, and in what the kernel's cpu_times show. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness/machine/disturbances.h"

static const struct fr_clock quick = {.resolution_ns = 20, .cost_ns = 20};

static struct fr_machine calm(void)
{
    return (struct fr_machine){.governor = "performance",
                               .turbo = 0,
                               .smt = 0,
                               .cores = 4,
                               .quota = {.cores = (double)INFINITY},
                               .optimised = true};
}

/* The names found, joined by blanks. */
static const char *names(const struct fr_machine *machine, const struct fr_clock *clock)
{
    static char text[256];
    struct fr_disturbance found[FR_DISTURBANCES];
    const int count = fr_disturbances_find(machine, clock, found);
    text[0] = '\0';
    for (int i = 0; i < count; i++) {
        strcat(text, i ? " " : "");
        strcat(text, found[i].name);
        assert_true(strlen(found[i].finding) > 10 && strlen(found[i].fix) > 10);
    }
    return text;
}

static void a_calm_machine_has_none(void **state)
{
    (void)state;
    struct fr_machine machine = calm();
    assert_string_equal(names(&machine, &quick), "");
    machine.governor[0] = '\0';
    machine.turbo = machine.smt = -1;
    assert_string_equal(names(&machine, &quick), "");
}

static void each_kind_is_named(void **state)
{
    (void)state;
    struct fr_machine machine = calm();
    const struct fr_clock slow = {.resolution_ns = 1, .cost_ns = 900};
    strcpy(machine.governor, "powersave");
    machine.turbo = machine.smt = 1;
    machine.hypervisor = machine.asserts = true;
    machine.quota = (struct fr_quota){.cores = 1.5, .period_ms = 100};
    assert_string_equal(names(&machine, &slow), "build governor turbo smt virtual quota clock");
}

/* A limit above what the machine has is none. */
static void a_wide_quota_disturbs_nothing(void **state)
{
    (void)state;
    struct fr_machine machine = calm();
    machine.quota.cores = 4;
    assert_string_equal(names(&machine, &quick), "");
}

static void cpu_times_tell_others_from_us(void **state)
{
    (void)state;
    const struct fr_cpu_times before = {true, 100, 1, 10, 1000};
    const struct fr_cpu_times after = {true, 118, 1.5, 20, 1010};
    const struct fr_system_load load = fr_system_load_between(&before, &after);
    assert_true(fabs(load.others - 0.8) < 1e-9 && fabs(load.stolen - 0.05) < 1e-9);
    assert_true(fr_system_load_disturbs(&load));
    struct fr_disturbance found[FR_DISTURBANCES];
    const struct fr_steadiness unsteady = {.jitter = 0.5, .drift = 0.2};
    assert_int_equal(fr_disturbances_seen(&load, &unsteady, found), 4);
    assert_string_equal(found[0].name, "load");
    assert_string_equal(found[1].name, "stolen");
    assert_string_equal(found[2].name, "jitter");
    assert_string_equal(found[3].name, "drift");
}

static void what_is_unknown_disturbs_nothing(void **state)
{
    (void)state;
    const struct fr_cpu_times before = {true, 100, 1, 10, 1000};
    struct fr_cpu_times after = {true, 101, 1, 10, 1000.05};
    struct fr_system_load load = fr_system_load_between(&before, &after);
    struct fr_disturbance found[FR_DISTURBANCES];
    assert_true(isnan(load.others) && isnan(load.stolen));
    assert_false(fr_system_load_disturbs(&load));
    const struct fr_steadiness unknown = fr_steadiness_of(NULL, 0);
    assert_true(isnan(unknown.jitter) && isnan(unknown.drift));
    assert_int_equal(fr_disturbances_seen(&load, &unknown, found), 0);
    after = (struct fr_cpu_times){.known = false, .wall = 2000};
    load = fr_system_load_between(&before, &after);
    assert_true(isnan(load.others));
}

/* Our own work is not that of others, or every race would disturb itself. */
static void our_own_work_is_not_held_against_us(void **state)
{
    (void)state;
    struct fr_cpu_times before, after;
    fr_cpu_times_read(&before);
    const struct fr_steadiness steadiness = fr_steadiness_watch(0.5);
    fr_cpu_times_read(&after);
    assert_true(steadiness.jitter >= 0 && steadiness.jitter <= 1);
    assert_true(isnan(steadiness.drift) || steadiness.drift >= 0);
    const double own = after.own - before.own;
    assert_true(own > 0.01);
    if (!before.known)
        skip();
    const struct fr_system_load load = fr_system_load_between(&before, &after);
    const double busy = after.busy - before.busy, wall = after.wall - before.wall;
    assert_true(fabs(load.others * wall - (busy - own)) < 1e-9 || busy < own);
}

enum { RUNS = 2000 };

/* Two seconds of runs that take a millisecond each; from the begin-th to the end-th, speed times as
 * long; every often-th is interrupted besides. */
static struct fr_steadiness made_up(int begin, int end, double speed, int often)
{
    static struct fr_work_run runs[RUNS];
    double now = 12345;
    for (int i = 0; i < RUNS; i++) {
        const double slow = i >= begin && i < end ? speed : 1;
        runs[i] = (struct fr_work_run){now, 1e6 * slow * (often && i % often == 0 ? 7 : 1)};
        now += runs[i].ns;
    }
    return fr_steadiness_of(runs, RUNS);
}

static void interruptions_are_no_drift(void **state)
{
    (void)state;
    const struct fr_steadiness steady = made_up(0, 0, 1, 0);
    assert_true(steady.jitter == 0 && steady.drift == 0);
    const struct fr_steadiness interrupted = made_up(0, 0, 1, 10);
    assert_true(fabs(interrupted.jitter - 7.0 / 16) < 1e-9 && interrupted.drift == 0);
}

static void a_slower_clock_is_drift_and_no_jitter(void **state)
{
    (void)state;
    const struct fr_steadiness slower = made_up(900, 1300, 1.15, 0);
    assert_true(slower.jitter == 0 && fabs(slower.drift - 0.15) < 1e-9);
    const struct fr_steadiness both = made_up(900, 1300, 1.15, 3);
    assert_true(both.jitter > 0.5 && fabs(both.drift - 0.15) < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_calm_machine_has_none),
        cmocka_unit_test(each_kind_is_named),
        cmocka_unit_test(a_wide_quota_disturbs_nothing),
        cmocka_unit_test(cpu_times_tell_others_from_us),
        cmocka_unit_test(what_is_unknown_disturbs_nothing),
        cmocka_unit_test(interruptions_are_no_drift),
        cmocka_unit_test(a_slower_clock_is_drift_and_no_jitter),
        cmocka_unit_test(our_own_work_is_not_held_against_us),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
