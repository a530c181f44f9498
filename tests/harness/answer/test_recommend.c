/* The choice of footrace recommend, from standings made up for it: it flips when the figures do. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness/answer/recommend_candidates.h"
#include "harness/answer/successive_halving.h"
#include "harness/racers/addresses.h"
#include "maps/random.h"

enum { CLICKS = 120, OPTIMUM = 100 };

/* Two or more racers with the same steady figures, for a test to change. */
struct field {
    struct fr_racers racers;
    struct fr_standings standings;
    struct fr_choice choice;
    struct fr_pairwise_rules rules;
};

/* Times that differ from click to click, and between racers by 1 % either way. */
static double jitter(struct fr_random *random)
{
    return 0.99 + 0.02 * fr_random_below(random, 1000) / 1000.0;
}

static void race(struct field *field, int racer, double ns, double detour, double bytes)
{
    struct fr_random random = {(uint64_t)racer + 1};
    struct fr_standing *standing = &field->standings.at[racer];
    standing->clicks = CLICKS;
    standing->any_angle = CLICKS;
    standing->prepare_ns = 1e6;
    standing->held_bytes = (int64_t)bytes;
    standing->peak_bytes = 2 * (int64_t)bytes;
    for (size_t i = 0; i < CLICKS; i++) {
        field->standings.optima[i] = OPTIMUM;
        standing->ns[i] = ns * (double)(1 + i % 7) * jitter(&random);
        standing->lengths[i] = OPTIMUM * detour;
    }
}

static void set_up(struct field *field, int racers, enum fr_preference preference)
{
    static const char *const names[] = {"visgraph", "contracted", "octile:budget=8", "flood"};
    struct fr_error error;
    memset(field, 0, sizeof *field);
    for (int i = 0; i < racers; i++)
        assert_int_equal(fr_racers_add(&field->racers, fr_pathfinders, names[i], &error), FR_OK);
    assert_int_equal(
        fr_standings_create(racers, CLICKS, 1, &fr_default_allocator, &field->standings), FR_OK);
    field->rules = (struct fr_pairwise_rules){fr_preference_criteria(preference), 0.03, 0.01};
    field->choice.candidates = racers;
    for (int i = 0; i < racers; i++) {
        field->choice.places[i] = FR_PLACE_OPEN;
        race(field, i, 1000, 1, 1e6);
    }
}

static const char *choose(struct field *field)
{
    assert_int_equal(fr_choose(&field->standings, &field->racers, &field->rules, &field->choice),
                     FR_OK);
    return field->choice.chosen < 0 ? "" : field->racers.at[field->choice.chosen].algo;
}

/* Chooses from the beginning, whoever was beaten before. */
static const char *choose_anew(struct field *field)
{
    for (int i = 0; i < field->choice.candidates; i++)
        field->choice.places[i] = FR_PLACE_OPEN;
    return choose(field);
}

static void tear_down(struct field *field)
{
    fr_standings_release(&field->standings);
}

static void test_speed_takes_the_quicker(void **state)
{
    (void)state;
    struct field field;
    set_up(&field, 2, FR_PREFER_SPEED);
    race(&field, 0, 2000, 1, 1e6);
    assert_string_equal(choose_anew(&field), "contracted");
    assert_int_equal(field.choice.places[0], FR_PLACE_BEATEN);
    assert_int_equal(field.choice.findings[0].criterion, FR_ON_TIMES);
    assert_true(fabs(field.choice.slower[0] - 2) < 0.02);
    race(&field, 0, 500, 1, 1e6);
    assert_string_equal(choose_anew(&field), "visgraph");
    assert_int_equal(field.choice.places[1], FR_PLACE_BEATEN);
    tear_down(&field);
}

