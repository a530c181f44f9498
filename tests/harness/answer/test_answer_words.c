/* The sentences of an answer, from answers made by hand: what they name is what the answer holds. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "harness/answer/answer.h"
#include "tests/harness/answer/printed.h"

enum { RACERS = 3 };

/* The first ships with a penalty of 2.5; the others are in its way or not, as a test says. */
struct scene {
    struct fr_evidence evidence;
    struct fr_situation situation;
    struct fr_final_answer answer;
    double at[RACERS][FR_MEASURES];
};

static void set_up(struct scene *scene)
{
    static const char *const names[RACERS] = {"navmesh", "jps", "bfs"};
    memset(scene, 0, sizeof *scene);
    fr_situation_init(&scene->situation);
    struct fr_final_answer *answer = &scene->answer;
    answer->evidence = &scene->evidence;
    answer->situation = &scene->situation;
    answer->measures = (struct fr_measures){1, RACERS, scene->at};
    answer->chosen = answer->weighing.leads = answer->halved = answer->doubled = 0;
    answer->other = answer->border.quantity = -1;
    answer->settled = true;
    answer->detours = 200;
    scene->evidence.racers.count = RACERS;
    scene->evidence.maps = 1;
    for (int i = 0; i < RACERS; i++) {
        struct fr_weighing *weighing = &answer->weighing;
        snprintf(scene->evidence.racers.at[i].algo, sizeof scene->evidence.racers.at[i].algo, "%s",
                 names[i]);
        scene->evidence.object_bytes[i] = 10000 * (i + 1);
        scene->evidence.copy_of[i] = -1;
        answer->places[i] = i == 0 ? FR_PLACE_SHIPPED : FR_PLACE_HEAVIER;
        weighing->penalty[i] = 2.5 + i;
        weighing->points[i][FR_LOAD] = 1.5 + i;
        weighing->points[i][FR_MEMORY] = 1;
        weighing->mean[i][FR_SPEED] = 2000;
        weighing->mean[i][FR_SLOW] = 5000;
        weighing->mean[i][FR_LOAD] = 80e6 * (i + 1);
        weighing->mean[i][FR_MEMORY] = 8e6;
        weighing->mean[i][FR_LENGTH] = 0.01;
        weighing->mean[i][FR_LENGTH_P99] = 0.04;
        answer->figures[i].slowest_ns = 7000;
        answer->figures[i].samples = 1200;
        scene->evidence.standings.at[i].clicks = 210;
    }
}

static void assert_says(const struct scene *scene, enum fr_sentence sentence, const char *expected)
{
    char text[FR_ANSWER_TEXT];
    fr_answer_sentence(&scene->answer, sentence, text);
    assert_string_equal(text, expected);
}

static void what_ships_and_why(void **state)
{
    (void)state;
    struct scene scene;
    set_up(&scene);
    assert_says(&scene, FR_SHIP,
                "Ship navmesh on this map: a penalty of 2.5 points, load time 80.0 ms (1.5), "
                "memory 8.00 MB (1.0); next is jps with 3.5.");
    scene.evidence.maps = 2;
    scene.answer.places[2] = FR_PLACE_LARGER;
    scene.answer.weighing.penalty[0] = 0.04; /* less than is written */
    scene.answer.weighing.counts[FR_CHANGE] = true;
    scene.answer.weighing.mean[0][FR_CHANGE] = 3e6;
    assert_says(&scene, FR_SHIP,
                "Ship navmesh: all its figures are within their thresholds; it has the smallest "
                "object code of 2 equally good back ends; after a change it takes 3.00 ms.");
    set_up(&scene);
    scene.answer.settled = false;
    scene.answer.weighing.penalty[2] = 3; /* the least of the others is next */
    scene.answer.detours = 1;
    assert_says(&scene, FR_SHIP,
                "Not settled by 1 detour: navmesh leads on this map: a penalty of 2.5 points, load "
                "time 80.0 ms (1.5), memory 8.00 MB (1.0); next is bfs with 3.0.");
}

