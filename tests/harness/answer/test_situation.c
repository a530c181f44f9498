/* What a developer may state: preferences, limits and thresholds. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "harness/answer/situation.h"

static const struct fr_flag flags[] = {
    FR_SITUATION_FLAGS, FR_THRESHOLD_FLAGS, {NULL, NULL, false, false, NULL}};

static enum fr_status read(char *flag, char *value, struct fr_situation *situation,
                           struct fr_error *error)
{
    char *typed[] = {"answer", flag, value, "--saved"};
    struct fr_arguments arguments;
    const int count = strstr(flag, "-saved") ? 4 : 3;
    assert_int_equal(fr_arguments_parse(flags, count, typed, &arguments, error), FR_OK);
    return fr_situation_read(&arguments, situation, error);
}

static void preferences_are_in_order_and_none_twice(void **state)
{
    (void)state;
    struct fr_situation situation;
    struct fr_error error;
    assert_int_equal(read("--prefer", "memory,dynamic,memory,speed", &situation, &error), FR_OK);
    assert_int_equal(situation.count, 3);
    assert_int_equal(situation.preferences[0], FR_MEMORY);
    assert_int_equal(situation.preferences[1], FR_CHANGE);
    assert_int_equal(situation.preferences[2], FR_SPEED);
    assert_int_equal(read("--prefer", "memory,slow", &situation, &error), FR_OK);
    assert_int_equal(situation.count, 2);
    assert_int_equal(situation.preferences[1], FR_SLOW);
    assert_true(fr_situation_prefers(&situation, FR_SLOW));
    assert_false(fr_situation_prefers(&situation, FR_LOAD));
}

static void limits_and_thresholds_have_units(void **state)
{
    (void)state;
    static char flag[32], value[FR_UNIT_SIZE];
    struct fr_situation situation;
    struct fr_error error;
    for (int i = 0; i < FR_SPEED; i++) { /* what is spelt is read again */
        fr_quantity_spell((enum fr_quantity)i, 3 * fr_quantities[i].threshold, value);
        snprintf(flag, sizeof flag, "--max-%s", fr_quantities[i].name);
        assert_int_equal(read(flag, value, &situation, &error), FR_OK);
        assert_true(fabs(situation.limits[i] / fr_quantities[i].threshold - 3) < 1e-9);
        assert_true(fabs(situation.thresholds[i] - fr_quantities[i].threshold) < 1e-12);
        snprintf(flag, sizeof flag, "--threshold-%s", fr_quantities[i].name);
        assert_int_equal(read(flag, value, &situation, &error), FR_OK);
        assert_true(fabs(situation.thresholds[i] / fr_quantities[i].threshold - 3) < 1e-9);
        assert_true(isinf(situation.limits[i]) && situation.count == 0);
    }
    assert_int_equal(read("--max-click", "500us", &situation, &error), FR_OK);
    assert_true(fabs(situation.limits[FR_SLOW] - 5e5) < 1e-6);
    assert_int_equal(read("--queries-per-frame", "40", &situation, &error), FR_OK);
    assert_true(fabs(situation.queries_per_frame - 40) < 1e-9);
    assert_int_equal(read("--slower", "2.5", &situation, &error), FR_OK);
    assert_true(fabs(situation.slower - 2.5) < 1e-9);
    assert_int_equal(read("--radius", "6.5", &situation, &error), FR_OK);
    assert_true(fabs(situation.radius_px - 6.5) < 1e-9);
    assert_int_equal(read("--radius", "0.5", &situation, &error), FR_OK);
    assert_int_equal(read("--max-memory", "999999999999999B", &situation, &error), FR_OK);
}

/* A geometric mean of sizes is a byte at least, which then stands for none; lengths below a thousandth of their
 * threshold are none, and large shares are whole numbers. */
static void values_are_shown_with_their_units(void **state)
{
    (void)state;
    static const struct {
        enum fr_quantity quantity;
        double value;
        const char *text;
    } shown[] = {{FR_MEMORY, 1, "0 B"},         {FR_MEMORY, 2, "2 B"},
                 {FR_MEMORY, 8e6, "8.00 MB"},   {FR_LOAD, 2.5e6, "2.50 ms"},
                 {FR_LENGTH, 5e-6, "0 %"},      {FR_LENGTH, 5.1e-6, "0.00051 %"},
                 {FR_LENGTH, 0.994, "99 %"},    {FR_LENGTH, 1.234, "123 %"},
                 {FR_LOOKS, 12.4, "12 in 100"}, {FR_LOOKS, NAN, "-"}};
    char text[FR_UNIT_SIZE];
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        assert_string_equal(fr_quantity_format(shown[i].quantity, shown[i].value, text),
                            shown[i].text);
    assert_string_equal(fr_quantity_spell(FR_LOAD, 1e6, text),
                        "1ms"); /* the largest unit that fits */
    assert_string_equal(fr_quantity_spell(FR_LOAD, 999, text), "999ns");
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    static char *const typed[][2] = {{"--prefer", "beauty"},
                                     {"--prefer", "memory,"},
                                     {"--prefer", ""},
                                     {"--max-click", "2"},
                                     {"--max-click", "ms"},
                                     {"--max-click", "-2ms"},
                                     {"--max-load", "0s"},
                                     {"--max-load", "nanms"},
                                     {"--max-memory", "8 MB"},
                                     {"--max-memory", "1e99GB"},
                                     {"--max-memory", "1e15B"},
                                     {"--radius", "-1"},
                                     {"--radius", "65"},
                                     {"--queries-per-frame", "0"},
                                     {"--slower", "-1"},
                                     {"--max-length", "1"},
                                     {"--radius", "6px"},
                                     {"--prefer", "looksdynamiclooksdynamic"}};
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        struct fr_situation situation;
        struct fr_error error;
        assert_int_equal(read(typed[i][0], typed[i][1], &situation, &error), FR_BAD_INPUT);
        assert_non_null(strstr(error.text, "expected"));
    }
}

static void what_is_said_of_saved_states_needs_saved(void **state)
{
    (void)state;
    char *typed[][3] = {{"answer", "--max-saved", "1MB"},
                        {"answer", "--threshold-saved", "1MB"},
                        {"answer", "--prefer", "slow,saved"}};
    struct fr_arguments arguments;
    struct fr_situation situation;
    struct fr_error error;
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        assert_int_equal(fr_arguments_parse(flags, 3, typed[i], &arguments, &error), FR_OK);
        assert_int_equal(fr_situation_read(&arguments, &situation, &error), FR_BAD_INPUT);
        assert_non_null(strstr(error.text, "expected --saved"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(preferences_are_in_order_and_none_twice),
        cmocka_unit_test(limits_and_thresholds_have_units),
        cmocka_unit_test(values_are_shown_with_their_units),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(what_is_said_of_saved_states_needs_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
