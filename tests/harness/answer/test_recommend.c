/* The rule of the answer, from standings made up for it: it flips when the figures do; and the race of
 * footrace recommend, which leaves what is far behind. */
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

enum { CLICKS = 120, OPTIMUM = 100 };

/* Racers with the same figures, none over its threshold, for a test to change. */
struct field {
    struct fr_racers racers;
    struct fr_standings standings;
    struct fr_evidence evidence;
    struct fr_evidence_cost costs[3];
    struct fr_situation situation;
    struct fr_final_answer answer;
};

static void race(struct field *field, int racer, double ns, double ratio, double bytes)
{
    struct fr_standing *standing = &field->standings.at[racer];
    standing->clicks = standing->found = standing->any_angle = CLICKS;
    standing->prepare_ns = 1e6;
    standing->held_bytes = (int64_t)bytes;
    for (size_t i = 0; i < CLICKS; i++) {
        field->standings.optima[i] = OPTIMUM;
        standing->ns[i] = *fr_standings_samples(&field->standings, racer, i) = ns;
        standing->steady_ns[i] = ns / 2;
        standing->lengths[i] = OPTIMUM * ratio;
    }
}

static void set_up(struct field *field)
{
    static const char *const names[] = {"visgraph", "polyanya", "navmesh"};
    struct fr_error error;
    memset(field, 0, sizeof *field);
    for (int i = 0; i < 3; i++)
        assert_int_equal(fr_racers_add(&field->racers, fr_pathfinders, names[i], &error), FR_OK);
    assert_int_equal(fr_standings_create(3, CLICKS, 1, &fr_default_allocator, &field->standings),
                     FR_OK);
    assert_int_equal(fr_standings_keep_samples(&field->standings, 1), FR_OK);
    fr_situation_init(&field->situation);
    for (int i = 0; i < 3; i++) {
        field->evidence.copy_of[i] = -1;
        field->evidence.object_bytes[i] = 3000 - 1000 * i;
        race(field, i, 1000, 1, 1e6);
    }
}

/* What leads, with the margins of a finished race. */
static const char *leads(struct field *field)
{
    field->evidence.racers = field->racers;
    field->evidence.standings = field->standings;
    field->evidence.costs = field->costs;
    for (int i = 0; i < 3; i++) {
        const struct fr_standing *standing = &field->standings.at[i];
        field->costs[i] = (struct fr_evidence_cost){&standing->prepare_ns,
                                                    &standing->load_ns,
                                                    !isnan(standing->prepare_ns),
                                                    standing->held_bytes,
                                                    -1,
                                                    standing->saved_bytes};
    }
    fr_answer_release(&field->answer);
    assert_int_equal(
        fr_answer_weigh(&field->evidence, &field->situation, &fr_usual_margins, &field->answer),
        FR_OK);
    return field->answer.chosen < 0 ? "" : field->racers.at[field->answer.chosen].algo;
}

static void tear_down(struct field *field)
{
    fr_answer_release(&field->answer);
    fr_standings_release(&field->standings);
}

static void assert_penalty(const struct field *field, int racer, double points)
{
    assert_true(fabs(field->answer.weighing.penalty[racer] - points) < 1e-9);
}

static void what_nobody_notices_is_free_and_the_smallest_leads(void **state)
{
    (void)state;
    struct field field;
    set_up(&field);
    race(&field, 0, 10, 1, 1e3); /* a hundred times as fast, and nobody can feel it */
    assert_string_equal(leads(&field), "navmesh");
    assert_int_equal(field.answer.places[0], FR_PLACE_LARGER);
    assert_penalty(&field, 0, 0);
    field.evidence.object_bytes[2] = 0; /* unknown: then names decide */
    assert_string_equal(leads(&field), "navmesh");
    tear_down(&field);
}

static void each_doubling_is_a_point(void **state)
{
    (void)state;
    struct field field;
    set_up(&field);
    race(&field, 2, 8e6, 1, 8e6); /* three doublings of 1 ms, one of 4 MB */
    field.standings.at[1].prepare_ns = 40e6;
    assert_string_equal(leads(&field), "visgraph");
    assert_penalty(&field, 2, 4);
    assert_penalty(&field, 1, 1);
    race(&field, 0, 1000, 1.01, 1e6); /* 1 % is twice 0.5 %, and well below 5 % */
    leads(&field);
    assert_penalty(&field, 0, 1);
    tear_down(&field);
}

