/* The visibility graphs, in every exact configuration, against the slow reference. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "algorithms/front.h"
#include "tests/algorithms/judged.h"
#include "tests/algorithms/visibility/any_angle_reference.h"
#include "tests/ascii_map.h"
#include "tests/maps/formats/drawings.h"
#include "tests/soak.h"

/* A back end under a setting, and its state. */
struct walker {
    const struct fr_pathfinder *pathfinder;
    struct fr_state *state;
};

static struct walker prepared(const struct fr_map *map, const char *name, const char *options)
{
    struct walker walker = {fr_pathfinder_find(name), NULL};
    struct fr_option_values values;
    char message[256];
    assert_non_null(walker.pathfinder);
    assert_int_equal(fr_options_parse(walker.pathfinder->options, walker.pathfinder->option_count,
                                      options, &values, message, sizeof message),
                     FR_OK);
    assert_int_equal(
        fr_prepare(walker.pathfinder, map, &values, &fr_default_allocator, &walker.state), FR_OK);
    return walker;
}

static void release(struct walker *walker)
{
    fr_release(walker->pathfinder, walker->state);
}

static enum fr_outcome find(const struct walker *walker, struct fr_point start,
                            struct fr_point goal, struct fr_path *path)
{
    return fr_find(walker->pathfinder, walker->state, start, goal, NULL, path);
}

static enum fr_status update(const struct walker *walker, const struct fr_rect *rects, size_t count)
{
    return fr_update(walker->pathfinder, walker->state, rects, count);
}

static const struct {
    const char *name, *options;
} configurations[] = {{"visgraph", ""},
                      {"visgraph", "edges=taut"},
                      {"visgraph-polygon", "source=mask"}};
enum { CONFIGURATIONS = sizeof configurations / sizeof *configurations };

static struct walker configured(const struct fr_map *map, int configuration)
{
    return prepared(map, configurations[configuration].name, configurations[configuration].options);
}

struct ask {
    const struct fr_map *map;
    struct fr_validator *validator;
    struct reference *reference;
    struct walker walkers[CONFIGURATIONS];
    uint64_t seed;
};

static double answer(const struct ask *ask, int configuration, struct fr_point start,
                     struct fr_point goal, struct fr_path *path)
{
    const enum fr_outcome outcome = find(&ask->walkers[configuration], start, goal, path);
    return judged_answer(ask->validator, start, goal, outcome, path);
}

static bool agree(double a, double b)
{
    return a == b || fabs(a - b) <= 1e-12 * fabs(a);
}

static void check_click(const struct ask *ask, struct fr_point start, struct fr_point goal)
{
    struct fr_path path;
    fr_path_init(&path, &fr_default_allocator);
    const double expected = reference_length(ask->validator, ask->reference, start, goal);
    for (int i = 0; i < CONFIGURATIONS; i++) {
        const double there = answer(ask, i, start, goal, &path);
        const double back = answer(ask, i, goal, start, &path);
        if (agree(expected, there) && agree(expected, back))
            continue;
        fprintf(stderr, "%s:%s from %d,%d to %d,%d: %.17g, back %.17g, expected %.17g\n",
                configurations[i].name, configurations[i].options, start.x / 2, start.y / 2,
                goal.x / 2, goal.y / 2, there, back, expected);
        fprintf(stderr, "seed %llu, map:\n", (unsigned long long)ask->seed);
        print_map(ask->map);
        fail();
    }
    fr_path_release(&path);
}

/* Prepares all configurations and the reference for a map. */
static void begin_asking(struct ask *ask, const struct fr_map *map)
{
    ask->map = map;
    ask->reference = malloc(sizeof *ask->reference);
    assert_non_null(ask->reference);
    for (int i = 0; i < CONFIGURATIONS; i++)
        ask->walkers[i] = configured(map, i);
}

/* The judge and the reference take the map as it is now. */
static void look_again(struct ask *ask)
{
    fr_validator_release(ask->validator);
    assert_int_equal(fr_validator_create(ask->map, &fr_default_allocator, &ask->validator), FR_OK);
    find_corners(ask->map, ask->reference);
}

