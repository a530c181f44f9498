/* Random paths before the validator and before slower judges: brute force, single steps, and the
 * library's own line of sight, which shares no code with it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "harness/judge/legal_floor.h"
#include "harness/judge/legality.h"
#include "maps/geometry/line_of_sight.h"
#include "tests/harness/judge/hearing.h"
#include "tests/soak.h"

/* The oracle: open squares and the segment are convex, so that they miss each other exactly when a
 * line parallel to a side or to the segment parts them. */
static bool square_missed(struct fr_point a, struct fr_point b, int32_t x, int32_t y)
{
    const int32_t left = 2 * x, top = 2 * y;
    if ((a.x <= left && b.x <= left) || (a.x >= left + 2 && b.x >= left + 2) ||
        (a.y <= top && b.y <= top) || (a.y >= top + 2 && b.y >= top + 2))
        return true;
    if (fr_point_equal(a, b))
        return false;
    int above = 0, below = 0;
    for (int corner = 0; corner < 4; corner++) {
        const int64_t cx = left + (corner & 1) * 2, cy = top + (corner >> 1) * 2;
        const int64_t side = (b.x - a.x) * (cy - a.y) - (b.y - a.y) * (cx - a.x);
        above += side >= 0;
        below += side <= 0;
    }
    return above == 4 || below == 4;
}

static bool on_segment(struct fr_point a, struct fr_point b, int64_t x, int64_t y)
{
    return (b.x - a.x) * (y - a.y) == (b.y - a.y) * (x - a.x) && x >= (a.x < b.x ? a.x : b.x) &&
           x <= (a.x > b.x ? a.x : b.x) && y >= (a.y < b.y ? a.y : b.y) &&
           y <= (a.y > b.y ? a.y : b.y);
}

static bool walkable_around(const struct fr_map *map, int32_t x, int32_t y)
{
    return fr_map_inside(map, x, y) && fr_map_walkable(map, x, y);
}

/* Every quarter of a half pixel of an axis-parallel segment needs a free pixel that it touches. */
static bool slides_free(const struct fr_map *map, struct fr_point a, struct fr_point b)
{
    if (a.x != b.x && a.y != b.y)
        return true;
    const int32_t steps = 2 * (abs(b.x - a.x) + abs(b.y - a.y));
    const int32_t sx = (b.x > a.x) - (b.x < a.x), sy = (b.y > a.y) - (b.y < a.y);
    for (int32_t i = 0; i <= steps; i++) {
        const int32_t x4 = 2 * a.x + i * sx, y4 = 2 * a.y + i * sy; /* quarter pixels */
        const bool any = walkable_around(map, x4 / 4, y4 / 4) ||
                         walkable_around(map, (x4 + 3) / 4 - 1, y4 / 4) ||
                         walkable_around(map, x4 / 4, (y4 + 3) / 4 - 1) ||
                         walkable_around(map, (x4 + 3) / 4 - 1, (y4 + 3) / 4 - 1);
        if (!any)
            return false;
    }
    return true;
}

/* Whether the segment passes the corner (2x, 2y) from one free pixel of a pinch to the other. */
static bool squeezes(const struct fr_map *map, struct fr_point a, struct fr_point b, int32_t x,
                     int32_t y)
{
    const bool ul = walkable_around(map, x - 1, y - 1), ur = walkable_around(map, x, y - 1);
    const bool ll = walkable_around(map, x - 1, y), lr = walkable_around(map, x, y);
    const bool pinch = ul == lr && ur == ll && ul != ur;
    const bool inside = on_segment(a, b, 2 * x, 2 * y) &&
                        !fr_point_equal(a, (struct fr_point){2 * x, 2 * y}) &&
                        !fr_point_equal(b, (struct fr_point){2 * x, 2 * y});
    return pinch && inside;
}

static bool oracle_segment(const struct fr_map *map, struct fr_point a, struct fr_point b)
{
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            if (!fr_map_walkable(map, x, y) && !square_missed(a, b, x, y))
                return false;
    if (!slides_free(map, a, b))
        return false;
    for (int32_t y = 0; y <= map->height; y++)
        for (int32_t x = 0; x <= map->width; x++)
            if (squeezes(map, a, b, x, y))
                return false;
    return true;
}

