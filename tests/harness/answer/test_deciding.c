/* The answer from standings made up for it: who is left out and why, what resamples name, and what is said of
 * other situations. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/harness/answer/answer_field.h"
#include "tests/soak.h"

static void take(struct field *field, int racer, size_t click, double ns)
{
    struct fr_standings *standings = &field->evidence.standings;
    standings->at[racer].ns[click] = *fr_standings_samples(standings, racer, click) = ns;
}

/* Those in the way of a racer, the gravest first, and how each comes about. */
static const enum fr_place obstacles[] = {
    FR_PLACE_NO_CANDIDATE, FR_PLACE_UNSUPPORTED, FR_PLACE_FAILED,  FR_PLACE_UNREADY,
    FR_PLACE_TOO_SLOW,     FR_PLACE_EXCLUDED,    FR_PLACE_CROSSES, FR_PLACE_OVER_LIMIT};

static void obstruct(struct field *field, int obstacle, int racer)
{
    struct fr_standing *standing = &field->evidence.standings.at[racer];
    switch (obstacles[obstacle]) {
    case FR_PLACE_NO_CANDIDATE:
        field->evidence.racers.at[racer].candidate = false;
        break;
    case FR_PLACE_UNSUPPORTED:
        standing->unsupported = true;
        break;
    case FR_PLACE_FAILED:
        standing->failures[FR_FAILURE_CRASH] = 1;
        break;
    case FR_PLACE_UNREADY:
        standing->prepare_ns = (double)NAN;
        break;
    case FR_PLACE_TOO_SLOW:
        standing->failures[FR_FAILURE_TIMEOUT] = 2;
        break;
    case FR_PLACE_EXCLUDED:
        standing->remembers = true;
        break;
    case FR_PLACE_CROSSES:
        standing->illegal = 1;
        break;
    default:
        field->costs[racer].held_bytes = 2000;
        field->situation.limits[FR_MEMORY] = 1999;
    }
}

static void the_gravest_obstacle_is_named(void **state)
{
    (void)state;
    const int count = sizeof obstacles / sizeof *obstacles;
    for (int several = 1; several < 1 << count; several++) {
        static struct field field;
        int gravest = -1;
        create(&field, 2, 1, 8);
        for (int i = count; i-- > 0;)
            if (several >> i & 1) {
                obstruct(&field, i, 1);
                gravest = i;
            }
        decide(&field);
        assert_int_equal(field.answer.places[1], obstacles[gravest]);
        assert_int_equal(field.answer.chosen, 0);
        release(&field);
    }
}

/* A control, a racer of another build and a racer without a time are not shipped, however small. */
static void copies_builds_and_the_untried_are_not_shipped(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        static struct field field;
        create(&field, 2, 1, 8);
        field.evidence.copy_of[1] = i == 0 ? 0 : -1;
        field.evidence.other_build[1] = i == 1;
        for (size_t click = 0; click < 8 && i == 2; click++)
            take(&field, 1, click, (double)NAN);
        decide(&field);
        assert_int_equal(field.answer.chosen, 0);
        assert_int_equal(field.answer.places[1], i < 2 ? FR_PLACE_NO_CANDIDATE : FR_PLACE_UNTRIED);
        release(&field);
    }
}

/* The racer that shares the most clicks with all others stays, and those that share nine tenths of what any two
 * share, or 200 clicks. */
