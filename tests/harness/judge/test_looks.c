/* The looks of paths: drawn by hand to have or lack each fault, on the map turned and mirrored, too;
 * and of paths on random maps. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "algorithms/front.h"
#include "harness/judge/looks.h"
#include "harness/judge/validator.h"
#include "tests/algorithms/random_maps.h"
#include "tests/ascii_map.h"
#include "tests/soak.h"

enum { WIDTH = 200, HEIGHT = 120, POINTS = 24, SYMMETRIES = 16 };

/* Coordinates of points in pixels. */
struct drawing {
    const char *name;
    struct fr_rect walls[4];
    double points[POINTS][2];
    double least_hugging, most_hugging;
    int64_t sharp_turns, zigzags;
};

static const struct fr_allocator *const allocator = &fr_default_allocator;

static struct fr_map *room_with(const struct fr_rect walls[4])
{
    struct fr_map *map;
    assert_int_equal(fr_map_create(WIDTH, HEIGHT, allocator, &map), FR_OK);
    for (int32_t y = 0; y < HEIGHT; y++)
        for (int32_t x = 0; x < WIDTH; x++) {
            bool wall = false;
            for (int i = 0; i < 4; i++)
                wall = wall || (x >= walls[i].x && x < walls[i].x + walls[i].width &&
                                y >= walls[i].y && y < walls[i].y + walls[i].height);
            fr_map_set_area(map, x, y, !wall);
        }
    return map;
}

static struct fr_path path_of(const double points[POINTS][2])
{
    struct fr_path path;
    fr_path_init(&path, allocator);
    for (int i = 0; i < POINTS && points[i][0] > 0; i++)
        assert_int_equal(fr_path_append(&path, (struct fr_point){(int32_t)(2 * points[i][0]),
                                                                 (int32_t)(2 * points[i][1])}),
                         FR_OK);
    return path;
}

/* The symmetries of a rectangle, as bits: mirrored in x, in y, transposed, and the path reversed. */
static struct fr_pixel turned(struct fr_pixel at, int32_t width, int32_t height, int symmetry)
{
    const int32_t x = symmetry & 1 ? width - at.x : at.x, y = symmetry & 2 ? height - at.y : at.y;
    return symmetry & 4 ? (struct fr_pixel){y, x} : (struct fr_pixel){x, y};
}

static struct fr_map *turned_map(const struct fr_map *map, int symmetry)
{
    const bool tall = symmetry & 4;
    struct fr_map *other;
    assert_int_equal(fr_map_create(tall ? map->height : map->width, tall ? map->width : map->height,
                                   allocator, &other),
                     FR_OK);
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++) {
            const struct fr_pixel to =
                turned((struct fr_pixel){x, y}, map->width - 1, map->height - 1, symmetry);
            fr_map_set_area(other, to.x, to.y, fr_map_walkable(map, x, y));
        }
    return other;
}

static void turn_path(const struct fr_map *map, int symmetry, struct fr_path *path)
{
    for (size_t i = 0; i < path->count; i++) {
        const struct fr_pixel to = turned((struct fr_pixel){path->points[i].x, path->points[i].y},
                                          2 * map->width, 2 * map->height, symmetry);
        path->points[i] = (struct fr_point){to.x, to.y};
    }
    if (symmetry & 8)
        fr_path_reverse(path);
}

static struct fr_looks looks_of(const struct fr_map *map, const struct fr_path *path)
{
    struct fr_margin *margin;
    struct fr_roomy roomy;
    struct fr_looks looks;
    struct fr_path taut;
    fr_path_init(&taut, allocator);
    assert_int_equal(fr_margin_create(map, allocator, &margin), FR_OK);
    assert_int_equal(fr_margin_avoid(margin, fr_point_pixel(path->points[0]),
                                     fr_point_pixel(path->points[path->count - 1]), &taut, &roomy),
                     FR_OK);
    assert_int_equal(fr_looks_measure(map, margin, &roomy, path, allocator, &looks), FR_OK);
    fr_margin_release(margin);
    fr_path_release(&taut);
    return looks;
}

#define WALL_BELOW                                                                                 \
    {                                                                                              \
        20, 60, 160, 10                                                                            \
    }