/* A random map of at least this size in both directions, with at most this percentage blocked. */
static struct fr_map *any_map(struct fr_random *random, int32_t least, int32_t width,
                              int32_t height, int percent)
{
    const int32_t across = fr_random_between(random, least, width);
    const int32_t down = fr_random_between(random, least, height);
    return random_map(random, across, down, fr_random_between(random, 0, percent));
}

static void differ(const struct fr_map *map, struct fr_point a, struct fr_point b, bool ours,
                   const char *other)
{
    print_map(map);
    fail_msg("(%d,%d)-(%d,%d): validator says %s, %s differs", a.x, a.y, b.x, b.y,
             ours ? "legal" : "illegal", other);
}

/* Checks segments on a map, which it takes over, against another judge; returns how many are legal.
 * A third of them are short, as those are legal more often. */
static int agree_on_segments(struct fr_random *random, struct fr_map *map, int count,
                             bool (*is_free)(const struct fr_map *, struct fr_point,
                                             struct fr_point),
                             const char *other)
{
    struct hearing hearing;
    int legal = 0;
    open_hearing_on(&hearing, map);
    for (int i = 0; i < count; i++) {
        const struct fr_point a = random_point(random, map);
        struct fr_point b = random_point(random, map);
        if (i % 3 == 0) {
            b.x = a.x + (b.x - a.x) / 8;
            b.y = a.y + (b.y - a.y) / 8;
        }
        const bool ours = fr_validator_segment(hearing.validator, a, b);
        if (ours != is_free(map, a, b))
            differ(map, a, b, ours, other);
        legal += ours;
    }
    close_hearing(&hearing);
    return legal;
}

static void segments_agree_with_brute_force(void **unused)
{
    (void)unused;
    struct fr_random random = {20220613};
    int legal = 0;
    for (int round = 0; round < 5000 * soak_scale(); round++)
        legal += agree_on_segments(&random, any_map(&random, 1, 9, 9, 45), 150, oracle_segment,
                                   "brute force");
    assert_true(legal > 20000);
}

static void segments_agree_with_line_of_sight(void **unused)
{
    (void)unused;
    struct fr_random random = {20150101};
    int legal = 0;
    for (int round = 0; round < 1000 * soak_scale(); round++)
        legal += agree_on_segments(&random, any_map(&random, 1, 150, 40, 20), 1500,
                                   fr_line_of_sight, "fr_line_of_sight");
    assert_true(legal > 20000);
}

/* A random walk of up to six grid moves; how many pairs of half pixels it has. */
static size_t wander(struct fr_random *random, const struct fr_map *map, int32_t *pairs)
{
    int32_t x = fr_random_between(random, 0, map->width - 1);
    int32_t y = fr_random_between(random, 0, map->height - 1);
    size_t count = 0;
    for (int move = fr_random_between(random, 0, 6); move >= 0; move--) {
        pairs[2 * count] = 2 * x + 1;
        pairs[2 * count++ + 1] = 2 * y + 1;
        const int32_t steps = fr_random_between(random, 0, 3);
        x += steps * fr_random_between(random, -1, 1);
        y += steps * fr_random_between(random, -1, 1);
    }
    return count;
}

/* Whether a grid model allows a step to a neighbour: onto a free pixel and through no wall, and if
 * diagonally, with both, one or none of the pixels beside it free. */
static bool may_step(const struct fr_map *map, enum fr_movement movement, struct fr_pixel at,
                     int32_t dx, int32_t dy)
{
    int ways = 0;
    if (!walkable_around(map, at.x + dx, at.y + dy))
        return false;
    if (dx == 0 || dy == 0)
        return !fr_map_walled(map, at.x, at.y, dx, dy);
    for (int across = 0; across < 2; across++) {
        const int32_t x = across ? dx : 0, y = across ? 0 : dy;
        ways += (movement == FR_GRID8_CUT || walkable_around(map, at.x + x, at.y + y)) &&
                !fr_map_walled(map, at.x, at.y, x, y) &&
                !fr_map_walled(map, at.x + x, at.y + y, dx - x, dy - y);
    }
    return movement != FR_GRID4 && ways >= (movement == FR_GRID8 ? 2 : 1);
}

/* What single steps say of a path. */
struct stepped {
    bool legal, on_map;
    int64_t straight, diagonal;
};