static void why_nothing_is_settled(void **state)
{
    (void)state;
    struct scene scene;
    static const char rest[] =
        "a penalty of 2.5 points, load time 80.0 ms (1.5), memory 8.00 MB (1.0)";
    char expected[FR_ANSWER_TEXT];
    set_up(&scene);
    scene.situation.preferences[0] = FR_SPEED;
    scene.situation.preferences[1] = FR_CHANGE;
    scene.situation.count = 2;
    scene.answer.weighing.counts[FR_SPEED] = true;
    snprintf(expected, sizeof expected,
             "Not settled, as these rows hold no time after a change: navmesh leads on this map: "
             "%s; next is jps with 3.5.",
             rest);
    assert_says(&scene, FR_SHIP, expected);
    set_up(&scene);
    fr_answer_set_untried(&scene.answer, 2);
    snprintf(expected, sizeof expected,
             "Not settled, as there was no time for 2 more candidates: navmesh leads on this map: "
             "%s; next is jps with 3.5.",
             rest);
    assert_says(&scene, FR_SHIP, expected);
    set_up(&scene);
    scene.answer.places[1] = FR_PLACE_TOO_FEW;
    scene.answer.figures[1].timed = 180;
    snprintf(expected, sizeof expected,
             "Not settled, as jps was raced on other clicks: navmesh leads on this map: %s; next "
             "is bfs with 4.5.",
             rest);
    assert_says(&scene, FR_SHIP, expected);
    set_up(&scene);
    scene.answer.weighing.leads = scene.answer.other = 1;
    scene.answer.share[0] = 0.6;
    scene.answer.share[1] = 0.4;
    snprintf(expected, sizeof expected,
             "Undecided between jps, which leads on this map, and navmesh (named by 60 %% and "
             "40 %% of the resamples): ship navmesh, the smaller one: %s.",
             rest);
    assert_says(&scene, FR_SHIP, expected);
    scene.answer.places[1] = FR_PLACE_UNDECIDED;
    char reason[FR_ANSWER_TEXT];
    fr_answer_reason(&scene.answer, 1, reason);
    assert_string_equal(reason, "undecided: 60 % of the resamples name it");
    scene.answer.weighing.leads = 0;
    fr_answer_reason(&scene.answer, 1, reason);
    assert_string_equal(reason, "undecided: 40 % of the resamples name it");
}

static void nothing_to_ship_is_one_sentence(void **state)
{
    (void)state;
    struct scene scene;
    set_up(&scene);
    scene.answer.chosen = -1;
    assert_says(&scene, FR_SHIP,
                "No back end can be shipped: no candidate answered every click within the limits.");
    fr_answer_set_untried(&scene.answer, 1);
    assert_says(&scene, FR_SHIP,
                "Not settled, as there was no time for 1 more candidate, and none of the others "
                "answered every click within the limits.");
    for (int i = FR_SHIP + 1; i < FR_SENTENCES; i++)
        assert_says(&scene, (enum fr_sentence)i, "");
}

static void where_another_one_leads(void **state)
{
    (void)state;
    struct scene scene;
    set_up(&scene);
    assert_says(&scene, FR_BORDER,
                "No change of one threshold by a factor of up to 64 makes another back end lead.");
    scene.answer.chosen = 1;
    scene.answer.other = 0;
    assert_says(&scene, FR_BORDER,
                "No change of one threshold by a factor of up to 64 makes a third back end lead.");
    scene.answer.chosen = 0;
    scene.answer.border = (struct fr_border){FR_LOAD, 160e6, true, 1};
    assert_says(
        &scene, FR_BORDER,
        "jps leads once the load time costs nothing up to 160 ms (--threshold-load 160ms).");
    scene.answer.border = (struct fr_border){FR_SLOW, 2500, false, 2};
    assert_says(&scene, FR_BORDER,
                "bfs leads once the slow query counts from 2.50 µs on (--threshold-slow 2.5us).");
    scene.answer.border = (struct fr_border){FR_BY_QUERIES, 12, true, 1};
    assert_says(&scene, FR_BORDER,
                "jps leads with 12 queries or more in a frame (--queries-per-frame 12).");
    assert_says(&scene, FR_THRESHOLDS,
                "With all thresholds halved or doubled, navmesh still leads.");
    for (int i = 0; i < 2; i++) {
        scene.answer.halved = i ? 0 : 1;
        scene.answer.doubled = i ? 2 : 0;
        assert_says(&scene, FR_THRESHOLDS,
                    i ? "With all thresholds halved, navmesh leads; with all doubled, bfs leads."
                      : "With all thresholds halved, jps leads; with all doubled, navmesh leads.");
    }
    /* Who could lead with other thresholds; a limit is the user's and can be moved, a crash stays. */
    scene.answer.places[1] = FR_PLACE_FAILED;
    scene.answer.places[2] = FR_PLACE_CROSSES;
    assert_says(&scene, FR_BORDER, "");
    assert_says(&scene, FR_THRESHOLDS, "");
    scene.answer.places[2] = FR_PLACE_OVER_LIMIT;
    assert_says(&scene, FR_THRESHOLDS,
                "With all thresholds halved, navmesh leads; with all doubled, bfs leads.");
}