static void ask_clicks(const struct ask *ask, int clicks, struct fr_random *random)
{
    for (int i = 0; i < clicks; i++) {
        struct fr_pixel start, goal;
        if (!random_walkable(ask->map, random, &start) || !random_walkable(ask->map, random, &goal))
            break;
        check_click(ask, fr_pixel_centre(start), fr_pixel_centre(goal));
    }
}

static void end_asking(struct ask *ask)
{
    for (int i = 0; i < CONFIGURATIONS; i++)
        release(&ask->walkers[i]);
    free(ask->reference);
    fr_validator_release(ask->validator);
}

static void equals_the_reference(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(20260101)};
    for (int i = 0; i < 100 * soak_scale(); i++) {
        struct ask ask = {.seed = random.state};
        struct fr_map *map = mixed_map(&random);
        begin_asking(&ask, map);
        look_again(&ask);
        ask_clicks(&ask, 25, &random);
        end_asking(&ask);
        fr_map_release(map);
    }
}

/* Blocks or frees a rectangle, or opens or closes an area, and has all states follow. */
static void change_map(struct fr_map *map, struct fr_random *random, struct ask *ask)
{
    struct fr_rect rect = {fr_random_between(random, 0, map->width - 1),
                           fr_random_between(random, 0, map->height - 1),
                           fr_random_between(random, 1, 9), fr_random_between(random, 1, 9)};
    if (fr_random_below(random, 4) == 0)
        rect = fr_map_enable(map, (uint8_t)fr_random_between(random, 2, 4),
                             fr_random_below(random, 2) > 0);
    else
        assert_int_equal(fr_map_block(map, rect, fr_random_below(random, 2) > 0), FR_OK);
    for (int i = 0; i < CONFIGURATIONS; i++)
        assert_int_equal(update(&ask->walkers[i], &rect, rect.width > 0), FR_OK);
}

static void equals_the_reference_after_updates(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(20260102)};
    for (int round = 0; round < 40 * soak_scale(); round++) {
        struct ask ask = {.seed = random.state};
        struct fr_map *map = mixed_map(&random);
        begin_asking(&ask, map);
        for (int edit = 0; edit < 6; edit++) {
            change_map(map, &random, &ask);
            look_again(&ask);
            ask_clicks(&ask, 6, &random);
        }
        end_asking(&ask);
        fr_map_release(map);
    }
}

/* All ways through such a core go round and round: those that go on by one edge only, too. */
static void passes_lone_pixels(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map(".......|"
                                   ".......|"
                                   "..#....|"
                                   ".......|"
                                   "......#|"
                                   ".......");
    struct ask ask = {0};
    begin_asking(&ask, map);
    look_again(&ask);
    for (int i = 0; i < 7 * 6; i++)
        for (int j = 0; j < i; j++) {
            const struct fr_pixel start = {i % 7, i / 7}, goal = {j % 7, j / 7};
            if (fr_map_walkable(map, start.x, start.y) && fr_map_walkable(map, goal.x, goal.y))
                check_click(&ask, fr_pixel_centre(start), fr_pixel_centre(goal));
        }
    end_asking(&ask);
    fr_map_release(map);
}

static void turns_at_corners(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map(".....|"
                                   ".###.|"
                                   ".....");
    struct walker walker = prepared(map, "visgraph", "");
    struct fr_path path;
    fr_path_init(&path, &fr_default_allocator);
    assert_int_equal(find(&walker, (struct fr_point){5, 1}, (struct fr_point){5, 5}, &path),
                     FR_FOUND);
    /* Around either end of the wall: two corners between the ends. */
    assert_int_equal(path.count, 4);
    assert_int_equal(path.points[1].y, 2);
    assert_int_equal(path.points[2].y, 4);
    assert_int_equal(path.points[1].x, path.points[2].x);
    fr_path_release(&path);
    release(&walker);
    fr_map_release(map);
}