static struct stepped step_along(const struct fr_map *map, enum fr_movement movement,
                                 const int32_t *pairs, size_t count)
{
    struct fr_pixel at = {pairs[0] / 2, pairs[1] / 2};
    struct stepped stepped = {.legal = walkable_around(map, at.x, at.y), .on_map = true};
    for (size_t i = 1; i < count; i++) {
        const struct fr_pixel to = {pairs[2 * i] / 2, pairs[2 * i + 1] / 2};
        stepped.on_map = stepped.on_map && pairs[2 * i] > 0 && pairs[2 * i + 1] > 0 &&
                         fr_map_inside(map, to.x, to.y);
        while (stepped.on_map && (at.x != to.x || at.y != to.y)) {
            const int32_t dx = (to.x > at.x) - (to.x < at.x), dy = (to.y > at.y) - (to.y < at.y);
            stepped.legal = stepped.legal && may_step(map, movement, at, dx, dy);
            stepped.diagonal += dx != 0 && dy != 0;
            stepped.straight += dx == 0 || dy == 0;
            at = (struct fr_pixel){at.x + dx, at.y + dy};
        }
    }
    stepped.legal = stepped.legal && stepped.on_map;
    return stepped;
}

static void grid_walks_agree_with_single_steps(void **unused)
{
    (void)unused;
    struct fr_random random = {2017};
    int legal[2][FR_BEELINE] = {{0}};
    for (int round = 0; round < 2000 * soak_scale(); round++) {
        const bool walled = round % 2;
        struct hearing hearing;
        struct fr_map *map = any_map(&random, 2, 9, 9, 30);
        if (walled)
            random_walls(map, &random, fr_random_between(&random, 5, 30));
        open_hearing_on(&hearing, map);
        for (int i = 0; i < 60; i++) {
            int32_t pairs[2 * MOST_POINTS];
            const size_t count = wander(&random, map, pairs);
            for (enum fr_movement m = FR_GRID4; m < FR_BEELINE; m++) {
                const struct fr_judgement *judgement = &hearing.judgement;
                const struct stepped stepped = step_along(map, m, pairs, count);
                const bool ok = judge_pairs(&hearing, m, pairs, count) == FR_VERDICT_OK;
                assert_true(ok == stepped.legal);
                assert_int_equal(judgement->straight, stepped.on_map ? stepped.straight : -1);
                assert_int_equal(judgement->diagonal, stepped.on_map ? stepped.diagonal : -1);
                if (stepped.on_map)
                    assert_true(fabs(judgement->length - (double)stepped.straight -
                                     (double)stepped.diagonal * sqrt(2.0)) < 1e-9);
                legal[walled][m] += ok;
            }
        }
        close_hearing(&hearing);
    }
    for (enum fr_movement m = FR_GRID4; m < FR_BEELINE; m++)
        assert_true(legal[false][m] > 1000 && legal[true][m] > 1000);
}

/* Whether each segment and each turn of a path is legal at any angle, checked one by one; and the
 * sum of its turning angles. */
static bool free_at_any_angle(const struct hearing *hearing, const int32_t *pairs, size_t count,
                              double *turning)
{
    const struct fr_validator *validator = hearing->validator;
    struct fr_point kept[MOST_POINTS];
    size_t last = 0;
    *turning = 0.0;
    kept[0] = (struct fr_point){pairs[0], pairs[1]};
    bool free = fr_validator_segment(validator, kept[0], kept[0]);
    for (size_t i = 1; i < count; i++) {
        const struct fr_point point = {pairs[2 * i], pairs[2 * i + 1]};
        if (fr_point_equal(point, kept[last]))
            continue;
        free = free && fr_validator_segment(validator, kept[last], point);
        kept[++last] = point;
        if (last < 2)
            continue;
        const struct fr_point from = kept[last - 2], corner = kept[last - 1];
        free = free && fr_validator_waypoint(validator, from, corner, point);
        double turned = fabs(atan2(point.y - corner.y, point.x - corner.x) -
                             atan2(corner.y - from.y, corner.x - from.x));
        *turning += turned > 4.0 * atan(1.0) ? 8.0 * atan(1.0) - turned : turned;
    }
    return free;
}

