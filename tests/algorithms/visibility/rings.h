/* Rings for tests: of random maps, drawn by hand, and sheared; and graphs over them. Include after
 * cmocka.h. */
#ifndef FOOTRACE_TESTS_ALGORITHMS_VISIBILITY_RINGS_H
#define FOOTRACE_TESTS_ALGORITHMS_VISIBILITY_RINGS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "algorithms/published/published_sight.h"
#include "algorithms/visibility/exact_sight.h"
#include "algorithms/visibility/ring_graph.h"
#include "harness/judge/validator.h"
#include "maps/geometry/contours.h"
#include "tests/algorithms/random_maps.h"
#include "tests/ascii_map.h"

#define MOST_VERTICES 64
#define MOST_RINGS 4

/* The kind of sight of a graph over rings. */
struct ring_plan {
    bool exact, through_pinches;
    enum published_tolerance tolerance; /* unless exact */
};

static const struct ring_plan exact = {.exact = true};
static const struct ring_plan drawn = {.exact = true, .through_pinches = true};
static const struct ring_plan ellipse = {.tolerance = TOLERANCE_ELLIPSE};
static const struct ring_plan expanded = {.tolerance = TOLERANCE_EXPANDED};
static const struct ring_plan bare = {.tolerance = TOLERANCE_NONE};

/* A graph and its kind of sight. */
struct planned {
    struct outline outline;
    struct published_sight published;
    struct ring_graph *graph;
};

static inline struct fr_contours *contours_of(const struct fr_map *map)
{
    struct fr_contours *contours;
    assert_int_equal(fr_contours_create(map, &fr_default_allocator, &contours), FR_OK);
    return contours;
}

static inline void planned_release(struct planned *planned)
{
    ring_graph_release(planned->graph);
    if (planned->outline.allocator)
        outline_release(&planned->outline);
    published_sight_release(&planned->published);
    *planned = (struct planned){.graph = NULL};
}

static inline enum fr_status planned_create(struct planned *planned,
                                            const struct fr_contours *contours,
                                            const struct ring_plan *plan,
                                            const struct fr_allocator *allocator)
{
    *planned = (struct planned){.graph = NULL};
    enum fr_status status =
        plan->exact
            ? outline_create(&planned->outline, contours, plan->through_pinches, allocator)
            : published_sight_create(&planned->published, contours, plan->tolerance, allocator);
    if (status == FR_OK) {
        const struct ring_sight sight = plan->exact ? exact_sight_of(&planned->outline)
                                                    : published_sight_of(&planned->published);
        status = ring_graph_create(&sight, allocator, &planned->graph);
    }
    if (status != FR_OK)
        planned_release(planned);
    return status;
}

static inline void plan_graph(struct planned *planned, const struct fr_contours *contours,
                              const struct ring_plan *plan)
{
    assert_int_equal(planned_create(planned, contours, plan, &fr_default_allocator), FR_OK);
}

static inline double length_of(const struct fr_path *path)
{
    double length = 0;
    for (size_t i = 1; i < path->count; i++)
        length += hypot(path->points[i].x - path->points[i - 1].x,
                        path->points[i].y - path->points[i - 1].y) /
                  2;
    return length;
}

/* The length of the path found, or INFINITY. */
static inline double found_length(const struct fr_contours *contours, const struct ring_plan *plan,
                                  struct fr_point start, struct fr_point goal)
{
    struct planned planned;
    struct fr_path path;
    plan_graph(&planned, contours, plan);
    fr_path_init(&path, &fr_default_allocator);
    const enum fr_outcome outcome = ring_graph_find(planned.graph, start, goal, NULL, &path);
    const double length = outcome == FR_FOUND ? length_of(&path) : INFINITY;
    fr_path_release(&path);
    planned_release(&planned);
    return length;
}

/* Rings drawn by hand; the first is the outer one. */
struct drawing {
    struct fr_point vertices[MOST_VERTICES];
    struct fr_ring rings[MOST_RINGS];
    struct fr_contours contours;
};

