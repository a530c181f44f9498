/* Line of sight against an oracle that cuts the segment at every grid line in exact fractions,
 * looks up the closed squares around each piece, and walks around every lattice corner passed. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

#include "maps/geometry/line_of_sight.h"
#include "maps/random.h"

#define MAX_SIZE 14

static struct fr_map *map_from(const char *const *rows, int32_t height)
{
    struct fr_map *map;
    const int32_t width = (int32_t)strlen(rows[0]);
    assert_int_equal(fr_map_create(width, height, &fr_default_allocator, &map), FR_OK);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            fr_map_set_area(map, x, y, rows[y][x] == '.');
    return map;
}

#define MAP(...)                                                                                   \
    map_from((const char *const[]){__VA_ARGS__},                                                   \
             (int32_t)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)))

static bool sees(const struct fr_map *map, int32_t ax, int32_t ay, int32_t bx, int32_t by)
{
    return fr_line_of_sight(map, (struct fr_point){ax, ay}, (struct fr_point){bx, by});
}

static bool oracle_walkable(const struct fr_map *map, int64_t x, int64_t y)
{
    return fr_map_inside(map, (int32_t)x, (int32_t)y) &&
           fr_map_area(map, (int32_t)x, (int32_t)y) != 0;
}

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* The walkable pixels whose closed square holds the point (x, y)/scale in half pixels. */
static int touching(const struct fr_map *map, int64_t x, int64_t y, int64_t scale,
                    struct fr_pixel *pixels)
{
    int count = 0;
    const int64_t right = floor_div(x, 2 * scale), bottom = floor_div(y, 2 * scale);
    const int64_t left = right - (x % (2 * scale) == 0), top = bottom - (y % (2 * scale) == 0);
    for (int64_t py = top; py <= bottom; py++)
        for (int64_t px = left; px <= right; px++)
            if (oracle_walkable(map, px, py))
                pixels[count++] = (struct fr_pixel){(int32_t)px, (int32_t)py};
    return count;
}

/* Whether two of the walkable pixels around a corner are joined around it, through shared edges. */
static bool joined(const struct fr_map *map, struct fr_pixel p, struct fr_pixel q)
{
    if (p.x == q.x || p.y == q.y)
        return true;
    return oracle_walkable(map, p.x, q.y) || oracle_walkable(map, q.x, p.y);
}

