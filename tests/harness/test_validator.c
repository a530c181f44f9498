/* The validator against hand-worked paths, a brute-force oracle, and the library's own line of
 * sight, which shares no code with it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "harness/validator.h"
#include "maps/line_of_sight.h"
#include "tests/ascii_map.h"

#define MOST_POINTS 16

/* A path judged on a map; points are pairs of half pixels. */
struct hearing {
    struct fr_map *map;
    struct fr_validator *validator;
    struct fr_judgement judgement;
};

static void open_hearing(struct hearing *hearing, const char *text)
{
    hearing->map = ascii_map(text);
    assert_int_equal(fr_validator_create(hearing->map, &fr_default_allocator, &hearing->validator),
                     FR_OK);
}

static void close_hearing(struct hearing *hearing)
{
    fr_validator_release(hearing->validator);
    fr_map_release(hearing->map);
}

static enum fr_verdict judge_between(struct hearing *hearing, enum fr_movement movement,
                                     struct fr_point start, struct fr_point goal,
                                     const int32_t *pairs, size_t count)
{
    struct fr_point points[MOST_POINTS];
    assert_true(count <= MOST_POINTS);
    for (size_t i = 0; i < count; i++)
        points[i] = (struct fr_point){pairs[2 * i], pairs[2 * i + 1]};
    const struct fr_path path = {points, count, MOST_POINTS, &fr_default_allocator};
    fr_validator_judge(hearing->validator, movement, start, goal, FR_FOUND, &path,
                       &hearing->judgement);
    return hearing->judgement.verdict;
}

/* The same, where the path leads from where it was asked to where it was asked. */
static enum fr_verdict judge_pairs(struct hearing *hearing, enum fr_movement movement,
                                   const int32_t *pairs, size_t count)
{
    const struct fr_point start = {pairs[0], pairs[1]};
    const struct fr_point goal = {pairs[2 * count - 2], pairs[2 * count - 1]};
    return judge_between(hearing, movement, start, goal, pairs, count);
}

static enum fr_verdict judge_unreachable(struct hearing *hearing, enum fr_movement movement,
                                         struct fr_point start, struct fr_point goal)
{
    fr_validator_judge(hearing->validator, movement, start, goal, FR_UNREACHABLE, NULL,
                       &hearing->judgement);
    return hearing->judgement.verdict;
}

#define JUDGE(hearing, movement, ...)                                                              \
    judge_pairs((hearing), (movement), (const int32_t[]){__VA_ARGS__},                             \
                sizeof(const int32_t[]){__VA_ARGS__} / (2 * sizeof(int32_t)))

#define CENTRE(px, py) 2 * (px) + 1, 2 * (py) + 1

static void grid_models_step_by_their_rule(void **unused)
{
    (void)unused;
    struct hearing hearing;
    open_hearing(&hearing, "....|"
                           ".#..|"
                           "....|");
    for (enum fr_movement m = FR_GRID4; m < FR_BEELINE; m++) {
        assert_int_equal(JUDGE(&hearing, m, CENTRE(0, 0), CENTRE(3, 0), CENTRE(3, 2)),
                         FR_VERDICT_OK);
        assert_int_equal(hearing.judgement.straight, 5);
        assert_int_equal(hearing.judgement.diagonal, 0);
        assert_int_equal(JUDGE(&hearing, m, CENTRE(0, 1), CENTRE(2, 1)), FR_VERDICT_INVALID);
        assert_int_equal(JUDGE(&hearing, m, CENTRE(0, 0), CENTRE(3, 1)), FR_VERDICT_INVALID);
    }
    /* Open diagonal. */
    assert_int_equal(JUDGE(&hearing, FR_GRID4, CENTRE(2, 0), CENTRE(3, 1)), FR_VERDICT_INVALID);
    assert_int_equal(JUDGE(&hearing, FR_GRID8, CENTRE(2, 0), CENTRE(3, 1)), FR_VERDICT_OK);
    /* One pixel beside the diagonal is blocked. */
    assert_int_equal(JUDGE(&hearing, FR_GRID8, CENTRE(1, 0), CENTRE(2, 1)), FR_VERDICT_INVALID);
    assert_non_null(strstr(hearing.judgement.reason, "segment 0"));
    assert_non_null(strstr(hearing.judgement.reason, "corner when leaving pixel 1,0"));
    assert_int_equal(JUDGE(&hearing, FR_GRID8_ONE, CENTRE(1, 0), CENTRE(2, 1)), FR_VERDICT_OK);
    assert_int_equal(JUDGE(&hearing, FR_GRID8_CUT, CENTRE(1, 0), CENTRE(2, 1)), FR_VERDICT_OK);
    close_hearing(&hearing);

    open_hearing(&hearing, ".#|"
                           "#.|");
    assert_int_equal(JUDGE(&hearing, FR_GRID8, CENTRE(0, 0), CENTRE(1, 1)), FR_VERDICT_INVALID);
    assert_int_equal(JUDGE(&hearing, FR_GRID8_ONE, CENTRE(0, 0), CENTRE(1, 1)), FR_VERDICT_INVALID);
    assert_int_equal(JUDGE(&hearing, FR_GRID8_CUT, CENTRE(0, 0), CENTRE(1, 1)), FR_VERDICT_OK);
    assert_false(hearing.judgement.valid_any_angle);
    close_hearing(&hearing);
}

