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

static const struct fr_clock quick = {.resolution_ns = 20, .overhead_ns = 20};

static struct fr_machine calm(void)
{
    return (struct fr_machine){.governor = "performance", .turbo = 0, .smt = 0, .optimised = true};
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
    const struct fr_clock slow = {.resolution_ns = 1, .overhead_ns = 900};
    strcpy(machine.governor, "powersave");
    machine.turbo = machine.smt = 1;
    machine.hypervisor = machine.asserts = true;
    assert_string_equal(names(&machine, &slow), "build governor turbo smt virtual clock");
}

static void books_tell_others_from_us(void **state)
{
    (void)state;
    const struct fr_cpu_times before = {true, 100, 1, 10, 1000};
    const struct fr_cpu_times after = {true, 118, 1.5, 20, 1010};
    const struct fr_system_load load = fr_system_load_between(&before, &after);
    assert_true(fabs(load.others - 0.8) < 1e-9 && fabs(load.stolen - 0.05) < 1e-9);
    assert_true(fr_system_load_disturbs(&load));
    struct fr_disturbance found[FR_DISTURBANCES];
    assert_int_equal(fr_disturbances_seen(&load, 0.5, found), 3);
    assert_string_equal(found[0].name, "load");
    assert_string_equal(found[1].name, "stolen");
    assert_string_equal(found[2].name, "jitter");
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
    assert_int_equal(fr_disturbances_seen(&load, (double)NAN, found), 0);
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
    const double jitter = fr_jitter(0.5);
    fr_cpu_times_read(&after);
    assert_true(jitter >= 0 && jitter <= 1);
    const double own = after.own - before.own;
    assert_true(own > 0.01);
    if (!before.known)
        skip();
    const struct fr_system_load load = fr_system_load_between(&before, &after);
    const double busy = after.busy - before.busy, wall = after.wall - before.wall;
    assert_true(fabs(load.others * wall - (busy - own)) < 1e-9 || busy < own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_calm_machine_has_none),
        cmocka_unit_test(each_kind_is_named),
        cmocka_unit_test(books_tell_others_from_us),
        cmocka_unit_test(what_is_unknown_disturbs_nothing),
        cmocka_unit_test(our_own_work_is_not_held_against_us),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