static void queries_and_a_slower_machine_multiply(void **state)
{
    (void)state;
    struct field field;
    set_up(&field);
    race(&field, 2, 1e6, 1, 1e6);
    field.situation.queries_per_frame = 7; /* one played, six steady ones of half a millisecond */
    leads(&field);
    assert_penalty(&field, 2, 2);
    field.situation.slower = 2;
    leads(&field);
    assert_penalty(&field, 2, 3);
    tear_down(&field);
}

static void a_preference_keeps_those_within_a_tenth(void **state)
{
    (void)state;
    struct field field;
    set_up(&field);
    race(&field, 1, 950, 1, 1e6);
    race(&field, 0, 900, 1, 8e6);
    field.situation.preferences[0] = FR_SPEED;
    field.situation.count = 1;
    assert_string_equal(leads(&field), "polyanya");
    assert_int_equal(field.answer.places[2], FR_PLACE_NOT_PREFERRED);
    field.situation.preferences[field.situation.count++] = FR_MEMORY;
    race(&field, 1, 950, 1, 20e6);
    assert_string_equal(leads(&field), "visgraph");
    field.situation.preferences[1] = FR_CHANGE; /* which these rows do not say */
    assert_string_equal(leads(&field), "visgraph");
    tear_down(&field);
}

static void excluded_is_what_fails_crosses_a_wall_or_exceeds_a_limit(void **state)
{
    (void)state;
    struct field field;
    set_up(&field);
    field.standings.at[2].illegal = 1;
    field.standings.at[1].failures[FR_FAILURE_TIMEOUT] = 1;
    assert_string_equal(leads(&field), "visgraph");
    assert_int_equal(field.answer.places[2], FR_PLACE_CROSSES);
    assert_int_equal(field.answer.places[1], FR_PLACE_TOO_SLOW);
    field.situation.limits[FR_MEMORY] = 999999;
    assert_string_equal(leads(&field), "");
    assert_int_equal(field.answer.places[0], FR_PLACE_OVER_LIMIT);
    tear_down(&field);
}

/* Every fourth entry is an event, the next its click. */
static void change(struct fr_standing *standing, double update, double first)
{
    for (size_t i = 0; i + 1 < CLICKS; i += 4) {
        standing->ns[i] = (double)NAN;
        standing->update_ns[i] = update;
        standing->first_ns[i + 1] = first;
    }
}

static void a_change_is_its_update_and_the_next_click(void **state)
{
    (void)state;
    struct field field;
    set_up(&field);
    change(&field.standings.at[0], 15e6, 1e6);
    change(&field.standings.at[1], 1e6, 1e6);
    change(&field.standings.at[2], 100, 32e6);
    assert_string_equal(leads(&field), "polyanya");
    assert_penalty(&field, 0, 2);
    assert_true(field.answer.weighing.penalty[2] > 3);
    field.standings.at[0].update_ns[1] = 3;
    field.standings.at[0].first_ns[2] = 2;
    assert_true(fabs(fr_change_cost(&field.standings.at[0], 2) - 15e6 - 5) < 1e-6);
    tear_down(&field);
}

static uint64_t now_ns;

static uint64_t clock_of_the_test(void)
{
    return now_ns;
}

/* Successive halving over standings that are complete from the first comparison on. */
static void begin_halving(struct field *field, struct fr_halving *halving, double *timeout_s)
{
    fr_halving_init(halving, &field->racers, &field->standings, &field->situation, timeout_s);
    now_ns = 1;
    halving->now_ns = clock_of_the_test;
    halving->least = 1000;
}

static void prepare_all(struct fr_halving *halving)
{
    for (int i = 0; i < 3; i++)
        assert_true(halving->stopping.admits(halving->stopping.context, i));
}

static void look(struct field *field, struct fr_halving *halving, int times)
{
    for (int i = 0; i < times; i++)
        halving->stopping.after_entry(halving->stopping.context, &field->standings, false);
}

static void halving_leaves_what_is_far_behind_and_ends(void **state)
{
    (void)state;
    static struct fr_halving halving;
    struct field field;
    double timeout_s = 0;
    set_up(&field);
    race(&field, 1, 8e6, 1, 1e6);
    begin_halving(&field, &halving, &timeout_s);
    prepare_all(&halving);
    look(&field, &halving, 11);
    assert_false(halving.stopping.out[1]);
    look(&field, &halving, 1);
    assert_true(halving.stopping.out[1]); /* three points more */
    assert_int_equal(halving.left[1], FR_PLACE_HEAVIER);
    assert_string_equal(halving.reasons[1], "3.0 points more: slow query 8.00 ms (3.0)");
    assert_false(halving.stopping.out[0] || halving.stopping.out[2] || halving.stopping.over);
    look(&field, &halving, 84);
    assert_true(halving.stopping.over);
    assert_int_equal(fr_halving_finish(&halving, &field.standings), FR_OK);
    fr_halving_release(&halving);
    tear_down(&field);
}

