/* Paths pulled taut: hand-worked maps, and random ones against slow references. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "harness/judge/taut_path.h"
#include "tests/algorithms/random_maps.h"
#include "tests/algorithms/visibility/any_angle_reference.h"
#include "tests/ascii_map.h"
#include "tests/soak.h"

#define TOLERANCE 1e-9

enum { RANDOM_MAPS = 150, WALKS = 12 };

#define CENTRE(px, py)                                                                             \
    {                                                                                              \
        2 * (px) + 1, 2 * (py) + 1                                                                 \
    }

#define PATH(...)                                                                                  \
    {                                                                                              \
        (struct fr_point[]){__VA_ARGS__},                                                          \
            sizeof(struct fr_point[]){__VA_ARGS__} / sizeof(struct fr_point), 0,                   \
            &fr_default_allocator                                                                  \
    }

static double taut(const struct fr_map *map, const struct fr_path *path)
{
    struct fr_path pulled;
    fr_path_init(&pulled, &fr_default_allocator);
    assert_int_equal(fr_taut_path(map, path, &fr_default_allocator, &pulled), FR_OK);
    const double length = pulled.count > 0 ? fr_path_length(&pulled) : (double)NAN;
    if (pulled.count > 0) {
        assert_true(fr_point_equal(pulled.points[0], path->points[0]));
        assert_true(fr_point_equal(pulled.points[pulled.count - 1], path->points[path->count - 1]));
    }
    fr_path_release(&pulled);
    return length;
}

static void fail_on(const struct fr_map *map, const struct fr_path *path, const char *what)
{
    fprintf(stderr, "%s, on\n", what);
    print_map(map);
    for (size_t i = 0; i < path->count; i++)
        fprintf(stderr, "{%d, %d}, ", path->points[i].x, path->points[i].y);
    fprintf(stderr, "\n");
    fail();
}

static void a_band_is_pulled_taut(void **state)
{
    static const char text[] = "........|"
                               "..###...|"
                               "..###...|"
                               "........|"
                               ".#####..|"
                               ".#...#..|"
                               "........|"
                               "...##...";
    const struct {
        struct fr_path path;
        double expected; /* half pixels */
    } cases[] = {
        {PATH(CENTRE(0, 0)), 0},
        {PATH(CENTRE(0, 0), CENTRE(0, 3), CENTRE(0, 0)), 0},
        {PATH(CENTRE(0, 0), CENTRE(7, 0)), 14},
        /* Needless bends in the open; into the dead end below and out again. */
        {PATH(CENTRE(5, 1), CENTRE(7, 1), CENTRE(7, 2), CENTRE(5, 3)), 4},
        {PATH(CENTRE(7, 3), CENTRE(6, 6), CENTRE(3, 6), CENTRE(3, 5), CENTRE(3, 6), CENTRE(6, 6),
              CENTRE(6, 4)),
         sqrt(8)},
        /* Out of the dead end, round three corners. */
        {PATH(CENTRE(3, 5), CENTRE(3, 6), CENTRE(6, 6), CENTRE(6, 4), CENTRE(7, 3), CENTRE(1, 3)),
         sqrt(10) + 2 + 4 + sqrt(82)},
    };
    (void)state;
    struct fr_map *map = ascii_map(text);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!(fabs(taut(map, &cases[i].path) - cases[i].expected / 2) < TOLERANCE))
            fail_on(map, &cases[i].path, "another band");
    const struct fr_path illegal = PATH(CENTRE(1, 1), CENTRE(1, 5));
    assert_true(isnan(taut(map, &illegal)));
    fr_map_release(map);
}

/* Above the block and below it: the band keeps its side, though the other may be shorter; once
 * around, it holds the block; there and back by the same side, it lets go. */
static void a_band_keeps_its_side(void **state)
{
    static const char text[] = ".......|"
                               "..###..|"
                               "..###..|"
                               ".......|"
                               ".......";
    const struct fr_path above = PATH(CENTRE(1, 2), CENTRE(1, 0), CENTRE(5, 0), CENTRE(5, 2));
    const struct fr_path below = PATH(CENTRE(1, 2), CENTRE(1, 4), CENTRE(6, 4), CENTRE(5, 2));
    const struct fr_path around =
        PATH(CENTRE(1, 2), CENTRE(1, 0), CENTRE(5, 0), CENTRE(5, 4), CENTRE(0, 4), CENTRE(1, 2));
    const struct fr_path unwound = PATH(CENTRE(1, 2), CENTRE(1, 0), CENTRE(5, 0), CENTRE(5, 4),
                                        CENTRE(6, 0), CENTRE(1, 0), CENTRE(0, 4), CENTRE(1, 2));
    (void)state;
    struct fr_map *map = ascii_map(text);
    /* From (3, 5) over (4, 2) and (10, 2) to (11, 5); by (4, 6) and (10, 6) below. */
    assert_true(fabs(taut(map, &above) - (sqrt(10) + 3)) < TOLERANCE);
    assert_true(fabs(taut(map, &below) - (sqrt(2) + 3)) < TOLERANCE);
    assert_true(fabs(taut(map, &around) - (sqrt(10) + 6 + 4 + 6 + sqrt(2)) / 2) < TOLERANCE);
    assert_true(fabs(taut(map, &unwound)) < TOLERANCE);
    fr_map_release(map);
}

