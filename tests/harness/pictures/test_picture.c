/* Drawing: what is covered, what is left alone, and the colours that the charts use too. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "algorithms/pathfinder.h"
#include "build_paths.h"
#include "harness/pictures/font.h"
#include "harness/pictures/palette.h"
#include "harness/pictures/picture.h"
#include "maps/random.h"

enum { WIDTH = 40, HEIGHT = 20 };

static uint8_t pixels[HEIGHT][WIDTH][3];
static struct fr_picture picture = {WIDTH, HEIGHT, &pixels[0][0][0]};
static const struct fr_colour black = {0, 0, 0}, white = {255, 255, 255};

static void wipe(void)
{
    fr_picture_fill(&picture, 0, 0, WIDTH, HEIGHT, white);
}

static bool is_black(int x, int y)
{
    return pixels[y][x][0] == 0 && pixels[y][x][1] == 0 && pixels[y][x][2] == 0;
}

static bool is_white(int x, int y)
{
    return pixels[y][x][0] == 255 && pixels[y][x][1] == 255 && pixels[y][x][2] == 255;
}

static void lines_cover_their_width(void **unused)
{
    (void)unused;
    wipe();
    fr_picture_line(&picture, 5, 10.5, 35, 10.5, 3, NULL, 0, black);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 5; x < 35; x++)
            assert_true(y >= 9 && y <= 11 ? is_black(x, y) : is_white(x, y));
    assert_true(is_white(2, 10) && is_white(38, 10));
    wipe();
    fr_picture_line(&picture, 20.5, 2, 20.5, 18, 1, NULL, 0, black);
    assert_true(is_black(20, 10) && is_white(19, 10) && is_white(21, 10) && is_white(20, 0));
}

static void dashes_go_on_at_their_phase(void **unused)
{
    (void)unused;
    const struct fr_dashes dashes = {2, {4, 6}};
    wipe();
    fr_picture_line(&picture, 0, 5.5, 40, 5.5, 1, &dashes, 0, black);
    fr_picture_line(&picture, 0, 9.5, 40, 9.5, 1, &dashes, 5, black);
    for (int x = 0; x < WIDTH; x++) {
        assert_true(x % 10 < 4 ? is_black(x, 5) : is_white(x, 5));
        assert_true((x + 5) % 10 < 4 ? is_black(x, 9) : is_white(x, 9));
    }
}

/* Paths of broken back ends hold any coordinates: nothing is written outside the picture, and what
 * crosses it is seen. */
static void wild_lines_are_clipped(void **unused)
{
    (void)unused;
    static const double ends[] = {INT_MIN, -1e6, -1, 0, 10, 40, 41, 1e6, INT_MAX};
    struct fr_random random = {11};
    wipe();
    for (int i = 0; i < 2000; i++)
        fr_picture_line(&picture, ends[fr_random_below(&random, 9)],
                        ends[fr_random_below(&random, 9)], ends[fr_random_below(&random, 9)],
                        ends[fr_random_below(&random, 9)], 1 + fr_random_below(&random, 9), NULL,
                        i * 1e8, black);
    wipe();
    fr_picture_line(&picture, -1e6, 7.5, 1e6, 7.5, 1, NULL, 0, black);
    assert_true(is_black(0, 7) && is_black(39, 7) && is_white(0, 6));
    fr_picture_text(&picture, 36, 16, 3, "clipped", black);
    fr_picture_fill(&picture, -5, -5, 100, 2, black);
    assert_true(is_black(0, 0) && is_white(0, 2));
}

static void letters_differ(void **unused)
{
    (void)unused;
    for (int a = ' '; a <= '~'; a++)
        for (int b = ' '; b < a; b++) {
            int differences = 0;
            for (int dot = 0; dot < FR_GLYPH_WIDTH * FR_GLYPH_HEIGHT; dot++) {
                const int x = dot % FR_GLYPH_WIDTH, y = dot / FR_GLYPH_WIDTH;
                differences += fr_glyph_dot((char)a, x, y) != fr_glyph_dot((char)b, x, y);
            }
            if (differences == 0)
                fail_msg("%c and %c look the same", a, b);
        }
    assert_true(fr_glyph_dot('\x80', 0, 0));
    wipe();
    fr_picture_text(&picture, 2, 2, 1, "I", black);
    assert_true(is_white(2, 2) && is_black(3, 2) && is_black(4, 5) && is_white(3, 5));
    assert_int_equal(fr_text_width("abc", 2), 36);
}

static void colours_are_read(void **unused)
{
    (void)unused;
    const struct fr_colour hue = fr_palette_hue("#D50EF0");
    assert_int_equal(hue.red, 0xD5);
    assert_int_equal(hue.green, 0x0E);
    assert_int_equal(hue.blue, 0xF0);
}

static void turns_differ(void **unused)
{
    (void)unused;
    for (int i = 0; fr_pathfinders[i]; i++)
        for (int turn = 0; turn < 4; turn++)
            for (int other = 0; other < turn; other++) {
                const struct fr_colour a = fr_palette_colour(fr_pathfinders[i]->colour, turn);
                const struct fr_colour b = fr_palette_colour(fr_pathfinders[i]->colour, other);
                assert_true(a.red != b.red || a.green != b.green || a.blue != b.blue);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_cover_their_width), cmocka_unit_test(dashes_go_on_at_their_phase),
        cmocka_unit_test(wild_lines_are_clipped),  cmocka_unit_test(letters_differ),
        cmocka_unit_test(colours_are_read),        cmocka_unit_test(turns_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
