/* Races for figures wider than a point, and on cells: which clicks are lost, and what the rows
 * report. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "harness/clicks/closed_corridors.h"
#include "harness/clicks/radius_loss.h"
#include "tests/ascii_map.h"
#include "tests/harness/race/race_fixture.h"

static const char *text(const cJSON *row, const char *key)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(row, key);
    return cJSON_IsString(value) ? value->valuestring : "";
}

static double number(const cJSON *row, const char *key)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(row, key);
    return cJSON_IsNumber(value) ? value->valuedouble : (double)NAN;
}

/* The row of a kind for a click; -1: the first of that kind. */
static const cJSON *row_of(const cJSON *rows, const char *kind, int click)
{
    const cJSON *row;
    cJSON_ArrayForEach(row, rows)
    {
        if (strcmp(text(row, "kind"), kind) == 0 &&
            (click < 0 || (int)number(row, "click") == click))
            return row;
    }
    fail_msg("no row '%s' for click %d", kind, click);
    return NULL;
}

static struct fr_map *eroded(const struct fr_map *map, int32_t radius)
{
    struct fr_map *copy;
    assert_int_equal(fr_map_clone(map, &fr_default_allocator, &copy), FR_OK);
    assert_int_equal(fr_erode(copy, (struct fr_agent){radius, FR_DISC}), FR_OK);
    return copy;
}

/* Two halls with a door of one pixel between them, a corridor, and a pixel by itself. */
static const char halls[] = "..........#.|"
                            "....##....#.|"
                            "..........#.|"
                            "....##....#.|"
                            "....##....#.|"
                            "############|"
                            "#.##########";

static void parts_vanish_and_fall_apart(void **state)
{
    (void)state;
    struct fr_map *point = ascii_map(halls), *agent = eroded(point, 2);
    struct fr_part_losses losses;
    assert_int_equal(fr_part_losses_count(point, agent, &fr_default_allocator, &losses), FR_OK);
    assert_int_equal(losses.parts, 3);
    assert_int_equal(losses.vanished, 2);
    assert_int_equal(losses.split, 1);
    assert_int_equal(losses.floor, 44 + 5 + 1);
    assert_int_equal(losses.left, fr_map_walkable_count(agent));
    fr_map_release(agent);
    fr_map_release(point);
}

static const struct fr_click clicks[] = {
    {.kind = FR_CLICK, .start = {1, 1}, .goal = {8, 1}},   /* through the door */
    {.kind = FR_CLICK, .start = {1, 1}, .goal = {2, 3}},   /* in one hall */
    {.kind = FR_CLICK, .start = {11, 0}, .goal = {11, 4}}, /* in the corridor */
    {.kind = FR_CLICK, .start = {1, 1}, .goal = {11, 4}},  /* no longer reachable */
    {.kind = FR_BLOCK, .rect = {4, 0, 2, 5}},
    {.kind = FR_CLICK, .start = {1, 1}, .goal = {8, 1}}, /* unreachable from now on */
    {.kind = FR_WALK, .goal = {2, 3}},
};

#define CLICKS (sizeof clicks / sizeof *clicks)

static void clicks_are_lost_that_a_point_can_walk(void **state)
{
    static const bool expected[CLICKS] = {true, false, true, false, false, false, false};
    struct fr_click list[CLICKS];
    bool lost[CLICKS];
    size_t count;
    (void)state;
    memcpy(list, clicks, sizeof list);
    const struct fr_click_set set = {.clicks = list, .count = CLICKS, .capacity = CLICKS};
    struct fr_map *point = ascii_map(halls), *agent = eroded(point, 2);
    struct fr_resolved_click *resolved;
    assert_int_equal(fr_resolve(&set, agent, FR_CLAMP_NEAREST, &fr_default_allocator, &resolved),
                     FR_OK);
    assert_int_equal(fr_lost_clicks_mark(&set, point, resolved, FR_CLAMP_NEAREST,
                                         &fr_default_allocator, lost, &count),
                     FR_OK);
    for (size_t i = 0; i < CLICKS; i++)
        assert_int_equal(lost[i], expected[i]);
    assert_int_equal(count, 2);
    fr_deallocate(&fr_default_allocator, resolved, CLICKS, sizeof *resolved);
    fr_map_release(agent);
    fr_map_release(point);
}