static void long_grid_segments_are_replayed_pixel_by_pixel(void **unused)
{
    (void)unused;
    struct hearing hearing;
    open_hearing(&hearing, "......|"
                           "......|"
                           "...#..|"
                           "......|"
                           "......|");
    assert_int_equal(JUDGE(&hearing, FR_GRID8, CENTRE(0, 0), CENTRE(4, 4)), FR_VERDICT_INVALID);
    assert_non_null(strstr(hearing.judgement.reason, "pixel 2,2"));
    assert_int_equal(JUDGE(&hearing, FR_GRID8_ONE, CENTRE(0, 0), CENTRE(4, 4)), FR_VERDICT_OK);
    assert_int_equal(hearing.judgement.diagonal, 4);
    assert_true(hearing.judgement.valid_any_angle);
    assert_int_equal(JUDGE(&hearing, FR_GRID8_CUT, CENTRE(1, 0), CENTRE(5, 4)), FR_VERDICT_INVALID);
    assert_int_equal(JUDGE(&hearing, FR_GRID8, CENTRE(4, 0), CENTRE(0, 4)), FR_VERDICT_INVALID);
    assert_int_equal(JUDGE(&hearing, FR_GRID8, CENTRE(3, 0), CENTRE(0, 3)), FR_VERDICT_OK);
    close_hearing(&hearing);
}

static void beelines_must_be_free_from_both_ends(void **unused)
{
    (void)unused;
    struct hearing hearing;
    /* Of slope 1/2 the tie at the middle goes to the row of the end that it is drawn from. */
    open_hearing(&hearing, "...|"
                           "...|");
    assert_int_equal(JUDGE(&hearing, FR_BEELINE, CENTRE(0, 0), CENTRE(2, 1)), FR_VERDICT_OK);
    close_hearing(&hearing);
    static const char *const half[] = {".#.|...|", "...|.#.|"};
    for (int i = 0; i < 2; i++) {
        open_hearing(&hearing, half[i]);
        assert_int_equal(JUDGE(&hearing, FR_BEELINE, CENTRE(0, 0), CENTRE(2, 1)),
                         FR_VERDICT_INVALID);
        assert_int_equal(JUDGE(&hearing, FR_BEELINE, CENTRE(2, 1), CENTRE(0, 0)),
                         FR_VERDICT_INVALID);
        assert_non_null(strstr(hearing.judgement.reason, i == 0 ? "pixel 1,0" : "pixel 1,1"));
        close_hearing(&hearing);
    }
    /* Slope 1/3 has no tie: rows 0 0 1 1 from either end. Exactly it hits no other pixel. */
    open_hearing(&hearing, "..##|"
                           "##..|");
    assert_int_equal(JUDGE(&hearing, FR_BEELINE, CENTRE(0, 0), CENTRE(3, 1)), FR_VERDICT_OK);
    assert_false(hearing.judgement.valid_any_angle); /* it squeezes through the pinch */
    assert_int_equal(JUDGE(&hearing, FR_BEELINE, CENTRE(0, 0), 4, 1), FR_VERDICT_INVALID);
    close_hearing(&hearing);
}

