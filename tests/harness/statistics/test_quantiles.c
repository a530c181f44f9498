/* Quantiles of samples, by hand and against a sorted copy. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "harness/statistics/quantiles.h"
#include "maps/random.h"

static void order_statistics(void **state)
{
    double samples[] = {5, 1, 4, 2, 3};
    (void)state;
    fr_sort(samples, 5);
    assert_true(samples[0] == 1 && samples[4] == 5);
    assert_true(fr_median(samples, 5) == 3);
    assert_true(fr_median(samples, 4) == 2.5);
    assert_true(fr_median(samples, 1) == 1);
    assert_true(fr_percentile(samples, 5, 95) == 5);
    assert_true(fr_percentile(samples, 5, 80) == 4);
    assert_true(fr_percentile(samples, 5, 0) == 1);
    assert_true(fr_percentile(samples, 1, 50) == 1);
    double hundred[100], many[10000];
    for (int i = 0; i < 100; i++)
        hundred[i] = i + 1;
    assert_true(fr_percentile(hundred, 100, 95) == 95);
    assert_true(fr_percentile(hundred, 100, 100) == 100);
    assert_true(fr_tail_percentile(hundred, 100, 90) == 90);
    for (int i = 0; i < 10000; i++)
        many[i] = i + 1;
    assert_true(fr_percentile(many, 10000, 99.9) == 9990);
    assert_true(fr_tail_percentile(many, 10000, 99.9) == 9990);
    assert_true(isnan(fr_tail_percentile(many, 9999, 99.9)));
    assert_true(fr_percentile(many, 1000, 99.9) == 999);
    assert_true(fr_percentile(many, 1001, 99.9) == 1000);
    assert_true(isnan(fr_tail_percentile(hundred, 99, 90)));
    assert_true(isnan(fr_tail_percentile(hundred, 100, 95)));
}

static void the_mean_over_maps(void **state)
{
    const double values[] = {(double)NAN, 2, 8, 0.25, (double)NAN, 0};
    const double at_least_one[] = {(double)NAN, 2, 4, cbrt(16), cbrt(16), 2};
    struct fr_mean mean = {0}, whole = {0};
    (void)state;
    for (int i = 0; i < 6; i++) {
        fr_mean_add(&mean, values[i], 1);
        fr_mean_add(&whole, values[i], 0);
        assert_true(i == 0 ? isnan(fr_mean_of(&mean))
                           : fabs(fr_mean_of(&mean) - at_least_one[i]) < 1e-12);
        if (i == 3)
            assert_true(fabs(fr_mean_of(&whole) - cbrt(4)) < 1e-12);
    }
    assert_true(fr_mean_of(&whole) == 0);
}

/* For few values, many of them equal, and some infinite: the same as for a sorted copy. */
static void the_median_of_unsorted_samples(void **state)
{
    struct fr_random random = {1};
    (void)state;
    for (size_t count = 1; count <= 200; count++)
        for (uint32_t values = 1; values <= 64; values *= 4) {
            double samples[200], sorted[200];
            for (size_t i = 0; i < count; i++) {
                const uint32_t value = fr_random_below(&random, values + 1);
                samples[i] = sorted[i] = value == values ? INFINITY : (double)value / 7;
            }
            fr_sort(sorted, count);
            assert_true(fr_median_of(samples, count) == fr_median(sorted, count));
            fr_sort(samples, count);
            assert_memory_equal(samples, sorted, count * sizeof *samples);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_statistics),
        cmocka_unit_test(the_mean_over_maps),
        cmocka_unit_test(the_median_of_unsorted_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
