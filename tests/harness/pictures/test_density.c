/* Lines by the thousand: each covers its area, none leaves the picture, and crowds stay readable.
 */
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "harness/pictures/density.h"
#include "maps/random.h"

enum { WIDTH = 60, HEIGHT = 40 };

static struct fr_density density;

static int set_up(void **unused)
{
    (void)unused;
    return fr_density_create(WIDTH, HEIGHT, &fr_default_allocator, &density) == FR_OK ? 0 : -1;
}

static int tear_down(void **unused)
{
    (void)unused;
    fr_density_release(&density);
    return 0;
}

static double total(void)
{
    double sum = 0.0;
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        sum += (double)density.cover[i];
    return sum;
}

/* A slice of a line is a bar across the longer axis: its area is that of the line, in any direction
 * and from either end. */
static void lines_cover_their_area(void **unused)
{
    (void)unused;
    static const double ends[][4] = {{5, 20, 50, 20},   {50, 20.5, 5, 20.5},     {30, 5, 30, 35},
                                     {10, 10, 35, 35},  {20, 35, 45, 10},        {5, 10, 55, 22.5},
                                     {30, 35, 22.5, 5}, {10.25, 8, 10.75, 30.5}, {7, 7, 7.5, 7.25}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const double *e = ends[i];
        const double before = total(), length = hypot(e[2] - e[0], e[3] - e[1]);
        fr_density_line(&density, e[0], e[1], e[2], e[3], 1.5);
        assert_true(fabs(total() - before - 1.5 * length) < 0.001);
    }
}

static void lines_stay_where_they_are(void **unused)
{
    (void)unused;
    fr_density_line(&density, 10, 5.5, 20, 5.5, 1.0);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            assert_true((density.cover[y * WIDTH + x] > 0.0f) == (y == 5 && x >= 10 && x < 20));
}

static void wild_lines_are_clipped(void **unused)
{
    (void)unused;
    static const double ends[] = {INT_MIN, -1e6, -1, 0, 10, 40, 61, 1e6, INT_MAX};
    struct fr_random random = {11};
    for (int i = 0; i < 2000; i++)
        fr_density_line(&density, ends[fr_random_below(&random, 9)],
                        ends[fr_random_below(&random, 9)], ends[fr_random_below(&random, 9)],
                        ends[fr_random_below(&random, 9)], 1.0);
    const double before = (double)density.cover[7 * WIDTH + 30];
    fr_density_line(&density, -1e6, 7.5, 1e6, 7.5, 1.0);
    assert_true(fabs((double)density.cover[7 * WIDTH + 30] - before - 1.0) < 0.01);
    assert_true(isfinite(total()));
}

static int darkness(const struct fr_picture *picture, int x, int y)
{
    return 255 - picture->rgb[(y * WIDTH + x) * 3];
}

/* More lines are darker, up to the share most; in a crowd a single line is fainter than alone. */
static void tints_by_how_many_cross(void **unused)
{
    (void)unused;
    static uint8_t pixels[WIDTH * HEIGHT * 3];
    struct fr_picture picture = {WIDTH, HEIGHT, pixels};
    const struct fr_colour black = {0, 0, 0};
    memset(pixels, 255, sizeof pixels);
    fr_density_line(&density, 0, 5.5, WIDTH, 5.5, 1.0);
    fr_density_line(&density, 20, 5.5, 40, 5.5, 1.0);
    fr_density_tint(&density, &picture, black, 0.2, 0.8);
    const int alone = darkness(&picture, 10, 5);
    assert_int_equal(alone, 51);
    assert_true(darkness(&picture, 30, 5) > alone + 20);
    assert_int_equal(darkness(&picture, 10, 6), 0);
    for (int i = 0; i < 10000; i++)
        fr_density_line(&density, 0, 20.5, WIDTH, 20.5, 1.0);
    memset(pixels, 255, sizeof pixels);
    fr_density_tint(&density, &picture, black, 0.2, 0.8);
    assert_true(darkness(&picture, 10, 5) < alone);
    assert_true(darkness(&picture, 10, 20) > 90 && darkness(&picture, 10, 20) <= 204);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lines_cover_their_area, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lines_stay_where_they_are, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wild_lines_are_clipped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(tints_by_how_many_cross, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
