#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "algorithms/front.h"
#include "harness/racers/addresses.h"
#include "harness/sandbox/racer_sets.h"
#include "tests/harness/sandbox/doubles.h"

static int set_up(void **state)
{
    *state = calloc(1, sizeof(struct fr_racers));
    return *state ? 0 : -1;
}

static int tear_down(void **state)
{
    free(*state);
    return 0;
}

static void assert_refused(struct fr_racers *racers, const char *address, const char *words)
{
    struct fr_error error = {"", FR_OK};
    const int before = racers->count;
    assert_int_equal(fr_racers_add(racers, fr_doubles, address, &error), FR_BAD_INPUT);
    assert_int_equal(racers->count, before);
    if (!strstr(error.text, words))
        print_error("expected '%s' in: %s\n", words, error.text);
    assert_non_null(strstr(error.text, words));
}

static void reads_addresses(void **state)
{
    struct fr_racers *racers = *state;
    struct fr_error error;
    assert_int_equal(fr_racers_add(racers, fr_doubles, "double", &error), FR_OK);
    assert_int_equal(fr_racers_add(racers, fr_doubles, "double:when=3", &error), FR_OK);
    assert_int_equal(fr_racers_add(racers, fr_doubles, "my=double:does=wall,expected", &error),
                     FR_OK);
    assert_int_equal(fr_racers_add(racers, fr_doubles, "again=double", &error), FR_OK);
    assert_int_equal(racers->count, 4);
    const struct fr_racer *each = racers->at;
    assert_string_equal(each[0].algo, "double");
    assert_string_equal(each[0].label, "Double");
    assert_string_equal(each[0].options_text, "does=honest,when=-1,expected=off");
    assert_int_equal(each[0].traits.movement, FR_GRID4);
    assert_string_equal(each[1].algo, "double:when=3");
    assert_string_equal(each[1].label, "Double (when=3)");
    assert_int_equal(each[1].options.at[1], 3);
    assert_string_equal(each[2].algo, "my");
    assert_string_equal(each[2].label, "my");
    assert_int_equal(each[2].traits.movement, FR_ANY_ANGLE);
    assert_true(each[2].traits.expected_faults);
    assert_string_equal(each[3].algo, "again");
}

static void separates_by_commas(void **state)
{
    struct fr_racers *racers = *state;
    struct fr_error error;
    assert_int_equal(fr_racers_add(racers, fr_doubles, "double,my=updating,again=double", &error),
                     FR_OK);
    assert_int_equal(racers->count, 3);
    assert_string_equal(racers->at[1].algo, "my");
    assert_string_equal(racers->at[2].algo, "again");
    assert_refused(racers, "third=double,nobody", "no back end 'nobody'");
    assert_refused(racers, "third=double,", "no back end ''");
}

static void reads_sets(void **state)
{
    struct fr_racers *racers = *state;
    struct fr_error error;
    assert_int_equal(fr_racers_add(racers, fr_doubles, "all", &error), FR_OK);
    assert_int_equal(racers->count, 2);
    assert_string_equal(racers->at[0].algo, "double");
    assert_string_equal(racers->at[1].algo, "updating");
    assert_refused(racers, "articles", "this set is empty");
    memset(racers, 0, sizeof *racers);
    assert_int_equal(fr_racers_add(racers, fr_pathfinders, "articles", &error), FR_OK);
    assert_true(racers->count >= 3);
    for (int i = 0; i < racers->count; i++)
        assert_non_null(strstr(racers->at[i].algo, "-published"));
}

/* Whether a back end belongs to a set, by its descriptor alone. */
static bool belongs(const char *set, const struct fr_pathfinder *pathfinder)
{
    struct fr_option_values options;
    struct fr_traits traits;
    fr_options_default(pathfinder->options, pathfinder->option_count, &options);
    fr_traits_of(pathfinder, &options, &traits);
    const bool candidate = pathfinder->candidate && !traits.expected_faults;
    if (strcmp(set, "all") == 0)
        return !traits.expected_faults;
    if (strcmp(set, "articles") == 0)
        return strstr(pathfinder->name, "-published") != NULL;
    if (strcmp(set, "grid") == 0)
        return candidate && traits.movement <= FR_GRID8_CUT;
    if (strcmp(set, "any-angle") == 0)
        return candidate && traits.movement == FR_ANY_ANGLE;
    if (strcmp(set, "optimal") == 0)
        return candidate && traits.optimality == FR_OPTIMAL_LENGTH;
    assert_string_equal(set, "candidates");
    return candidate;
}

