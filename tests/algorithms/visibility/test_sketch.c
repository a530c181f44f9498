/* The graphs that the visibility graphs draw: every edge once, each a line of sight; and of a click, what it
 * went along. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "algorithms/front.h"
#include "maps/geometry/corners.h"
#include "maps/geometry/line_of_sight.h"
#include "tests/algorithms/random_maps.h"
#include "tests/ascii_map.h"

enum { MOST_CORNERS = 4096, MOST_EDGES = 1 << 17 };

static struct drawing {
    struct fr_point corners[MOST_CORNERS];
    struct fr_sketch_edge edges[MOST_EDGES];
    int corner_count, edge_count;
} drawing;

static void draw_corner(void *context, struct fr_point at)
{
    struct drawing *drawn = context;
    assert_true(drawn->corner_count < MOST_CORNERS);
    drawn->corners[drawn->corner_count++] = at;
}

static bool before(struct fr_point a, struct fr_point b)
{
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}

static void draw_edge(void *context, const struct fr_sketch_edge *edge)
{
    struct drawing *drawn = context;
    assert_true(drawn->edge_count < MOST_EDGES);
    struct fr_sketch_edge *kept = &drawn->edges[drawn->edge_count++];
    *kept = *edge;
    if (before(edge->b, edge->a)) {
        kept->a = edge->b;
        kept->b = edge->a;
    }
}

static int compare_points(struct fr_point a, struct fr_point b)
{
    return before(a, b) ? -1 : before(b, a);
}

static int compare_edges(const void *left, const void *right)
{
    const struct fr_sketch_edge *a = left, *b = right;
    const int first = compare_points(a->a, b->a);
    return first != 0 ? first : compare_points(a->b, b->b);
}

/* Edges with the upper end first, in order. */
static void draw(const struct fr_pathfinder *pathfinder, const struct fr_state *state)
{
    const struct fr_sketch sketch = {draw_corner, draw_edge, &drawing};
    drawing.corner_count = drawing.edge_count = 0;
    pathfinder->sketch(state, &sketch);
    qsort(drawing.edges, (size_t)drawing.edge_count, sizeof *drawing.edges, compare_edges);
}

static const struct fr_sketch_edge *find_edge(struct fr_point a, struct fr_point b)
{
    const struct fr_sketch_edge key = {.a = before(a, b) ? a : b, .b = before(a, b) ? b : a};
    return bsearch(&key, drawing.edges, (size_t)drawing.edge_count, sizeof key, compare_edges);
}

static int count_touched(void)
{
    int touched = 0;
    for (int i = 0; i < drawing.edge_count; i++)
        touched += drawing.edges[i].touched;
    return touched;
}

static void expect(const struct fr_map *map, bool holds, const char *what)
{
    if (holds)
        return;
    print_map(map);
    fail_msg("%s", what);
}

/* All pairs of corners that see each other, or only those that do so tautly. */
static int count_pairs(const struct fr_map *map, bool taut)
{
    struct fr_corners *corners;
    int pairs = 0;
    assert_int_equal(fr_corners_create(map, &fr_default_allocator, &corners), FR_OK);
    assert_int_equal(drawing.corner_count, corners->count);
    for (uint32_t i = 0; i < corners->count; i++)
        for (uint32_t j = 0; j < i; j++) {
            const struct fr_corner *a = &corners->items[i], *b = &corners->items[j];
            const struct fr_point d = {b->x - a->x, b->y - a->y};
            pairs +=
                (!taut || (fr_corner_taut(a, d) && fr_corner_taut(b, d))) &&
                fr_line_of_sight(map, (struct fr_point){a->x, a->y}, (struct fr_point){b->x, b->y});
        }
    fr_corners_release(corners);
    return pairs;
}

static void check_edges(const struct fr_map *map)
{
    for (int i = 0; i < drawing.edge_count; i++) {
        const struct fr_sketch_edge *edge = &drawing.edges[i];
        expect(map, i == 0 || compare_edges(edge - 1, edge) < 0, "an edge is drawn twice");
        expect(map, fr_line_of_sight(map, edge->a, edge->b), "an edge goes through a wall");
    }
}

static void check_prepared(const struct fr_map *map, bool levels, bool taut)
{
    check_edges(map);
    expect(map, drawing.edge_count == count_pairs(map, taut), "edges are missing");
    expect(map, count_touched() == 0, "touched before any click");
    for (int i = 0; i < drawing.edge_count && !levels; i++)
        expect(map, !drawing.edges[i].minor, "a minor edge without levels");
}