static void any_angle_may_touch_and_slide(void **unused)
{
    (void)unused;
    struct hearing hearing;
    open_hearing(&hearing, "....|"
                           ".##.|"
                           "....|");
    /* Around the block over its corners, sliding along its upper edge. */
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, CENTRE(0, 1), 2, 2, 6, 2, CENTRE(3, 1)),
                     FR_VERDICT_OK);
    assert_int_equal(hearing.judgement.straight, -1);
    assert_true(fabs(hearing.judgement.length - (2 + sqrt(2.0) / 2 * 2)) < 1e-12);
    assert_true(fabs(hearing.judgement.turning - acos(0.0)) < 1e-12);
    /* Just a half pixel below the edge. */
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, CENTRE(0, 1), CENTRE(3, 1)), FR_VERDICT_INVALID);
    assert_non_null(strstr(hearing.judgement.reason, "crosses blocked pixel 1,1"));
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, CENTRE(0, 1), 2, 2, 6, 4), FR_VERDICT_INVALID);
    /* Along the rim of the map. */
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, CENTRE(0, 0), 0, 0, 8, 0, 8, 6), FR_VERDICT_OK);
    close_hearing(&hearing);

    /* Between two walls there is no width to walk on. */
    open_hearing(&hearing, "....|"
                           ".##.|"
                           ".##.|"
                           "....|");
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, 2, 4, 6, 4), FR_VERDICT_INVALID);
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, 4, 2, 4, 6), FR_VERDICT_INVALID);
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, 2, 0, 2, 8), FR_VERDICT_OK);
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, 4, 4), FR_VERDICT_INVALID);
    assert_non_null(strstr(hearing.judgement.reason, "stands in blocked pixel"));
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, 2, 4), FR_VERDICT_OK);
    close_hearing(&hearing);
}

static void a_pinch_is_left_as_it_was_entered(void **unused)
{
    (void)unused;
    struct hearing hearing;
    /* The pinch is at corner (2,2), half pixels (4,4). */
    open_hearing(&hearing, "....|"
                           "..#.|"
                           ".#..|"
                           "....|");
    /* Straight through, slanted and from free pixel to free pixel. */
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, CENTRE(1, 1), CENTRE(2, 2)), FR_VERDICT_INVALID);
    assert_non_null(strstr(hearing.judgement.reason, "pinch at corner 2,2"));
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, 2, 3, 6, 5), FR_VERDICT_INVALID);
    /* A waypoint on it does not help, nor does giving it twice. */
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, CENTRE(1, 1), 4, 4, CENTRE(2, 2)),
                     FR_VERDICT_INVALID);
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, CENTRE(1, 1), 4, 4, 4, 4, CENTRE(2, 2)),
                     FR_VERDICT_INVALID);
    assert_non_null(strstr(hearing.judgement.reason, "segment 2"));
    /* Arriving along one wall and leaving along the other side's wall. */
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, 2, 4, 4, 4, 6, 4), FR_VERDICT_INVALID);
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, 2, 4, 6, 4), FR_VERDICT_INVALID);
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, 4, 2, 4, 6), FR_VERDICT_INVALID);
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, 2, 4, 4, 4, 4, 6), FR_VERDICT_INVALID);
    /* Touching it and going back into the same pixel is legal, turning along its walls too. */
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, CENTRE(1, 1), 4, 4, CENTRE(1, 1)),
                     FR_VERDICT_OK);
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, 2, 4, 4, 4, 4, 2), FR_VERDICT_OK);
    assert_int_equal(JUDGE(&hearing, FR_ANY_ANGLE, 4, 6, 4, 4, 4, 4, CENTRE(2, 2)), FR_VERDICT_OK);
    const struct fr_point corner = {4, 4}, above = {4, 2}, left = {2, 4}, right = {6, 4};
    assert_true(fr_validator_waypoint(hearing.validator, above, corner, left));
    assert_false(fr_validator_waypoint(hearing.validator, above, corner, right));
    close_hearing(&hearing);
}

