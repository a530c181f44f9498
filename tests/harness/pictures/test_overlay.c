/* Overlays: paths lie where they go, in their colours; the legend is whole; maps of any size
 * have a picture that people can look at. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "harness/judge/looks.h"
#include "harness/pictures/overlay.h"
#include "tests/ascii_map.h"
#include "tests/harness/pictures/pixels.h"
#include "tests/harness/race/race_fixture.h"

static const struct fr_colour red = {0xE0, 0x20, 0x10}, blue = {0x10, 0x20, 0xE0},
                              paper = {255, 255, 255}, floor_colour = {0xF7, 0xF5, 0xF0};

static struct fr_race_fixture fixture;

static int set_up(void **unused)
{
    (void)unused;
    fr_fixture_create(&fixture);
    snprintf(fixture.result, sizeof fixture.result, "%s/overlay", fixture.folder);
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    fr_fixture_remove(&fixture);
    return 0;
}

static struct fr_map *open_map(int32_t width, int32_t height)
{
    struct fr_map *map;
    assert_int_equal(fr_map_create(width, height, &fr_default_allocator, &map), FR_OK);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            fr_map_set_area(map, x, y, 1);
    return map;
}

/* The picture of an overlay, for the caller to destroy. */
static cairo_surface_t *drawn(const struct fr_overlay *overlay)
{
    struct fr_error error;
    assert_int_equal(fr_overlay_save(fixture.result, overlay, &error), FR_OK);
    cairo_surface_t *image = cairo_image_surface_create_from_png(fixture.result);
    assert_int_equal(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
    return image;
}

/* One path along the upper edge of a map of 40x20 pixels, one along the lower edge. */
static struct fr_point above[] = {{1, 5}, {79, 5}}, below[] = {{1, 35}, {79, 35}},
                       wild[] = {{1, 5}, {INT_MAX, INT_MIN}, {INT_MIN, 5}, {79, 35}};
static const struct fr_path paths[] = {{.points = above, .count = 2},
                                       {.points = below, .count = 2},
                                       {.points = wild, .count = 4},
                                       {.count = 0}};

static struct fr_overlay_path entry(const char *name, const char *colour, int path)
{
    return (struct fr_overlay_path){.name = name,
                                    .colour = colour,
                                    .fields = {name, "20.00 px", "+1.0 %", "3", "1.23 ms", ""},
                                    .path = &paths[path]};
}

static void paths_lie_where_they_go(void **unused)
{
    struct fr_map *map = open_map(40, 20);
    const struct fr_overlay_path both[] = {entry("one", "#E02010", 0),
                                           entry("other", "#1020E0", 1)};
    const struct fr_overlay overlay = {
        .map = map, .title = "map", .start = {0, 2}, .goal = {39, 17}, .paths = both, .count = 2};
    cairo_surface_t *image = drawn(&overlay);
    (void)unused;
    assert_int_equal(cairo_image_surface_get_width(image), 40 * 24);
    assert_true(is_colour(surface_pixel(image, 20 * 24, 60), red));
    assert_true(is_colour(surface_pixel(image, 20 * 24, 420), blue));
    assert_true(is_colour(surface_pixel(image, 20 * 24, 240), floor_colour));
    cairo_surface_destroy(image);
    fr_map_release(map);
}

/* What a point can reach and a wider walker cannot is between rock and floor. */
static void walls_of_a_walker_are_soft(void **unused)
{
    static const struct fr_colour rock = {0xC7, 0xCB, 0xD0}, soft = {0xDF, 0xE0, 0xE0};
    struct fr_map *map = open_map(40, 20), *point = open_map(40, 20);
    const struct fr_overlay_path one = entry("one", "#E02010", 0);
    const struct fr_overlay overlay = {.map = map,
                                       .point = point,
                                       .title = "map",
                                       .start = {0, 2},
                                       .goal = {39, 2},
                                       .paths = &one,
                                       .count = 1};
    (void)unused;
    fr_map_set_area(map, 10, 12, 0);
    fr_map_set_area(map, 20, 12, 0);
    fr_map_set_area(point, 20, 12, 0);
    cairo_surface_t *image = drawn(&overlay);
    assert_true(is_colour(surface_pixel(image, 10 * 24 + 12, 12 * 24 + 12), soft));
    assert_true(is_colour(surface_pixel(image, 20 * 24 + 12, 12 * 24 + 12), rock));
    assert_true(is_colour(surface_pixel(image, 30 * 24 + 12, 12 * 24 + 12), floor_colour));
    cairo_surface_destroy(image);
    fr_map_release(point);
    fr_map_release(map);
}

/* Two variants of a back end differ in colour and in dashes; the first one's line has no gap. */
static void variants_differ(void **unused)
{
    struct fr_map *map = open_map(40, 20);
    const struct fr_overlay_path both[] = {entry("one", "#E02010", 0), entry("one", "#E02010", 1)};
    const struct fr_overlay overlay = {
        .map = map, .title = "map", .start = {0, 2}, .goal = {39, 17}, .paths = both, .count = 2};
    cairo_surface_t *image = drawn(&overlay);
    int whole = 0, dashed = 0;
    (void)unused;
    for (int x = 100; x < 700; x++) {
        whole += is_colour(surface_pixel(image, x, 60), red);
        dashed += is_colour(surface_pixel(image, x, 420), surface_pixel(image, 700, 420));
        assert_false(is_colour(surface_pixel(image, x, 420), red));
    }
    assert_int_equal(whole, 600);
    assert_in_range(dashed, 150, 450);
    cairo_surface_destroy(image);
    fr_map_release(map);
}

/* The rows of a column of the picture that are red. */
static int count_red(cairo_surface_t *image, int x)
{
    int count = 0;
    for (int y = 0; y < 240; y++)
        count += is_colour(surface_pixel(image, x, y), red);
    return count;
}

/* An arrow head grows narrower towards the goal: it is widest at its other end. */
static void arrows_point_to_the_goal(void **unused)
{
    struct fr_map *map = open_map(40, 20);
    struct fr_point there[] = {{1, 5}, {79, 5}}, back[] = {{79, 5}, {1, 5}};
    (void)unused;
    for (int turned = 0; turned < 2; turned++) {
        const struct fr_path path = {.points = turned ? back : there, .count = 2};
        struct fr_overlay_path only = entry("one", "#E02010", 0);
        only.path = &path;
        const struct fr_overlay overlay = {.map = map,
                                           .title = "map",
                                           .start = {0, 2},
                                           .goal = {39, 17},
                                           .paths = &only,
                                           .count = 1};
        cairo_surface_t *image = drawn(&overlay);
        int widest = 30, heads = 0;
        for (int x = 30; x < 930; x++)
            widest = count_red(image, x) > count_red(image, widest) ? x : widest;
        for (int x = 30; x < 930; x++)
            heads += count_red(image, x) < 7 && count_red(image, x + 1) >= 7;
        assert_true(count_red(image, widest) >= 10);
        const int ahead = turned ? -4 : 4;
        assert_true(count_red(image, widest + ahead) > 5);
        assert_in_range(count_red(image, widest - 2 * ahead), 3, 4); /* the line alone */
        assert_in_range(heads, 3, 5);
        cairo_surface_destroy(image);
    }
    fr_map_release(map);
}

/* What was expanded first is strong, what was last is pale, and the rest of the room is as it was. */
static void heat_fades(void **unused)
{
    struct fr_map *map = open_map(40, 20);
    struct fr_point points[] = {{21, 19}, {41, 19}, {61, 19}};
    const struct fr_path nodes = {.points = points, .count = 3};
    const struct fr_expansions expansions = {&nodes, 3};
    const struct fr_overlay_path only = entry("one", "#E02010", 0);
    const struct fr_overlay overlay = {.map = map,
                                       .title = "map",
                                       .start = {0, 2},
                                       .goal = {39, 17},
                                       .paths = &only,
                                       .count = 1,
                                       .heat = &expansions};
    cairo_surface_t *image = drawn(&overlay);
    (void)unused;
    const int first = surface_pixel(image, 21 * 12, 19 * 12).green;
    const int second = surface_pixel(image, 41 * 12, 19 * 12).green;
    const int third = surface_pixel(image, 61 * 12, 19 * 12).green;
    assert_true(first < 100 && first + 40 < second && second + 10 < third && third < 0xF5 - 20);
    assert_true(is_colour(surface_pixel(image, 31 * 12, 19 * 12), floor_colour));
    assert_true(is_colour(surface_pixel(image, 20 * 24, 60), red));
    cairo_surface_destroy(image);
    fr_map_release(map);
}

static bool clean(cairo_surface_t *image, int left, int right, int top)
{
    for (int y = top; y < cairo_image_surface_get_height(image); y++)
        for (int x = left; x < right; x++)
            if (!is_colour(surface_pixel(image, x, y), paper))
                return false;
    return true;
}

/* However long names are and whatever they hold, the legend ends before the edge of the picture, and
 * the picture is not wider than people can see. */
static void legends_stay_in_the_picture(void **unused)
{
    char longest[4096];
    struct fr_map *map = open_map(4, 100);
    memset(longest, 'W', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    struct fr_overlay_path each[] = {entry("a\x1b[31m", "#E02010", 2), entry("b", "#1020E0", 3)};
    (void)unused;
    for (int field = 0; field <= FR_OVERLAY_FIELDS; field++) {
        const struct fr_overlay overlay = {.map = map,
                                           .title = field < FR_OVERLAY_FIELDS ? "m\xFFp" : longest,
                                           .start = {0, 2},
                                           .goal = {3, 99},
                                           .paths = each,
                                           .count = 2};
        if (field < FR_OVERLAY_FIELDS)
            each[1].fields[field] = longest;
        cairo_surface_t *image = drawn(&overlay);
        const int width = cairo_image_surface_get_width(image);
        assert_in_range(width, 400, 2600);
        assert_true(clean(image, width - 10, width, 902 + 4));
        assert_false(clean(image, 0, width, 902 + 4));
        cairo_surface_destroy(image);
    }
    fr_map_release(map);
}

static void large_maps_are_shrunk(void **unused)
{
    struct fr_map *map = open_map(FR_MAP_MAX_SIZE, 12);
    const struct fr_overlay overlay = {.map = map, .title = "map", .goal = {9999, 5}};
    cairo_surface_t *image = drawn(&overlay);
    (void)unused;
    assert_int_equal(cairo_image_surface_get_width(image), 5120);
    assert_true(cairo_image_surface_get_height(image) < 400);
    cairo_surface_destroy(image);
    fr_map_release(map);
}

/* Two waypoints with faults: around the first the picture becomes redder, around the second more
 * orange, and nothing else changes. */
static void bands_mark_faults(void **unused)
{
    static struct fr_point bent[] = {{1, 5}, {21, 21}, {41, 21}, {79, 35}};
    static const uint8_t faults[] = {0, FR_TURN_SHARP, FR_TURN_ZIGZAG, 0};
    static const struct fr_path path = {.points = bent, .count = 4};
    int redder = 0, more_orange = 0;
    struct fr_map *map = open_map(40, 20);
    cairo_surface_t *images[2];
    (void)unused;
    for (int marked = 0; marked < 2; marked++) {
        struct fr_overlay_path only = entry("one", "#0000FF", 0);
        only.path = &path;
        only.faults = marked ? faults : NULL;
        const struct fr_overlay overlay = {.map = map,
                                           .title = "map",
                                           .start = {0, 2},
                                           .goal = {39, 17},
                                           .paths = &only,
                                           .count = 1};
        images[marked] = drawn(&overlay);
    }
    for (int32_t y = 0; y < 20 * 24; y++)
        for (int32_t x = 0; x < 40 * 24; x++) {
            const struct fr_colour before = surface_pixel(images[0], x, y);
            const struct fr_colour after = surface_pixel(images[1], x, y);
            if (is_colour(after, before))
                continue;
            const bool first = x < 31 * 12;
            const int32_t dx = x - (first ? 21 : 41) * 12, dy = y - 21 * 12;
            assert_true(dx * dx + dy * dy < 24 * 24);
            assert_true(after.blue < before.blue);
            redder += first && after.green < after.red / 2 + 64;
            more_orange += !first && after.green > after.blue;
        }
    assert_true(redder > 20 && more_orange > 20);
    for (int marked = 0; marked < 2; marked++)
        cairo_surface_destroy(images[marked]);
    fr_map_release(map);
}

#define DRAWS(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        DRAWS(paths_lie_where_they_go),
        DRAWS(variants_differ),
        DRAWS(walls_of_a_walker_are_soft),
        DRAWS(legends_stay_in_the_picture),
        DRAWS(large_maps_are_shrunk),
        DRAWS(arrows_point_to_the_goal),
        DRAWS(heat_fades),
        DRAWS(bands_mark_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
