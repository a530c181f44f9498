/* Reading and writing the options of a back end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "algorithms/options.h"

static const struct fr_option options[] = {
    {.name = "model", .kind = FR_OPTION_CHOICE, .choices = "grid4|grid8|grid8-one", .fallback = 1},
    {.name = "published", .kind = FR_OPTION_SWITCH},
    {.name = "early", .kind = FR_OPTION_SWITCH, .fallback = 1},
    {.name = "cap", .kind = FR_OPTION_INTEGER, .low = -5, .high = 1000, .fallback = 10},
};
enum { MODEL, PUBLISHED, EARLY, CAP, COUNT };

static char message[256];

static struct fr_option_values parsed(const char *text)
{
    struct fr_option_values values;
    assert_int_equal(fr_options_parse(options, COUNT, text, &values, message, sizeof message),
                     FR_OK);
    return values;
}

static void assert_refused(const char *text, const char *const *words)
{
    struct fr_option_values values;
    memset(&values, 0x5a, sizeof values);
    const struct fr_option_values before = values;
    message[0] = '\0';
    assert_int_equal(fr_options_parse(options, COUNT, text, &values, message, sizeof message),
                     FR_BAD_INPUT);
    assert_memory_equal(&values, &before, sizeof values);
    for (; *words; words++)
        if (!strstr(message, *words))
            fail_msg("'%s' gave '%s', which does not say '%s'", text, message, *words);
}

#define REFUSED(text, ...) assert_refused(text, (const char *const[]){__VA_ARGS__, NULL})

static void what_is_not_named_gets_its_default(void **state)
{
    (void)state;
    static const char *const texts[] = {NULL, ""};
    for (int i = 0; i < 2; i++) {
        const struct fr_option_values values = parsed(texts[i]);
        assert_int_equal(values.at[MODEL], 1);
        assert_int_equal(values.at[PUBLISHED], 0);
        assert_int_equal(values.at[EARLY], 1);
        assert_int_equal(values.at[CAP], 10);
    }
    struct fr_option_values values;
    fr_options_default(options, COUNT, &values);
    assert_int_equal(values.at[CAP], 10);
    assert_int_equal(values.at[COUNT], 0);
}

static void every_kind_is_read(void **state)
{
    (void)state;
    const struct fr_option_values values = parsed("cap=-5,model=grid8-one,early=off,published");
    assert_int_equal(values.at[MODEL], 2);
    assert_int_equal(values.at[PUBLISHED], 1);
    assert_int_equal(values.at[EARLY], 0);
    assert_int_equal(values.at[CAP], -5);
    assert_int_equal(parsed("published=on").at[PUBLISHED], 1);
    assert_int_equal(parsed("cap=1000").at[CAP], 1000);
}

static void an_unknown_name_is_refused_with_the_known_ones(void **state)
{
    (void)state;
    REFUSED("mode=grid4", "mode", "model", "published", "early", "cap");
    REFUSED("modelling=grid4", "modelling", "model");
    REFUSED("cap=1,,early", "unknown option");
    REFUSED("model=grid4,early,model=grid8", "model", "given twice");
    REFUSED("=5", "unknown option");
}

static void a_wrong_value_is_refused_with_what_is_expected(void **state)
{
    (void)state;
    REFUSED("model=grid", "model", "grid", "grid4|grid8|grid8-one");
    REFUSED("model=grid8-onesie", "grid8-onesie");
    REFUSED("model=", "model", "grid4");
    REFUSED("model", "model", "grid4");
    REFUSED("early=yes", "early", "yes", "on|off");
    REFUSED("early=", "early", "on|off");
    REFUSED("cap=1001", "1001", "-5..1000");
    REFUSED("cap=-6", "-6", "-5..1000");
    REFUSED("cap=1e3", "1e3", "-5..1000");
    REFUSED("cap=-", "cap", "-5..1000");
    REFUSED("cap=", "cap", "-5..1000");
    REFUSED("cap", "cap", "-5..1000");
    REFUSED("cap=99999999999999999999999", "cap", "-5..1000");
    REFUSED("early,cap=7x", "7x");
}

static void a_message_that_does_not_fit_is_cut(void **state)
{
    (void)state;
    struct fr_option_values values;
    char small[12];
    memset(small, 'x', sizeof small);
    assert_int_equal(fr_options_parse(options, COUNT, "nonsense", &values, small, 8), FR_BAD_INPUT);
    assert_true(strlen(small) < 8);
    assert_int_equal(small[8], 'x');
    assert_int_equal(fr_options_parse(options, COUNT, "cap=nonsense", &values, small, 8),
                     FR_BAD_INPUT);
    assert_int_equal(small[8], 'x');
}

static void a_formatted_value_reads_back(void **state)
{
    (void)state;
    char value[32];
    assert_string_equal(fr_option_format(&options[MODEL], 0, value, sizeof value), "grid4");
    assert_string_equal(fr_option_format(&options[MODEL], 1, value, sizeof value), "grid8");
    assert_string_equal(fr_option_format(&options[MODEL], 2, value, sizeof value), "grid8-one");
    assert_string_equal(fr_option_format(&options[EARLY], 0, value, sizeof value), "off");
    assert_string_equal(fr_option_format(&options[EARLY], 1, value, sizeof value), "on");
    assert_string_equal(fr_option_format(&options[CAP], -5, value, sizeof value), "-5");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_named_gets_its_default),
        cmocka_unit_test(every_kind_is_read),
        cmocka_unit_test(an_unknown_name_is_refused_with_the_known_ones),
        cmocka_unit_test(a_wrong_value_is_refused_with_what_is_expected),
        cmocka_unit_test(a_message_that_does_not_fit_is_cut),
        cmocka_unit_test(a_formatted_value_reads_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