static void test_speed_does_not_ask_for_length_nor_looks_for_more_than_time(void **state)
{
    (void)state;
    struct field field;
    set_up(&field, 2, FR_PREFER_SPEED);
    race(&field, 1, 500, 1.05, 1e6);
    assert_string_equal(choose_anew(&field), "contracted");
    field.rules.criteria = fr_preference_criteria(FR_PREFER_LOOKS);
    assert_string_equal(choose_anew(&field), "visgraph");
    assert_int_equal(field.choice.findings[1].criterion, FR_ON_DETOUR);
    race(&field, 1, 500, 1.005, 1e6); /* within the limit, the faster one looks right, too */
    assert_string_equal(choose_anew(&field), "contracted");
    field.rules.criteria = fr_preference_criteria(FR_PREFER_LENGTH);
    assert_string_equal(choose_anew(&field), "visgraph");
    assert_int_equal(field.choice.findings[1].criterion, FR_ON_LENGTH);
    tear_down(&field);
}

static void test_frames_come_before_walks(void **state)
{
    (void)state;
    struct field field;
    set_up(&field, 2, FR_PREFER_LOOKS);
    race(&field, 1, 1000, 1.05, 1e6);
    assert_string_equal(choose_anew(&field), "visgraph");
    for (size_t i = 0; i < 5; i++)
        field.standings.at[0].ns[i] = 20e6;
    assert_string_equal(choose_anew(&field), "contracted");
    assert_int_equal(field.choice.findings[0].criterion, FR_ON_FRAMES);
    assert_int_equal(field.choice.places[0], FR_PLACE_BEATEN);
    for (size_t i = 1; i < 5; i++)
        field.standings.at[0].ns[i] = 1000;
    assert_string_equal(choose_anew(&field), "contracted"); /* a single one may be the machine's */
    assert_int_equal(field.choice.places[0], FR_PLACE_OPEN);
    tear_down(&field);
}

static void test_memory_takes_the_smaller_that_keeps_time(void **state)
{
    (void)state;
    struct field field;
    set_up(&field, 2, FR_PREFER_MEMORY);
    race(&field, 1, 9000, 1.05, 1e5);
    assert_string_equal(choose_anew(&field), "contracted");
    assert_int_equal(field.choice.findings[0].criterion, FR_ON_MEMORY);
    race(&field, 1, 9e6, 1.05, 1e5);
    assert_string_equal(choose_anew(&field), "visgraph");
    assert_int_equal(field.choice.findings[1].criterion, FR_ON_FRAMES);
    tear_down(&field);
}

/* Three events in 120 clicks would be few: every fourth entry is one, the next its click. */
static void change(struct fr_standing *standing, double update, double first)
{
    for (size_t i = 0; i + 1 < CLICKS; i += 4) {
        standing->ns[i] = (double)NAN;
        standing->update_ns[i] = update * (double)(1 + i % 3);
        standing->first_ns[i + 1] = first;
    }
}

static void test_dynamic_adds_update_and_next_click(void **state)
{
    (void)state;
    struct field field;
    set_up(&field, 2, FR_PREFER_DYNAMIC);
    change(&field.standings.at[0], 9000, 100);
    change(&field.standings.at[1], 100, 3000);
    assert_true(fabs(fr_change_cost(&field.standings.at[0], 1) - 9100) < 1e-9);
    assert_true(isnan(fr_change_cost(&field.standings.at[0], 2)));
    assert_string_equal(choose_anew(&field), "contracted");
    assert_int_equal(field.choice.findings[0].criterion, FR_ON_CHANGES);
    change(&field.standings.at[0], 900, 100);
    assert_string_equal(choose_anew(&field), "visgraph");
    tear_down(&field);
}

static void test_two_events_in_a_row_are_one_change(void **state)
{
    (void)state;
    struct field field;
    set_up(&field, 1, FR_PREFER_DYNAMIC);
    struct fr_standing *standing = &field.standings.at[0];
    standing->update_ns[3] = 100;
    standing->update_ns[4] = 20;
    standing->first_ns[5] = 3;
    assert_true(fabs(fr_change_cost(standing, 5) - 123) < 1e-9);
    tear_down(&field);
}

static void test_walks_through_walls_never_come_first(void **state)
{
    (void)state;
    for (int preference = 0; preference < FR_PREFERENCES; preference++) {
        struct field field;
        set_up(&field, 2, (enum fr_preference)preference);
        race(&field, 0, 10, 0.9, 1e3);
        field.standings.at[0].illegal = 1;
        assert_string_equal(choose_anew(&field), "contracted");
        assert_int_equal(field.choice.findings[0].criterion, FR_ON_LEGALITY);
        tear_down(&field);
    }
}