static void losses_are_told_in_a_line(void **state)
{
    static const struct fr_agent agent = {13, FR_SQUARE};
    bool lost[30] = {[3] = true, [17] = true};
    char line[512];
    (void)state;
    struct fr_part_losses losses = {.parts = 5, .vanished = 3, .split = 1};
    fr_losses_describe(agent, &losses, lost, 2, line, sizeof line);
    assert_string_equal(line, "with radius 6.5 (square), 3 of 5 components vanish and 1 splits; "
                              "2 clicks are lost: 3, 17");
    losses = (struct fr_part_losses){.parts = 5, .split = 2};
    fr_losses_describe(agent, &losses, NULL, 0, line, sizeof line);
    assert_string_equal(line, "with radius 6.5 (square), 2 of 5 components split");
    losses = (struct fr_part_losses){.parts = 1, .split = 1};
    fr_losses_describe(agent, &losses, NULL, 0, line, sizeof line);
    assert_string_equal(line, "with radius 6.5 (square), the only component splits");
    losses.split = 0;
    lost[17] = false;
    fr_losses_describe(agent, &losses, lost, 1, line, sizeof line);
    assert_string_equal(line, "with radius 6.5 (square), 1 click is lost: 3");
    fr_losses_describe(agent, &losses, NULL, 0, line, sizeof line);
    assert_string_equal(line, "");
    memset(lost, true, sizeof lost);
    fr_losses_describe(agent, &losses, lost, 30, line, sizeof line);
    assert_non_null(strstr(line, "18, 19 and 10 more"));
    fr_losses_describe(agent, &losses, lost, 30, line, 40);
    assert_int_equal(strlen(line), 39);
}

static void clicks_are_lost_at_corridors(void **state)
{
    struct fr_click list[CLICKS];
    bool lost[CLICKS] = {true, [2] = true};
    struct fr_closed_corridors corridors;
    char line[256];
    (void)state;
    memcpy(list, clicks, sizeof list);
    const struct fr_click_set set = {.clicks = list, .count = CLICKS, .capacity = CLICKS};
    static const struct fr_agent agent = {2, FR_DISC};
    struct fr_map *point = ascii_map(halls), *walked = eroded(point, agent.radius);
    struct fr_resolved_click *resolved;
    assert_int_equal(fr_resolve(&set, walked, FR_CLAMP_NEAREST, &fr_default_allocator, &resolved),
                     FR_OK);
    assert_int_equal(fr_closed_corridors_find(point, walked, agent, resolved, lost, CLICKS,
                                              &fr_default_allocator, &corridors),
                     FR_OK);
    assert_int_equal(corridors.count, 1);
    /* The door is two pixels long, and two deep: the first of those that both halls touch. */
    assert_int_equal(corridors.listed[0].place.at.y, 2);
    assert_in_range(corridors.listed[0].place.at.x, 4, 5);
    assert_int_equal(corridors.listed[0].width, 1);
    assert_int_equal(corridors.listed[0].clicks, 1); /* the other one's corridor vanishes */
    corridors.listed[0].place.at.x = 4;
    fr_closed_corridors_describe(&corridors, line, sizeof line);
    assert_string_equal(line, "a corridor closes at 4,2 (1 px wide, 1 click)");
    fr_deallocate(&fr_default_allocator, resolved, CLICKS, sizeof *resolved);
    fr_map_release(walked);
    fr_map_release(point);
}

/* Rooms of growing depth along a hall, each behind a door of one pixel. */
static void those_that_cut_off_most_come_first(void **state)
{
    enum { ROOMS = FR_LISTED_CORRIDORS + 3, PITCH = 6, DEEP = ROOMS + 3 };
    static const struct fr_agent agent = {2, FR_DISC};
    struct fr_closed_corridors corridors;
    struct fr_map *point;
    char line[256];
    (void)state;
    assert_int_equal(fr_map_create(ROOMS * PITCH, DEEP + 6, &fr_default_allocator, &point), FR_OK);
    for (int32_t x = 0; x < ROOMS * PITCH; x++)
        for (int32_t y = 0; y < DEEP + 6; y++) {
            const int32_t room = x / PITCH, across = x % PITCH;
            const bool hall = y < 5, door = y == 5 && across == 2;
            fr_map_set_area(point, x, y, hall || door || (y > 5 && y < 9 + room && across < 5));
        }
    struct fr_map *walked = eroded(point, agent.radius);
    assert_int_equal(fr_closed_corridors_find(point, walked, agent, NULL, NULL, 0,
                                              &fr_default_allocator, &corridors),
                     FR_OK);
    assert_int_equal(corridors.count, ROOMS);
    assert_int_equal(corridors.listed_count, FR_LISTED_CORRIDORS);
    for (int i = 0; i < FR_LISTED_CORRIDORS; i++) {
        const struct fr_bottleneck *place = &corridors.listed[i].place;
        assert_int_equal(place->at.x, (ROOMS - 1 - i) * PITCH + 2);
        assert_int_equal(place->at.y, 5);
        assert_int_equal(corridors.listed[i].clicks, 0);
    }
    fr_closed_corridors_describe(&corridors, line, sizeof line);
    assert_string_equal(line, "corridors close at 134,5 (1 px wide), 128,5 (1 px wide), "
                              "122,5 (1 px wide), 116,5 (1 px wide) and 19 more places");
    fr_closed_corridors_describe(&corridors, line, 30);
    assert_int_equal(strlen(line), 29);
    fr_map_release(walked);
    fr_map_release(point);
}