static inline void draw_ring(struct drawing *drawing, const struct fr_point *vertices,
                             uint32_t count)
{
    struct fr_contours *contours = &drawing->contours;
    contours->vertices = drawing->vertices;
    contours->rings = drawing->rings;
    assert_true(contours->vertex_count + count <= MOST_VERTICES);
    assert_true(contours->ring_count < MOST_RINGS);
    drawing->rings[contours->ring_count++] = (struct fr_ring){contours->vertex_count, count, 0, 0};
    memcpy(drawing->vertices + contours->vertex_count, vertices, count * sizeof *vertices);
    contours->vertex_count += count;
    contours->outer_count = 1;
}

#define DRAW_RING(drawing, ...)                                                                    \
    draw_ring(drawing, (const struct fr_point[]){__VA_ARGS__},                                     \
              sizeof(const struct fr_point[]){__VA_ARGS__} / sizeof(struct fr_point))

/* A U of walls, so that the path turns at its two upper inner vertices. */
static inline void draw_u(struct drawing *drawing, bool doubled)
{
    *drawing = (struct drawing){0};
    if (doubled)
        DRAW_RING(drawing, {0, 0}, {60, 0}, {60, 60}, {40, 60}, {40, 20}, {40, 20}, {20, 20},
                  {20, 20}, {20, 60}, {0, 60});
    else
        DRAW_RING(drawing, {0, 0}, {60, 0}, {60, 60}, {40, 60}, {40, 20}, {20, 20}, {20, 60},
                  {0, 60});
}

/* A random map and the back ends that are queried on it. */
struct trial {
    struct fr_map *map;
    struct fr_validator *validator;
    struct fr_contours *contours;
    uint64_t seed;
};

static inline void begin_trial(struct trial *trial, struct fr_random *random)
{
    trial->seed = random->state;
    trial->map = mixed_map(random);
    trial->contours = contours_of(trial->map);
    assert_int_equal(fr_validator_create(trial->map, &fr_default_allocator, &trial->validator),
                     FR_OK);
}

static inline void end_trial(struct trial *trial)
{
    fr_contours_release(trial->contours);
    fr_validator_release(trial->validator);
    fr_map_release(trial->map);
}

static inline void fail_trial(const struct trial *trial, const char *what, struct fr_point a,
                              struct fr_point b)
{
    fprintf(stderr, "%s, half pixels %d,%d and %d,%d; seed %llu, map:\n", what, (int)a.x, (int)a.y,
            (int)b.x, (int)b.y, (unsigned long long)trial->seed);
    print_map(trial->map);
    fail();
}

static inline bool agree(double a, double b)
{
    return a == b || fabs(a - b) <= 1e-12 * fabs(a);
}

/* An invertible linear map of the plane that preserves the grid of points. */
struct shear {
    int32_t xx, xy, yx, yy;
};

static const struct shear shears[] = {{1, 0, 0, 1},  {2, 1, 1, 1}, {3, 2, 4, 3},
                                      {1, -3, 0, 1}, {0, 1, 1, 0}, {5, 3, 3, 2}};
enum { SHEARS = sizeof shears / sizeof *shears };

static inline struct fr_point sheared(const struct shear *shear, struct fr_point point)
{
    return (struct fr_point){shear->xx * point.x + shear->xy * point.y,
                             shear->yx * point.x + shear->yy * point.y};
}

static inline struct fr_point random_point(const struct fr_map *map, struct fr_random *random)
{
    return (struct fr_point){fr_random_between(random, 0, 2 * map->width),
                             fr_random_between(random, 0, 2 * map->height)};
}

/* A half pixel is inside when it touches a walkable pixel. */
static inline bool touches_free(const struct fr_map *map, struct fr_point point)
{
    for (int32_t y = (point.y - 1) >> 1; 2 * y <= point.y; y++)
        for (int32_t x = (point.x - 1) >> 1; 2 * x <= point.x; x++)
            if (fr_map_inside(map, x, y) && fr_map_walkable(map, x, y))
                return true;
    return false;
}

#endif
