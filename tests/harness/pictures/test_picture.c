/* Drawing: what is covered and what is left alone, text of any bytes in its place, and files of both
 * formats. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "algorithms/pathfinder.h"
#include "harness/pictures/palette.h"
#include "maps/random.h"
#include "tests/harness/pictures/pixels.h"
#include "tests/harness/race/race_fixture.h"

enum { WIDTH = 400, HEIGHT = 60 };

static struct fr_picture picture;
static const struct fr_colour black = {0, 0, 0}, white = {255, 255, 255};

static int set_up(void **unused)
{
    (void)unused;
    return fr_picture_create(WIDTH, HEIGHT, &picture) == FR_OK ? 0 : -1;
}

static int tear_down(void **unused)
{
    (void)unused;
    fr_picture_release(&picture);
    return 0;
}

static bool is_black(int x, int y)
{
    return is_colour(pixel_of(&picture, x, y), black);
}

static bool is_white(int x, int y)
{
    return is_colour(pixel_of(&picture, x, y), white);
}

/* Adds a line, in half pixels. */
static void add(int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    struct fr_point ends[] = {{x0, y0}, {x1, y1}};
    cairo_scale(picture.cairo, 0.5, 0.5);
    fr_draw_path(picture.cairo, &(struct fr_path){.points = ends, .count = 2});
    cairo_identity_matrix(picture.cairo);
}

static void stroke(double width)
{
    fr_draw_in(picture.cairo, black, 1.0);
    cairo_set_line_width(picture.cairo, width);
    cairo_stroke(picture.cairo);
}

static void wipe(void)
{
    fr_draw_in(picture.cairo, white, 1.0);
    cairo_paint(picture.cairo);
}

static void lines_cover_their_width(void **unused)
{
    (void)unused;
    add(10, 21, 70, 21);
    stroke(3);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            assert_true(x >= 5 && x < 35 && y >= 9 && y <= 11 ? is_black(x, y) : is_white(x, y));
}

/* Dashes go on around the corners of a path. */
static void paths_are_of_one_piece(void **unused)
{
    const double dashes[] = {4, 6};
    struct fr_point points[] = {{0, 11}, {50, 11}, {101, 11}, {101, 61}, {101, 111}};
    (void)unused;
    cairo_set_dash(picture.cairo, dashes, 2, 0);
    cairo_scale(picture.cairo, 0.5, 0.5);
    fr_draw_path(picture.cairo, &(struct fr_path){.points = points, .count = 5});
    cairo_identity_matrix(picture.cairo);
    stroke(1);
    for (int x = 0; x < 50; x++)
        assert_true(x % 10 < 4 ? is_black(x, 5) : is_white(x, 5));
    for (int y = 7; y < 55; y++)
        assert_true((y + 45) % 10 < 4 ? is_black(50, y) : is_white(50, y));
}

/* Paths of broken back ends hold any coordinates: what crosses the picture is seen where it does. */
static void wild_lines_are_clipped(void **unused)
{
    (void)unused;
    static const int32_t ends[] = {INT_MIN, -1000000, -1, 0, 10, 40, 41, 1000000, INT_MAX};
    struct fr_random random = {11};
    for (int i = 0; i < 2000; i++) {
        add(ends[fr_random_below(&random, 9)], ends[fr_random_below(&random, 9)],
            ends[fr_random_below(&random, 9)], ends[fr_random_below(&random, 9)]);
        stroke(1 + fr_random_below(&random, 9));
    }
    wipe();
    add(INT_MIN, 15, INT_MAX, 15);
    stroke(1);
    assert_true(is_black(0, 7) && is_black(WIDTH - 1, 7) && is_white(0, 6) && is_white(0, 8));
    add(0, 20, 2000000000, 200000020);
    stroke(3);
    assert_true(is_black(300, 40) && is_white(300, 44) && is_white(300, 36));
    assert_int_equal(cairo_status(picture.cairo), CAIRO_STATUS_SUCCESS);
}

/* The columns from the first to behind the last that anything is drawn in. */
static void find_ink(int *begin, int *end)
{
    *begin = WIDTH;
    *end = 0;
    for (int x = 0; x < WIDTH; x++)
        for (int y = 0; y < HEIGHT; y++)
            if (!is_white(x, y)) {
                *begin = x < *begin ? x : *begin;
                *end = x + 1;
            }
}

static const char *const texts[] = {
    "Visibility graph",
    "W",
    "a label that is longer than any place for it will ever be, by far",
    "tab\tnewline\nescape\x1b[31m",
    "caf\xC3\xA9",
    "\xFF\xFE no text \xC3",
    "\xC2\x9B",
    "<&\"'>"};

static void text_stays_in_its_place(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int most = 40; most <= 340; most += 100) {
            int begin, end;
            wipe();
            fr_draw_text(picture.cairo, 20, 30, 16, most, texts[i], black);
            assert_int_equal(cairo_status(picture.cairo), CAIRO_STATUS_SUCCESS);
            find_ink(&begin, &end);
            assert_in_range(begin, 18, 26);
            assert_in_range(end, begin + 2, 21 + most);
            const double width = fr_text_width(texts[i], 16);
            if (width < most)
                assert_in_range(end, 20 + (int)width - 4, 22 + (int)width);
        }
}