static void test_equals_are_told_by_cost(void **state)
{
    (void)state;
    struct field field;
    set_up(&field, 3, FR_PREFER_SPEED);
    race(&field, 0, 1010, 1, 3e6);
    assert_string_equal(choose_anew(&field), "contracted");
    assert_int_equal(field.choice.places[0], FR_PLACE_EQUAL);
    assert_int_equal(field.choice.places[2], FR_PLACE_EQUAL); /* the same, with a setting to know */
    race(&field, 0, 1010, 1, 1e5);
    assert_string_equal(choose_anew(&field), "visgraph");
    tear_down(&field);
}

/* Who was beaten in an early look and leads in a later one is not said to be worse than itself. */
static void test_the_best_is_like_itself(void **state)
{
    (void)state;
    struct field field;
    set_up(&field, 3, FR_PREFER_SPEED);
    race(&field, 1, 9000, 1, 1e5);
    assert_string_equal(choose_anew(&field), "visgraph");
    assert_int_equal(field.choice.findings[1].relation, FR_BETTER);
    race(&field, 0, 90000, 1, 1e6);
    race(&field, 2, 9050, 1, 1e4); /* as good, and cheaper */
    assert_string_equal(choose_anew(&field), "octile:budget=8");
    assert_int_equal(field.choice.best, 1);
    assert_int_equal(field.choice.places[1], FR_PLACE_EQUAL);
    assert_int_equal(field.choice.findings[1].relation, FR_ALIKE);
    assert_int_equal(field.choice.findings[1].criterion, FR_CRITERIA);
    assert_true(isnan(field.choice.findings[1].ratio));
    tear_down(&field);
}

/* A difference that noise may have made is no reason to call two alike, nor one of them beaten. */
static void test_what_is_open_is_called_so(void **state)
{
    (void)state;
    struct field field;
    set_up(&field, 2, FR_PREFER_SPEED);
    for (size_t i = 0; i < CLICKS; i++)
        field.standings.at[0].ns[i] = field.standings.at[1].ns[i] * (i % 2 ? 0.8 : 1.35);
    field.standings.at[0].held_bytes = 1000;
    assert_string_equal(choose_anew(&field), "contracted");
    assert_int_equal(field.choice.places[0], FR_PLACE_OPEN);
    race(&field, 0, 1200, 1, 1e5);
    assert_string_equal(choose_anew(&field), "contracted");
    assert_int_equal(field.choice.places[0], FR_PLACE_BEATEN);
    tear_down(&field);
}

/* On a handful of clicks nothing is certain. */
static void test_few_clicks_beat_nobody(void **state)
{
    (void)state;
    struct field field;
    set_up(&field, 2, FR_PREFER_SPEED);
    race(&field, 0, 9000, 1, 1e6);
    for (size_t i = 5; i < CLICKS; i++)
        field.standings.at[0].ns[i] = (double)NAN;
    assert_string_equal(choose_anew(&field), "contracted");
    assert_int_equal(field.choice.places[0], FR_PLACE_OPEN);
    tear_down(&field);
}

/* Which side of the limit flood lies on is open, but visgraph is faster on either. */
static void test_an_open_criterion_may_not_matter(void **state)
{
    (void)state;
    struct field field;
    set_up(&field, 4, FR_PREFER_LOOKS);
    race(&field, 3, 3000, 1, 1e6);
    for (size_t i = 0; i < CLICKS; i++)
        field.standings.at[3].lengths[i] = OPTIMUM * (i % 10 == 0 ? 1.12 : 1);
    struct fr_finding finding;
    assert_string_equal(choose_anew(&field), "visgraph");
    assert_true(field.choice.figures[3].detour > 1.01 && field.choice.figures[3].detour_low < 1.01);
    assert_int_equal(field.choice.places[3], FR_PLACE_BEATEN);
    assert_int_equal(field.choice.findings[3].criterion, FR_ON_TIMES);
    assert_int_equal(fr_pairwise_on(FR_ON_DETOUR, &field.standings, field.choice.figures,
                                    &field.rules, 0, 3, &finding),
                     FR_OK);
    assert_false(finding.certain);
    race(&field, 3, 300, 1, 1e6); /* were it faster, all would hang on the limit */
    for (size_t i = 0; i < CLICKS; i++)
        field.standings.at[3].lengths[i] = OPTIMUM * (i % 10 == 0 ? 1.12 : 1);
    assert_string_equal(choose_anew(&field), "visgraph");
    assert_int_equal(field.choice.places[3], FR_PLACE_OPEN);
    tear_down(&field);
}

