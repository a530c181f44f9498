/* Clicks clamped to the edges of drawn rings and of contours: all inside with the exact clamp, and
 * not with the published one. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "algorithms/visibility/exact_sight.h"
#include "algorithms/visibility/map_rings.h"
#include "algorithms/visibility/ring_clamp.h"
#include "algorithms/visibility/ring_graph.h"
#include "build_paths.h"
#include "harness/judge/drawn_floor.h"
#include "maps/formats/load.h"
#include "tests/algorithms/visibility/rings.h"
#include "tests/soak.h"

/* A click as the print moves it: to the nearest point of any edge, unless it is inside. */
static struct vector2 clamped(struct published_sight *sight, struct fr_point click)
{
    if (published_sight_inside(sight, published_sight_vector(click)))
        return published_sight_vector(click);
    published_sight_move(sight, click);
    return sight->moved[--sight->moved_count].at;
}

/* Whether a point of single precision lies in the first ring or on its edges: exactly, in units
 * of 2^-16 of a half pixel, which is fine enough for coordinates from 128 pixels on. */
static bool exactly_inside(const struct fr_contours *contours, struct vector2 point)
{
    const struct fr_ring *ring = &contours->rings[0];
    const int64_t unit = 1 << 16;
    const int64_t x = (int64_t)ldexp((double)point.x, 17), y = (int64_t)ldexp((double)point.y, 17);
    assert_true(ldexp((double)x, -17) == (double)point.x);
    assert_true(ldexp((double)y, -17) == (double)point.y);
    bool inside = false;
    for (uint32_t i = 0; i < ring->count; i++) {
        const struct fr_point a = contours->vertices[ring->first + i];
        const struct fr_point b = contours->vertices[ring->first + (i + 1) % ring->count];
        const int64_t side =
            (int64_t)(b.x - a.x) * (y - a.y * unit) - (int64_t)(b.y - a.y) * (x - a.x * unit);
        const bool above = a.y * unit > y, below = b.y * unit > y;
        if (side == 0 && (x - a.x * unit) * (x - b.x * unit) <= 0 &&
            (y - a.y * unit) * (y - b.y * unit) <= 0)
            return true;
        if (above != below)
            inside ^= (b.y > a.y) == (side < 0);
    }
    return inside;
}

/* A star of random spikes around a centre: simple, with edges in all directions. */
static void draw_star(struct drawing *drawing, struct fr_random *random)
{
    *drawing = (struct drawing){0};
    struct fr_point vertices[40];
    const uint32_t count = 3 + fr_random_below(random, 38);
    for (uint32_t i = 0; i < count; i++) {
        const double angle = 6.28318530717958648 * i / count;
        const double radius = fr_random_between(random, 40, 1500);
        vertices[i] = (struct fr_point){2000 + (int32_t)lround(radius * cos(angle)),
                                        1800 + (int32_t)lround(radius * sin(angle))};
    }
    draw_ring(drawing, vertices, count);
}

/* How clamped clicks came out. */
struct tally {
    int clicks, outside, rejected, tolerated;
};

static void clamp_clicks(const struct fr_contours *contours, int clicks, struct fr_random *random,
                         struct tally *tally)
{
    struct outline outline;
    struct published_sight sight, tolerant;
    assert_int_equal(outline_create(&outline, contours, false, &fr_default_allocator), FR_OK);
    assert_int_equal(
        published_sight_create(&sight, contours, TOLERANCE_NONE, &fr_default_allocator), FR_OK);
    assert_int_equal(
        published_sight_create(&tolerant, contours, TOLERANCE_ELLIPSE, &fr_default_allocator),
        FR_OK);
    for (int i = 0; i < clicks;) {
        const struct fr_point click = {fr_random_between(random, 0, 4000),
                                       fr_random_between(random, 0, 3600)};
        if (exact_sight_inside(&outline, click))
            continue;
        i++;
        struct fr_point at;
        assert_true(ring_clamp_exact(&outline, click, &at));
        const struct vector2 vector = published_sight_vector(at);
        assert_true(exactly_inside(contours, vector));
        const struct vector2 published = clamped(&sight, click);
        tally->clicks++;
        tally->outside += !exactly_inside(contours, published);
        tally->rejected += !published_sight_inside(&sight, published);
        tally->tolerated += published_sight_inside(&tolerant, published);
        const double nearest =
            hypot(2 * (double)published.x - click.x, 2 * (double)published.y - click.y);
        const double reached = hypot(at.x - click.x, at.y - click.y);
        assert_true(reached >= nearest - 0.01);
    }
    published_sight_release(&tolerant);
    published_sight_release(&sight);
    outline_release(&outline);
}

