/* The drawn floor of the judge: segments by hand, and on random drawings against what floating point
 * says of the middles between all crossings. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/judge/drawn_floor.h"
#include "maps/random.h"
#include "tests/maps/formats/drawings.h"
#include "tests/soak.h"

#define PIXELS 40
#define MOST_CROSSINGS 400
#define NEAR 1e-9

struct place {
    double x, y;
};

static struct fr_drawn_floor *floor_of(const struct fr_map *map)
{
    struct fr_drawn_floor *floor;
    assert_int_equal(fr_drawn_floor_create(map, &fr_default_allocator, &floor), FR_OK);
    return floor;
}

static double distance_to(struct place at, struct fr_point from, struct fr_point to)
{
    const double dx = to.x - from.x, dy = to.y - from.y, length = dx * dx + dy * dy;
    const double share =
        length > 0 ? fmin(1, fmax(0, ((at.x - from.x) * dx + (at.y - from.y) * dy) / length)) : 0;
    return hypot(from.x + share * dx - at.x, from.y + share * dy - at.y);
}

static struct fr_point end_of(const struct fr_polygon *drawing, const struct fr_polygon_ring *ring,
                              uint32_t i)
{
    return drawing->vertices[ring->first + i % ring->count];
}

/* Whether a place lies in the closed polygons of the enabled areas: on an edge, or inside by parity. */
static bool holds(const struct fr_map *map, struct place at)
{
    bool inside = false;
    for (uint32_t r = 0; r < map->drawing->ring_count; r++) {
        const struct fr_polygon_ring *ring = &map->drawing->rings[r];
        for (uint32_t i = 0; map->enabled[ring->area] && i < ring->count; i++) {
            const struct fr_point from = end_of(map->drawing, ring, i);
            const struct fr_point to = end_of(map->drawing, ring, i + 1);
            if (distance_to(at, from, to) < NEAR)
                return true;
            if ((from.y > at.y) != (to.y > at.y) &&
                at.x < from.x + (at.y - from.y) * (to.x - from.x) / (to.y - from.y))
                inside = !inside;
        }
    }
    return inside;
}

static int by_size(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Where a segment meets edges, or comes closest to their ends, as shares of it, in order. */
static int crossings(const struct fr_polygon *drawing, struct fr_point a, struct fr_point b,
                     double shares[MOST_CROSSINGS])
{
    const double dx = b.x - a.x, dy = b.y - a.y;
    int count = 0;
    shares[count++] = 0;
    shares[count++] = 1;
    for (uint32_t r = 0; r < drawing->ring_count; r++)
        for (uint32_t i = 0; i < drawing->rings[r].count; i++) {
            const struct fr_point from = end_of(drawing, &drawing->rings[r], i);
            const struct fr_point to = end_of(drawing, &drawing->rings[r], i + 1);
            const double ex = to.x - from.x, ey = to.y - from.y, turn = dx * ey - dy * ex;
            const double cross =
                turn != 0 ? ((from.x - a.x) * ey - (from.y - a.y) * ex) / turn : -1;
            const double closest =
                ((from.x - a.x) * dx + (from.y - a.y) * dy) / (dx * dx + dy * dy);
            assert_true(count + 2 <= MOST_CROSSINGS);
            if (cross > 0 && cross < 1)
                shares[count++] = cross;
            if (closest > 0 && closest < 1)
                shares[count++] = closest;
        }
    qsort(shares, (size_t)count, sizeof *shares, by_size);
    return count;
}

static bool expected(const struct fr_map *map, struct fr_point a, struct fr_point b)
{
    double shares[MOST_CROSSINGS];
    if (fr_point_equal(a, b))
        return holds(map, (struct place){a.x, a.y});
    const int count = crossings(map->drawing, a, b, shares);
    for (int i = 0; i + 1 < count; i++) {
        const double middle = (shares[i] + shares[i + 1]) / 2;
        if (shares[i + 1] - shares[i] > NEAR &&
            !holds(map, (struct place){a.x + middle * (b.x - a.x), a.y + middle * (b.y - a.y)}))
            return false;
    }
    return true;
}

static struct fr_point any_point(struct fr_random *random)
{
    return (struct fr_point){fr_random_between(random, 0, 2 * PIXELS),
                             fr_random_between(random, 0, 2 * PIXELS)};
}

/* Many segments along edges, through vertices and from one to another. */
static struct fr_point some_point(const struct fr_polygon *drawing, struct fr_random *random)
{
    return drawing->vertex_count > 0 && fr_random_below(random, 2)
               ? drawing->vertices[fr_random_below(random, drawing->vertex_count)]
               : any_point(random);
}

static void segments_of_random_drawings(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(20261122)};
    int inside = 0, outside = 0;
    for (int i = 0; i < 200 * soak_scale(); i++) {
        struct fr_map *map = drawn(random_valid_drawing(&random, 2 * PIXELS), PIXELS);
        if (fr_random_below(&random, 4) == 0)
            map->enabled[1] = false;
        struct fr_drawn_floor *floor = floor_of(map);
        for (int j = 0; j < 50; j++) {
            struct fr_point leaves;
            const struct fr_point a = some_point(map->drawing, &random);
            const struct fr_point b = some_point(map->drawing, &random);
            const bool legal = expected(map, a, b);
            if (fr_drawn_floor_segment(floor, a, b, &leaves) != legal) {
                print_drawing(map->drawing);
                fail_msg("from %d,%d to %d,%d: %s expected", a.x, a.y, b.x, b.y,
                         legal ? "inside" : "outside");
            }
            inside += legal;
            outside += !legal;
        }
        fr_drawn_floor_release(floor);
        fr_map_release(map);
    }
    assert_true(inside > 100 && outside > 100);
}