/* Three penalty points for preparation or for memory, whichever racer has them. */
static void halving_weighs_preparation_and_memory(void **state)
{
    (void)state;
    for (int racer = 0; racer < 3; racer++)
        for (int of_memory = 0; of_memory < 2; of_memory++) {
            static struct fr_halving halving;
            struct field field;
            double timeout_s = 0;
            set_up(&field);
            race(&field, racer, 1000, 1, of_memory ? 32e6 : 1e6);
            if (!of_memory)
                field.standings.at[racer].prepare_ns = 160e6;
            begin_halving(&field, &halving, &timeout_s);
            prepare_all(&halving);
            look(&field, &halving, 12);
            for (int i = 0; i < 3; i++)
                assert_int_equal(halving.stopping.out[i], i == racer);
            assert_int_equal(halving.left[racer], FR_PLACE_HEAVIER);
            assert_non_null(strstr(halving.reasons[racer], of_memory ? "memory" : "load time"));
            fr_halving_release(&halving);
            tear_down(&field);
        }
}

static void halving_says_at_once_why_a_candidate_is_out(void **state)
{
    (void)state;
    static struct fr_halving halving;
    struct field field;
    double timeout_s = 0;
    set_up(&field);
    field.standings.at[0].failures[FR_FAILURE_INVALID] = 1;
    field.standings.at[1].prepare_ns = (double)NAN;
    field.standings.at[2].failures[FR_FAILURE_TIMEOUT] = 1;
    begin_halving(&field, &halving, &timeout_s);
    prepare_all(&halving);
    look(&field, &halving, 1);
    assert_true(halving.stopping.out[0] && halving.stopping.out[1] && halving.stopping.out[2]);
    assert_int_equal(halving.left[0], FR_PLACE_FAILED);
    assert_int_equal(halving.left[1], FR_PLACE_UNREADY);
    assert_int_equal(halving.left[2], FR_PLACE_TOO_SLOW);
    assert_int_equal(fr_halving_finish(&halving, &field.standings), FR_OK);
    assert_int_equal(halving.answer.chosen, -1);
    fr_halving_release(&halving);
    tear_down(&field);
}

/* Preparations have half of the 1000 s; the second may take what is left of that. */
static void halving_has_no_time_left_to_prepare(void **state)
{
    (void)state;
    static struct fr_halving halving;
    struct field field;
    double timeout_s = 0;
    set_up(&field);
    begin_halving(&field, &halving, &timeout_s);
    assert_true(halving.stopping.admits(halving.stopping.context, 0));
    assert_true(timeout_s > 1);
    now_ns += UINT64_C(499500000000);
    assert_true(halving.stopping.admits(halving.stopping.context, 1));
    assert_true(fabs(timeout_s - 0.5) < 1e-6);
    now_ns += UINT64_C(400500000000);
    const double before = timeout_s;
    assert_false(halving.stopping.admits(halving.stopping.context, 2));
    assert_true(halving.stopping.out[2] && !halving.stopping.over);
    assert_true(timeout_s == before); /* the next call is no preparation */
    fr_halving_release(&halving);
    tear_down(&field);
}

/* A larger budget where the default one was refused, and nowhere else. */
static void other_settings_are_tried_where_defaults_are_refused(void **state)
{
    (void)state;
    for (int refused = 0; refused < 2; refused++) {
        static struct fr_halving halving;
        struct field field;
        struct fr_error error;
        double timeout_s = 0;
        set_up(&field);
        field.racers.count = 0;
        assert_int_equal(fr_racers_add(&field.racers, fr_pathfinders, "visgraph", &error), FR_OK);
        assert_int_equal(fr_racers_add(&field.racers, fr_pathfinders, "hublabel", &error), FR_OK);
        assert_int_equal(fr_racers_add(&field.racers, fr_pathfinders, "hublabel:budget=80", &error),
                         FR_OK);
        begin_halving(&field, &halving, &timeout_s);
        assert_true(halving.stopping.admits(halving.stopping.context, 0));
        assert_true(halving.stopping.admits(halving.stopping.context, 1));
        field.standings.at[1].unsupported = refused;
        assert_true(halving.stopping.admits(halving.stopping.context, 2) == refused);
        assert_true(halving.stopping.out[2] == !refused);
        assert_true(halving.tried[2]); /* in either case nothing better is left untried */
        fr_halving_release(&halving);
        tear_down(&field);
    }
}

