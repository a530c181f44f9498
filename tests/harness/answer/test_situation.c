/* What a developer may state: flags, and the order of criteria that comes of them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "harness/answer/situation.h"

static const struct fr_flag flags[] = {FR_SITUATION_FLAGS, {NULL, NULL, false, false, NULL}};

static enum fr_status read(char *flag, char *value, struct fr_situation *situation,
                           struct fr_error *error)
{
    char *typed[] = {"answer", flag, value};
    struct fr_arguments arguments;
    assert_int_equal(fr_arguments_parse(flags, 3, typed, &arguments, error), FR_OK);
    return fr_situation_read(&arguments, situation, error);
}

static void assert_criteria(char *prefer, const enum fr_criterion *expected)
{
    enum fr_criterion criteria[FR_CRITERIA + 1];
    struct fr_situation situation;
    struct fr_error error;
    assert_int_equal(read("--prefer", prefer, &situation, &error), FR_OK);
    fr_situation_criteria(&situation, criteria);
    for (int i = 0; i == 0 || expected[i - 1] != FR_CRITERIA; i++)
        assert_int_equal(criteria[i], expected[i]);
}

/* Looks ends with the fastest clicks, which would leave dynamic no say. */
static void preferences_combine_in_order(void **state)
{
    (void)state;
    assert_criteria("looks", (enum fr_criterion[]){FR_ON_LEGALITY, FR_ON_FRAMES, FR_ON_DETOUR,
                                                   FR_ON_TIMES, FR_CRITERIA});
    assert_criteria("looks,dynamic",
                    (enum fr_criterion[]){FR_ON_LEGALITY, FR_ON_FRAMES, FR_ON_DETOUR, FR_ON_CHANGES,
                                          FR_ON_TIMES, FR_CRITERIA});
    assert_criteria("dynamic,looks",
                    (enum fr_criterion[]){FR_ON_LEGALITY, FR_ON_CHANGES, FR_ON_FRAMES, FR_ON_DETOUR,
                                          FR_ON_TIMES, FR_CRITERIA});
    assert_criteria("memory,length,memory",
                    (enum fr_criterion[]){FR_ON_LEGALITY, FR_ON_FRAMES, FR_ON_MEMORY, FR_ON_LENGTH,
                                          FR_ON_TIMES, FR_CRITERIA});
    assert_criteria("speed,memory", (enum fr_criterion[]){FR_ON_LEGALITY, FR_ON_TIMES, FR_ON_FRAMES,
                                                          FR_ON_MEMORY, FR_CRITERIA});
}

static void budgets_have_units(void **state)
{
    (void)state;
    struct fr_situation situation;
    struct fr_error error;
    assert_int_equal(read("--max-click", "500us", &situation, &error), FR_OK);
    assert_true(fabs(situation.max_click_ns - 5e5) < 1e-6 && isinf(situation.max_load_ns));
    assert_int_equal(read("--max-load", "1.5s", &situation, &error), FR_OK);
    assert_true(fabs(situation.max_load_ns - 1.5e9) < 1e-6 && isinf(situation.max_click_ns));
    assert_int_equal(read("--max-memory", "8MB", &situation, &error), FR_OK);
    assert_int_equal(situation.max_bytes, 8000000);
    assert_int_equal(read("--radius", "6.5", &situation, &error), FR_OK);
    assert_true(fabs(situation.radius_px - 6.5) < 1e-9);
    assert_int_equal(situation.preferences[0], FR_PREFER_LOOKS);
    assert_int_equal(situation.max_bytes, INT64_MAX);
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    static char *const typed[][2] = {
        {"--prefer", "beauty"},   {"--prefer", "looks,"},
        {"--prefer", ""},         {"--max-click", "2"},
        {"--max-click", "ms"},    {"--max-click", "-2ms"},
        {"--max-load", "0s"},     {"--max-load", "nanms"},
        {"--max-memory", "8 MB"}, {"--max-memory", "1e99GB"},
        {"--radius", "-1"},       {"--radius", "65"},
        {"--radius", "6px"},      {"--prefer", "looksdynamiclooksdynamic"}};
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        struct fr_situation situation;
        struct fr_error error;
        assert_int_equal(read(typed[i][0], typed[i][1], &situation, &error), FR_BAD_INPUT);
        assert_non_null(strstr(error.text, "expected"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(preferences_combine_in_order),
        cmocka_unit_test(budgets_have_units),
        cmocka_unit_test(nonsense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
