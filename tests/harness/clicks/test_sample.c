/* Click sampling, the default kinds: every click is what its tag says, and the same seed gives the
 * same set. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "harness/judge/validator.h"
#include "maps/geometry/line_of_sight.h"
#include "tests/ascii_map.h"
#include "tests/harness/clicks/samples.h"

/* A hall with pillars, a closed cell at the lower left and an island at the right. */
static const char *const hall = "........................|"
                                "........................|"
                                "...##......##...........|"
                                "...##......##......#####|"
                                "...................#...#|"
                                "...................#.#.#|"
                                "########...........#...#|"
                                ".......#....#......#####|"
                                ".......#....#...........|"
                                ".......#....#...........|";

static void check_click(const struct fr_map *map, const struct fr_validator *validator,
                        const struct fr_click *click)
{
    assert_int_equal(click->kind, FR_CLICK);
    assert_int_equal(click->expect_digits, 0);
    if (tagged(click, "outside")) {
        assert_true(stands(map, click->start) != stands(map, click->goal));
        assert_true(isnan(click->expect_grid8));
        return;
    }
    assert_true(stands(map, click->start) && stands(map, click->goal));
    const struct fr_point start = fr_pixel_centre(click->start),
                          goal = fr_pixel_centre(click->goal);
    assert_true(fr_validator_reachable(validator, FR_GRID8, start, goal) !=
                tagged(click, "unreachable"));
    if (tagged(click, "unreachable"))
        assert_true(click->expect_grid8 == -1.0);
    else if (tagged(click, "same"))
        assert_true(fr_pixel_equal(click->start, click->goal) && click->expect_grid8 == 0.0);
    else if (tagged(click, "blocked"))
        assert_false(fr_line_of_sight(map, start, goal));
    else
        assert_true(tagged(click, "bucket-") && click->tag[7] >= '0' && click->tag[7] <= '9');
}

static void clicks_are_what_their_tags_say(void **unused)
{
    (void)unused;
    struct fr_map *map = ascii_map(hall);
    struct fr_validator *validator;
    assert_int_equal(fr_validator_create(map, &fr_default_allocator, &validator), FR_OK);
    struct fr_click_set set = sample(map, 200, 1, FR_SAMPLE_DEFAULT);
    assert_int_equal(set.count, 200);
    for (size_t i = 0; i < set.count; i++)
        check_click(map, validator, &set.clicks[i]);
    assert_int_equal(count_tagged(&set, "bucket-"), 100);
    assert_int_equal(count_tagged(&set, "blocked"), 40);
    assert_int_equal(count_tagged(&set, "unreachable"), 20);
    assert_int_equal(count_tagged(&set, "outside"), 30);
    assert_int_equal(count_tagged(&set, "same"), 10);
    fr_click_set_release(&set);
    fr_validator_release(validator);
    fr_map_release(map);
}

static void expected_lengths_are_the_shortest(void **unused)
{
    (void)unused;
    struct fr_map *map = ascii_map(hall);
    struct fr_click_set set =
        sample(map, 60, 3, FR_SAMPLE_BUCKETS | FR_SAMPLE_BLOCKED | FR_SAMPLE_SAME);
    for (size_t i = 0; i < set.count; i++) {
        const struct fr_click *click = &set.clicks[i];
        assert_true(fabs(click->expect_grid8 - relaxed_distance(map, click->start, click->goal)) <
                    1e-6);
    }
    fr_click_set_release(&set);
    fr_map_release(map);
}

static void buckets_follow_distance(void **unused)
{
    (void)unused;
    struct fr_map *map;
    assert_int_equal(fr_map_create(300, 200, &fr_default_allocator, &map), FR_OK);
    for (int32_t y = 0; y < 200; y++)
        for (int32_t x = 0; x < 300; x++)
            fr_map_set_area(map, x, y, x % 40 != 20 || y % 50 < 10);
    struct fr_click_set set = sample(map, 200, 9, FR_SAMPLE_BUCKETS);
    double nearest[11], farthest[11] = {0};
    for (int i = 0; i < 11; i++)
        nearest[i] = INFINITY;
    for (size_t i = 0; i < set.count; i++) {
        const int bucket = set.clicks[i].tag[7] - '0';
        const double length = set.clicks[i].expect_grid8;
        nearest[bucket] = length < nearest[bucket] ? length : nearest[bucket];
        farthest[bucket] = length > farthest[bucket] ? length : farthest[bucket];
    }
    for (int i = 0; i < 10; i++) {
        assert_true(nearest[i] <= farthest[i]); /* none is empty */
        assert_true(farthest[i] <= nearest[i + 1]);
    }
    fr_click_set_release(&set);
    fr_map_release(map);
}

static void a_seed_names_a_set(void **unused)
{
    (void)unused;
    struct fr_map *map = ascii_map(hall);
    struct fr_click_set one = sample(map, 50, 42, FR_SAMPLE_DEFAULT);
    struct fr_click_set again = sample(map, 50, 42, FR_SAMPLE_DEFAULT);
    struct fr_click_set other = sample(map, 50, 43, FR_SAMPLE_DEFAULT);
    int differences = 0;
    for (size_t i = 0; i < one.count; i++) {
        assert_true(fr_pixel_equal(one.clicks[i].start, again.clicks[i].start));
        assert_true(fr_pixel_equal(one.clicks[i].goal, again.clicks[i].goal));
        assert_string_equal(one.clicks[i].tag, again.clicks[i].tag);
        differences += !fr_pixel_equal(one.clicks[i].goal, other.clicks[i].goal);
    }
    assert_true(differences > 25);
    fr_click_set_release(&one);
    fr_click_set_release(&again);
    fr_click_set_release(&other);
    fr_map_release(map);
}

static void kinds_that_a_map_lacks_leave_their_share(void **unused)
{
    (void)unused;
    struct fr_map *map = ascii_map("......|......|......|");
    struct fr_click_set set = sample(map, 100, 5, FR_SAMPLE_DEFAULT);
    assert_int_equal(set.count, 100);
    assert_int_equal(count_tagged(&set, "blocked"), 0);
    assert_int_equal(count_tagged(&set, "unreachable"), 0);
    assert_true(count_tagged(&set, "bucket-") > 50);
    fr_click_set_release(&set);
    struct fr_error error = {"", FR_OK};
    assert_int_equal(fr_sample_clicks(map, 10, 1, FR_SAMPLE_UNREACHABLE, &fr_default_allocator,
                                      &set, NULL, &error),
                     FR_BAD_INPUT);
    assert_non_null(strstr(error.text, "unreachable (the map has only one component)"));
    fr_map_release(map);

    map = ascii_map(".#|##|");
    set = sample(map, 7, 5, FR_SAMPLE_DEFAULT);
    assert_int_equal(set.count, 7);
    assert_int_equal(count_tagged(&set, "outside") + count_tagged(&set, "same"), 7);
    fr_click_set_release(&set);
    fr_map_release(map);

    map = ascii_map("##|##|");
    assert_int_equal(
        fr_sample_clicks(map, 10, 1, FR_SAMPLE_DEFAULT, &fr_default_allocator, &set, NULL, &error),
        FR_BAD_INPUT);
    assert_non_null(strstr(error.text, "no pixel"));
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clicks_are_what_their_tags_say),
        cmocka_unit_test(expected_lengths_are_the_shortest),
        cmocka_unit_test(buckets_follow_distance),
        cmocka_unit_test(a_seed_names_a_set),
        cmocka_unit_test(kinds_that_a_map_lacks_leave_their_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