static void test_only_contenders_are_chosen(void **state)
{
    (void)state;
    struct field field;
    set_up(&field, 2, FR_PREFER_SPEED);
    race(&field, 0, 10, 1, 1e6);
    field.choice.places[0] = FR_PLACE_FAULTY;
    assert_string_equal(choose(&field), "contracted");
    assert_int_equal(field.choice.places[0], FR_PLACE_FAULTY);
    field.choice.places[1] = FR_PLACE_UNREADY;
    assert_string_equal(choose(&field), "");
    tear_down(&field);
}

/* Figures by hand: four clicks of 1, 2, 3 and 40 ms, one walk of two 10 % longer. */
static void test_figures(void **state)
{
    (void)state;
    struct field field;
    struct fr_figures figures;
    set_up(&field, 1, FR_PREFER_LOOKS);
    struct fr_standing *standing = &field.standings.at[0];
    for (size_t i = 0; i < CLICKS; i++)
        standing->ns[i] = standing->lengths[i] = (double)NAN;
    const double times[] = {2e6, 40e6, 1e6, 3e6};
    memcpy(standing->ns, times, sizeof times);
    standing->lengths[1] = 110;
    standing->lengths[2] = 100;
    standing->failures[FR_FAILURE_TIMEOUT] = 2;
    standing->failures[FR_FAILURE_INVALID] = 1;
    assert_int_equal(fr_figures_take(&field.standings, 0, &figures), FR_OK);
    assert_int_equal(figures.timed, 4);
    assert_true(fabs(figures.median_ns - 2.5e6) < 1e-6 && fabs(figures.worst_ns - 40e6) < 1e-6);
    assert_int_equal(figures.over_frame, 1);
    assert_int_equal(figures.walks, 2);
    assert_true(fabs(figures.detour - sqrt(1.1)) < 1e-12);
    assert_true(fabs(figures.worst_detour - 1.1) < 1e-12);
    assert_int_equal(figures.failures, 3);
    assert_int_equal(figures.wrong, 1);
    tear_down(&field);
}

static uint64_t now_ns;

static uint64_t clock_of_the_test(void)
{
    return now_ns;
}

static void init_halving(struct field *field, enum fr_preference preference,
                         struct fr_halving *halving, double *timeout_s)
{
    static struct fr_situation situation;
    situation = (struct fr_situation){.preferences = {preference},
                                      .count = 1,
                                      .max_click_ns = (double)INFINITY,
                                      .max_load_ns = (double)INFINITY,
                                      .max_bytes = INT64_MAX};
    fr_halving_init(halving, &field->racers, &situation, timeout_s, &field->standings);
    now_ns = 1;
    halving->now_ns = clock_of_the_test;
    halving->least = 1000;
}

/* Successive halving over standings that are complete from the first comparison on. */
static void begin_halving(struct field *field, struct fr_halving *halving, double *timeout_s)
{
    const int candidates = field->racers.count;
    init_halving(field, FR_PREFER_SPEED, halving, timeout_s);
    assert_int_equal(field->racers.count, candidates + 1);
    for (int i = 0; i < candidates; i++)
        assert_true(halving->stopping.admits(halving->stopping.context, i));
}

static void look(struct fr_halving *halving, int times)
{
    for (int i = 0; i < times; i++)
        halving->stopping.after_entry(halving->stopping.context, halving->standings, false);
}