static void ends_must_be_those_asked_for(void **unused)
{
    (void)unused;
    struct hearing hearing;
    open_hearing(&hearing, "....|");
    const struct fr_point start = {1, 1}, goal = {7, 1};
    const int32_t stops[] = {1, 1, 5, 1}, starts[] = {3, 1, 7, 1}, whole[] = {1, 1, 7, 1};
    assert_int_equal(judge_between(&hearing, FR_GRID8, start, goal, stops, 2), FR_VERDICT_SHORT);
    assert_non_null(strstr(hearing.judgement.reason, "ends at half pixel 5,1"));
    assert_false(hearing.judgement.valid_any_angle);
    assert_int_equal(judge_between(&hearing, FR_GRID8, start, goal, starts, 2), FR_VERDICT_SHORT);
    assert_int_equal(judge_between(&hearing, FR_GRID8, start, goal, whole, 0), FR_VERDICT_SHORT);
    assert_true(isnan(hearing.judgement.length));
    assert_int_equal(judge_between(&hearing, FR_GRID8, start, goal, whole, 2), FR_VERDICT_OK);
    assert_string_equal(hearing.judgement.reason, "");
    assert_true(hearing.judgement.length == 3.0);
    assert_true(hearing.judgement.turning == 0.0);
    close_hearing(&hearing);
}

static void absurd_points_are_invalid_and_harmless(void **unused)
{
    (void)unused;
    static const int32_t absurd[] = {INT32_MIN, INT32_MIN + 1, -1,       -2, 9, 10,
                                     65537,     INT32_MAX - 1, INT32_MAX};
    struct hearing hearing;
    open_hearing(&hearing, "....|....|");
    for (enum fr_movement m = FR_GRID4; m < FR_POLYGON; m++)
        for (size_t i = 0; i < sizeof absurd / sizeof *absurd; i++)
            for (size_t j = 0; j < sizeof absurd / sizeof *absurd; j++) {
                assert_int_equal(
                    JUDGE(&hearing, m, 1, 1, absurd[i], absurd[j], INT32_MAX, INT32_MIN, 1, 1),
                    FR_VERDICT_INVALID);
                assert_false(hearing.judgement.valid_any_angle);
                assert_int_equal(hearing.judgement.straight, -1);
                assert_true(strlen(hearing.judgement.reason) > 0);
                const struct fr_point wild = {absurd[i], absurd[j]};
                assert_false(fr_validator_reachable(hearing.validator, m, wild, wild));
            }
    close_hearing(&hearing);
}

static void claims_are_judged_by_the_reach_of_the_model(void **unused)
{
    (void)unused;
    struct hearing hearing;
    open_hearing(&hearing, "..#.|"
                           "..#.|"
                           "##..|"
                           "...#|");
    /* Upper left and right meet at a corner only; lower left hangs on the right. */
    const struct fr_point left = {1, 1}, right = {7, 1}, below = {1, 7}, wall = {5, 1};
    for (enum fr_movement m = FR_GRID4; m < FR_POLYGON; m++) {
        const bool cut = m == FR_GRID8_CUT;
        assert_int_equal(judge_unreachable(&hearing, m, left, right),
                         cut ? FR_VERDICT_FALSE_UNREACHABLE : FR_VERDICT_OK);
        assert_int_equal(judge_unreachable(&hearing, m, right, below),
                         FR_VERDICT_FALSE_UNREACHABLE);
        assert_int_equal(judge_unreachable(&hearing, m, left, wall), FR_VERDICT_OK);
        assert_int_equal(judge_unreachable(&hearing, m, left, left), FR_VERDICT_FALSE_UNREACHABLE);
    }
    const struct fr_path nothing = {0};
    static const enum fr_outcome silent[] = {FR_LIMIT, FR_NONE, FR_OUT_OF_MEMORY};
    for (int i = 0; i < 3; i++) {
        fr_validator_judge(hearing.validator, FR_GRID8, left, below, silent[i], &nothing,
                           &hearing.judgement);
        assert_int_equal(hearing.judgement.verdict, FR_VERDICT_NONE);
        assert_true(isnan(hearing.judgement.length));
    }
    close_hearing(&hearing);
}