/* Letters lie around the line that they are written on, and nothing is drawn of no text. */
static void letters_lie_around_their_line(void **unused)
{
    int begin, end;
    (void)unused;
    fr_draw_text(picture.cairo, 10, 30, 20, 100, "", black);
    find_ink(&begin, &end);
    assert_int_equal(end, 0);
    fr_draw_text(picture.cairo, 10, 30, 20, 100, "HHH", black);
    for (int x = 10; x < 60; x++)
        assert_true(is_white(x, 20) && is_white(x, 40));
    find_ink(&begin, &end);
    assert_true(begin < end && fr_text_width("HHHHHH", 20) > 1.9 * (end - begin));
}

static void same_picture(const char *one, const char *other)
{
    static struct fr_colour drawn[HEIGHT][WIDTH];
    wipe();
    fr_draw_text(picture.cairo, 10, 30, 16, 300, one, black);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            drawn[y][x] = pixel_of(&picture, x, y);
    wipe();
    fr_draw_text(picture.cairo, 10, 30, 16, 300, other, black);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            assert_true(is_colour(drawn[y][x], pixel_of(&picture, x, y)));
}

static void what_cannot_be_drawn_is_a_question_mark(void **unused)
{
    (void)unused;
    same_picture("a\x1b[0m\tb\x7F", "a?[0m?b?");
    same_picture("\xFFx\xC3", "?x?");
    same_picture("\xC2\x9B\xC2\xA3", "?\xC2\xA3");
}

static size_t read_back(const char *file, char *text, size_t size)
{
    FILE *stream = fopen(file, "rb");
    assert_non_null(stream);
    const size_t length = fread(text, 1, size - 1, stream);
    fclose(stream);
    text[length] = '\0';
    return length;
}

static void a_png_is_saved(void **unused)
{
    static char text[1 << 16];
    struct fr_race_fixture fixture;
    struct fr_error error;
    (void)unused;
    fr_fixture_create(&fixture);
    snprintf(fixture.result, sizeof fixture.result, "%s/picture", fixture.folder);
    const char *file = fixture.result;
    add(10, 21, 70, 21);
    stroke(3);
    assert_int_equal(fr_picture_save(&picture, file, &error), FR_OK);
    assert_true(read_back(file, text, sizeof text) > 100);
    assert_memory_equal(text, "\x89PNG\r\n\x1a\n", 8);
    cairo_surface_t *image = cairo_image_surface_create_from_png(file);
    assert_int_equal(cairo_image_surface_get_width(image), WIDTH);
    assert_true(is_colour(surface_pixel(image, 20, 10), black));
    assert_true(is_colour(surface_pixel(image, 20, 20), white));
    cairo_surface_destroy(image);
    fr_fixture_remove(&fixture);
}

static void what_cannot_be_saved_leaves_no_file(void **unused)
{
    struct fr_picture huge;
    struct fr_error error = {"", FR_OK};
    (void)unused;
    assert_int_equal(fr_picture_create(40000, 40000, &huge), FR_NO_MEMORY);
    assert_int_equal(fr_picture_save(&picture, "/no/such/folder/picture.png", &error),
                     FR_BAD_INPUT);
    assert_non_null(strstr(error.text, "/no/such/folder/picture.png"));
    cairo_set_dash(picture.cairo, &(double){-1}, 1, 0);
    assert_int_equal(fr_picture_save(&picture, "/tmp/footrace-no-picture", &error), FR_NO_MEMORY);
    assert_int_equal(access("/tmp/footrace-no-picture", F_OK), -1);
}

static void colours_are_read(void **unused)
{
    (void)unused;
    assert_true(is_colour(fr_palette_colour("#D50EF0", 0), (struct fr_colour){0xD5, 0x0E, 0xF0}));
}

static void turns_differ(void **unused)
{
    (void)unused;
    for (int i = 0; fr_pathfinders[i]; i++)
        for (int turn = 0; turn < 4; turn++)
            for (int other = 0; other < turn; other++)
                assert_false(is_colour(fr_palette_colour(fr_pathfinders[i]->colour, turn),
                                       fr_palette_colour(fr_pathfinders[i]->colour, other)));
}

#define DRAWS(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        DRAWS(lines_cover_their_width),
        DRAWS(paths_are_of_one_piece),
        DRAWS(wild_lines_are_clipped),
        DRAWS(text_stays_in_its_place),
        DRAWS(letters_lie_around_their_line),
        DRAWS(what_cannot_be_drawn_is_a_question_mark),
        DRAWS(a_png_is_saved),
        DRAWS(what_cannot_be_saved_leaves_no_file),
        cmocka_unit_test(colours_are_read),
        cmocka_unit_test(turns_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