static void test_halving_drops_the_slow_and_ends(void **state)
{
    (void)state;
    enum { COPY = 3 };
    struct field field;
    struct fr_halving halving;
    double timeout_s = 0;
    set_up(&field, 4, FR_PREFER_SPEED);
    field.racers.count = COPY;
    race(&field, 1, 5000, 1, 1e6);
    begin_halving(&field, &halving, &timeout_s);
    look(&halving, 11);
    assert_false(halving.stopping.out[1]);
    look(&halving, 1);
    assert_true(halving.stopping.out[1]); /* five times as slow */
    assert_false(halving.stopping.out[0] || halving.stopping.out[2]);
    assert_true(halving.stopping.out[COPY]);
    look(&halving, 12);
    assert_false(halving.stopping.out[COPY]);
    assert_string_equal(field.racers.at[COPY].algo, "twin");
    assert_ptr_equal(field.racers.at[COPY].pathfinder, field.racers.at[halving.copy_of].pathfinder);
    assert_false(halving.stopping.over);
    look(&halving, 384 - 24);
    assert_true(halving.stopping.over &&
                halving.settled); /* the other two are as good as each other */
    assert_int_equal(fr_halving_finish(&halving), FR_OK);
    assert_int_equal(halving.choice.places[1], FR_PLACE_BEATEN);
    tear_down(&field);
}

static void test_halving_says_why_a_candidate_is_out(void **state)
{
    (void)state;
    struct field field;
    struct fr_halving halving;
    double timeout_s = 0;
    set_up(&field, 4, FR_PREFER_SPEED);
    field.racers.count = 3;
    field.standings.at[0].failures[FR_FAILURE_INVALID] = 1;
    field.standings.at[1].prepare_ns = (double)NAN;
    field.standings.at[2].failures[FR_FAILURE_TIMEOUT] = 1;
    begin_halving(&field, &halving, &timeout_s);
    look(&halving, 1);
    assert_true(halving.stopping.out[0] && halving.stopping.out[1] && halving.stopping.out[2]);
    assert_int_equal(halving.choice.places[0], FR_PLACE_FAULTY);
    assert_int_equal(halving.choice.places[1], FR_PLACE_UNREADY);
    assert_int_equal(halving.choice.places[2], FR_PLACE_TOO_SLOW);
    assert_int_equal(fr_halving_finish(&halving), FR_OK);
    assert_int_equal(halving.choice.chosen, -1);
    tear_down(&field);
}

static void test_halving_has_no_time_left_to_prepare(void **state)
{
    (void)state;
    struct field field;
    struct fr_halving halving;
    double timeout_s = 0;
    set_up(&field, 2, FR_PREFER_SPEED);
    field.racers.count = 2;
    init_halving(&field, FR_PREFER_SPEED, &halving, &timeout_s);
    assert_true(halving.stopping.admits(halving.stopping.context, 0));
    assert_true(timeout_s > 0);
    now_ns += UINT64_C(900000000000); /* of 1000 s */
    const double before = timeout_s;
    assert_false(halving.stopping.admits(halving.stopping.context, 1));
    assert_true(halving.stopping.out[1] && !halving.stopping.over);
    assert_true(timeout_s == before); /* the next call is no preparation */
    tear_down(&field);
}

/* Two racers take part in three events: one needs a second for each, the other a minute. */
static void test_halving_drops_who_follows_slowly_if_that_counts(void **state)
{
    (void)state;
    for (int counts = 0; counts < 2; counts++) {
        struct field field;
        struct fr_halving halving;
        double timeout_s = 0;
        set_up(&field, 3, FR_PREFER_DYNAMIC);
        field.racers.count = 2;
        init_halving(&field, counts ? FR_PREFER_DYNAMIC : FR_PREFER_SPEED, &halving, &timeout_s);
        for (int i = 0; i < 2; i++)
            assert_true(halving.stopping.admits(halving.stopping.context, i));
        for (int event = 0; event < 3; event++) {
            for (int i = 0; i < 2; i++)
                if (!halving.stopping.out[i]) {
                    assert_true(halving.stopping.admits(halving.stopping.context, i));
                    now_ns += i == 0 ? UINT64_C(1000000000) : UINT64_C(60000000000);
                }
            halving.stopping.after_entry(halving.stopping.context, halving.standings, true);
        }
        assert_true(halving.spent[0] == 3 && halving.turns[0] == 3);
        assert_int_equal(halving.turns[1], counts ? 1 : 3);
        assert_int_equal(halving.choice.places[1], counts ? FR_PLACE_TOO_SLOW : FR_PLACE_UNTRIED);
        assert_true(halving.stopping.out[1] == (counts == 1));
        assert_false(halving.stopping.out[0] || halving.stopping.over);
        tear_down(&field);
    }
}