static void areas_and_blocks_count(void **unused)
{
    (void)unused;
    struct fr_map *map = ascii_map("1121....|");
    const struct fr_point a = {1, 1}, b = {15, 1};
    for (int closed = 0; closed < 3; closed++) {
        fr_map_enable(map, 2, closed != 1);
        assert_int_equal(fr_map_block(map, (struct fr_rect){5, 0, 2, 1}, closed == 2), FR_OK);
        struct fr_validator *validator;
        assert_int_equal(fr_validator_create(map, &fr_default_allocator, &validator), FR_OK);
        assert_true(fr_validator_segment(validator, a, b) == (closed == 0));
        assert_true(fr_validator_reachable(validator, FR_GRID4, a, b) == (closed == 0));
        fr_validator_release(validator);
    }
    fr_map_release(map);
}

static void one_point_stands_or_not(void **unused)
{
    (void)unused;
    struct hearing hearing;
    open_hearing(&hearing, ".#|");
    for (enum fr_movement m = FR_GRID4; m < FR_POLYGON; m++) {
        assert_int_equal(JUDGE(&hearing, m, 1, 1), FR_VERDICT_OK);
        assert_true(hearing.judgement.length == 0.0);
        assert_int_equal(JUDGE(&hearing, m, 1, 1, 1, 1, 1, 1), FR_VERDICT_OK);
        assert_int_equal(hearing.judgement.straight, 0);
        assert_int_equal(JUDGE(&hearing, m, 3, 1), FR_VERDICT_INVALID);
    }
    close_hearing(&hearing);
}

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

/* The soak runs the random tests at a multiple of their counts. */
static int scaled(int rounds)
{
    const char *scale = getenv("FOOTRACE_SOAK_SCALE");
    const int times = scale ? atoi(scale) : 1;
    return times > 1 ? rounds * times : rounds;
}

static struct fr_point random_point(struct fr_random *random, const struct fr_map *map)
{
    return (struct fr_point){fr_random_between(random, 0, 2 * map->width),
                             fr_random_between(random, 0, 2 * map->height)};
}

static void differ(const struct fr_map *map, struct fr_point a, struct fr_point b, bool ours,
                   const char *other)
{
    print_map(map);
    fail_msg("(%d,%d)-(%d,%d): validator says %s, %s differs", a.x, a.y, b.x, b.y,
             ours ? "legal" : "illegal", other);
}

static void segments_agree_with_brute_force(void **unused)
{
    (void)unused;
    struct fr_random random = {20220613};
    int legal = 0;
    for (int round = 0; round < scaled(5000); round++) {
        struct fr_map *map =
            random_map(&random, fr_random_between(&random, 1, 9), fr_random_between(&random, 1, 9),
                       fr_random_between(&random, 0, 45));
        struct fr_validator *validator;
        assert_int_equal(fr_validator_create(map, &fr_default_allocator, &validator), FR_OK);
        for (int i = 0; i < 100; i++) {
            const struct fr_point a = random_point(&random, map), b = random_point(&random, map);
            const bool ours = fr_validator_segment(validator, a, b);
            if (ours != oracle_segment(map, a, b))
                differ(map, a, b, ours, "brute force");
            legal += ours;
        }
        fr_validator_release(validator);
        fr_map_release(map);
    }
    assert_true(legal > 20000);
}

