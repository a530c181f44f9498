/* What caching trials come to: times say whom to count, counts decide. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/racers/caching.h"

static struct fr_caching_trials timed(int cheap, int honest)
{
    static const double repeat[] = {40e3, 300, 250}, search[] = {40e3, 38e3, 39e3};
    struct fr_caching_trials trials = {.counted = 0};
    for (int i = 0; i < cheap + honest; i++)
        fr_caching_note(&trials, FR_PLAYED, i < cheap ? repeat : search, 39e3);
    return trials;
}

static void times_alone_accuse_nobody(void **state)
{
    (void)state;
    struct fr_caching_trials few = timed(4, 0), cheap = timed(8, 0), honest = timed(2, 6);
    assert_false(fr_caching_suspects_repeats(&few));
    assert_int_equal(fr_caching_judge(&few), FR_CACHING_UNKNOWN);
    assert_true(fr_caching_suspects_repeats(&cheap));
    assert_false(fr_caching_suspects_clicks(&cheap));
    assert_int_equal(fr_caching_judge(&cheap), FR_CACHING_UNKNOWN);
    assert_false(fr_caching_suspects_repeats(&honest));
    assert_int_equal(fr_caching_judge(&honest), FR_CACHING_NONE);
}

static void counts_decide(void **state)
{
    (void)state;
    struct fr_caching_trials cached = timed(8, 0), tables = timed(8, 0);
    for (int i = 0; i < 3; i++) {
        assert_false(fr_caching_is_clear(&cached));
        fr_caching_count(&cached, FR_MOST_REPEAT, 6000, 1000);
    }
    assert_true(fr_caching_is_clear(&cached));
    assert_int_equal(fr_caching_judge(&cached), FR_CACHING_FOUND);
    fr_caching_count(&tables, FR_MOST_REPEAT, 6000, 5700);
    assert_false(fr_caching_is_clear(&tables));
    fr_caching_count(&tables, FR_MOST_REPEAT, FR_MOST_REPEAT, FR_MOST_REPEAT);
    assert_true(fr_caching_is_clear(&tables));
    assert_int_equal(fr_caching_judge(&tables), FR_CACHING_NONE);
}

static void answers_that_were_known_are_told_from_cached_ones(void **state)
{
    (void)state;
    static const double search[] = {40e3, 38e3, 39e3};
    struct fr_caching_trials trials = {.counted = 0};
    for (int i = 0; i < 8; i++)
        fr_caching_note(&trials, FR_PLAYED, search, 2e3);
    assert_false(fr_caching_suspects_repeats(&trials));
    assert_true(fr_caching_suspects_clicks(&trials));
    for (int i = 0; i < 3; i++)
        fr_caching_count(&trials, 2000, 9000, FR_MOST_REPEAT);
    assert_int_equal(fr_caching_judge(&trials), FR_CACHING_KNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_alone_accuse_nobody),
        cmocka_unit_test(counts_decide),
        cmocka_unit_test(answers_that_were_known_are_told_from_cached_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
