/* What trials of a memory come to: one answers at once each time, a table that is out of the caches
 * only now and then. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/racers/recall.h"

static enum fr_caching judge(int remembered, int searched)
{
    static const double by_heart[] = {40e3, 300, 250}, honest[] = {40e3, 38e3, 39e3};
    struct fr_recall recall = {.count = 0};
    for (int i = 0; i < remembered; i++)
        fr_recall_note(&recall, by_heart);
    for (int i = 0; i < searched; i++)
        fr_recall_note(&recall, honest);
    return fr_recall_judge(&recall);
}

static void three_of_four_tell(void **state)
{
    (void)state;
    assert_int_equal(judge(FR_LEAST_TRIALS - 1, 0), FR_CACHING_UNKNOWN);
    assert_int_equal(judge(5, 0), FR_CACHING_FOUND);
    assert_int_equal(judge(4, 1), FR_CACHING_FOUND);
    assert_int_equal(judge(3, 2), FR_CACHING_NONE);
    assert_int_equal(judge(6, 2), FR_CACHING_FOUND);
    assert_int_equal(judge(5, 3), FR_CACHING_NONE);
    assert_int_equal(judge(0, 8), FR_CACHING_NONE);
}

static void a_table_that_is_often_out_of_the_caches_is_none(void **state)
{
    (void)state;
    static const double cold[] = {2300, 400, 310}, warm[] = {420, 400, 310};
    struct fr_recall recall = {.count = 0};
    for (int i = 0; i < FR_MOST_TRIALS + 1; i++)
        fr_recall_note(&recall, i % 5 < 3 ? cold : warm);
    assert_int_equal(recall.count, FR_MOST_TRIALS);
    assert_int_equal(fr_recall_judge(&recall), FR_CACHING_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_of_four_tell),
        cmocka_unit_test(a_table_that_is_often_out_of_the_caches_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
