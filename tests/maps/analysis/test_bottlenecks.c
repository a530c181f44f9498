/* Corridors that close for a wider walker: hand-worked maps, and their definition on random ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "maps/analysis/bottlenecks.h"
#include "maps/analysis/components.h"
#include "maps/analysis/gap.h"
#include "tests/algorithms/random_maps.h"
#include "tests/ascii_map.h"
#include "tests/soak.h"

static struct fr_map *eroded(const struct fr_map *map, struct fr_agent agent)
{
    struct fr_map *copy;
    assert_int_equal(fr_map_clone(map, &fr_default_allocator, &copy), FR_OK);
    assert_int_equal(fr_erode(copy, agent), FR_OK);
    return copy;
}

static struct fr_bottlenecks *bottlenecks_of(const struct fr_map *point,
                                             const struct fr_map *walked, struct fr_agent agent)
{
    struct fr_bottlenecks *bottlenecks;
    assert_int_equal(
        fr_bottlenecks_create(point, walked, agent, &fr_default_allocator, &bottlenecks), FR_OK);
    return bottlenecks;
}

static void assert_bottleneck(const struct fr_map *point, const struct fr_bottlenecks *bottlenecks,
                              size_t index, struct fr_bottleneck expected, int32_t width)
{
    const struct fr_bottleneck *bottleneck = fr_bottlenecks_at(bottlenecks, index);
    assert_int_equal(bottleneck->at.x, expected.at.x);
    assert_int_equal(bottleneck->at.y, expected.at.y);
    assert_int_equal(bottleneck->radius, expected.radius);
    assert_int_equal(bottleneck->cut_off, expected.cut_off);
    assert_int_equal(fr_gap_width(point, bottleneck->at, bottleneck->radius), width);
}

/* Three halls in a row, with a corridor of three pixels and one of one pixel between them. */
static const char halls[] = "#######################|"
                            "#.....#######........##|"
                            "#.....#######........##|"
                            "#....................##|"
                            "#....................##|"
                            "#....................##|"
                            "#.....#######........##|"
                            "#.....#######........##|"
                            "################.######|"
                            "################.######|"
                            "################.######|"
                            "#......................|"
                            "#......................|"
                            "#......................|"
                            "#......................|"
                            "#......................|"
                            "#......................|"
                            "#......................|"
                            "#......................|"
                            "#######################";

static void halls_are_joined_the_widest_way_first(void **state)
{
    static const struct fr_agent agent = {4, FR_DISC};
    struct fr_map *point = ascii_map(halls), *walked = eroded(point, agent);
    struct fr_bottlenecks *bottlenecks = bottlenecks_of(point, walked, agent);
    (void)state;
    assert_int_equal(fr_bottlenecks_count(bottlenecks), 2);
    /* In the middle of what the discs of both halls cannot enter; the left hall keeps 3 + 3 + 1. */
    assert_bottleneck(point, bottlenecks, 0, (struct fr_bottleneck){{9, 4}, 3, 3 + 3 + 1}, 3);
    /* The right one keeps 4 x 3 and a little at its doors, the largest 18 x 4 and a pixel. */
    assert_bottleneck(point, bottlenecks, 1, (struct fr_bottleneck){{16, 9}, 1, 7 + 4 * 3 + 4 + 1},
                      1);
    const struct fr_pixel left = {3, 4}, right = {17, 4}, below = {9, 14};
    assert_int_equal(fr_bottlenecks_between(bottlenecks, left, right), 0);
    assert_int_equal(fr_bottlenecks_between(bottlenecks, left, below), 1);
    assert_int_equal(fr_bottlenecks_between(bottlenecks, below, right), 1);
    assert_true(fr_bottlenecks_between(bottlenecks, left, left) == FR_NO_BOTTLENECK);
    assert_true(fr_bottlenecks_between(bottlenecks, left, (struct fr_pixel){1, 1}) ==
                FR_NO_BOTTLENECK);
    fr_bottlenecks_release(bottlenecks);
    fr_map_release(walked);
    fr_map_release(point);
}

static void nothing_closes(void **state)
{
    static const struct fr_agent agent = {4, FR_SQUARE};
    struct fr_map *point = ascii_map(".........|"
                                     ".........|"
                                     ".........|"
                                     ".........|"
                                     ".........|"
                                     "#########|"
                                     "........."),
                  *walked = eroded(point, agent);
    struct fr_bottlenecks *bottlenecks = bottlenecks_of(point, walked, agent);
    (void)state;
    assert_int_equal(fr_bottlenecks_count(bottlenecks), 0);
    assert_true(fr_bottlenecks_between(bottlenecks, (struct fr_pixel){3, 2},
                                       (struct fr_pixel){4, 2}) == FR_NO_BOTTLENECK);
    fr_bottlenecks_release(bottlenecks);
    assert_int_equal(fr_map_set_wall(point, 1, 1, FR_EAST, true), FR_OK);
    assert_int_equal(
        fr_bottlenecks_create(point, walked, agent, &fr_default_allocator, &bottlenecks),
        FR_UNSUPPORTED);
    fr_map_release(walked);
    fr_map_release(point);
}

/* A random map and its corridors, and the floor of every narrower agent. */
struct trial {
    struct fr_map *point, *walked;
    struct fr_agent agent;
    struct fr_bottlenecks *bottlenecks;
    struct fr_map *open[8];             /* by radius in half pixels */
    struct fr_components *connected[8]; /* of open */
    struct fr_pixel pixels[64];         /* some on the agent's floor */
    int pixel_count;
};