static void who_answered_other_clicks_is_left_out(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(19)};
    int dropped = 0;
    printf("FOOTRACE_SEED=%llu\n", (unsigned long long)soak_seed(19));
    for (int64_t i = 0; i < soak_fewer(200, 10) * soak_scale(); i++) {
        static struct field field;
        const int racers = fr_random_between(&random, 2, MOST);
        const size_t clicks = (const size_t[]){3, 40, 300}[fr_random_below(&random, 3)];
        size_t common[MOST][MOST], most = 0, all[MOST] = {0};
        int anchor = 0;
        create(&field, racers, 1, clicks);
        for (int j = 0; j < racers; j++) {
            const double answered = 1 - 0.4 * fr_random_unit(&random) * fr_random_below(&random, 2);
            const size_t only = fr_random_below(&random, 3); /* of three, one is answered */
            for (size_t click = 0; click < clicks; click++)
                if (clicks == 3 ? click != only : click > 0 && fr_random_unit(&random) > answered)
                    take(&field, j, click, (double)NAN);
        }
        for (int j = 0; j < racers; j++)
            for (int k = 0; k < racers; k++) {
                common[j][k] = 0;
                for (size_t click = 0; click < clicks; click++)
                    common[j][k] += (size_t)!isnan(field.evidence.standings.at[j].ns[click] +
                                                   field.evidence.standings.at[k].ns[click]);
                all[j] += j == k ? 0 : common[j][k];
                most = j != k && common[j][k] > most ? common[j][k] : most;
            }
        for (int j = 0; j < racers; j++)
            anchor = all[j] > all[anchor] ? j : anchor;
        const size_t enough = most - most / 10 < 200 ? most - most / 10 : 200;
        assert_int_equal(
            fr_answer_weigh(&field.evidence, &field.situation, &fr_usual_margins, &field.answer),
            FR_OK);
        for (int j = 0; j < racers; j++) {
            const bool few = j != anchor && common[anchor][j] < enough;
            assert_int_equal(field.answer.places[j] == FR_PLACE_TOO_FEW, few);
            dropped += few;
        }
        const size_t detours = field.answer.detours;
        const size_t most_of = detours - detours / 10 < 200 ? detours - detours / 10 : 200;
        int elsewhere = -1; /* the first that raced as many, but others */
        for (int j = racers - 1; j >= 0; j--)
            if (field.answer.places[j] == FR_PLACE_TOO_FEW &&
                field.answer.figures[j].timed >= most_of)
                elsewhere = j;
        assert_int_equal(fr_answer_raced_elsewhere(&field.answer), elsewhere);
        release(&field);
    }
    assert_true(dropped > 0);
}

/* The second racer has the smaller code, and some clicks that cost it points: resamples without any of them name
 * it, of clicks or of maps. */
static void check_share(struct field *field, double without, bool second_is_smaller)
{
    field->evidence.object_bytes[1] = second_is_smaller ? 500 : 5000;
    decide(field);
    const double sd = sqrt(without * (1 - without) / 400);
    /* All have what the threshold allows: without these clicks the smaller one is named. */
    const double leads = second_is_smaller ? 1 - without : 1;
    assert_int_equal(field->answer.weighing.leads, 0);
    assert_true(fabs(field->answer.share[0] - leads) <= 5 * sd + 1e-9);
    if (field->answer.share[0] >= 0.95) {
        assert_int_equal(field->answer.chosen, 0);
        assert_int_equal(field->answer.other, -1);
        return;
    }
    assert_true(fabs(field->answer.share[0] + field->answer.share[1] - 1) < 1e-9);
    assert_int_equal(field->answer.chosen, 1);
    assert_int_equal(field->answer.other, 0);
    assert_int_equal(field->answer.places[1], FR_PLACE_SHIPPED);
    assert_int_equal(field->answer.places[0], FR_PLACE_UNDECIDED);
    assert_false(field->answer.settled);
}

static void resamples_name_racers_as_often_as_they_must(void **state)
{
    (void)state;
    for (size_t slow = 1; slow <= 5; slow += 2)
        for (int smaller = 0; smaller < 2; smaller++) {
            static struct field field;
            create(&field, 2, 1, 20);
            for (size_t click = 0; click < slow; click++)
                take(&field, 1, click, 8e6);
            check_share(&field, pow(1 - (double)slow / 20, 20), smaller);
            release(&field);
        }
    for (int maps = 2; maps <= MOST_MAPS; maps++) { /* all clicks of the last map */
        static struct field field;
        create(&field, 2, maps, 40);
        for (size_t click = 40 * (size_t)(maps - 1); click < 40 * (size_t)maps; click++)
            take(&field, 1, click, 8e6);
        check_share(&field, pow(1 - 1.0 / maps, maps), true);
        release(&field);
    }
}