/* The path runs along touched edges, and what the click adds to the graph are links. */
static void check_click(const struct fr_map *map, const struct fr_path *path, int edges)
{
    int links = 0;
    check_edges(map);
    for (int i = 0; i < drawing.edge_count; i++)
        if ((drawing.edges[i].a.x | drawing.edges[i].b.x) & 1) {
            expect(map, drawing.edges[i].touched, "a link that is not touched");
            links++;
        }
    expect(map, drawing.edge_count == edges + links, "the click changed the graph");
    for (size_t i = 0; i + 1 < path->count && path->count > 2; i++) {
        const struct fr_sketch_edge *edge = find_edge(path->points[i], path->points[i + 1]);
        expect(map, edge && edge->touched, "the path left the touched edges");
    }
    expect(map, path->count == 0 || path->count > 2 || count_touched() == 0,
           "a straight line touched edges");
}

static struct fr_state *prepared(const struct fr_pathfinder *pathfinder, const struct fr_map *map,
                                 const char *options)
{
    struct fr_option_values values;
    char message[256];
    struct fr_state *state;
    assert_int_equal(fr_options_parse(pathfinder->options, pathfinder->option_count, options,
                                      &values, message, sizeof message),
                     FR_OK);
    assert_int_equal(fr_prepare(pathfinder, map, &values, &fr_default_allocator, &state), FR_OK);
    return state;
}

static void check_map(const struct fr_map *map, const char *name, const char *options,
                      struct fr_random *random)
{
    const struct fr_pathfinder *pathfinder = fr_pathfinder_find(name);
    struct fr_state *state = prepared(pathfinder, map, options);
    struct fr_path path;
    fr_path_init(&path, &fr_default_allocator);
    draw(pathfinder, state);
    const bool taut = strcmp(name, "visgraph") == 0;
    check_prepared(map, taut && !strstr(options, "edges="), taut);
    const int edges = drawing.edge_count;
    for (int i = 0; i < 8; i++) {
        struct fr_pixel start, goal;
        if (!random_walkable(map, random, &start) || !random_walkable(map, random, &goal))
            break;
        (void)!fr_find(pathfinder, state, fr_pixel_centre(start), fr_pixel_centre(goal), NULL,
                       &path);
        draw(pathfinder, state);
        check_click(map, &path, edges);
    }
    fr_path_release(&path);
    fr_release(pathfinder, state);
}

static void draws_each_edge_once_and_what_clicks_touch(void **unused)
{
    (void)unused;
    static const char *const configurations[][2] = {{"visgraph", ""},
                                                    {"visgraph", "edges=taut"},
                                                    {"visgraph", "build=pairs"},
                                                    {"visgraph-polygon", "source=mask"}};
    struct fr_random random = {41};
    for (int i = 0; i < 60; i++) {
        struct fr_map *map = mixed_map(&random);
        for (int j = 0; j < 4; j++)
            check_map(map, configurations[j][0], configurations[j][1], &random);
        fr_map_release(map);
    }
}

/* The two corners at the end of the wall, the edge between them and a link at either side. */
static void marks_the_way_around_a_wall(void **unused)
{
    (void)unused;
    struct fr_map *map = ascii_map("#####|"
                                   ".....|"
                                   "####.|"
                                   ".....");
    const struct fr_pathfinder *visgraph = fr_pathfinder_find("visgraph");
    struct fr_state *state = prepared(visgraph, map, "");
    struct fr_path path;
    fr_path_init(&path, &fr_default_allocator);
    assert_int_equal(fr_find(visgraph, state, fr_pixel_centre((struct fr_pixel){0, 1}),
                             fr_pixel_centre((struct fr_pixel){0, 3}), NULL, &path),
                     FR_FOUND);
    draw(visgraph, state);
    assert_int_equal(drawing.corner_count, 2);
    assert_int_equal(drawing.edge_count, 3);
    assert_int_equal(count_touched(), 3);
    assert_non_null(find_edge((struct fr_point){8, 4}, (struct fr_point){8, 6}));
    assert_non_null(find_edge((struct fr_point){1, 3}, (struct fr_point){8, 4}));
    assert_non_null(find_edge((struct fr_point){1, 7}, (struct fr_point){8, 6}));
    fr_path_release(&path);
    fr_release(visgraph, state);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_the_way_around_a_wall),
        cmocka_unit_test(draws_each_edge_once_and_what_clicks_touch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