static void segments_agree_with_line_of_sight(void **unused)
{
    (void)unused;
    struct fr_random random = {20150101};
    int legal = 0;
    for (int round = 0; round < scaled(1000); round++) {
        struct fr_map *map =
            random_map(&random, fr_random_between(&random, 1, 150),
                       fr_random_between(&random, 1, 40), fr_random_between(&random, 0, 20));
        struct fr_validator *validator;
        assert_int_equal(fr_validator_create(map, &fr_default_allocator, &validator), FR_OK);
        for (int i = 0; i < 1500; i++) {
            const struct fr_point a = random_point(&random, map);
            struct fr_point b = random_point(&random, map);
            if (i % 3 == 0) { /* near ones are more often legal */
                b.x = a.x + (b.x - a.x) / 8;
                b.y = a.y + (b.y - a.y) / 8;
            }
            const bool ours = fr_validator_segment(validator, a, b);
            if (ours != fr_line_of_sight(map, a, b))
                differ(map, a, b, ours, "fr_line_of_sight");
            legal += ours;
        }
        fr_validator_release(validator);
        fr_map_release(map);
    }
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

/* Whether each segment and each turn of a walk is free to whoever walks at any angle, asked one by
 * one; and the sum of its turning angles. */
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
    for (int round = 0; round < scaled(2000); round++) {
        struct hearing hearing;
        hearing.map =
            random_map(&random, fr_random_between(&random, 3, 9), fr_random_between(&random, 3, 9),
                       fr_random_between(&random, 0, 30));
        assert_int_equal(
            fr_validator_create(hearing.map, &fr_default_allocator, &hearing.validator), FR_OK);
        for (int i = 0; i < 60; i++) {
            int32_t pairs[2 * MOST_POINTS];
            double turning;
            const size_t count = wander(&random, hearing.map, pairs);
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
    for (int round = 0; round < scaled(500); round++) {
        struct hearing hearing;
        hearing.map =
            random_map(&random, fr_random_between(&random, 1, 80),
                       fr_random_between(&random, 1, 30), fr_random_between(&random, 0, 12));
        assert_int_equal(
            fr_validator_create(hearing.map, &fr_default_allocator, &hearing.validator), FR_OK);
        for (int i = 0; i < 200; i++) {
            const struct fr_pixel a = {fr_random_between(&random, 0, hearing.map->width - 1),
                                       fr_random_between(&random, 0, hearing.map->height - 1)};
            const struct fr_pixel b = {fr_random_between(&random, 0, hearing.map->width - 1),
                                       fr_random_between(&random, 0, hearing.map->height - 1)};
            const bool ours =
                JUDGE(&hearing, FR_BEELINE, CENTRE(a.x, a.y), CENTRE(b.x, b.y)) == FR_VERDICT_OK;
            if (ours != fr_beeline_both_ways(hearing.map, a, b))
                differ(hearing.map, fr_pixel_centre(a), fr_pixel_centre(b), ours,
                       "fr_beeline_both_ways");
        }
        close_hearing(&hearing);
    }
}

/* Reach against repeated spreading of marks, the slowest flood there is. */
static void reach_agrees_with_spreading_marks(void **unused)
{
    (void)unused;
    struct fr_random random = {7};
    for (int round = 0; round < 300; round++) {
        struct fr_map *map = random_map(&random, 8, 6, 45);
        struct fr_validator *validator;
        assert_int_equal(fr_validator_create(map, &fr_default_allocator, &validator), FR_OK);
        const struct fr_pixel origin = {fr_random_between(&random, 0, 7),
                                        fr_random_between(&random, 0, 5)};
        for (int eight = 0; eight < 2; eight++) {
            bool marks[6][8] = {{false}};
            marks[origin.y][origin.x] = fr_map_walkable(map, origin.x, origin.y);
            for (int pass = 0; pass < 48; pass++)
                for (int y = 0; y < 6; y++)
                    for (int x = 0; x < 8; x++)
                        for (int near = 0; near < 9; near++) {
                            const int dx = near % 3 - 1, dy = near / 3 - 1;
                            if ((eight || dx == 0 || dy == 0) && x + dx >= 0 && x + dx < 8 &&
                                y + dy >= 0 && y + dy < 6 && marks[y + dy][x + dx] &&
                                fr_map_walkable(map, x, y))
                                marks[y][x] = true;
                        }
            for (int32_t y = 0; y < 6; y++)
                for (int32_t x = 0; x < 8; x++)
                    assert_true(fr_validator_reachable(validator, eight ? FR_GRID8_CUT : FR_GRID4,
                                                       fr_pixel_centre(origin),
                                                       (struct fr_point){CENTRE(x, y)}) ==
                                marks[y][x]);
        }
        fr_validator_release(validator);
        fr_map_release(map);
    }
}

/* Something that events do: areas open and close, rectangles and borders are blocked and freed. */
static void change(struct fr_random *random, struct fr_map *map)
{
    const int32_t x = fr_random_between(random, 0, map->width - 2);
    const int32_t y = fr_random_between(random, 0, map->height - 2);
    const struct fr_rect rect = {x, y, fr_random_between(random, 1, 70),
                                 fr_random_between(random, 1, 3)};
    const bool closes = fr_random_between(random, 0, 1);
    const enum fr_side side = fr_random_between(random, 0, 1) ? FR_EAST : FR_SOUTH;
    switch (fr_random_between(random, 0, 3)) {
    case 0:
        fr_map_enable(map, 2, !closes);
        break;
    case 1:
        assert_int_equal(fr_map_block(map, rect, closes), FR_OK);
        break;
    case 2:
        fr_map_set_area(map, x, y, (uint8_t)fr_random_between(random, 0, 2));
        break;
    default:
        assert_int_equal(fr_map_set_wall(map, x, y, side, closes), FR_OK);
    }
}

static void a_refreshed_validator_is_a_fresh_one(void **unused)
{
    (void)unused;
    struct fr_random random = {11};
    int joined[2] = {0, 0};
    for (int round = 0; round < scaled(60); round++) {
        struct fr_map *map = random_map(&random, fr_random_between(&random, 60, 130),
                                        fr_random_between(&random, 2, 9), 20);
        struct fr_validator *kept, *fresh;
        assert_int_equal(fr_validator_create(map, &fr_default_allocator, &kept), FR_OK);
        for (int event = 0; event < 30; event++) {
            change(&random, map);
            assert_int_equal(fr_validator_refresh(kept, map), FR_OK);
            assert_int_equal(fr_validator_create(map, &fr_default_allocator, &fresh), FR_OK);
            for (int i = 0; i < 40; i++) {
                const struct fr_point a = random_point(&random, map);
                const struct fr_point b = random_point(&random, map);
                const struct fr_point from = {a.x | 1, a.y | 1}, to = {b.x | 1, b.y | 1};
                const bool reached = fr_validator_reachable(fresh, FR_GRID8_CUT, from, to);
                assert_true(fr_validator_segment(kept, a, b) == fr_validator_segment(fresh, a, b));
                assert_true(fr_validator_reachable(kept, FR_GRID8_CUT, from, to) == reached);
                joined[reached]++;
            }
            fr_validator_release(fresh);
        }
        fr_validator_release(kept);
        fr_map_release(map);
    }
    assert_true(joined[false] > 1000 && joined[true] > 1000);
}

static void every_refused_allocation_is_survived(void **unused)
{
    (void)unused;
    struct fr_map *map = ascii_map("..#.|#..#|");
    struct fr_validator *validator;
    struct fr_counting_allocator counting;
    enum fr_status status = FR_NO_MEMORY;
    for (uint64_t n = 1; status != FR_OK; n++) {
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        status = fr_validator_create(map, &counting.allocator, &validator);
        if (status == FR_OK)
            fr_validator_release(validator);
        assert_int_equal(counting.live_bytes, 0);
        assert_true(n < 100);
    }
    fr_map_release(map);
}

static void verdicts_have_names(void **unused)
{
    (void)unused;
    assert_null(fr_verdict_name(FR_VERDICT_NONE));
    assert_string_equal(fr_verdict_name(FR_VERDICT_OK), "ok");
    assert_string_equal(fr_verdict_name(FR_VERDICT_FALSE_UNREACHABLE), "false-unreachable");
    assert_string_equal(fr_verdict_name(FR_VERDICT_NONDETERMINISTIC), "nondeterministic");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_models_step_by_their_rule),
        cmocka_unit_test(long_grid_segments_are_replayed_pixel_by_pixel),
        cmocka_unit_test(beelines_must_be_free_from_both_ends),
        cmocka_unit_test(any_angle_may_touch_and_slide),
        cmocka_unit_test(a_pinch_is_left_as_it_was_entered),
        cmocka_unit_test(ends_must_be_those_asked_for),
        cmocka_unit_test(absurd_points_are_invalid_and_harmless),
        cmocka_unit_test(claims_are_judged_by_the_reach_of_the_model),
        cmocka_unit_test(areas_and_blocks_count),
        cmocka_unit_test(one_point_stands_or_not),
        cmocka_unit_test(segments_agree_with_brute_force),
        cmocka_unit_test(segments_agree_with_line_of_sight),
        cmocka_unit_test(grid_walks_are_free_at_any_angle_where_they_cut_no_corner),
        cmocka_unit_test(beelines_agree_with_the_library),
        cmocka_unit_test(reach_agrees_with_spreading_marks),
        cmocka_unit_test(a_refreshed_validator_is_a_fresh_one),
        cmocka_unit_test(every_refused_allocation_is_survived),
        cmocka_unit_test(verdicts_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