/* In a second round that one racer has not run yet: resamples of that round say nothing. */
static void a_racer_that_is_always_heavier_is_never_named(void **state)
{
    (void)state;
    static struct field field;
    create_in(&field, 2, 2, 60, 2);
    for (size_t click = 0; click < 2 * 60; click++) {
        fr_standings_samples(&field.evidence.standings, 0, click)[1] = (double)NAN;
        for (int round = 0; round < 2; round++)
            fr_standings_samples(&field.evidence.standings, 1, click)[round] = 8e6;
        field.evidence.standings.at[1].ns[click] = 8e6;
    }
    decide(&field);
    assert_int_equal(field.answer.chosen, 0);
    assert_int_equal(field.answer.other, -1);
    assert_true(field.answer.share[0] >= 1);
    assert_true(field.answer.settled);
    release(&field);
}

/* Sixty clicks, nobody left untried, and every preference judged. */
static void settled_needs_clicks_and_no_open_question(void **state)
{
    (void)state;
    for (size_t clicks = 59; clicks <= 60; clicks++)
        for (int unknown = 0; unknown < 2; unknown++) {
            static struct field field;
            create(&field, 2, 1, clicks);
            field.situation.preferences[0] = unknown ? FR_CHANGE : FR_SPEED;
            field.situation.count = 1;
            decide(&field);
            const bool settled = clicks == 60 && !unknown;
            assert_int_equal(field.answer.settled, settled);
            fr_answer_set_untried(&field.answer, 1);
            assert_false(field.answer.settled);
            fr_answer_set_untried(&field.answer, 0);
            assert_int_equal(field.answer.settled, settled);
            release(&field);
        }
}

static int leads_in(const struct field *field, double factor, int preferred)
{
    struct fr_situation there = field->situation;
    struct fr_final_answer answer;
    for (int i = 0; i < FR_QUANTITIES; i++)
        there.thresholds[i] *= factor;
    if (preferred >= 0) {
        there.preferences[0] = (enum fr_quantity)preferred;
        there.count = 1;
    }
    assert_int_equal(fr_answer_weigh(&field->evidence, &there, &fr_usual_margins, &answer), FR_OK);
    const int leads = answer.weighing.leads;
    fr_answer_release(&answer);
    return leads;
}

/* All but the chosen one and controls, each once: the closer to being chosen, the earlier. */
static void check_others(const struct fr_final_answer *answer)
{
    int order[FR_MAX_RACERS], expected = 0;
    bool seen[FR_MAX_RACERS] = {false};
    const int count = fr_answer_others(answer, order);
    for (int i = 0; i < answer->measures.racers; i++)
        expected += i != answer->chosen && answer->evidence->copy_of[i] < 0;
    assert_int_equal(count, expected);
    for (int i = 0; i < count; i++) {
        assert_true(order[i] != answer->chosen && answer->evidence->copy_of[order[i]] < 0);
        assert_false(seen[order[i]]);
        seen[order[i]] = true;
        if (i == 0)
            continue;
        const enum fr_place before = answer->places[order[i - 1]], here = answer->places[order[i]];
        assert_true(before > here || (before == here && answer->weighing.penalty[order[i - 1]] <=
                                                            answer->weighing.penalty[order[i]]));
    }
}

/* What is said of other thresholds and preferences is what the rule says there; times are relative to those of
 * what is shipped; a control makes the noise. */
