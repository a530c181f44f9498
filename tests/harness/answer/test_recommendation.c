/* The command lines that footrace recommend ends with: they repeat the race as it was, whole or not
 * at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "harness/answer/recommendation.h"
#include "harness/commands/recommend_plan.h"
#include "harness/racers/addresses.h"

/* A recommendation of contracted, which beat visgraph, and what was typed for it. */
struct scene {
    struct fr_racers final_racers;
    struct fr_evidence evidence;
    struct fr_final_answer answer;
    struct fr_course course;
    struct fr_arguments arguments;
    struct fr_recommendation recommendation;
};

static void set_up(struct scene *scene, const char *mask, int count, char **typed)
{
    struct fr_error error;
    memset(scene, 0, sizeof *scene);
    assert_int_equal(fr_racers_add(&scene->final_racers, fr_pathfinders, "contracted", &error),
                     FR_OK);
    assert_int_equal(fr_racers_add(&scene->final_racers, fr_pathfinders, "visgraph", &error),
                     FR_OK);
    scene->evidence.racers = scene->final_racers;
    scene->answer.evidence = &scene->evidence;
    scene->answer.chosen = 0;
    snprintf(scene->course.file, sizeof scene->course.file, "%s", mask);
    snprintf(scene->course.clicks, sizeof scene->course.clicks, "auto:60");
    scene->recommendation.final_racers = &scene->final_racers;
    scene->recommendation.answer = &scene->answer;
    scene->recommendation.course = &scene->course;
    memset(scene->recommendation.rerun, 'x', sizeof scene->recommendation.rerun);
    assert_int_equal(
        fr_arguments_parse(fr_recommend_flags, count, typed, &scene->arguments, &error), FR_OK);
}

static void assert_spelled(struct scene *scene, const char *rerun, const char *answering)
{
    fr_recommendation_spell(&scene->recommendation, 7, &scene->arguments);
    assert_string_equal(scene->recommendation.rerun, rerun);
    assert_string_equal(scene->recommendation.answering, answering);
}

static void plugins_and_clicks_are_given_again(void **state)
{
    (void)state;
    char *plain[] = {"recommend", "m.png"};
    char *typed[] = {"recommend",       "m.png",    "--prefer",
                     "length,dynamic",  "--plugin", "./a b.so",
                     "--max-click=2ms", "--plugin", "c.so"};
    struct scene scene;
    set_up(&scene, "m.png", 2, plain);
    assert_spelled(&scene,
                   "footrace run --map m.png --clicks auto:60 --seed 8 --algo contracted "
                   "--algo visgraph --algo twin=contracted -o race.jsonl",
                   "footrace answer race.jsonl");
    set_up(&scene, "it's.png", 9, typed);
    assert_spelled(&scene,
                   "footrace run --map 'it'\\''s.png' --clicks auto:60 --seed 8 "
                   "--plugin './a b.so' --plugin c.so --algo contracted --algo visgraph "
                   "--algo twin=contracted -o race.jsonl",
                   "footrace answer race.jsonl --prefer length,dynamic --max-click 2ms");
}

static void nothing_is_repeated_where_nothing_is_recommended(void **state)
{
    (void)state;
    char *typed[] = {"recommend", "m.png"};
    struct scene scene;
    set_up(&scene, "m.png", 2, typed);
    scene.answer.chosen = -1;
    assert_spelled(&scene, "", "");
}

/* Quotes make four letters of one, and paths may be long. */
static void half_a_command_is_none(void **state)
{
    (void)state;
    static char quotes[1000], path[3000];
    char *typed[] = {"recommend", "m.png", "--plugin", path};
    struct scene scene;
    memset(quotes, '\'', sizeof quotes - 1);
    set_up(&scene, quotes, 2, typed);
    assert_spelled(&scene, "", "");
    size_t longest = 0;
    for (size_t length = 1; length < sizeof path; length += length < 1900 ? 100 : 1) {
        memset(path, 'c', length);
        set_up(&scene, "m.png", 4, typed);
        fr_recommendation_spell(&scene.recommendation, 7, &scene.arguments);
        const char *rerun = scene.recommendation.rerun;
        const size_t used = strlen(rerun);
        assert_true(used == 0 || strcmp(rerun + used - 11, " race.jsonl") == 0);
        assert_true(used > 0 || length > 1900);
        assert_int_equal(*scene.recommendation.answering == '\0', used == 0);
        longest = used > longest ? used : longest;
    }
    assert_int_equal(longest, sizeof scene.recommendation.rerun - 1);
}

/* What was screened and is no finalist, in order; nothing where there was no final race. */
static void what_reached_no_final_is_listed_as_dropped(void **state)
{
    (void)state;
    static const char *const screened[] = {"astar", "visgraph", "bfs", "contracted", "jps"};
    static struct fr_halving screening;
    char *typed[] = {"recommend", "m.png"};
    struct scene scene;
    int dropped[FR_MAX_RACERS];
    set_up(&scene, "m.png", 2, typed);
    screening.view.racers.count = 5;
    for (int i = 0; i < 5; i++) {
        snprintf(screening.view.racers.at[i].algo, sizeof screening.view.racers.at[i].algo, "%s",
                 screened[i]);
        screening.left[i] = i == 0 ? FR_PLACE_SHIPPED : FR_PLACE_HEAVIER;
        snprintf(screening.reasons[i], sizeof screening.reasons[i], "too heavy");
    }
    scene.recommendation.screening = &screening;
    assert_int_equal(fr_recommendation_dropped(&scene.recommendation, dropped), 3);
    assert_true(dropped[0] == 0 && dropped[1] == 2 && dropped[2] == 4);
    assert_string_equal(fr_recommendation_reason(&scene.recommendation, 0),
                        "close, but there was no time to race it");
    assert_string_equal(fr_recommendation_reason(&scene.recommendation, 2), "too heavy");
    scene.recommendation.final_racers = NULL;
    assert_int_equal(fr_recommendation_dropped(&scene.recommendation, dropped), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plugins_and_clicks_are_given_again),
        cmocka_unit_test(nothing_is_repeated_where_nothing_is_recommended),
        cmocka_unit_test(what_reached_no_final_is_listed_as_dropped),
        cmocka_unit_test(half_a_command_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