/* Along the border of two rows, blocked now above and now below; through a corner that is no pinch.
 */
static void a_band_follows_borders(void **state)
{
    static const char text[] = "..##..|"
                               "##..##";
    static const char corner[] = "..#|"
                                 "...|"
                                 "#..";
    const struct fr_path along = PATH({1, 1}, {2, 2}, {10, 2}, {11, 1});
    const struct fr_path across = PATH({1, 1}, {2, 4}, {4, 2}, {5, 5});
    const struct fr_path slope = PATH({1, 1}, {5, 5});
    const struct fr_path from_wall = PATH({4, 1}, {1, 1}), to_wall = PATH({1, 1}, {4, 1});
    (void)state;
    struct fr_map *map = ascii_map(text);
    assert_true(isnan(taut(map, &along))); /* (4, 2) and (8, 2) are pinches */
    fr_map_release(map);
    map = ascii_map("......|"
                    "##..##");
    assert_true(fabs(taut(map, &along) - 5) < TOLERANCE);
    fr_map_release(map);
    map = ascii_map(corner);
    assert_true(fabs(taut(map, &across) - sqrt(32) / 2) < TOLERANCE);
    assert_true(fabs(taut(map, &slope) - sqrt(32) / 2) < TOLERANCE);
    assert_true(fabs(taut(map, &from_wall) - 1.5) <
                TOLERANCE); /* the edge of a wall is free space */
    assert_true(fabs(taut(map, &to_wall) - 1.5) < TOLERANCE);
    fr_map_release(map);
}

/* A segment that cuts a corner of a blocked pixel leaves free space, though where it is halfway down the row, that is
 * free. */
static void a_cut_corner_has_no_band(void **state)
{
    static const char *const texts[] = {".......|"
                                        "..#....|"
                                        ".......",
                                        ".......|"
                                        "....#..|"
                                        "......."};
    const struct fr_path cuts[2][2] = {{PATH({1, 1}, {9, 3}), PATH({1, 5}, {9, 3})},
                                       {PATH({13, 1}, {5, 3}), PATH({13, 5}, {5, 3})}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct fr_map *map = ascii_map(texts[i]);
        for (int j = 0; j < 2; j++)
            assert_true(isnan(taut(map, &cuts[i][j])) && !isnan(taut(map, &cuts[1 - i][j])));
        fr_map_release(map);
    }
}

/* A random walk that is legal at any angle: straight segments between random points that see each
 * other, of which some are corners and other points between pixels. */
static void wander(const struct fr_map *map, const struct fr_validator *validator,
                   struct fr_random *random, struct fr_point start, struct fr_path *path)
{
    path->count = 0;
    assert_int_equal(fr_path_append(path, start), FR_OK);
    for (int tries = 0; tries < 60 && path->count < 24; tries++) {
        const struct fr_point last = path->points[path->count - 1];
        const int32_t reach = tries % 3 == 0 ? 60 : 7;
        const struct fr_point next = {last.x + fr_random_between(random, -reach, reach),
                                      last.y + fr_random_between(random, -reach, reach)};
        if (next.x < 0 || next.y < 0 || next.x > 2 * map->width || next.y > 2 * map->height ||
            fr_point_equal(next, last) || !fr_validator_segment(validator, last, next) ||
            (path->count > 1 &&
             !fr_validator_waypoint(validator, path->points[path->count - 2], last, next)))
            continue;
        assert_int_equal(fr_path_append(path, next), FR_OK);
    }
    while (path->count > 1 && !fr_map_walkable_centre(map, path->points[path->count - 1]))
        path->count--;
}

/* Opens every blocked pixel that no chain of blocked ones joins to the edge of the map, so that no
 * two walks between the same ends pass walls on different sides. */