static int by_value(const void *a, const void *b)
{
    const int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

/* Positions on the segment are times/total; half of one is exact, as times and total are even. */
static bool oracle_sees(const struct fr_map *map, struct fr_point a, struct fr_point b)
{
    struct fr_pixel before[4], here[4];
    const int64_t dx = b.x - a.x, dy = b.y - a.y;
    if (dx == 0 && dy == 0)
        return touching(map, a.x, a.y, 1, before) > 0;
    const int64_t along_x = dx ? llabs(dx) : 1, along_y = dy ? llabs(dy) : 1;
    const int64_t total = 2 * along_x * along_y;
    int64_t times[4 * MAX_SIZE + 8];
    int count = 0;
    times[count++] = 0;
    times[count++] = total;
    for (int64_t line = 0; line <= 2 * MAX_SIZE; line += 2) {
        if (dx && (line - a.x) * dx > 0 && llabs(line - a.x) < along_x)
            times[count++] = llabs(line - a.x) * 2 * along_y;
        if (dy && (line - a.y) * dy > 0 && llabs(line - a.y) < along_y)
            times[count++] = llabs(line - a.y) * 2 * along_x;
    }
    qsort(times, (size_t)count, sizeof *times, by_value);
    int was = 0;
    for (int i = 0; i + 1 < count; i++) {
        if (times[i] == times[i + 1])
            continue;
        const int64_t middle = (times[i] + times[i + 1]) / 2;
        const int now =
            touching(map, a.x * total + dx * middle, a.y * total + dy * middle, total, here);
        if (now == 0)
            return false;
        const int64_t x = a.x * total + dx * times[i], y = a.y * total + dy * times[i];
        if (times[i] > 0 && x % (2 * total) == 0 && y % (2 * total) == 0) {
            bool passes = false;
            for (int p = 0; p < was; p++)
                for (int q = 0; q < now; q++)
                    passes |= joined(map, before[p], here[q]);
            if (!passes)
                return false;
        }
        memcpy(before, here, sizeof here);
        was = now;
    }
    return true;
}

static void print_map(const struct fr_map *map)
{
    for (int32_t y = 0; y < map->height; y++) {
        fputs("        \"", stderr);
        for (int32_t x = 0; x < map->width; x++)
            fputc(fr_map_area(map, x, y) ? '.' : '#', stderr);
        fputs(y + 1 < map->height ? "\",\n" : "\"\n", stderr);
    }
}

static struct fr_map *random_map(struct fr_random *random)
{
    struct fr_map *map;
    const int32_t width = fr_random_between(random, 1, MAX_SIZE);
    const int32_t height = fr_random_between(random, 1, MAX_SIZE);
    const uint32_t blocked = fr_random_below(random, 60);
    assert_int_equal(fr_map_create(width, height, &fr_default_allocator, &map), FR_OK);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            fr_map_set_area(map, x, y, fr_random_below(random, 100) >= blocked);
    return map;
}

static struct fr_point random_point(struct fr_random *random, const struct fr_map *map)
{
    return (struct fr_point){fr_random_between(random, 0, 2 * map->width),
                             fr_random_between(random, 0, 2 * map->height)};
}

/* The map with x and y swapped, or with x reversed. */
static struct fr_map *turned(const struct fr_map *map, bool mirror)
{
    struct fr_map *copy;
    const int32_t width = mirror ? map->width : map->height;
    const int32_t height = mirror ? map->height : map->width;
    assert_int_equal(fr_map_create(width, height, &fr_default_allocator, &copy), FR_OK);
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            fr_map_set_area(copy, mirror ? width - 1 - x : y, mirror ? y : x,
                            fr_map_area(map, x, y));
    return copy;
}

static void agrees_with_the_oracle(void **unused)
{
    (void)unused;
    const uint64_t seed = 20220330;
    struct fr_random random = {seed};
    for (int round = 0; round < 6000; round++) {
        struct fr_map *map = random_map(&random);
        struct fr_map *mirrored = turned(map, true), *transposed = turned(map, false);
        for (int i = 0; i < 50; i++) {
            const struct fr_point a = random_point(&random, map), b = random_point(&random, map);
            const bool expected = oracle_sees(map, a, b);
            const bool same =
                fr_line_of_sight(map, a, b) == expected &&
                fr_line_of_sight(map, b, a) == expected &&
                sees(mirrored, 2 * map->width - a.x, a.y, 2 * map->width - b.x, b.y) == expected &&
                sees(transposed, a.y, a.x, b.y, b.x) == expected;
            if (!same) {
                fprintf(stderr, "seed %llu round %d: (%d,%d)-(%d,%d), expected %d on\n",
                        (unsigned long long)seed, round, a.x, a.y, b.x, b.y, expected);
                print_map(map);
                fail();
            }
        }
        fr_map_release(map);
        fr_map_release(mirrored);
        fr_map_release(transposed);
    }
}

static void touching_walls_and_corners_is_allowed(void **unused)
{
    (void)unused;
    struct fr_map *map = MAP("....", /**/
                             ".##.", /**/
                             "....");
    assert_true(sees(map, 1, 1, 7, 1));
    assert_true(sees(map, 2, 1, 2, 5));  /* along the left side of the wall */
    assert_true(sees(map, 1, 2, 7, 2));  /* along its upper side */
    assert_true(sees(map, 0, 4, 4, 0));  /* through its upper left corner, from outside */
    assert_false(sees(map, 3, 1, 3, 5)); /* across it */
    assert_false(sees(map, 1, 3, 7, 3));
    assert_false(sees(map, 1, 1, 7, 5));
    assert_false(sees(map, 4, 2, 4, 4)); /* the line between its two pixels has no free side */
    assert_true(sees(map, 0, 0, 8, 0));  /* the border of the map itself */
    assert_true(sees(map, 8, 0, 8, 6));
    fr_map_release(map);
}

static void a_pinch_is_not_passed(void **unused)
{
    (void)unused;
    struct fr_map *map = MAP(".#", /**/
                             "#.");
    assert_false(sees(map, 1, 1, 3, 3));
    assert_false(sees(map, 0, 0, 4, 4));
    assert_true(sees(map, 1, 1, 2, 2)); /* arriving at it is no passing */
    assert_true(sees(map, 2, 2, 3, 3));
    assert_false(sees(map, 2, 0, 2, 4)); /* along the grid line from one free pixel to the other */
    assert_false(sees(map, 0, 2, 4, 2));
    assert_true(sees(map, 2, 0, 2, 2));
    fr_map_release(map);
    map = MAP("..", /**/
              "#.");
    assert_true(sees(map, 1, 1, 3, 3));
    assert_true(sees(map, 2, 0, 2, 4));
    assert_false(sees(map, 0, 4, 4, 0));
    fr_map_release(map);
}

static void a_point_sees_itself_where_it_touches_free_space(void **unused)
{
    (void)unused;
    struct fr_map *map = MAP("##.", /**/
                             "###");
    assert_true(sees(map, 5, 1, 5, 1));
    assert_true(sees(map, 4, 2, 4, 2));
    assert_true(sees(map, 6, 0, 6, 0));
    assert_false(sees(map, 2, 2, 2, 2));
    assert_false(sees(map, 3, 1, 3, 1));
    assert_false(sees(map, 0, 0, 0, 0));
    fr_map_release(map);
}

static void a_nearby_wall_is_told_from_a_touched_one(void **unused)
{
    (void)unused;
    struct fr_map *map;
    assert_int_equal(fr_map_create(1000, 3, &fr_default_allocator, &map), FR_OK);
    for (int32_t y = 0; y < 3; y++)
        for (int32_t x = 0; x < 1000; x++)
            fr_map_set_area(map, x, y, 1);
    assert_true(sees(map, 1, 1, 1999, 5));
    fr_map_set_area(map, 999, 0, 0);
    assert_true(sees(map, 1, 1, 1998, 2)); /* arrives at the corner of the wall */
    assert_false(sees(map, 1, 1, 1999, 2));
    fr_map_set_area(map, 500, 2, 0);       /* the corner (1000, 4), half way */
    assert_true(sees(map, 0, 6, 2000, 2)); /* through it */
    assert_true(sees(map, 0, 6, 1998, 2)); /* above it by 1/500 of a pixel */
    assert_false(sees(map, 2, 6, 2000, 2));
    fr_map_release(map);
}

/* The pixels of a beeline by rounding each step separately; ties go to a's side. */
static bool oracle_beeline(const struct fr_map *map, struct fr_pixel a, struct fr_pixel b)
{
    const int32_t dx = b.x - a.x, dy = b.y - a.y;
    const int32_t steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    for (int32_t i = 0; i <= steps; i++) {
        const int32_t across_x = steps ? (2 * i * abs(dx) + steps - 1) / (2 * steps) : 0;
        const int32_t across_y = steps ? (2 * i * abs(dy) + steps - 1) / (2 * steps) : 0;
        if (!oracle_walkable(map, a.x + (dx < 0 ? -across_x : across_x),
                             a.y + (dy < 0 ? -across_y : across_y)))
            return false;
    }
    return true;
}

static void beelines_follow_the_midpoint_rule(void **unused)
{
    (void)unused;
    struct fr_random random = {7};
    for (int round = 0; round < 4000; round++) {
        struct fr_map *map = random_map(&random);
        for (int i = 0; i < 50; i++) {
            const struct fr_pixel a = {(int32_t)fr_random_below(&random, (uint32_t)map->width),
                                       (int32_t)fr_random_below(&random, (uint32_t)map->height)};
            const struct fr_pixel b = {(int32_t)fr_random_below(&random, (uint32_t)map->width),
                                       (int32_t)fr_random_below(&random, (uint32_t)map->height)};
            const bool there = oracle_beeline(map, a, b), back = oracle_beeline(map, b, a);
            assert_int_equal(fr_beeline(map, a, b), there);
            assert_int_equal(fr_beeline(map, b, a), back);
        }
        fr_map_release(map);
    }
}

static void a_beeline_depends_on_where_it_starts(void **unused)
{
    (void)unused;
    struct fr_map *map = MAP("...", /**/
                             "#..");
    const struct fr_pixel left = {0, 0}, right = {2, 1};
    assert_true(fr_beeline(map, left, right)); /* half way up, it stays on the upper row */
    assert_true(fr_beeline(map, right, left)); /* and coming back on the lower one */
    fr_map_set_area(map, 1, 1, 0);
    assert_true(fr_beeline(map, left, right));
    assert_false(fr_beeline(map, right, left));
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(touching_walls_and_corners_is_allowed),
        cmocka_unit_test(a_pinch_is_not_passed),
        cmocka_unit_test(a_point_sees_itself_where_it_touches_free_space),
        cmocka_unit_test(a_nearby_wall_is_told_from_a_touched_one),
        cmocka_unit_test(agrees_with_the_oracle),
        cmocka_unit_test(beelines_follow_the_midpoint_rule),
        cmocka_unit_test(a_beeline_depends_on_where_it_starts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