static const struct drawing drawings[] = {
    {"a straight line", {WALL_BELOW}, {{10.5, 30.5}, {190.5, 40.5}}, 0, 0, 0, 0},
    {"along a wall, as if drawn to it",
     {WALL_BELOW},
     {{10.5, 59.5}, {190.5, 59.5}},
     0.89,
     0.91,
     0,
     0},
    {"along a wall, at arm's length", {WALL_BELOW}, {{10.5, 57.5}, {190.5, 57.5}}, 0, 0, 0, 0},
    {"along a wall in a corridor of three pixels",
     {WALL_BELOW, {20, 50, 160, 7}},
     {{10.5, 59.5}, {190.5, 59.5}},
     0,
     0,
     0,
     0},
    {"past a corner, then in the open",
     {{60, 60, 10, 60}},
     {{10.5, 110.5}, {60, 60}, {190.5, 20.5}},
     0,
     0.05,
     0,
     0},
    {"through a door of five pixels",
     {{90, 0, 10, 60}, {90, 65, 10, 55}},
     {{10.5, 62.5}, {190.5, 62.5}},
     0,
     0,
     0,
     0},
    {"along a wall to a narrow door",
     {WALL_BELOW, {90, 0, 10, 57}},
     {{10.5, 59.5}, {190.5, 59.5}},
     0.7,
     0.9,
     0,
     0},
    {"a start and a goal at the wall", {WALL_BELOW}, {{100.5, 59.5}, {110.5, 59.5}}, 0, 0.7, 0, 0},
    {"a hook", {WALL_BELOW}, {{20.5, 20.5}, {100.5, 20.5}, {60.5, 30.5}}, 0, 0, 1, 0},
    {"a right angle", {WALL_BELOW}, {{20.5, 20.5}, {100.5, 20.5}, {100.5, 40.5}}, 0, 0, 0, 0},
    {"round the end of a thin wall",
     {{0, 60, 100, 1}},
     {{50.5, 50.5}, {99.5, 59.5}, {100.5, 60.5}, {99.5, 61.5}, {50.5, 61.5}},
     0,
     0.7,
     0,
     0},
    {"a spike at the end of a thin wall",
     {{0, 60, 100, 1}},
     {{50.5, 50.5}, {104.5, 60.5}, {50.5, 70.5}},
     0,
     0.2,
     0,
     0},
    {"a spike far beyond it",
     {{0, 60, 100, 1}},
     {{50.5, 50.5}, {140.5, 60.5}, {50.5, 70.5}},
     0,
     0,
     1,
     0},
    {"steps",
     {WALL_BELOW},
     {{20.5, 20.5}, {26.5, 20.5}, {30.5, 24.5}, {36.5, 24.5}, {40.5, 28.5}, {90.5, 28.5}},
     0,
     0,
     0,
     3},
    {"steps far away from each other",
     {WALL_BELOW},
     {{20.5, 20.5}, {46.5, 20.5}, {66.5, 40.5}, {96.5, 40.5}},
     0,
     0,
     0,
     0},
    {"bends that nobody sees",
     {WALL_BELOW},
     {{20.5, 20.5}, {30.5, 22.5}, {40.5, 20.5}, {50.5, 22.5}},
     0,
     0,
     0,
     0},
    {"an arc", {WALL_BELOW}, {{20.5, 20.5}, {30.5, 20.5}, {36.5, 26.5}, {36.5, 36.5}}, 0, 0, 0, 0},
    {"a slalom that the walls ask for",
     {{60, 0, 6, 62}, {72, 58, 6, 62}},
     {{20.5, 62.5}, {60, 62}, {66, 62}, {72, 58}, {78, 58}, {120.5, 58.5}},
     0,
     0.2,
     0,
     0},
    {"steps beside two corners that ask for none",
     {{80, 0, 20, 60}},
     {{20.5, 30.5}, {70.5, 60.5}, {76.5, 60.5}, {84.5, 66.5}, {100.5, 66.5}, {160.5, 30.5}},
     0,
     0.1,
     0,
     2},
    {"a slalom in pixels",
     {{60, 0, 6, 66}, {72, 54, 6, 66}},
     {{20.5, 66.5}, {65.5, 66.5}, {66.5, 65.5}, {71.5, 53.5}, {120.5, 53.5}},
     0,
     0.4,
     0,
     0},
};