static void clamped_to_drawn_edges(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(100000)};
    struct tally tally = {0};
    for (int i = 0; i < 500; i++) {
        struct drawing drawing;
        draw_star(&drawing, &random);
        clamp_clicks(&drawing.contours, 100, &random, &tally);
    }
    print_message("of %d clicks, clamped in single precision: %d outside, %d rejected, %d rejected "
                  "with tolerance\n",
                  tally.clicks, tally.outside, tally.rejected, tally.clicks - tally.tolerated);
    assert_int_equal(tally.clicks, 50000);
    assert_true(tally.outside > tally.clicks / 20);
    assert_true(tally.rejected > tally.clicks / 20);
    assert_int_equal(tally.tolerated, tally.clicks);
}

/* Clicks all over and around a bundled drawing: the judge of drawn floors finds every one inside.
 */
static void clamp_to_bundled(const char *name, int clicks, struct fr_random *random)
{
    struct fr_map *map;
    struct fr_contours *rings;
    struct outline outline;
    struct fr_drawn_floor *floor;
    assert_int_equal(fr_map_load(name, FOOTRACE_BUNDLED, &fr_default_allocator, &map, NULL, NULL),
                     FR_OK);
    assert_int_equal(map_rings_create(map, RINGS_DRAWN, 0, &fr_default_allocator, &rings), FR_OK);
    assert_int_equal(outline_create(&outline, rings, true, &fr_default_allocator), FR_OK);
    assert_int_equal(fr_drawn_floor_create(map, &fr_default_allocator, &floor), FR_OK);
    for (int i = 0; i < clicks; i++) {
        const struct fr_point click = {fr_random_between(random, -2000, 2 * map->width + 2000),
                                       fr_random_between(random, -2000, 2 * map->height + 2000)};
        struct fr_point at, leaves;
        assert_true(ring_clamp_exact(&outline, click, &at));
        if (!fr_drawn_floor_segment(floor, at, at, &leaves))
            fail_msg("%s: %d,%d is clamped to %d,%d, outside", name, click.x, click.y, at.x, at.y);
    }
    fr_drawn_floor_release(floor);
    outline_release(&outline);
    fr_contours_release(rings);
    fr_map_release(map);
}

static void clamped_to_bundled_polygons(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(20110101)};
    clamp_to_bundled("pentagon", 40000, &random);
    clamp_to_bundled("puddles", 30000, &random);
    clamp_to_bundled("islands", 30000, &random);
}

static void clamped_to_contours(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(50000)};
    for (int clicks = 0; clicks < 50000;) {
        struct trial trial;
        begin_trial(&trial, &random);
        struct outline outline;
        assert_int_equal(outline_create(&outline, trial.contours, false, &fr_default_allocator),
                         FR_OK);
        for (int i = 0; i < 250; i++) {
            const struct fr_point click = {
                fr_random_between(&random, -50, 2 * trial.map->width + 50),
                fr_random_between(&random, -50, 2 * trial.map->height + 50)};
            struct fr_point at = {-1, -1};
            if (ring_clamp_exact(&outline, click, &at) != (trial.contours->ring_count > 0))
                fail_trial(&trial, "clamped or not", click, at);
            if (trial.contours->ring_count > 0 && !touches_free(trial.map, at))
                fail_trial(&trial, "clamped outside", click, at);
            clicks++;
        }
        outline_release(&outline);
        end_trial(&trial);
    }
}

