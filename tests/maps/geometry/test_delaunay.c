/* Constrained Delaunay triangulations of random points, many of them collinear or on one circle,
 * with random edges through the thick of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "maps/geometry/delaunay.h"
#include "maps/geometry/predicates.h"
#include "maps/random.h"
#include "tests/soak.h"

enum { MOST_POINTS = 300, MOST_EDGES = 120 };

struct drawing {
    struct fr_point points[MOST_POINTS];
    uint32_t point_count;
    uint32_t edges[MOST_EDGES][2];
    uint32_t edge_count;
};

static bool has_point(const struct drawing *drawing, struct fr_point point)
{
    for (uint32_t i = 0; i < drawing->point_count; i++)
        if (fr_point_equal(drawing->points[i], point))
            return true;
    return false;
}

static int by_rows(const void *left, const void *right)
{
    const struct fr_point *a = left, *b = right;
    return fr_point_before(*b, *a) - fr_point_before(*a, *b);
}

static void scatter(struct drawing *drawing, struct fr_random *random)
{
    const int32_t sizes[] = {3, 8, 20, 300, 65000};
    const int32_t size = sizes[fr_random_below(random, 5)];
    *drawing = (struct drawing){.point_count = 0};
    for (uint32_t tries = fr_random_below(random, MOST_POINTS); tries; tries--) {
        const struct fr_point point = {fr_random_between(random, 0, size),
                                       fr_random_between(random, 0, size)};
        if (!has_point(drawing, point))
            drawing->points[drawing->point_count++] = point;
    }
    qsort(drawing->points, drawing->point_count, sizeof *drawing->points, by_rows);
}

static int sign(int64_t value)
{
    return (value > 0) - (value < 0);
}

static bool lies_on(struct fr_point a, struct fr_point b, struct fr_point p)
{
    return fr_orient(a, b, p) == 0 && fr_dot(fr_point_minus(a, p), fr_point_minus(b, p)) <= 0;
}

/* Whether two segments cross inside both, and not at a point, which would split them. */
static bool cross(const struct drawing *drawing, const uint32_t e[2], const uint32_t f[2])
{
    const struct fr_point *p = drawing->points;
    const struct fr_point a = p[e[0]], b = p[e[1]], c = p[f[0]], d = p[f[1]];
    if (sign(fr_orient(a, b, c)) * sign(fr_orient(a, b, d)) >= 0 ||
        sign(fr_orient(c, d, a)) * sign(fr_orient(c, d, b)) >= 0)
        return false;
    for (uint32_t i = 0; i < drawing->point_count; i++)
        if (lies_on(a, b, p[i]) && lies_on(c, d, p[i]))
            return false;
    return true;
}

static bool crosses_another(const struct drawing *drawing, const uint32_t edge[2])
{
    for (uint32_t i = 0; i < drawing->edge_count; i++)
        if (cross(drawing, drawing->edges[i], edge))
            return true;
    return false;
}

static struct fr_point origin(const struct fr_delaunay *d, int32_t edge)
{
    return d->points[d->origins[edge]];
}

/* How much of the segment, in the longer axis, is covered by constrained edges; all of it should
 * be, and no other edge be constrained. */
static bool holds_edges(const struct fr_delaunay *d, const struct drawing *drawing)
{
    uint32_t constrained = 0, covered = 0;
    for (int32_t edge = 0; edge < 3 * (int32_t)d->triangle_count; edge++)
        constrained += d->twins[edge] < 0 && d->twins[edge] != FR_NO_EDGE;
    for (int32_t edge = 0; edge < 3 * (int32_t)d->triangle_count; edge++) {
        if (d->twins[edge] >= 0 || d->twins[edge] == FR_NO_EDGE)
            continue;
        const struct fr_point a = origin(d, edge), b = origin(d, fr_next_edge(edge));
        bool is_part = false;
        for (uint32_t i = 0; i < drawing->edge_count && !is_part; i++) {
            const struct fr_point from = drawing->points[drawing->edges[i][0]];
            const struct fr_point to = drawing->points[drawing->edges[i][1]];
            is_part = lies_on(from, to, a) && lies_on(from, to, b);
        }
        covered += is_part;
    }
    for (uint32_t i = 0; i < drawing->edge_count; i++) {
        const struct fr_point from = drawing->points[drawing->edges[i][0]];
        const struct fr_point to = drawing->points[drawing->edges[i][1]];
        const struct fr_point whole = fr_point_minus(to, from);
        int64_t length = 0;
        for (int32_t edge = 0; edge < 3 * (int32_t)d->triangle_count; edge++) {
            const struct fr_point a = origin(d, edge), b = origin(d, fr_next_edge(edge));
            const int64_t along = fr_dot(whole, fr_point_minus(b, a));
            if (d->twins[edge] < 0 && along > 0 && lies_on(from, to, a) && lies_on(from, to, b))
                length += along;
        }
        if (length != fr_dot(whole, whole))
            return false;
    }
    return covered == constrained;
}

