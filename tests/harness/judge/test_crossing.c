/* How far paths enter walls, against points of them that are looked at one by one. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/judge/crossing.h"
#include "tests/ascii_map.h"
#include "tests/soak.h"

enum { PATHS = 120, SIDE = 18, POINTS = 4, LOOKS = 12000, EVERY = 8 };

/* The distance from a place, in pixels, to the nearest walkable pixel's closed square. */
static double away(const struct fr_map *map, double x, double y)
{
    double nearest = FR_DEEPEST_PX;
    for (int32_t v = 0; v < map->height; v++)
        for (int32_t u = 0; u < map->width; u++)
            if (fr_map_walkable(map, u, v))
                nearest = fmin(nearest, hypot(fmax(fmax(u - x, x - u - 1), 0),
                                              fmax(fmax(v - y, y - v - 1), 0)));
    return nearest;
}

static bool is_walled(const struct fr_map *map, double x, double y)
{
    for (int32_t v = (int32_t)floor(y) - 1; v <= (int32_t)floor(y); v++)
        for (int32_t u = (int32_t)floor(x) - 1; u <= (int32_t)floor(x); u++)
            if (fr_map_inside(map, u, v) && fr_map_walkable(map, u, v) && u + 1 >= x && v + 1 >= y)
                return false;
    return true;
}

static struct fr_crossing look_at(const struct fr_map *map, const struct fr_path *path)
{
    struct fr_crossing crossing = {0, 0};
    for (size_t i = 0; i + 1 < path->count; i++) {
        const struct fr_point a = path->points[i], b = path->points[i + 1];
        const double length = hypot(b.x - a.x, b.y - a.y) / 2;
        for (int k = 0; k < LOOKS; k++) {
            const double x = (a.x + (b.x - a.x) * (k + 0.5) / LOOKS) / 2;
            const double y = (a.y + (b.y - a.y) * (k + 0.5) / LOOKS) / 2;
            if (!is_walled(map, x, y))
                continue;
            crossing.length += length / LOOKS;
            if (k % EVERY == 0)
                crossing.depth = fmax(crossing.depth, away(map, x, y));
        }
    }
    return crossing;
}

static void depth_and_length_are_those_of_its_points(void **state)
{
    struct fr_random random = {soak_seed(93)};
    const int paths = (int)soak_fewer(PATHS, 5);
    double deepest = 0, longest = 0;
    (void)state;
    for (int i = 0; i < paths; i++) {
        struct fr_map *map = random_map(&random, SIDE, SIDE, i % 4 ? 50 : 90);
        struct fr_legal_floor legal;
        struct fr_path path;
        fr_path_init(&path, &fr_default_allocator);
        assert_int_equal(fr_legal_floor_create(map, &fr_default_allocator, &legal), FR_OK);
        for (int k = 0; k < POINTS; k++) /* some beside the map */
            assert_int_equal(
                fr_path_append(&path,
                               (struct fr_point){fr_random_between(&random, -4, 2 * SIDE + 4),
                                                 fr_random_between(&random, -4, 2 * SIDE + 4)}),
                FR_OK);
        const struct fr_crossing crossing = fr_crossing_measure(&legal, &path);
        const struct fr_crossing expected = look_at(map, &path);
        assert_true(fabs(crossing.length - expected.length) < 0.1);
        assert_true(fabs(crossing.depth - expected.depth) < 0.07);
        deepest = fmax(deepest, crossing.depth);
        longest = fmax(longest, crossing.length);
        fr_legal_floor_release(&legal);
        fr_path_release(&path);
        fr_map_release(map);
    }
    assert_true(deepest > 2 && longest > SIDE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depth_and_length_are_those_of_its_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