/* Two squares that touch in a corner, the first with a hole that touches its left edge. */
static void segments_by_hand(void **state)
{
    static const struct {
        struct fr_point a, b;
        bool legal;
        struct fr_point leaves;
    } cases[] = {
        {{0, 0}, {20, 0}, true, {0, 0}},       /* along an edge */
        {{0, 0}, {40, 40}, true, {0, 0}},      /* along an edge of the hole, through the corner */
        {{2, 0}, {6, 12}, false, {3, 4}},      /* into the hole */
        {{0, 12}, {40, 40}, false, {11, 20}},  /* out of the first square */
        {{16, 16}, {24, 24}, true, {0, 0}},    /* through the corner where they touch */
        {{16, 18}, {24, 22}, true, {0, 0}},    /* the same, aslant */
        {{16, 20}, {24, 21}, false, {16, 20}}, /* past the corner */
        {{0, 8}, {4, 4}, true, {0, 0}},        /* along the edge of the hole */
        {{30, 30}, {30, 30}, true, {0, 0}},    /* a point */
        {{6, 8}, {6, 8}, false, {6, 8}},       /* a point in the hole */
        {{40, 21}, {40, 39}, true, {0, 0}},    /* along the last edge */
        {{39, 39}, {41, 41}, false, {40, 40}}, /* over the last vertex */
    };
    (void)state;
    struct fr_map *map = drawn(
        text_drawing("1 0,0 20,0 20,20 0,20 | - 0,8 8,12 8,8 4,4 | 2 20,20 40,20 40,40 20,40"),
        PIXELS);
    struct fr_drawn_floor *floor = floor_of(map);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fr_point leaves;
        if (fr_drawn_floor_segment(floor, cases[i].a, cases[i].b, &leaves) != cases[i].legal ||
            expected(map, cases[i].a, cases[i].b) != cases[i].legal)
            fail_msg("case %zu", i);
        if (!cases[i].legal && !fr_point_equal(leaves, cases[i].leaves))
            fail_msg("case %zu: leaves at %d,%d", i, leaves.x, leaves.y);
    }
    assert_true(fr_drawn_floor_connects(floor, (struct fr_point){1, 1}, (struct fr_point){39, 39}));
    assert_false(fr_drawn_floor_connects(floor, (struct fr_point){1, 1}, (struct fr_point){39, 1}));
    fr_drawn_floor_release(floor);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(segments_by_hand),
        cmocka_unit_test(segments_of_random_drawings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
