/* Animations, decoded again: searches grow from where they began, at the pace at which they were
 * timed, and end with the walk; maps of any size make frames that people can look at. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <webp/demux.h>

#include "harness/pictures/animation.h"
#include "maps/formats/base/file.h"
#include "tests/harness/pictures/pixels.h"
#include "tests/harness/race/race_fixture.h"

enum { NODES = 30, MOST_FRAMES = 100 };

static const struct fr_colour red = {0xE0, 0x20, 0x10}, blue = {0x10, 0x20, 0xE0};

static struct fr_race_fixture fixture;
static struct fr_map *map;
static struct fr_point along[NODES], ends[2];
static const struct fr_path nodes = {.points = along, .count = NODES},
                            walk = {.points = ends, .count = 2}, none = {.count = 0};

/* All frames of a file, one after the other. */
static struct film {
    WebPAnimInfo info;
    uint8_t *frames;
    int ends_ms[MOST_FRAMES];
} film;

static int set_up(void **unused)
{
    (void)unused;
    fr_fixture_create(&fixture);
    snprintf(fixture.result, sizeof fixture.result, "%s/film.webp", fixture.folder);
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    fr_fixture_remove(&fixture);
    fr_map_release(map);
    free(film.frames);
    film.frames = NULL;
    return 0;
}

/* An open map; nodes in a row from left to right in its middle, a walk along its lower edge. */
static struct fr_animation make(int32_t width, int32_t height)
{
    assert_int_equal(fr_map_create(width, height, &fr_default_allocator, &map), FR_OK);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            fr_map_set_area(map, x, y, 1);
    for (int i = 0; i < NODES; i++)
        along[i] = (struct fr_point){2 * (width * i / NODES) + 1, height};
    ends[0] = (struct fr_point){1, 2 * height - 3};
    ends[1] = (struct fr_point){2 * width - 1, 2 * height - 3};
    return (struct fr_animation){.map = map,
                                 .title = "room",
                                 .goal = {width - 1, 0},
                                 .sides = {{"slow", red, &walk, {&nodes, NODES}, 1e6},
                                           {"quick", blue, &walk, {&nodes, NODES}, 1e5}},
                                 .count = 1};
}

static void decode(void)
{
    struct fr_file file;
    struct fr_error error;
    WebPAnimDecoderOptions options;
    uint8_t *frame;
    assert_int_equal(fr_file_read(fixture.result, &fr_default_allocator, &file, &error), FR_OK);
    const WebPData data = {file.bytes, file.size};
    assert_true(WebPAnimDecoderOptionsInit(&options));
    WebPAnimDecoder *decoder = WebPAnimDecoderNew(&data, &options);
    assert_non_null(decoder);
    assert_true(WebPAnimDecoderGetInfo(decoder, &film.info));
    const size_t bytes = (size_t)film.info.canvas_width * film.info.canvas_height * 4;
    assert_in_range(film.info.frame_count, 1, MOST_FRAMES);
    film.frames = malloc(film.info.frame_count * bytes);
    assert_non_null(film.frames);
    for (uint32_t i = 0; i < film.info.frame_count; i++) {
        assert_true(WebPAnimDecoderGetNext(decoder, &frame, &film.ends_ms[i]));
        memcpy(film.frames + i * bytes, frame, bytes);
    }
    WebPAnimDecoderDelete(decoder);
    fr_file_release(&file);
}

static void save(const struct fr_animation *animation)
{
    struct fr_error error;
    assert_int_equal(fr_animation_save(fixture.result, animation, &error), FR_OK);
    decode();
}

static struct fr_colour pixel_at(uint32_t frame, uint32_t x, uint32_t y)
{
    const uint8_t *pixel =
        film.frames +
        4 * (((size_t)frame * film.info.canvas_height + y) * film.info.canvas_width + x);
    return (struct fr_colour){pixel[0], pixel[1], pixel[2]};
}

/* How reddish or bluish a pixel is, as heat makes it. */
static bool is_tinted(struct fr_colour found, struct fr_colour colour)
{
    const int lead = found.red - found.blue;
    return colour.red > colour.blue ? lead > 40 : lead < -40;
}

static uint32_t last(void)
{
    return film.info.frame_count - 1;
}