/* On a mask the nearest half pixel is found, not merely a near one. */
static void clamped_to_the_nearest(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(31)};
    for (int i = 0; i < 40 * soak_scale(); i++) {
        struct trial trial;
        begin_trial(&trial, &random);
        struct outline outline;
        assert_int_equal(outline_create(&outline, trial.contours, false, &fr_default_allocator),
                         FR_OK);
        for (int c = 0; trial.contours->ring_count > 0 && c < 10; c++) {
            const struct fr_point click = random_point(trial.map, &random);
            struct fr_point at;
            assert_true(ring_clamp_exact(&outline, click, &at));
            int64_t nearest = INT64_MAX;
            for (int32_t y = 0; y <= 2 * trial.map->height; y++)
                for (int32_t x = 0; x <= 2 * trial.map->width; x++) {
                    const struct fr_point to = {x - click.x, y - click.y};
                    if (fr_dot(to, to) < nearest &&
                        touches_free(trial.map, (struct fr_point){x, y}))
                        nearest = fr_dot(to, to);
                }
            const struct fr_point to = fr_point_minus(at, click);
            if (fr_dot(to, to) != nearest)
                fail_trial(&trial, "clamped too far", click, at);
        }
        outline_release(&outline);
        end_trial(&trial);
    }
}

/* A sliver without a grid point near its long edges: the vertex it is. */
static void clamped_into_a_sliver(void **state)
{
    (void)state;
    struct drawing drawing = {0};
    DRAW_RING(&drawing, {0, 0}, {1001, 500}, {1999, 999});
    struct outline outline;
    assert_int_equal(outline_create(&outline, &drawing.contours, false, &fr_default_allocator),
                     FR_OK);
    struct fr_point at;
    assert_true(ring_clamp_exact(&outline, (struct fr_point){1500, 200}, &at));
    assert_true(exact_sight_inside(&outline, at));
    assert_true(ring_clamp_exact(&outline, (struct fr_point){-5, 9}, &at));
    assert_true(fr_point_equal(at, (struct fr_point){0, 0}));
    outline_release(&outline);
}

/* The clamp hits an edge; the bare test then says outside, and no path is found to it. */
static void clamped_click_is_lost(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(12)};
    int lost = 0, lost_exactly = 0;
    for (int i = 0; i < 50; i++) {
        struct drawing drawing;
        draw_star(&drawing, &random);
        struct planned published, sound;
        struct fr_path path;
        plan_graph(&published, &drawing.contours, &bare);
        plan_graph(&sound, &drawing.contours, &exact);
        fr_path_init(&path, &fr_default_allocator);
        const struct fr_point start = {2000, 1800},
                              click = {fr_random_between(&random, 0, 4000), 0};
        const struct vector2 moved = clamped(&published.published, click);
        struct fr_point at = {(int32_t)lroundf(moved.x * 2), (int32_t)lroundf(moved.y * 2)};
        lost += ring_graph_find(published.graph, start, at, NULL, &path) != FR_FOUND;
        assert_true(ring_clamp_exact(&sound.outline, click, &at));
        lost_exactly += ring_graph_find(sound.graph, start, at, NULL, &path) != FR_FOUND;
        fr_path_release(&path);
        planned_release(&published);
        planned_release(&sound);
    }
    assert_true(lost > 0);
    assert_int_equal(lost_exactly, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clamped_to_drawn_edges),      cmocka_unit_test(clamped_to_contours),
        cmocka_unit_test(clamped_to_bundled_polygons), cmocka_unit_test(clamped_to_the_nearest),
        cmocka_unit_test(clamped_into_a_sliver),       cmocka_unit_test(clamped_click_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