static void drawn_paths(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof drawings / sizeof *drawings; i++)
        for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
            const struct drawing *drawing = &drawings[i];
            struct fr_map *map = room_with(drawing->walls);
            struct fr_map *other = turned_map(map, symmetry);
            struct fr_path path = path_of(drawing->points);
            turn_path(map, symmetry, &path);
            const struct fr_looks looks = looks_of(other, &path);
            if (!(looks.hugging >= drawing->least_hugging &&
                  looks.hugging <= drawing->most_hugging) ||
                looks.sharp_turns != drawing->sharp_turns || looks.zigzags != drawing->zigzags)
                fail_msg("%s (symmetry %d): hugging %g, %d sharp turns, %d zigzags", drawing->name,
                         symmetry, looks.hugging, (int)looks.sharp_turns, (int)looks.zigzags);
            assert_int_equal(fr_looks_faulty(&looks), looks.hugging > FR_LOOKS_HUGGING ||
                                                          drawing->sharp_turns > 0 ||
                                                          drawing->zigzags > 0);
            fr_path_release(&path);
            fr_map_release(other);
            fr_map_release(map);
        }
}

/* A pixel is in the margin if the square of five pixels around it holds a wall. */
static void margins_of_random_maps(void **state)
{
    const uint64_t seed = soak_seed(20264);
    struct fr_random random = {seed};
    (void)state;
    printf("seed %llu\n", (unsigned long long)seed);
    for (int i = 0; i < 60 * soak_scale(); i++) {
        struct fr_map *map = mixed_map(&random);
        struct fr_margin *margin;
        assert_int_equal(fr_margin_create(map, allocator, &margin), FR_OK);
        for (int32_t y = 0; y < map->height; y++)
            for (int32_t x = 0; x < map->width; x++) {
                struct fr_point corner[] = {{2 * x + 1, 2 * y + 1}, {2 * x + 2, 2 * y + 2}};
                bool wall = false;
                for (int32_t by = 0; by < 25; by++) {
                    const int32_t column = x + by % 5 - 2, row = y + by / 5 - 2;
                    wall = wall || !fr_map_inside(map, column, row) ||
                           !fr_map_walkable(map, column, row);
                }
                const struct fr_path path = {corner, 2, 0, allocator};
                if ((fr_margin_along(margin, &path) > 0) != wall) {
                    print_map(map);
                    fail_msg("pixel %d,%d", x, y);
                }
            }
        fr_margin_release(margin);
        fr_map_release(map);
    }
}

/* A map whose pixels are squares of `by` pixels, so that it has open places. */
static struct fr_map *scaled(const struct fr_map *map, int32_t by)
{
    struct fr_map *large;
    assert_int_equal(fr_map_create(by * map->width, by * map->height, allocator, &large), FR_OK);
    for (int32_t y = 0; y < large->height; y++)
        for (int32_t x = 0; x < large->width; x++)
            fr_map_set_area(large, x, y, fr_map_walkable(map, x / by, y / by));
    return large;
}

static bool find(const char *name, const struct fr_map *map, struct fr_pixel start,
                 struct fr_pixel goal, struct fr_path *path)
{
    const struct fr_pathfinder *pathfinder = fr_pathfinder_find(name);
    struct fr_option_values options;
    struct fr_state *state;
    fr_options_default(pathfinder->options, pathfinder->option_count, &options);
    assert_int_equal(fr_prepare(pathfinder, map, &options, allocator, &state), FR_OK);
    const enum fr_outcome outcome =
        fr_find(pathfinder, state, fr_pixel_centre(start), fr_pixel_centre(goal), NULL, path);
    fr_release(pathfinder, state);
    return outcome == FR_FOUND;
}