static void fill_holes(struct fr_map *map)
{
    uint8_t joined[RANDOM_MAP_WIDTH + 2][RANDOM_MAP_WIDTH + 2] = {{0}};
    bool more = true;
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            joined[y + 1][x + 1] = fr_map_walkable(map, x, y) ? 2 : 0;
    for (int32_t i = 0; i < RANDOM_MAP_WIDTH + 2; i++) {
        joined[0][i] = joined[i][0] = 1;
        joined[map->height + 1][i] = joined[i][map->width + 1] = 1;
    }
    while (more) {
        more = false;
        for (int32_t y = 1; y <= map->height; y++)
            for (int32_t x = 1; x <= map->width; x++)
                for (int32_t near = 0; near < 9 && joined[y][x] == 0; near++)
                    if (joined[y + near / 3 - 1][x + near % 3 - 1] == 1)
                        joined[y][x] = more = true;
    }
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            fr_map_set_area(map, x, y, joined[y + 1][x + 1] != 1);
}

static struct fr_map *transposed(const struct fr_map *map)
{
    struct fr_map *other;
    assert_int_equal(fr_map_create(map->height, map->width, &fr_default_allocator, &other), FR_OK);
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            fr_map_set_area(other, y, x, fr_map_walkable(map, x, y));
    return other;
}

static void check_turned(const struct fr_map *map, const struct fr_map *turned,
                         struct fr_path *path, double expected)
{
    fr_path_reverse(path);
    if (!(fabs(taut(map, path) - expected) < TOLERANCE * (1 + expected)))
        fail_on(map, path, "another band from goal to start");
    for (size_t i = 0; i < path->count; i++)
        path->points[i] = (struct fr_point){path->points[i].y, path->points[i].x};
    if (!(fabs(taut(turned, path) - expected) < TOLERANCE * (1 + expected)))
        fail_on(turned, path, "another band on the map turned over");
}

/* Where there are no holes, every walk is pulled to the shortest; where there are, rows and columns
 * of pixels must come to the same. */
static void bands_of_random_walks(void **state)
{
    static struct reference reference;
    const uint64_t seed = soak_seed(20261);
    struct fr_random random = {seed};
    struct fr_path path;
    (void)state;
    printf("seed %llu\n", (unsigned long long)seed);
    fr_path_init(&path, &fr_default_allocator);
    for (int i = 0; i < RANDOM_MAPS * soak_scale(); i++) {
        struct fr_map *map = mixed_map(&random);
        struct fr_validator *validator;
        const bool simple = i % 2 == 0 && map->width <= RANDOM_MAP_SIZE;
        if (simple)
            fill_holes(map);
        struct fr_map *turned = transposed(map);
        assert_int_equal(fr_validator_create(map, &fr_default_allocator, &validator), FR_OK);
        if (simple)
            find_corners(map, &reference);
        for (int walk = 0; walk < WALKS; walk++) {
            struct fr_pixel pixel;
            if (!random_walkable(map, &random, &pixel))
                break;
            wander(map, validator, &random, fr_pixel_centre(pixel), &path);
            const struct fr_point goal = path.points[path.count - 1];
            const double pulled = taut(map, &path);
            if (!(pulled <= fr_path_length(&path) * (1 + TOLERANCE)))
                fail_on(map, &path, "a band longer than its walk");
            if (simple && walk < 3) {
                const double shortest =
                    reference_length(validator, &reference, path.points[0], goal);
                if (!(fabs(pulled - shortest) < TOLERANCE * (1 + shortest)))
                    fail_on(map, &path, "a band that is not the only shortest way");
            }
            check_turned(map, turned, &path, pulled);
        }
        fr_validator_release(validator);
        fr_map_release(turned);
        fr_map_release(map);
    }
    fr_path_release(&path);
}

/* Whatever allocation fails, a status says so and nothing is lost. */
static void memory_runs_out(void **state)
{
    const struct fr_path path = PATH(CENTRE(0, 0), CENTRE(0, 3), CENTRE(5, 3), CENTRE(5, 0));
    (void)state;
    struct fr_map *map = ascii_map("......|"
                                   ".####.|"
                                   ".####.|"
                                   "......");
    bool refused = true;
    for (uint64_t n = 1; refused; n++) {
        struct fr_counting_allocator memory;
        struct fr_path pulled;
        fr_counting_allocator_init(&memory);
        memory.fail_at = n;
        fr_path_init(&pulled, &memory.allocator);
        const bool failed = fr_taut_path(map, &path, &memory.allocator, &pulled) == FR_NO_MEMORY;
        fr_path_release(&pulled);
        refused = memory.refused > 0;
        assert_int_equal(failed, refused);
        assert_int_equal(memory.live_bytes, 0);
    }
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_band_is_pulled_taut),    cmocka_unit_test(a_band_keeps_its_side),
        cmocka_unit_test(a_band_follows_borders),   cmocka_unit_test(bands_of_random_walks),
        cmocka_unit_test(a_cut_corner_has_no_band), cmocka_unit_test(memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