/* Whether all triangles are right, with this many points in none. */
static bool is_sound_without(const struct fr_delaunay *d, uint32_t gone)
{
    if (d->triangle_count != 2 * (d->point_count - gone) - 6)
        return false;
    for (int32_t edge = 0; edge < 3 * (int32_t)d->triangle_count; edge++) {
        const int32_t next = fr_next_edge(edge), previous = fr_previous_edge(edge);
        const int32_t twin = d->twins[edge], other = twin < 0 ? ~twin : twin;
        if (fr_orient(origin(d, edge), origin(d, next), origin(d, previous)) <= 0)
            return false;
        if (twin == FR_NO_EDGE)
            continue;
        if (d->twins[other] != (twin < 0 ? ~edge : edge) || d->origins[other] != d->origins[next])
            return false;
        if (twin >= 0 && fr_in_circle(origin(d, edge), origin(d, next), origin(d, previous),
                                      origin(d, fr_previous_edge(twin))) > 0)
            return false;
    }
    for (uint32_t edge = 0; edge < 3 * d->triangle_count; edge++)
        if (d->origins[d->leaving[d->origins[edge]]] != d->origins[edge])
            return false;
    return true;
}

static bool is_sound(const struct fr_delaunay *d)
{
    return is_sound_without(d, 0);
}

/* Begins a triangulation and inserts all points; after a failure there is none. */
static enum fr_status triangulate(const struct fr_point *points, uint32_t count,
                                  struct fr_delaunay **delaunay)
{
    struct fr_delaunay *fresh;
    struct fr_work all = FR_ALL_WORK;
    assert_int_equal(fr_delaunay_begin(points, count, &fr_default_allocator, &fresh), FR_OK);
    const enum fr_status status = fr_delaunay_insert_all(fresh, &all);
    if (status == FR_OK)
        *delaunay = fresh;
    else
        fr_delaunay_release(fresh);
    return status;
}

/* A right one, or the process ends with the drawing's seed. */
static void draw_and_check(struct drawing *drawing, struct fr_random *random, uint64_t seed,
                           int round)
{
    struct fr_delaunay *d = NULL;
    scatter(drawing, random);
    assert_int_equal(triangulate(drawing->points, drawing->point_count, &d), FR_OK);
    bool right = is_sound(d);
    for (int i = 0; right && i < MOST_EDGES && drawing->point_count > 1; i++) {
        const uint32_t edge[2] = {fr_random_below(random, drawing->point_count),
                                  fr_random_below(random, drawing->point_count)};
        if (edge[0] == edge[1])
            continue;
        const bool is_crossing = crosses_another(drawing, edge);
        if (is_crossing && i < MOST_EDGES - 20)
            continue;
        const enum fr_status status = fr_delaunay_constrain(d, edge[0], edge[1]);
        right = status == (is_crossing ? FR_BAD_INPUT : FR_OK);
        if (is_crossing)
            break;
        drawing->edges[drawing->edge_count][0] = edge[0];
        drawing->edges[drawing->edge_count++][1] = edge[1];
        right = right && is_sound(d);
        if (i + 21 >= MOST_EDGES)
            right = right && holds_edges(d, drawing);
    }
    fr_delaunay_release(d);
    if (!right) {
        fprintf(stderr, "seed %llu round %d\n", (unsigned long long)seed, round);
        fail();
    }
}

static void random_edges_are_held(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(46);
    struct fr_random random = {seed};
    struct drawing drawing;
    for (int round = 0; round < 1500 * soak_scale(); round++)
        draw_and_check(&drawing, &random, seed, round);
}

/* Makes a triangulation record its changes, or forget them. */
static void record(struct fr_delaunay *d)
{
    free(d->marks);
    d->marks = calloc(d->triangle_capacity, sizeof *d->marks);
    assert_non_null(d->marks);
    d->changed_count = 0;
}

/* A triangle that contains a point. */
static int32_t triangle_of(const struct fr_delaunay *d, struct fr_point at)
{
    int32_t edge = 0;
    while (fr_orient(origin(d, edge), origin(d, edge + 1), at) < 0 ||
           fr_orient(origin(d, edge + 1), origin(d, edge + 2), at) < 0 ||
           fr_orient(origin(d, edge + 2), origin(d, edge), at) < 0)
        edge += 3;
    return edge / 3;
}

