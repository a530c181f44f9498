/* The code that an answer prints, for every way of reading a mask; test_answer.py compiles and runs it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "harness/answer/game_code.h"
#include "maps/map.h"

static char code[FR_GAME_CODE];

static void spell(const char *spec, const char *reading, const bool *enabled)
{
    const struct fr_game game = {"jps:jump=tables", spec, reading, enabled};
    fr_game_code(&game, code);
}

static int count(const char *text, const char *words)
{
    int found = 0;
    for (const char *at = strstr(text, words); at; at = strstr(at + 1, words))
        found++;
    return found;
}

/* Every brace is closed. */
static void assert_whole(const char *text)
{
    int depth = 0;
    for (; *text; text++) {
        depth += (*text == '{') - (*text == '}');
        assert_true(depth >= 0);
    }
    assert_int_equal(depth, 0);
}

static void a_room_is_read_as_it_was_raced(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *reading, *areas;
    } read[] = {
        {"m.png", "threshold 128 of luminance", "by area_of."},
        {"m.png:legend=000000=0/ff0000=1", "legend", "by area_of."},
        {"m.png", "palette indices", "the index of its palette colour, 0 where"},
        {"room.crm", "Adventure Game Studio room", "the index of its palette colour, 0 where"},
        {"m.txt", "text", "0 is a wall."}};
    for (size_t i = 0; i < sizeof read / sizeof *read; i++) {
        const bool colours = strstr(read[i].areas, "area_of");
        spell(read[i].spec, read[i].reading, NULL);
        assert_whole(code);
        assert_non_null(strstr(code, read[i].areas));
        assert_int_equal(count(code, "static unsigned char area_of("), colours);
        assert_int_equal(count(code, "fr_walker_from_mask(&mask, \"jps:jump=tables\", NULL"), 1);
        assert_int_equal(count(code, "static bool walk_to("), 1);
        assert_int_equal(count(code, "fr_walker_with_radius"), 0);
        assert_int_equal(count(code, "fr_walker_open"), 0);
    }
}

static void gates_radius_and_closed_areas_are_in_it(void **state)
{
    (void)state;
    bool enabled[FR_AREAS];
    for (int i = 0; i < FR_AREAS; i++)
        enabled[i] = i != 0 && i != 1 && i != 7 && i != FR_AREAS - 1;
    spell("m.png:radius=6.5", "threshold 128", enabled);
    assert_whole(code);
    assert_int_equal(count(code, "fr_walker_with_radius(walker, 6.5f, &figure)"), 1);
    assert_int_equal(count(code, "fr_walker_open(walker, "), 3);
    assert_int_equal(count(code, "fr_walker_open(walker, 1, false)"), 1);
    assert_int_equal(count(code, "fr_walker_open(walker, 7, false)"), 1);
    assert_int_equal(count(code, "fr_walker_open(walker, 255, false)"), 1);
    spell("m.png", "threshold 128", NULL);
    assert_non_null(strstr(code, "return 299 * rgba[0] + 587 * rgba[1] + 114 * rgba[2] >= "));
    spell("m.png:invert=on", "threshold 128", NULL);
    assert_non_null(strstr(code, "return 299 * rgba[0] + 587 * rgba[1] + 114 * rgba[2] < "));
}

/* A gate is an area of its own, which closes; its pixels are as opaque as others unless alpha says nothing. */
static void gates_are_areas(void **state)
{
    (void)state;
    for (int off = 0; off < 2; off++) {
        spell(off ? "m.png:gate=ff8000/0000ff,alpha=off" : "m.png:gate=ff8000/0000ff",
              "threshold 128", NULL);
        assert_whole(code);
        assert_int_equal(count(code, "a gate: fr_walker_open(walker, "), 2);
        assert_int_equal(count(code, "rgba[0] == 255 && rgba[1] == 128 && rgba[2] == 0 && "), 1);
        assert_int_equal(count(code, "rgba[3] >= 0)"), off ? 2 : 0);
        assert_int_equal(count(code, "rgba[3] >= 128)"), off ? 0 : 2);
        assert_int_equal(count(code, "if (rgba[3] < 128)\n        return 0;"), !off);
    }
}

/* Cells of several pixels, and a name that C would read otherwise. */
static void what_c_cannot_repeat_is_no_code(void **state)
{
    (void)state;
    static const struct fr_game games[] = {{"jps", "m.png:scale=2", "threshold", NULL},
                                           {"a\"b", "m.png", "threshold", NULL},
                                           {"a\\b", "m.png", "threshold", NULL}};
    static const struct fr_game plain = {"jps", "m.png", "threshold", NULL};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        fr_game_code(&games[i], code);
        assert_string_equal(code, "");
        fr_game_program(&games[i], code);
        assert_string_equal(code, "");
    }
    fr_game_program(&plain, code);
    assert_whole(code);
    assert_int_equal(count(code, "int main(void)"), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_room_is_read_as_it_was_raced),
        cmocka_unit_test(gates_radius_and_closed_areas_are_in_it),
        cmocka_unit_test(gates_are_areas),
        cmocka_unit_test(what_c_cannot_repeat_is_no_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