/* The validator does not look twice where the grid model says enough. */
static void grid_walks_are_free_at_any_angle_where_they_cut_no_corner(void **unused)
{
    (void)unused;
    struct fr_random random = {45};
    int legal[FR_POLYGON] = {0}, parted = 0;
    for (int round = 0; round < 2000 * soak_scale(); round++) {
        struct hearing hearing;
        struct fr_map *map = any_map(&random, 3, 9, 9, 30);
        open_hearing_on(&hearing, map);
        for (int i = 0; i < 60; i++) {
            int32_t pairs[2 * MOST_POINTS];
            double turning;
            const size_t count = wander(&random, map, pairs);
            const bool free = free_at_any_angle(&hearing, pairs, count, &turning);
            for (enum fr_movement m = FR_GRID4; m < FR_POLYGON; m++) {
                const bool ok = judge_pairs(&hearing, m, pairs, count) == FR_VERDICT_OK;
                assert_true(hearing.judgement.valid_any_angle == free);
                assert_true(fabs(hearing.judgement.turning - turning) < 1e-9);
                assert_true(m != FR_ANY_ANGLE || ok == free);
                legal[m] += ok;
                parted += m == FR_GRID8_CUT && ok && !free;
            }
        }
        close_hearing(&hearing);
    }
    for (enum fr_movement m = FR_GRID4; m < FR_POLYGON; m++)
        assert_true(legal[m] > 2000);
    assert_true(parted > 100);
}

static void beelines_agree_with_the_library(void **unused)
{
    (void)unused;
    struct fr_random random = {16};
    for (int round = 0; round < 500 * soak_scale(); round++) {
        struct hearing hearing;
        struct fr_map *map = any_map(&random, 1, 80, 30, 12);
        open_hearing_on(&hearing, map);
        for (int i = 0; i < 200; i++) {
            const struct fr_pixel a = {fr_random_between(&random, 0, map->width - 1),
                                       fr_random_between(&random, 0, map->height - 1)};
            const struct fr_pixel b = {fr_random_between(&random, 0, map->width - 1),
                                       fr_random_between(&random, 0, map->height - 1)};
            const bool ours =
                JUDGE(&hearing, FR_BEELINE, CENTRE(a.x, a.y), CENTRE(b.x, b.y)) == FR_VERDICT_OK;
            if (ours != (fr_beeline(map, a, b) && fr_beeline(map, b, a)))
                differ(map, fr_pixel_centre(a), fr_pixel_centre(b), ours, "fr_beeline");
        }
        close_hearing(&hearing);
    }
}

/* Whether a free pixel around the corner is touched by a segment to it and by one from it: pixels are numbered
 * from the upper left, and each is a quarter of the plane, with its edges. */
static bool share_a_pixel(int free, int32_t ax, int32_t ay, int32_t bx, int32_t by)
{
    for (int pixel = 0; pixel < 4; pixel++) {
        const int32_t right = pixel % 2 ? 1 : -1, down = pixel / 2 ? 1 : -1;
        if ((free >> pixel & 1) && ax * right >= 0 && ay * down >= 0 && bx * right >= 0 &&
            by * down >= 0)
            return true;
    }
    return false;
}

static void a_turn_at_a_pinch_stays_in_one_pixel(void **unused)
{
    (void)unused;
    for (int free = 0; free < 16; free++) {
        struct fr_legal_floor floor;
        struct fr_map *map = ascii_map("..|..");
        for (int pixel = 0; pixel < 4; pixel++)
            fr_map_set_area(map, pixel % 2, pixel / 2, free >> pixel & 1);
        assert_int_equal(fr_legal_floor_create(map, &fr_default_allocator, &floor), FR_OK);
        for (int32_t from = 0; from < 25; from++)
            for (int32_t to = 0; to < 25; to++) {
                const int32_t ax = from % 5 - 2, ay = from / 5 - 2, bx = to % 5 - 2,
                              by = to / 5 - 2;
                const bool pinch = free == 6 || free == 9;
                struct fr_breach breach;
                if ((ax == 0 && ay == 0) || (bx == 0 && by == 0))
                    continue;
                assert_int_equal(fr_legal_turn(&floor, (struct fr_point){2 + ax, 2 + ay},
                                               (struct fr_point){2, 2},
                                               (struct fr_point){2 + bx, 2 + by}, &breach),
                                 !pinch || share_a_pixel(free, ax, ay, bx, by));
            }
        fr_legal_floor_release(&floor);
        fr_map_release(map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(segments_agree_with_brute_force),
        cmocka_unit_test(segments_agree_with_line_of_sight),
        cmocka_unit_test(grid_walks_agree_with_single_steps),
        cmocka_unit_test(grid_walks_are_free_at_any_angle_where_they_cut_no_corner),
        cmocka_unit_test(a_turn_at_a_pinch_stays_in_one_pixel),
        cmocka_unit_test(beelines_agree_with_the_library),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