/* A set's members are the back ends with its trait, in the registry's order: so is a new one. */
static void fills_sets_from_descriptors(void **state)
{
    struct fr_racers *racers = *state;
    struct fr_error error;
    for (const struct fr_racer_set *set = fr_racer_sets; set->name; set++) {
        assert_null(fr_pathfinder_find(set->name));
        racers->count = 0;
        assert_int_equal(fr_racers_add(racers, fr_pathfinders, set->name, &error), FR_OK);
        int count = 0;
        for (const struct fr_pathfinder *const *each = fr_pathfinders; *each; each++)
            if (belongs(set->name, *each)) {
                assert_true(count < racers->count);
                assert_ptr_equal(racers->at[count++].pathfinder, *each);
            }
        assert_int_equal(count, racers->count);
        assert_true(count > 1);
    }
    struct fr_pathfinder fresh = *fr_pathfinder_find("visgraph");
    fresh.name = "fresh";
    const struct fr_pathfinder *const grown[] = {fr_pathfinder_find("null"), &fresh, NULL};
    racers->count = 0;
    assert_int_equal(fr_racers_add(racers, grown, "candidates", &error), FR_OK);
    assert_int_equal(racers->count, 1);
    assert_string_equal(racers->at[0].algo, "fresh");
}

static void completes_what_was_named(void **state)
{
    struct fr_racers *racers = *state;
    struct fr_error error;
    assert_int_equal(fr_racers_add(racers, fr_doubles, "updating=double:when=3", &error), FR_OK);
    assert_int_equal(fr_racers_add(racers, fr_doubles, "all,all", &error), FR_OK);
    assert_int_equal(racers->count, 2);
    assert_int_equal(racers->at[0].options.at[1], 3);
    assert_string_equal(racers->at[1].algo, "double");
}

static void leaves_out(void **state)
{
    struct fr_racers *racers = *state;
    struct fr_error error;
    assert_int_equal(fr_racers_add(racers, fr_doubles, "my=double", &error), FR_OK);
    assert_int_equal(fr_racers_add(racers, fr_doubles, "all,-double", &error), FR_OK);
    assert_int_equal(racers->count, 2);
    assert_string_equal(racers->at[1].algo, "updating");
    assert_refused(racers, "double,-my", "'my' is not in the list before it");
    assert_refused(racers, "-double,all", "'double' is not in the list before it");
}

static void refuses_what_is_wrong(void **state)
{
    struct fr_racers *racers = *state;
    struct fr_error error;
    assert_int_equal(fr_racers_add(racers, fr_doubles, "double", &error), FR_OK);
    assert_refused(racers, "double", "is already in the race");
    assert_refused(racers, "double=updating", "is already in the race");
    assert_refused(racers, "dubble", "did you mean double?");
    assert_refused(racers, "al", "did you mean all?");
    assert_refused(racers, "quicksort", "footrace list algorithms");
    assert_refused(racers, "x=quicksort", "no back end 'quicksort'");
    assert_refused(racers, "double:when", "option 'when'");
    assert_refused(racers, "double:when=-2", "-1..32767");
    assert_refused(racers, "double:how=3", "unknown option 'how'");
    assert_refused(racers, "=double", "label");
    assert_refused(racers, "double,late=double:when=3", "expected only names");
    assert_refused(racers, "double,updating:when=3", "expected only names");
    assert_refused(racers, "", "no back end ''");
    char many[300];
    memset(many, 'a', sizeof many);
    many[sizeof many - 1] = '\0';
    assert_refused(racers, many, "at most");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(reads_addresses, set_up, tear_down),
        cmocka_unit_test_setup_teardown(separates_by_commas, set_up, tear_down),
        cmocka_unit_test_setup_teardown(reads_sets, set_up, tear_down),
        cmocka_unit_test_setup_teardown(fills_sets_from_descriptors, set_up, tear_down),
        cmocka_unit_test_setup_teardown(completes_what_was_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(leaves_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(refuses_what_is_wrong, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