/* Points off the constrained edges go, one or several at once, and come back, in another order;
 * some lie between others in rows and columns, or in the middle of four. */
static void points_go_and_come(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(47);
    struct fr_random random = {seed};
    struct drawing drawing;
    for (int round = 0; round < 400 * soak_scale(); round++) {
        struct fr_delaunay *d = NULL;
        uint32_t order[MOST_POINTS], gone = 0;
        scatter(&drawing, &random);
        assert_int_equal(triangulate(drawing.points, drawing.point_count, &d), FR_OK);
        if (drawing.point_count > 2)
            assert_int_equal(fr_delaunay_constrain(d, 0, 1), FR_OK);
        for (uint32_t i = 0; i < drawing.point_count; i++) {
            const uint32_t place = fr_random_below(&random, gone + 1);
            if (drawing.point_count > 2 &&
                lies_on(drawing.points[0], drawing.points[1], drawing.points[i]))
                continue;
            order[gone++] = order[place];
            order[place] = i;
        }
        bool right = true;
        record(d);
        for (uint32_t i = 0; i < gone && right; i++) {
            fr_delaunay_remove(d, order[i]);
            if (i + 1 < gone && fr_random_below(&random, 2) == 0)
                continue;
            assert_int_equal(fr_delaunay_settle(d), FR_OK);
            right = is_sound_without(d, i + 1);
            record(d);
        }
        for (uint32_t i = 0; i < gone && right; i++) {
            const uint32_t point = order[(i + gone / 2) % gone];
            assert_int_equal(fr_delaunay_insert(d, point, triangle_of(d, d->points[point])), FR_OK);
            right = is_sound_without(d, gone - i - 1);
        }
        if (!right) {
            fprintf(stderr, "seed %llu round %d\n", (unsigned long long)seed, round);
            fail();
        }
        free(d->marks);
        fr_deallocate(d->allocator, d->changed, d->changed_capacity, sizeof *d->changed);
        fr_delaunay_release(d);
    }
}

/* Two rows of teeth face one another; the edge between the rows crosses them all. */
static void an_edge_through_a_thousand_teeth(void **state)
{
    (void)state;
    enum { TEETH = 1000 };
    static struct fr_point points[2 * TEETH + 2];
    struct fr_random random = {8};
    for (int32_t i = 0; i < TEETH; i++) {
        points[2 * i] = (struct fr_point){20 * i + 10, 500 - fr_random_between(&random, 1, 400)};
        points[2 * i + 1] =
            (struct fr_point){20 * i + 13, 500 + fr_random_between(&random, 1, 400)};
    }
    const struct fr_point ends[] = {{0, 500}, {20 * TEETH + 20, 500}};
    points[2 * TEETH] = ends[0];
    points[2 * TEETH + 1] = ends[1];
    qsort(points, 2 * TEETH + 2, sizeof *points, by_rows);
    uint32_t from = 0;
    while (!fr_point_equal(points[from], ends[0]))
        from++;
    assert_true(fr_point_equal(points[from + 1], ends[1]));
    struct fr_delaunay *d = NULL;
    assert_int_equal(triangulate(points, 2 * TEETH + 2, &d), FR_OK);
    assert_int_equal(fr_delaunay_constrain(d, from, from + 1), FR_OK);
    assert_true(is_sound(d));
    uint32_t constrained = 0;
    for (int32_t edge = 0; edge < 3 * (int32_t)d->triangle_count; edge++)
        constrained += d->twins[edge] < 0 && d->twins[edge] != FR_NO_EDGE;
    assert_int_equal(constrained, 2);
    fr_delaunay_release(d);
}

static void equal_and_unsorted_points_are_refused(void **state)
{
    (void)state;
    const struct fr_point equal[] = {{1, 1}, {5, 3}, {5, 3}}, rows[] = {{1, 1}, {5, 3}, {6, 2}};
    const struct fr_point columns[] = {{5, 1}, {1, 1}};
    struct fr_delaunay *d = NULL;
    assert_int_equal(triangulate(equal, 3, &d), FR_BAD_INPUT);
    assert_int_equal(triangulate(rows, 3, &d), FR_BAD_INPUT);
    assert_int_equal(triangulate(columns, 2, &d), FR_BAD_INPUT);
    fr_delaunay_release(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_edges_are_held),
        cmocka_unit_test(points_go_and_come),
        cmocka_unit_test(an_edge_through_a_thousand_teeth),
        cmocka_unit_test(equal_and_unsorted_points_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