/* Each racer takes its time for each of some entries: of clicks, of changes, or of the clicks after them. */
enum entries { OF_CLICKS, OF_CHANGES, AFTER_CHANGES };

static void take_turns(struct field *field, struct fr_halving *halving, enum entries entries,
                       int count, const double seconds[3])
{
    for (int entry = 0; entry < count; entry++) {
        if (entries == AFTER_CHANGES)
            halving->stopping.after_entry(halving->stopping.context, &field->standings, true);
        for (int i = 0; i < 3; i++)
            if (!halving->stopping.out[i]) {
                assert_true(halving->stopping.admits(halving->stopping.context, i));
                now_ns += (uint64_t)(seconds[i] * 1e9);
            }
        halving->stopping.after_entry(halving->stopping.context, &field->standings,
                                      entries == OF_CHANGES);
    }
}

/* One racer takes a minute for each entry: for clicks that is too slow, for changes and what they leave
 * for later it is not. */
static void the_time_of_a_change_is_not_charged_to_clicks(void **state)
{
    (void)state;
    for (int slow = 0; slow < 3; slow++)
        for (int entries = OF_CLICKS; entries <= AFTER_CHANGES; entries++) {
            static struct fr_halving halving;
            struct field field;
            double timeout_s = 0, seconds[] = {1e-3, 1e-3, 1e-3};
            seconds[slow] = 60;
            set_up(&field);
            race(&field, slow, 60e9, 1, 1e6);
            begin_halving(&field, &halving, &timeout_s);
            prepare_all(&halving);
            take_turns(&field, &halving, (enum entries)entries, 8, seconds);
            for (int i = 0; i < 3; i++)
                assert_true(halving.stopping.out[i] == (i == slow && entries == OF_CLICKS));
            assert_false(halving.stopping.over);
            fr_halving_release(&halving);
            tear_down(&field);
        }
}

/* The other races take a microsecond; that of 900 took minutes, as the machine was busy, or a single query
 * of it did. */
static void what_nobody_notices_is_not_left_on_a_busy_machine(void **state)
{
    (void)state;
    static const double seconds[] = {1e-3, 60, 1e-3};
    for (int disturbed = 0; disturbed < 3; disturbed++) {
        static struct fr_halving halving;
        struct field field;
        double timeout_s = 0;
        set_up(&field);
        race(&field, 1, 9e5, 1, 1e6);
        if (disturbed == 1)
            field.standings.at[1].ns[3] = *fr_standings_samples(&field.standings, 1, 3) = 300e9;
        for (size_t i = 0; i < CLICKS && disturbed == 2; i++) {
            field.standings.at[1].ns[i] = *fr_standings_samples(&field.standings, 1, i) = 2e9;
            *fr_standings_waited(&field.standings, 1, i) = 2e9 - 9e5;
        }
        begin_halving(&field, &halving, &timeout_s);
        for (size_t i = 24; i < CLICKS; i++) /* as many have been asked */
            for (int j = 0; j < 3; j++)
                field.standings.at[j].ns[i] = (double)NAN;
        prepare_all(&halving);
        take_turns(&field, &halving, OF_CLICKS, 12, seconds);
        assert_false(halving.stopping.out[0] || halving.stopping.out[1] || halving.stopping.out[2]);
        fr_halving_release(&halving);
        tear_down(&field);
    }
}

/* A median query of the threshold itself costs nothing, however long it was the racer's turn; the least bit more
 * does. */
static void the_threshold_of_a_pace_is_exact(void **state)
{
    (void)state;
    static const double seconds[] = {1e-3, 60, 1e-3};
    for (int beyond = 0; beyond < 2; beyond++) {
        static struct fr_halving halving;
        struct field field;
        double timeout_s = 0;
        set_up(&field);
        race(&field, 1, 1e6 + 0.25 * beyond, 1, 1e6);
        begin_halving(&field, &halving, &timeout_s);
        prepare_all(&halving);
        take_turns(&field, &halving, OF_CLICKS, 8, seconds);
        assert_int_equal(halving.stopping.out[1], beyond);
        fr_halving_release(&halving);
        tear_down(&field);
    }
}