static void no_way_through_a_pinch(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map(".#|#.");
    struct walker walker = prepared(map, "visgraph", "");
    struct fr_path path;
    fr_path_init(&path, &fr_default_allocator);
    assert_int_equal(find(&walker, (struct fr_point){1, 1}, (struct fr_point){3, 3}, &path),
                     FR_UNREACHABLE);
    fr_path_release(&path);
    release(&walker);
    fr_map_release(map);
}

/* Between two rooms, a sliver of area 2 that holds no pixel's centre: it opens and closes without
 * changing a pixel. */
static void a_drawn_area_without_pixels_opens_and_closes(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("11111#####11111|"
                                   "11111#####11111|"
                                   "11111#####11111|"
                                   "11111#####11111|"
                                   "11111#####11111");
    map->drawing = text_drawing("1 0,0 10,0 10,10 0,10 | 2 10,4 20,4 10,5 | "
                                "1 20,0 30,0 30,10 20,10");
    struct walker walker = prepared(map, "visgraph-polygon", "");
    struct fr_path path;
    fr_path_init(&path, &fr_default_allocator);
    for (int i = 0; i < 6; i++) {
        const enum fr_outcome outcome =
            find(&walker, (struct fr_point){1, 1}, (struct fr_point){25, 7}, &path);
        assert_int_equal(outcome, i % 2 ? FR_UNREACHABLE : FR_FOUND);
        assert_int_equal(fr_map_enable(map, 2, i % 2 > 0).width, 0);
        assert_int_equal(update(&walker, NULL, 0), FR_OK);
    }
    fr_path_release(&path);
    release(&walker);
    fr_map_release(map);
}

/* The corners that a search around the map's rock forgets first: all there are. */
static int64_t corners_with(const struct fr_map *map, const char *options)
{
    struct fr_path path;
    struct fr_stats stats;
    struct walker walker = prepared(map, "visgraph-published", options);
    fr_path_init(&path, &fr_default_allocator);
    assert_int_equal(find(&walker, (struct fr_point){1, 9}, (struct fr_point){23, 9}, &path),
                     FR_FOUND);
    fr_stats_read(walker.pathfinder, walker.state, &stats);
    fr_path_release(&path);
    release(&walker);
    return stats.cleared;
}

/* Stairs around a rock are a slope to an outline that may be off by a pixel. */
static void a_simplified_outline_has_fewer_corners(void **state)
{
    struct fr_map *map = ascii_map("............|............|....####....|...######...|"
                                   "..########..|..########..|...######...|....####....|"
                                   "............|............|");
    (void)state;
    const int64_t exact = corners_with(map, ""), simple = corners_with(map, "simplify=2");
    assert_true(simple >= 4 && simple < exact);
    fr_map_release(map);
}

static void edge_walls_are_refused(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("...|...");
    const struct fr_rect beside = {0, 0, 2, 1};
    for (int i = 0; i < CONFIGURATIONS; i++) {
        struct walker walker = configured(map, i);
        assert_int_equal(fr_map_set_wall(map, 0, 0, FR_EAST, true), FR_OK);
        assert_int_equal(update(&walker, &beside, 1), FR_UNSUPPORTED);
        release(&walker);
        struct fr_option_values values;
        fr_options_default(walker.pathfinder->options, walker.pathfinder->option_count, &values);
        assert_int_equal(
            fr_prepare(walker.pathfinder, map, &values, &fr_default_allocator, &walker.state),
            FR_UNSUPPORTED);
        assert_int_equal(fr_map_set_wall(map, 0, 0, FR_EAST, false), FR_OK);
        walker = configured(map, i);
        release(&walker);
    }
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_at_corners),
        cmocka_unit_test(passes_lone_pixels),
        cmocka_unit_test(no_way_through_a_pinch),
        cmocka_unit_test(a_drawn_area_without_pixels_opens_and_closes),
        cmocka_unit_test(a_simplified_outline_has_fewer_corners),
        cmocka_unit_test(edge_walls_are_refused),
        cmocka_unit_test(equals_the_reference),
        cmocka_unit_test(equals_the_reference_after_updates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