static void every_refused_allocation_is_survived(void **state)
{
    (void)state;
    struct fr_map *point = ascii_map(halls), *agent = eroded(point, 2);
    for (uint64_t n = 1;; n++) {
        struct fr_counting_allocator counting;
        struct fr_part_losses losses;
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        const enum fr_status status =
            fr_part_losses_count(point, agent, &counting.allocator, &losses);
        assert_int_equal(status, counting.refused ? FR_NO_MEMORY : FR_OK);
        assert_int_equal(counting.live_bytes, 0);
        if (status == FR_OK)
            break;
    }
    fr_map_release(agent);
    fr_map_release(point);
}

/* Runs the honest double on the fixture's map with options behind a colon. */
static enum fr_exit race(const struct fr_race_fixture *fixture, const char *options,
                         const char *algo)
{
    char map[400];
    snprintf(map, sizeof map, "%s:%s", fixture->map, options);
    const char *const arguments[] = {
        "--map",         map,      "--clicks", fixture->clicks, "-o", fixture->result,
        "--allow-debug", "--algo", algo,       "--rounds",      "1",  NULL};
    return fr_fixture_run_only(arguments);
}

static void an_agent_loses_clicks_and_the_rows_say_so(void **state)
{
    struct fr_race_fixture fixture;
    (void)state;
    fr_fixture_create(&fixture);
    /* The pillar leaves two rows above itself and two below: too little to pass. */
    assert_int_equal(race(&fixture, "radius=1", "double"), FR_EXIT_DONE);
    cJSON *rows = fr_fixture_rows(&fixture);
    assert_string_equal(text(row_of(rows, "click", 4), "clamped"), "both");
    const cJSON *lost = row_of(rows, "click", 0);
    assert_string_equal(text(lost, "outcome"), "unreachable");
    assert_string_equal(text(lost, "verdict"), "ok");
    assert_non_null(strstr(text(lost, "reason"), "a point can"));
    assert_string_equal(text(row_of(rows, "click", 3), "reason"), "");
    assert_int_equal(number(row_of(rows, "end", -1), "lost_to_agent"), 3);
    cJSON_Delete(rows);
    fr_fixture_remove(&fixture);
}

static void cells_are_raced_on_and_judged_at_full_scale(void **state)
{
    struct fr_race_fixture fixture;
    (void)state;
    fr_fixture_create(&fixture);
    assert_int_equal(race(&fixture, "scale=2", "double"), FR_EXIT_FAULT);
    cJSON *rows = fr_fixture_rows(&fixture);
    const cJSON *click = row_of(rows, "click", 2);
    assert_string_equal(text(click, "outcome"), "found");
    assert_string_equal(text(click, "verdict"), "ok");
    /* From 0,0 by 1,0 to 1,1 and on to 3,1, to 3,0. */
    assert_true(number(click, "length") == 5);
    assert_true(number(click, "optimum") == 3);
    /* The pillar fills no cell of its own. */
    assert_string_equal(text(row_of(rows, "click", 1), "verdict"), "false-unreachable");
    assert_true(number(row_of(rows, "map", -1), "width") == 12);
    cJSON_Delete(rows);
    fr_fixture_remove(&fixture);
}

static void events_reach_the_cells(void **state)
{
    static const char *const racers[] = {"double", "updating"};
    struct fr_race_fixture fixture;
    (void)state;
    fr_fixture_create(&fixture);
    fr_fixture_write(fixture.clicks,
                     "{\"format\": \"footrace-clicks/1\", \"map\": \"room\", \"clicks\": [\n"
                     "{\"start\": [0, 1], \"goal\": [9, 1]},\n"
                     "{\"block\": [4, 0, 1, 6]},\n"
                     "{\"start\": [0, 1], \"goal\": [9, 1]},\n"
                     "{\"unblock\": [4, 0, 1, 2]},\n"
                     "{\"start\": [0, 1], \"goal\": [9, 1]}\n"
                     "]}\n");
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(race(&fixture, "scale=2", racers[i]), FR_EXIT_DONE);
        cJSON *rows = fr_fixture_rows(&fixture);
        assert_string_equal(text(row_of(rows, "click", 0), "outcome"), "found");
        assert_string_equal(text(row_of(rows, "click", 2), "outcome"), "unreachable");
        assert_string_equal(text(row_of(rows, "click", 4), "outcome"), "found");
        assert_string_equal(text(row_of(rows, "update", 3), "outcome"), "ok");
        cJSON_Delete(rows);
    }
    fr_fixture_remove(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_vanish_and_fall_apart),
        cmocka_unit_test(clicks_are_lost_that_a_point_can_walk),
        cmocka_unit_test(losses_are_told_in_a_line),
        cmocka_unit_test(clicks_are_lost_at_corridors),
        cmocka_unit_test(those_that_cut_off_most_come_first),
        cmocka_unit_test(every_refused_allocation_is_survived),
        cmocka_unit_test(an_agent_loses_clicks_and_the_rows_say_so),
        cmocka_unit_test(cells_are_raced_on_and_judged_at_full_scale),
        cmocka_unit_test(events_reach_the_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