/* A query may take a twentieth of the race, and a quarter of a second at least; after a change, as long as any. */
static void the_time_limit_of_a_query_is_a_share_of_the_race(void **state)
{
    (void)state;
    static const double races[] = {2, 10}, limits[] = {0.25, 0.5};
    for (int i = 0; i < 2; i++) {
        static struct fr_halving halving;
        struct field field;
        double timeout_s = 0;
        set_up(&field);
        begin_halving(&field, &halving, &timeout_s);
        halving.least = races[i];
        prepare_all(&halving);
        assert_true(halving.stopping.admits(halving.stopping.context, 0));
        assert_true(fabs(timeout_s - limits[i]) < 1e-9);
        halving.stopping.after_entry(halving.stopping.context, &field.standings, true);
        assert_true(halving.stopping.admits(halving.stopping.context, 0));
        assert_true(fabs(timeout_s - FR_SLOWEST_CLICK) < 1e-9);
        fr_halving_release(&halving);
        tear_down(&field);
    }
}

/* A race lasts until it is due, and some seconds at least; a preparation may take three tenths of it. */
static void a_race_lasts_until_it_is_due(void **state)
{
    (void)state;
    static const double due_s[] = {100, 4, 0}, limits[] = {30, 3, 3};
    for (int i = 0; i < 3; i++) {
        static struct fr_halving halving;
        struct field field;
        double timeout_s = 0;
        set_up(&field);
        begin_halving(&field, &halving, &timeout_s);
        halving.least = 10;
        halving.due_ns = now_ns + (uint64_t)(due_s[i] * 1e9) - (due_s[i] <= 0);
        assert_true(halving.stopping.admits(halving.stopping.context, 0));
        assert_true(fabs(timeout_s - limits[i]) < 1e-9);
        fr_halving_release(&halving);
        tear_down(&field);
    }
}

static void a_limit_counts_in_comparisons_only(void **state)
{
    (void)state;
    static struct fr_halving halving;
    struct field field;
    double timeout_s = 0;
    set_up(&field);
    race(&field, 1, 5000, 1, 1e6);
    field.standings.at[0].failures[FR_FAILURE_INVALID] = 1;
    field.situation.limits[FR_SLOW] = 1000;
    begin_halving(&field, &halving, &timeout_s);
    prepare_all(&halving);
    look(&field, &halving, 2);
    assert_true(halving.stopping.out[0]);
    assert_false(halving.stopping.out[1]);
    look(&field, &halving, 10);
    assert_true(halving.stopping.out[1]);
    assert_int_equal(halving.left[1], FR_PLACE_OVER_LIMIT);
    fr_halving_release(&halving);
    tear_down(&field);
}

/* A time after a change of 400 ms removes a racer once each has followed three. */
static void few_changes_say_nothing(void **state)
{
    (void)state;
    for (size_t changes = 2; changes < 4; changes++) {
        static struct fr_halving halving;
        struct field field;
        double timeout_s = 0;
        set_up(&field);
        for (int i = 0; i < 3; i++) {
            change(&field.standings.at[i], 1e6, i == 1 ? 400e6 : 1e6);
            field.standings.at[i].updates.count = changes;
        }
        begin_halving(&field, &halving, &timeout_s);
        prepare_all(&halving);
        look(&field, &halving, 12);
        assert_true(halving.stopping.out[1] == (changes == 3));
        assert_false(halving.stopping.out[0] || halving.stopping.out[2]);
        fr_halving_release(&halving);
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
            assert_non_null(strstr(error.text, "expected at most"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_nobody_notices_is_free_and_the_smallest_leads),
        cmocka_unit_test(each_doubling_is_a_point),
        cmocka_unit_test(queries_and_a_slower_machine_multiply),
        cmocka_unit_test(a_preference_keeps_those_within_a_tenth),
        cmocka_unit_test(excluded_is_what_fails_crosses_a_wall_or_exceeds_a_limit),
        cmocka_unit_test(a_change_is_its_update_and_the_next_click),
        cmocka_unit_test(halving_leaves_what_is_far_behind_and_ends),
        cmocka_unit_test(halving_weighs_preparation_and_memory),
        cmocka_unit_test(halving_says_at_once_why_a_candidate_is_out),
        cmocka_unit_test(halving_has_no_time_left_to_prepare),
        cmocka_unit_test(other_settings_are_tried_where_defaults_are_refused),
        cmocka_unit_test(the_time_of_a_change_is_not_charged_to_clicks),
        cmocka_unit_test(what_nobody_notices_is_not_left_on_a_busy_machine),
        cmocka_unit_test(the_threshold_of_a_pace_is_exact),
        cmocka_unit_test(the_time_limit_of_a_query_is_a_share_of_the_race),
        cmocka_unit_test(a_race_lasts_until_it_is_due),
        cmocka_unit_test(a_limit_counts_in_comparisons_only),
        cmocka_unit_test(few_changes_say_nothing),
        cmocka_unit_test(test_every_candidate_can_race),
        cmocka_unit_test(test_room_is_left_for_the_twin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