static void begin_trial(struct trial *trial, struct fr_random *random)
{
    trial->point = mixed_map(random);
    trial->agent = (struct fr_agent){2 + (int32_t)fr_random_below(random, 6),
                                     fr_random_below(random, 2) ? FR_DISC : FR_SQUARE};
    trial->walked = eroded(trial->point, trial->agent);
    trial->bottlenecks = bottlenecks_of(trial->point, trial->walked, trial->agent);
    for (int32_t radius = 0; radius <= trial->agent.radius; radius++) {
        trial->open[radius] = eroded(trial->point, (struct fr_agent){radius, trial->agent.shape});
        assert_int_equal(fr_components_create(trial->open[radius], FR_CONNECTED_4,
                                              &fr_default_allocator, &trial->connected[radius]),
                         FR_OK);
    }
    trial->pixel_count = 0;
    while (trial->pixel_count < 64 &&
           random_walkable(trial->walked, random, &trial->pixels[trial->pixel_count]))
        trial->pixel_count++;
}

static void end_trial(struct trial *trial)
{
    for (int32_t radius = 0; radius <= trial->agent.radius; radius++) {
        fr_components_release(trial->connected[radius]);
        fr_map_release(trial->open[radius]);
    }
    fr_bottlenecks_release(trial->bottlenecks);
    fr_map_release(trial->walked);
    fr_map_release(trial->point);
}

static bool joined(const struct trial *trial, int32_t radius, struct fr_pixel a, struct fr_pixel b)
{
    return fr_components_at(trial->connected[radius], a.x, a.y) ==
           fr_components_at(trial->connected[radius], b.x, b.y);
}

/* The widest disc that gets from one pixel to another; -1: not even a point does. */
static int32_t widest_between(const struct trial *trial, struct fr_pixel a, struct fr_pixel b)
{
    int32_t radius = trial->agent.radius;
    while (radius >= 0 && !joined(trial, radius, a, b))
        radius--;
    return radius;
}

/* The corridor lets through just the disc that it tells, and lies on its way. */
static bool is_right(const struct trial *trial, size_t index, struct fr_pixel a, struct fr_pixel b)
{
    const int32_t widest = widest_between(trial, a, b);
    if (widest < 0 || widest == trial->agent.radius)
        return index == FR_NO_BOTTLENECK;
    if (index == FR_NO_BOTTLENECK)
        return false;
    const struct fr_bottleneck *bottleneck = fr_bottlenecks_at(trial->bottlenecks, index);
    return bottleneck->radius == widest && joined(trial, widest, bottleneck->at, a) &&
           !fr_map_walkable(trial->open[widest + 1], bottleneck->at.x, bottleneck->at.y);
}

/* How many times parts fall apart, counted from all their pieces. */
static size_t count_closed(const struct trial *trial)
{
    static bool met[RANDOM_MAP_SIZE * RANDOM_MAP_WIDTH];
    const struct fr_components *pieces = trial->connected[trial->agent.radius];
    size_t parts = 0;
    memset(met, 0, sizeof met);
    for (int32_t y = 0; y < trial->point->height; y++)
        for (int32_t x = 0; x < trial->point->width; x++) {
            if (fr_components_at(pieces, x, y) == FR_NO_COMPONENT)
                continue;
            bool *part = &met[fr_components_at(trial->connected[0], x, y)];
            parts += !*part;
            *part = true;
        }
    return fr_components_count(pieces) - parts;
}

static void random_maps_agree_with_the_definition(void **state)
{
    const uint64_t seed = soak_seed(29);
    struct fr_random random = {seed};
    (void)state;
    for (int round = 0; round < 2000 * soak_scale(); round++) {
        struct trial trial;
        begin_trial(&trial, &random);
        const size_t count = fr_bottlenecks_count(trial.bottlenecks);
        bool right = count == count_closed(&trial);
        for (size_t i = 1; i < count; i++)
            right = right && fr_bottlenecks_at(trial.bottlenecks, i)->radius <=
                                 fr_bottlenecks_at(trial.bottlenecks, i - 1)->radius;
        for (int i = 1; i < trial.pixel_count; i++) {
            const struct fr_pixel a = trial.pixels[i - 1], b = trial.pixels[i];
            right =
                right && is_right(&trial, fr_bottlenecks_between(trial.bottlenecks, a, b), a, b);
        }
        if (!right) {
            print_map(trial.point);
            fail_msg("radius %d, shape %d, seed %llu", trial.agent.radius, (int)trial.agent.shape,
                     (unsigned long long)seed);
        }
        end_trial(&trial);
    }
}

static void every_refused_allocation_is_survived(void **state)
{
    static const struct fr_agent agent = {4, FR_DISC};
    struct fr_map *point = ascii_map(halls), *walked = eroded(point, agent);
    (void)state;
    for (uint64_t n = 1;; n++) {
        struct fr_counting_allocator counting;
        struct fr_bottlenecks *bottlenecks = NULL;
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        const enum fr_status status =
            fr_bottlenecks_create(point, walked, agent, &counting.allocator, &bottlenecks);
        assert_int_equal(status, counting.refused ? FR_NO_MEMORY : FR_OK);
        fr_bottlenecks_release(bottlenecks);
        assert_int_equal(counting.live_bytes, 0);
        if (status == FR_OK)
            break;
    }
    fr_map_release(walked);
    fr_map_release(point);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(halls_are_joined_the_widest_way_first),
        cmocka_unit_test(nothing_closes),
        cmocka_unit_test(random_maps_agree_with_the_definition),
        cmocka_unit_test(every_refused_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