/* The columns in the middle of the map that are tinted: the mean, and how many. */
static double mean_column(uint32_t frame, struct fr_colour colour, int *count)
{
    double sum = 0;
    *count = 0;
    for (uint32_t x = 0; x < film.info.canvas_width; x++)
        if (is_tinted(pixel_at(frame, x, film.info.canvas_height / 2), colour)) {
            sum += x;
            ++*count;
        }
    return *count > 0 ? sum / *count : 0;
}

static bool shows(uint32_t frame, struct fr_colour colour, uint32_t left, uint32_t right)
{
    for (uint32_t y = 40; y + 40 < film.info.canvas_height; y++)
        for (uint32_t x = left; x < right; x++)
            if (is_colour(pixel_at(frame, x, y), colour))
                return true;
    return false;
}

static void a_search_grows_from_its_start(void **unused)
{
    const struct fr_animation animation = make(100, 50);
    int first, half, all;
    (void)unused;
    save(&animation);
    assert_int_equal(film.info.frame_count, NODES + 12);
    assert_int_equal(film.info.canvas_width, 100 * 12 + 2 * 16);
    assert_in_range(film.ends_ms[last()], 3000, 9999);
    assert_true(film.ends_ms[last()] - film.ends_ms[last() - 1] > 2000);
    const double begin = mean_column(0, red, &first), end = mean_column(last(), red, &all);
    assert_true(first > 0 && begin < 100 && end > 400);
    mean_column(NODES / 2, red, &half);
    assert_in_range(half, all * 2 / 5, all * 3 / 5);
    assert_false(shows(NODES - 1, red, 0, film.info.canvas_width));
    assert_true(shows(last(), red, 600, 700));
    assert_false(is_tinted(pixel_at(last(), 600, 60), red));
}

/* A tenth of the time is a tenth of the frames; then the quick one's walk is there. */
static void clocks_run_together(void **unused)
{
    struct fr_animation animation = make(100, 50);
    (void)unused;
    animation.count = 2;
    save(&animation);
    const uint32_t middle = film.info.canvas_width / 2;
    int slow, quick;
    assert_in_range(film.info.canvas_width, 1200, 1280);
    mean_column(2, red, &slow);
    mean_column(2, blue, &quick);
    assert_true(slow > 0 && slow * 5 < quick);
    assert_true(shows(NODES / 2, blue, middle, film.info.canvas_width));
    assert_false(shows(NODES / 2, red, 0, middle));
    assert_true(shows(last(), red, 0, middle));
    assert_false(shows(last(), blue, 20, middle)); /* each on its own side, but for its caption */
}

static void without_nodes_or_walk(void **unused)
{
    struct fr_animation animation = make(20, 20);
    (void)unused;
    animation.sides[0].walk = &none;
    animation.sides[0].expansions = (struct fr_expansions){&none, 0};
    save(&animation);
    assert_false(shows(last(), red, 0, film.info.canvas_width));
}

static void large_maps_make_small_frames(void **unused)
{
    static const int32_t sizes[][2] = {{FR_MAP_MAX_SIZE, 12}, {12, FR_MAP_MAX_SIZE}, {1, 1}};
    (void)unused;
    for (int i = 0; i < 3; i++) {
        struct fr_animation animation = make(sizes[i][0], sizes[i][1]);
        animation.count = 1 + i % 2;
        save(&animation);
        assert_in_range(film.info.canvas_width, 100, 1280);
        assert_in_range(film.info.canvas_height, 60, 800);
        assert_in_range(film.ends_ms[last()], 1000, 9999);
        if (i == 2)
            return;
        fr_map_release(map);
        free(film.frames);
    }
}

static void unwritable_files_are_named(void **unused)
{
    const struct fr_animation animation = make(20, 20);
    struct fr_error error;
    (void)unused;
    assert_int_equal(fr_animation_save("/nowhere/film.webp", &animation, &error), FR_BAD_INPUT);
    assert_non_null(strstr(error.text, "/nowhere/film.webp"));
}

#define DRAWS(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        DRAWS(a_search_grows_from_its_start), DRAWS(clocks_run_together),
        DRAWS(without_nodes_or_walk),         DRAWS(large_maps_make_small_frames),
        DRAWS(unwritable_files_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