static void what_is_said_of_other_situations_holds_there(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(23)};
    int others = 0;
    printf("FOOTRACE_SEED=%llu\n", (unsigned long long)soak_seed(23));
    for (int64_t i = 0; i < soak_fewer(100, 10) * soak_scale(); i++) {
        static struct field field;
        const int racers = fr_random_between(&random, 2, MOST);
        const size_t clicks = fr_random_below(&random, 2) ? 11 : 12; /* twelve show the noise */
        create(&field, racers, 1, clicks);
        double paces[MOST];
        for (int j = 0; j < racers; j++) {
            paces[j] = exp2(18 + 4 * fr_random_unit(&random));
            for (size_t click = 0; click < clicks; click++)
                take(&field, j, click, paces[j]);
            field.costs[j].held_bytes = (int64_t)exp2(20 + 4 * fr_random_unit(&random));
        }
        field.evidence.copy_of[racers - 1] = racers > 2 ? 0 : -1;
        decide(&field);
        const struct fr_final_answer *answer = &field.answer;
        assert_int_equal(answer->halved, leads_in(&field, 0.5, -1));
        assert_int_equal(answer->doubled, leads_in(&field, 2, -1));
        for (int j = 0; j < FR_QUANTITIES; j++)
            assert_int_equal(answer->alone[j],
                             answer->weighing.counts[j] ? leads_in(&field, 1, j) : -1);
        others += answer->halved != answer->doubled;
        for (int j = 0; j < racers; j++)
            assert_true(fabs(answer->slower[j] * paces[answer->chosen] / paces[j] - 1) < 1e-9);
        check_others(answer);
        const double control = paces[0] / paces[racers - 1];
        const double noise = racers > 2 && clicks == 12 ? fmax(control, 1 / control) - 1 : 0;
        assert_true(fabs(answer->noise - fmax(noise, 0.03)) < 1e-9);
        release(&field);
    }
    assert_true(others > 0);
}

/* Only rows with steady queries say what several queries in a frame take. */
static void queries_per_frame_are_a_border_only_where_steady_ones_are_known(void **state)
{
    (void)state;
    for (int known = 0; known < 2; known++) {
        static struct field field;
        create(&field, 2, 1, 8);
        for (size_t click = 0; click < 8; click++) {
            take(&field, 1, click, 8e6);
            for (int i = 0; i < 2; i++) /* twice in a frame, and the second is the slower one */
                field.evidence.standings.at[i].steady_ns[click] =
                    known ? (i == 0 ? 16e6 : 1e3) : (double)NAN;
        }
        decide(&field);
        assert_int_equal(field.answer.chosen, 0);
        assert_int_equal(field.answer.border.quantity == FR_BY_QUERIES, known);
        release(&field);
    }
}

static void a_radius_must_be_that_of_the_race(void **state)
{
    (void)state;
    static struct field field;
    static const struct {
        const char *file;
        double radius;
    } raced[] = {{"m.png", 0}, {"m.png:radius=6.5", 6.5}, {"m.png:invert,agent=3", 3}};
    struct fr_evidence_course courses[2] = {{.file = "m.png"}};
    create(&field, 1, 1, 8);
    field.evidence.courses = courses;
    for (size_t i = 0; i < sizeof raced / sizeof *raced; i++) {
        struct fr_error error;
        courses[0].file = courses[1].file = raced[i].file;
        field.evidence.course_count = 2;
        field.situation.radius_px = raced[i].radius;
        decide(&field);
        fr_answer_release(&field.answer);
        for (int wrong = 0; wrong < 2; wrong++) { /* either of the two */
            courses[wrong].file = "m.png:radius=9";
            assert_int_equal(
                fr_answer_decide(&field.evidence, &field.situation, &field.answer, &error),
                FR_BAD_INPUT);
            assert_non_null(strstr(error.text, "radius 9"));
            courses[wrong].file = raced[i].file;
        }
    }
    fr_standings_release(&field.evidence.standings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_gravest_obstacle_is_named),
        cmocka_unit_test(copies_builds_and_the_untried_are_not_shipped),
        cmocka_unit_test(who_answered_other_clicks_is_left_out),
        cmocka_unit_test(resamples_name_racers_as_often_as_they_must),
        cmocka_unit_test(a_racer_that_is_always_heavier_is_never_named),
        cmocka_unit_test(settled_needs_clicks_and_no_open_question),
        cmocka_unit_test(what_is_said_of_other_situations_holds_there),
        cmocka_unit_test(queries_per_frame_are_a_border_only_where_steady_ones_are_known),
        cmocka_unit_test(a_radius_must_be_that_of_the_race),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