static void what_it_costs(void **state)
{
    (void)state;
    struct scene scene;
    set_up(&scene);
    assert_says(&scene, FR_COST,
                "On 200 detours its median query takes 2.00 µs, its slow one 5.00 µs, its slowest "
                "7.00 µs; a room loads in 80.0 ms; it holds 8.00 MB; its paths are 1 % longer than "
                "the shortest, at the 99th percentile 4 %; its object code is 10.0 kB.");
    scene.situation.slower = 2;
    scene.situation.queries_per_frame = 2;
    scene.answer.figures[0].slowest_waited_ns = 3000;
    scene.answer.figures[0].interrupted = 3;
    scene.answer.weighing.mean[0][FR_LENGTH] = scene.answer.weighing.mean[0][FR_LENGTH_P99] = 0;
    scene.answer.weighing.counts[FR_SAVED] = scene.answer.weighing.counts[FR_LOOKS] = true;
    scene.answer.weighing.mean[0][FR_SAVED] = 2e6;
    scene.answer.weighing.mean[0][FR_LOOKS] = 12;
    scene.evidence.object_bytes[0] = 0;
    assert_says(
        &scene, FR_COST,
        "On 200 detours its median query takes 2.00 µs, 2 queries in a frame take 5.00 µs, "
        "its slowest 14.0 µs, including 6.00 µs in which other programs ran; a room loads in "
        "80.0 ms, from a saved state of 2.00 MB; it holds 8.00 MB; the slow query "
        "excludes interruptions by the system, in 3 of 1200 queries; its paths are the "
        "shortest; paths that look bad: 12 in 100.");
    scene.answer.weighing.mean[0][FR_SAVED] = 1; /* the least that counts: none is saved */
    scene.answer.weighing.mean[0][FR_LENGTH] = (double)NAN;
    scene.answer.weighing.mean[0][FR_LOOKS] = 1;
    scene.answer.figures[0].interrupted = 0;
    scene.answer.figures[0].slowest_waited_ns = 0;
    scene.situation.slower = scene.situation.queries_per_frame = 1;
    assert_says(&scene, FR_COST,
                "On 200 detours its median query takes 2.00 µs, its slow one 5.00 µs, its slowest "
                "7.00 µs; a room loads in 80.0 ms, by preparing, as it saves no state; it holds "
                "8.00 MB.");
}

static void assert_reason(struct scene *scene, enum fr_place place, const char *expected)
{
    char text[FR_ANSWER_TEXT];
    scene->answer.places[1] = place;
    fr_answer_reason(&scene->answer, 1, text);
    assert_string_equal(text, expected);
}

static void why_another_one_is_not_shipped(void **state)
{
    (void)state;
    struct scene scene;
    set_up(&scene);
    assert_reason(&scene, FR_PLACE_SHIPPED, "");
    assert_reason(&scene, FR_PLACE_HEAVIER, "1.0 points more: load time 160 ms (1.0)");
    scene.answer.weighing.points[1][FR_LOAD] = 1.5;
    assert_reason(&scene, FR_PLACE_HEAVIER, "1.0 points more: small amounts of several quantities");
    scene.answer.weighing.penalty[1] = 2;
    assert_reason(&scene, FR_PLACE_HEAVIER,
                  "0.5 points less, but fewer resamples name it: small amounts of several "
                  "quantities");
    assert_reason(&scene, FR_PLACE_LARGER,
                  "equally good; its object code has 20.0 kB, that of navmesh 10.0 kB");
    scene.evidence.object_bytes[1] = 0;
    assert_reason(&scene, FR_PLACE_LARGER, "equally good");
    scene.evidence.object_bytes[1] = 20000;
    scene.evidence.object_bytes[0] = 0;
    assert_reason(&scene, FR_PLACE_LARGER, "equally good");
    scene.answer.weighing.lost_by[1] = FR_SPEED;
    scene.answer.weighing.mean[1][FR_SPEED] = 9000;
    scene.answer.weighing.mean[2][FR_SPEED] = 3000;
    assert_reason(&scene, FR_PLACE_NOT_PREFERRED,
                  "median query 9.00 µs, more than 10 % above the best, 2.00 µs");
    scene.answer.weighing.mean[2][FR_SPEED] = 1000; /* heavier, but preferred as well */
    assert_reason(&scene, FR_PLACE_NOT_PREFERRED,
                  "median query 9.00 µs, more than 10 % above the best, 1.00 µs");
    scene.situation.limits[FR_SLOW] = 4000;
    scene.situation.limits[FR_MEMORY] = 8e6;
    scene.at[1][FR_SLOW] = 5000;
    scene.at[1][FR_MEMORY] = 8e6; /* as much as is allowed */
    assert_reason(&scene, FR_PLACE_OVER_LIMIT, "slow query 5.00 µs, over --max-slow 4us");
    scene.situation.limits[FR_MEMORY] = 7e6;
    assert_reason(&scene, FR_PLACE_OVER_LIMIT,
                  "slow query 5.00 µs, over --max-slow 4us; memory 8.00 MB, over --max-memory 7MB");
    struct fr_standing *standing = &scene.evidence.standings.at[1];
    standing->failures[FR_FAILURE_TIMEOUT] = 1;
    assert_reason(&scene, FR_PLACE_TOO_SLOW, "exceeded the time limit (1 of 210 clicks)");
    standing->failures[FR_FAILURE_INVALID] = 2;
    assert_reason(&scene, FR_PLACE_FAILED,
                  "exceeded the time limit (1 of 210 clicks); returned an illegal path (2 of 210 "
                  "clicks)");
    standing->illegal = 3;
    standing->any_angle = 9;
    assert_reason(&scene, FR_PLACE_CROSSES, "3 of 9 paths cross a wall or its corner");
    standing->excluded = FR_EXCLUDED_KNOWN;
    assert_reason(&scene, FR_PLACE_EXCLUDED, "knew the answers in advance");
    scene.answer.chosen = -1;
    assert_reason(&scene, FR_PLACE_TOO_FEW,
                  "raced on only 0 of the 200 detours, too few to compare");
}