/* The roomy path is legal, no shorter than the shortest, and has no hugging itself. */
static void check_roomy(const struct fr_map *map, const struct fr_path *shortest,
                        struct fr_pixel start, struct fr_pixel goal)
{
    struct fr_margin *margin;
    struct fr_validator *validator;
    struct fr_judgement judgement;
    struct fr_roomy roomy;
    struct fr_looks looks;
    struct fr_path path;
    fr_path_init(&path, allocator);
    assert_int_equal(fr_margin_create(map, allocator, &margin), FR_OK);
    assert_int_equal(fr_validator_create(map, allocator, &validator), FR_OK);
    assert_int_equal(fr_margin_avoid(margin, start, goal, &path, &roomy), FR_OK);
    fr_path_reverse(&path);
    fr_validator_judge(validator, FR_ANY_ANGLE, fr_pixel_centre(start), fr_pixel_centre(goal),
                       FR_FOUND, &path, &judgement);
    if (judgement.verdict != FR_VERDICT_OK) {
        print_map(map);
        fail_msg("the roomy path: %s", judgement.reason);
    }
    assert_true(roomy.length >= fr_path_length(shortest) * (1 - 1e-9));
    assert_true(fabs(roomy.length - judgement.length) < 1e-6);
    assert_int_equal(fr_looks_measure(map, margin, &roomy, &path, allocator, &looks), FR_OK);
    assert_true(looks.hugging < 1e-9);
    fr_path_release(&path);
    fr_validator_release(validator);
    fr_margin_release(margin);
}

/* Shortest any-angle paths turn only where they must. What a path on the grid has, it has on the map
 * turned over. Of several shortest grid paths the roomy one may be another there, so that its hugging
 * may differ a little. */
static void paths_on_random_maps(void **state)
{
    const uint64_t seed = soak_seed(20265);
    struct fr_random random = {seed};
    int faulty = 0;
    (void)state;
    printf("seed %llu\n", (unsigned long long)seed);
    for (int i = 0; i < 60 * soak_scale(); i++) {
        struct fr_map *small = mixed_map(&random);
        struct fr_map *map = scaled(small, 1 + i % 8);
        struct fr_pixel start, goal;
        struct fr_path path;
        fr_path_init(&path, allocator);
        if (random_walkable(map, &random, &start) && random_walkable(map, &random, &goal) &&
            find("visgraph", map, start, goal, &path)) {
            const struct fr_looks looks = looks_of(map, &path);
            assert_int_equal(looks.sharp_turns, 0);
            assert_int_equal(looks.zigzags, 0);
            check_roomy(map, &path, start, goal);
            assert_true(find("octile", map, start, goal, &path));
            const struct fr_looks before = looks_of(map, &path);
            const int symmetry = (int)fr_random_below(&random, SYMMETRIES);
            struct fr_map *other = turned_map(map, symmetry);
            turn_path(map, symmetry, &path);
            const struct fr_looks after = looks_of(other, &path);
            assert_int_equal(before.sharp_turns, after.sharp_turns);
            assert_int_equal(before.zigzags, after.zigzags);
            faulty += fr_looks_faulty(&before);
            fr_map_release(other);
        }
        fr_path_release(&path);
        fr_map_release(map);
        fr_map_release(small);
    }
    assert_true(faulty > 0);
}

/* Whatever allocation fails, a status says so and nothing is lost. */
static void memory_runs_out(void **state)
{
    struct fr_point points[] = {{41, 41}, {181, 41}, {181, 101}};
    const struct fr_path path = {points, 3, 0, allocator};
    (void)state;
    struct fr_map *map = room_with((const struct fr_rect[4]){WALL_BELOW});
    bool refused = true;
    for (uint64_t n = 1; refused; n++) {
        struct fr_counting_allocator memory;
        struct fr_margin *margin = NULL;
        struct fr_roomy roomy = {1, 0};
        struct fr_looks looks;
        struct fr_path taut;
        fr_counting_allocator_init(&memory);
        memory.fail_at = n;
        fr_path_init(&taut, &memory.allocator);
        bool failed = fr_margin_create(map, &memory.allocator, &margin) == FR_NO_MEMORY;
        if (margin) {
            failed |= fr_margin_avoid(margin, (struct fr_pixel){20, 20}, (struct fr_pixel){90, 50},
                                      &taut, &roomy) == FR_NO_MEMORY;
            failed |= fr_looks_measure(map, margin, &roomy, &path, &memory.allocator, &looks) ==
                      FR_NO_MEMORY;
        }
        fr_path_release(&taut);
        fr_margin_release(margin);
        refused = memory.refused > 0;
        assert_int_equal(failed, refused);
        assert_int_equal(memory.live_bytes, 0);
    }
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawn_paths),
        cmocka_unit_test(margins_of_random_maps),
        cmocka_unit_test(paths_on_random_maps),
        cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
