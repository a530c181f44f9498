/* The command lines that footrace recommend ends with: they repeat the race as it was, whole or not
 * at all. */
#define _POSIX_C_SOURCE 200809L

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
#include "tests/ascii_map.h"
#include "tests/harness/answer/printed.h"

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

/* The JSON of a recommendation: what was dropped, in order, and which clicks are lost. */
static void check_document(struct scene *scene, int dropped)
{
    static const char *const expected[] = {"astar", "bfs", "jps"};
    static struct fr_situation situation;
    static struct fr_inspection inspection;
    bool lost[] = {true, false, true};
    fr_situation_init(&situation);
    scene->answer.situation = &situation;
    scene->answer.chosen = scene->answer.other = scene->answer.weighing.leads = -1;
    scene->course.lost = lost;
    scene->course.set.count = 3;
    scene->recommendation.inspection = &inspection;
    scene->recommendation.stopped = "";
    *scene->recommendation.rerun = '\0';
    cJSON *document = fr_recommendation_json(&scene->recommendation);
    const cJSON *all = cJSON_GetObjectItem(document, "dropped");
    const cJSON *clicks = cJSON_GetObjectItem(document, "lost_to_walker");
    assert_int_equal(cJSON_GetArraySize(all), dropped);
    for (int i = 0; i < dropped; i++)
        assert_string_equal(cJSON_GetObjectItem(cJSON_GetArrayItem(all, i), "algo")->valuestring,
                            expected[i]);
    assert_int_equal(cJSON_GetArraySize(clicks), 2);
    assert_int_equal(cJSON_GetArrayItem(clicks, 0)->valueint, 0);
    assert_int_equal(cJSON_GetArrayItem(clicks, 1)->valueint, 2);
    cJSON_Delete(document);
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
    check_document(&scene, 3);
    scene.recommendation.final_racers = NULL;
    assert_int_equal(fr_recommendation_dropped(&scene.recommendation, dropped), 0);
    check_document(&scene, 0);
}

/* A race that shipped nothing, of six clicks and an event; a figure cannot walk the first few of them. */
static void print_lost(int lost, bool cut_short, int width, char *text, size_t size)
{
    static struct fr_inspection inspection;
    static struct fr_situation situation;
    char *typed[] = {"recommend", "m.png"};
    struct scene scene;
    struct printing printing;
    struct fr_resolved_click resolved[7] = {{.event = false}};
    bool is_lost[7];
    set_up(&scene, "m.png", 2, typed);
    fr_situation_init(&situation);
    memset(&inspection, 0, sizeof inspection);
    inspection.spec = "m.png";
    inspection.map = ascii_map("....|....");
    inspection.health.walkable = inspection.health.pixels = 8;
    inspection.health.components_4 = lost == 1 ? 1 : 2;
    inspection.report.agent.radius = 13;
    inspection.warning_count = lost == 1;
    snprintf(inspection.warnings[0], sizeof inspection.warnings[0], "a warning");
    for (int i = 0; i < 7; i++) {
        resolved[i].event = i == 6;
        resolved[i].start = (struct fr_pixel){i, 1};
        resolved[i].goal = (struct fr_pixel){i, 2};
        is_lost[i] = i < lost;
    }
    scene.course.resolved = resolved;
    scene.course.lost = is_lost;
    scene.course.set.count = 7;
    scene.course.lost_count = (size_t)lost;
    scene.course.corridors.listed_count = lost > 0 ? 2 : 0;
    for (int i = 0; i < 2; i++) {
        struct fr_closed_corridor *corridor = &scene.course.corridors.listed[i];
        corridor->place.at = (struct fr_pixel){8 + i, 9};
        corridor->width = 5 - i;
        corridor->clicks = (size_t)(lost > 1 || i == 0 ? lost : 0);
    }
    scene.answer.chosen = scene.answer.weighing.leads = -1;
    scene.answer.situation = &situation;
    scene.recommendation.final_racers = NULL;
    scene.recommendation.inspection = &inspection;
    scene.recommendation.stopped = cut_short ? "interrupted" : "";
    *scene.recommendation.rerun = '\0';
    begin_printing(&printing);
    fr_recommendation_print(&scene.recommendation, width, false);
    end_printing(&printing, text, size);
    fr_map_release(inspection.map);
}

static void lost_clicks_are_told_with_their_corridors(void **state)
{
    (void)state;
    static const char *const told[] = {
        "cannot reach 0 of 6 clicks that a point can.\n",
        "cannot reach 1 of 6 clicks that a point can: 0,1 to 0,2. At 8,9 a corridor of 5 px "
        "closes, "
        "which loses 1 of them.\n",
        "cannot reach 2 of 6 clicks that a point can: 0,1 to 0,2; 1,1 to 1,2. At 8,9 a corridor of "
        "5 px closes, which loses 2 of them; at 9,9 one of 4 px, which loses 2 of them.\n",
        NULL,
        NULL,
        "2,2; 3,1 to 3,2; 4,1 to 4,2. At 8,9",
        "2,2; 3,1 to 3,2; 4,1 to 4,2; and more. At 8,9"};
    static char text[1 << 14];
    for (int lost = 0; lost <= 6; lost++) {
        print_lost(lost, lost == 2, 1000, text, sizeof text);
        if (told[lost])
            assert_non_null(strstr(text, told[lost]));
        assert_true(!strstr(text, "The race was cut short (interrupted);") == (lost != 2));
        assert_true(!strstr(text, "\nAbout the mask\n  a warning\n") == (lost != 1));
        const char *heading = lost == 1 ? "floor, in 1 component, with 0 corners."
                                        : "floor, in 2 components, with 0 corners.";
        assert_ptr_equal(strstr(text, "m.png: 4 x 2 pixels, 100.0 % of them "), text);
        assert_non_null(strstr(text, heading));
        assert_null(strstr(text, "To check the answer"));
    }
    print_lost(0, false, 30, text, sizeof text);
    assert_ptr_equal(strstr(text, "m.png: 4 x 2 pixels, 100.0 %\nof them floor,"), text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plugins_and_clicks_are_given_again),
        cmocka_unit_test(nothing_is_repeated_where_nothing_is_recommended),
        cmocka_unit_test(what_reached_no_final_is_listed_as_dropped),
        cmocka_unit_test(lost_clicks_are_told_with_their_corridors),
        cmocka_unit_test(half_a_command_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