static void test_every_candidate_can_race(void **state)
{
    (void)state;
    struct fr_racers racers = {.count = 0};
    struct fr_error error;
    assert_int_equal(fr_candidates_list(fr_pathfinders, false, &racers, &error), FR_OK);
    assert_true(racers.count >= 8 && racers.count < FR_MAX_RACERS);
    for (int i = 0; i < racers.count; i++) {
        assert_false(racers.at[i].traits.expected_faults);
        assert_string_not_equal(racers.at[i].algo, "null");
    }
}

/* As many back ends as plugins may bring, under names of their own. */
static void test_room_is_left_for_the_twin(void **state)
{
    (void)state;
    static char names[FR_MAX_RACERS][sizeof "copy" + 11];
    static struct fr_pathfinder copies[FR_MAX_RACERS];
    const struct fr_pathfinder *pathfinders[FR_MAX_RACERS + 1] = {NULL};
    for (int i = 0; i < FR_MAX_RACERS; i++) {
        struct fr_racers racers = {.count = 0};
        struct fr_error error;
        snprintf(names[i], sizeof names[i], "copy%d", i);
        copies[i] = *fr_pathfinder_find("bfs");
        copies[i].name = names[i];
        pathfinders[i] = &copies[i];
        const enum fr_status status = fr_candidates_list(pathfinders, false, &racers, &error);
        assert_int_equal(status, i + 1 < FR_MAX_RACERS ? FR_OK : FR_BAD_INPUT);
        if (status == FR_OK)
            assert_int_equal(racers.count, i + 1);
        else
            assert_non_null(strstr(error.text, "expected fewer"));
    }
}

static void test_preferences_by_name(void **state)
{
    (void)state;
    for (int i = 0; i < FR_PREFERENCES; i++) {
        enum fr_preference preference;
        assert_true(fr_preference_read(fr_preference_name((enum fr_preference)i), &preference));
        assert_int_equal(preference, i);
        assert_int_equal(*fr_preference_criteria(preference), FR_ON_LEGALITY);
    }
    enum fr_preference preference;
    assert_false(fr_preference_read("beauty", &preference));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_speed_takes_the_quicker),
        cmocka_unit_test(test_speed_does_not_ask_for_length_nor_looks_for_more_than_time),
        cmocka_unit_test(test_frames_come_before_walks),
        cmocka_unit_test(test_memory_takes_the_smaller_that_keeps_time),
        cmocka_unit_test(test_dynamic_adds_update_and_next_click),
        cmocka_unit_test(test_two_events_in_a_row_are_one_change),
        cmocka_unit_test(test_walks_through_walls_never_come_first),
        cmocka_unit_test(test_equals_are_told_by_cost),
        cmocka_unit_test(test_the_best_is_like_itself),
        cmocka_unit_test(test_what_is_open_is_called_so),
        cmocka_unit_test(test_few_clicks_beat_nobody),
        cmocka_unit_test(test_an_open_criterion_may_not_matter),
        cmocka_unit_test(test_only_contenders_are_chosen),
        cmocka_unit_test(test_figures),
        cmocka_unit_test(test_halving_drops_the_slow_and_ends),
        cmocka_unit_test(test_halving_says_why_a_candidate_is_out),
        cmocka_unit_test(test_halving_has_no_time_left_to_prepare),
        cmocka_unit_test(test_halving_drops_who_follows_slowly_if_that_counts),
        cmocka_unit_test(test_every_candidate_can_race),
        cmocka_unit_test(test_room_is_left_for_the_twin),
        cmocka_unit_test(test_preferences_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