static size_t letters(const char *text, size_t bytes)
{
    size_t count = 0;
    for (size_t i = 0; i < bytes; i++)
        count += (size_t)((text[i] & 0xC0) != 0x80); /* of UTF-8 */
    return count;
}

/* What is printed at a width. */
static void print(const struct scene *scene, int width, char *text, size_t size)
{
    struct printing printing;
    begin_printing(&printing);
    fr_answer_print(&scene->answer, width, false);
    end_printing(&printing, text, size);
}

/* A paragraph fills its lines: the first word of the next one would not have fitted. */
static void check_paragraph(const char *text, size_t width)
{
    while (*text && *text != '\n') {
        const size_t length = strcspn(text, "\n"), used = letters(text, length);
        const char *next = text + length + (text[length] == '\n');
        assert_true(used <= width && *text != ' ');
        if (*next && *next != '\n')
            assert_true(used + 1 + letters(next, strcspn(next, " \n")) > width);
        text = next;
    }
}

static void paragraphs_fill_their_lines(void **state)
{
    (void)state;
    static char text[1 << 14];
    struct scene scene;
    set_up(&scene);
    scene.answer.weighing.counts[FR_SPEED] = scene.answer.weighing.counts[FR_LOAD] = true;
    scene.evidence.disturbed = scene.evidence.cut_short = true;
    scene.evidence.object_bytes[2] = 0; /* unknown */
    for (int width = 40; width <= 120; width++) {
        print(&scene, width, text, sizeof text);
        check_paragraph(text, (size_t)width);
        const char *grounds = strstr(text, "\n\nThresholds: slow query up to 1.00 ms,");
        assert_true(width < 60 || grounds);
        if (grounds)
            check_paragraph(grounds + 2, (size_t)width);
        const char *why = strstr(text, "\nWhy not\n  jps");
        assert_non_null(why);
        assert_non_null(strstr(why, "\n  bfs"));
        /* One line for each racer, and heads over the figures that count. */
        const char *table = strstr(text, "\nAll on the same 200 detours, as played\n");
        assert_non_null(table);
        assert_non_null(strstr(table, "  back end         points    median      load      code\n"
                                      "  navmesh             2.5   2.00 µs   80.0 ms   10.0 kB\n"
                                      "  jps                 3.5   2.00 µs    160 ms   20.0 kB\n"
                                      "  bfs                 4.5   2.00 µs    240 ms         -\n"));
    }
    assert_non_null(strstr(text, "Not measured in these rows: slow query, memory,"));
    assert_non_null(strstr(text, "Other programs disturbed the race"));
    assert_non_null(strstr(text, "A race was cut short"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_ships_and_why),
        cmocka_unit_test(why_nothing_is_settled),
        cmocka_unit_test(nothing_to_ship_is_one_sentence),
        cmocka_unit_test(where_another_one_leads),
        cmocka_unit_test(what_it_costs),
        cmocka_unit_test(paragraphs_fill_their_lines),
        cmocka_unit_test(why_another_one_is_not_shipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
