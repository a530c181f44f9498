/* Hub labels against the slow reference, and against the visibility graph on larger maps. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "algorithms/front.h"
#include "maps/generators/generate.h"
#include "tests/algorithms/judged.h"
#include "tests/algorithms/replay.h"
#include "tests/algorithms/visibility/any_angle_reference.h"
#include "tests/ascii_map.h"
#include "tests/soak.h"

#define LARGE_WIDTH 160
#define LARGE_HEIGHT 120
#define LONG_WIDTH 3300
#define LONG_HEIGHT 24

static struct fr_state *prepared_with(const char *name, const char *options,
                                      const struct fr_map *map)
{
    const struct fr_pathfinder *pathfinder = fr_pathfinder_find(name);
    assert_non_null(pathfinder);
    struct fr_option_values values;
    struct fr_state *state;
    char message[256];
    assert_int_equal(fr_options_parse(pathfinder->options, pathfinder->option_count, options,
                                      &values, message, sizeof message),
                     FR_OK);
    assert_int_equal(fr_prepare(pathfinder, map, &values, &fr_default_allocator, &state), FR_OK);
    return state;
}

static struct fr_state *prepared(const char *name, const struct fr_map *map)
{
    return prepared_with(name, "", map);
}

/* With cells of any size, as of 0: what the budget allows. */
static struct fr_state *prepared_labels(int turn, const struct fr_map *map)
{
    static const char *const cells[] = {"", "cell=3", "cell=1", "cell=4", "cell=2", "cell=5"};
    return prepared_with("hublabel", cells[turn % 6], map);
}

struct ask {
    const struct fr_map *map;
    struct fr_validator *validator;
    struct reference *reference;
    struct fr_state *state;
    uint64_t seed;
};

/* The length of an answer that the judge accepts; INFINITY: unreachable; NAN: not accepted. */
static double answer(const struct ask *ask, struct fr_point start, struct fr_point goal,
                     struct fr_path *path)
{
    const enum fr_outcome outcome =
        fr_find(fr_pathfinder_find("hublabel"), ask->state, start, goal, NULL, path);
    return judged_answer(ask->validator, start, goal, outcome, path);
}

static bool agree(double a, double b)
{
    return a == b || fabs(a - b) <= 1e-11 * fabs(a);
}

static void check_click(const struct ask *ask, struct fr_point start, struct fr_point goal)
{
    struct fr_path path;
    fr_path_init(&path, &fr_default_allocator);
    const double expected = reference_length(ask->validator, ask->reference, start, goal);
    const double there = answer(ask, start, goal, &path);
    const double back = answer(ask, goal, start, &path);
    if (!agree(expected, there) || !agree(expected, back)) {
        fprintf(stderr, "from %d,%d to %d,%d: %.17g, back %.17g, expected %.17g\n", start.x / 2,
                start.y / 2, goal.x / 2, goal.y / 2, there, back, expected);
        fprintf(stderr, "seed %llu, map:\n", (unsigned long long)ask->seed);
        print_map(ask->map);
        fail();
    }
    fr_path_release(&path);
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

static void equals_the_reference(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(20261101)};
    struct reference *reference = malloc(sizeof *reference);
    assert_non_null(reference);
    for (int i = 0; i < 100 * soak_scale(); i++) {
        struct ask ask = {.seed = random.state, .reference = reference};
        struct fr_map *map = mixed_map(&random);
        ask.map = map;
        ask.state = prepared_labels(i, map);
        assert_int_equal(fr_validator_create(map, &fr_default_allocator, &ask.validator), FR_OK);
        find_corners(map, reference);
        ask_clicks(&ask, 25, &random);
        fr_release(fr_pathfinder_find("hublabel"), ask.state);
        fr_validator_release(ask.validator);
        fr_map_release(map);
    }
    free(reference);
}

/* Lengths of both back ends agree, in both directions. */
static void check_against(struct fr_state *labels, struct fr_state *graph, struct fr_pixel from,
                          struct fr_pixel to, const char *what)
{
    const struct fr_pathfinder *pathfinders[] = {fr_pathfinder_find("hublabel"),
                                                 fr_pathfinder_find("visgraph")};
    const struct fr_point start = fr_pixel_centre(from), goal = fr_pixel_centre(to);
    struct fr_path paths[2];
    enum fr_outcome outcomes[2];
    for (int i = 0; i < 2; i++) {
        fr_path_init(&paths[i], &fr_default_allocator);
        outcomes[i] = fr_find(pathfinders[i], i ? graph : labels, start, goal, NULL, &paths[i]);
    }
    if (outcomes[0] != outcomes[1] || !agree(path_length(&paths[0]), path_length(&paths[1])))
        fail_msg("%s, from %d,%d to %d,%d: hublabel %.17g, visgraph %.17g", what, from.x, from.y,
                 to.x, to.y, path_length(&paths[0]), path_length(&paths[1]));
    for (int i = 0; i < 2; i++)
        fr_path_release(&paths[i]);
}

/* The one corner that the path turns at is far from both ends, and one of them sees it by a narrow
 * ray. (A piece of orz900d.) */
static void turns_at_a_corner_that_is_far_from_both_ends(void **state)
{
    (void)state;
    struct fr_map *map =
        ascii_map("..............................###################################|"
                  "...............................############################....##|"
                  "...............................######.#####################.##.##|"
                  ".................................###..####################..##..#|"
                  "........................................#################.......#|"
                  "................#######..........................................|"
                  "................#######..........................................|"
                  ".................................................................");
    struct fr_state *labels = prepared("hublabel", map), *graph = prepared("visgraph", map);
    check_against(labels, graph, (struct fr_pixel){64, 7}, (struct fr_pixel){9, 1}, "orz900d");
    fr_release(fr_pathfinder_find("hublabel"), labels);
    fr_release(fr_pathfinder_find("visgraph"), graph);
    fr_map_release(map);
}

/* Far larger than what counts as near, or so long that a line of sight is halved again and again: open
 * floor with small obstacles, many or few. */
static struct fr_map *large_map(struct fr_random *random, bool is_long)
{
    const int32_t width = is_long ? LONG_WIDTH : LARGE_WIDTH;
    const int32_t height = is_long ? LONG_HEIGHT : LARGE_HEIGHT;
    struct fr_map *map = random_map(random, width, height, 0);
    const uint64_t count = 10 + fr_random_below(random, 200);
    for (uint64_t i = 0; i < count; i++) {
        const struct fr_rect block = {(int32_t)fr_random_below(random, (uint32_t)width),
                                      (int32_t)fr_random_below(random, (uint32_t)height),
                                      1 + (int32_t)fr_random_below(random, 24),
                                      1 + (int32_t)fr_random_below(random, 8)};
        assert_int_equal(fr_map_block(map, fr_map_clip(map, block), true), FR_OK);
    }
    return map;
}

/* A maze without loops, whose graph has no core. */
static struct fr_map *maze(struct fr_random *random)
{
    char what[32];
    struct fr_canvas canvas;
    struct fr_error error;
    struct fr_map *map;
    snprintf(what, sizeof what, "maze:corridor=%d", (int)fr_random_between(random, 1, 4));
    assert_int_equal(fr_generate(what, LARGE_WIDTH, LARGE_HEIGHT, fr_random_next(random),
                                 &fr_default_allocator, &canvas, &error),
                     FR_OK);
    assert_int_equal(fr_canvas_map(&canvas, &fr_default_allocator, &map), FR_OK);
    fr_canvas_release(&canvas, &fr_default_allocator);
    return map;
}

static void equals_the_visibility_graph_on_large_maps(void **state)
{
    (void)state;
    struct fr_random random = {soak_seed(20261122)};
    for (int i = 0; i < 14 * soak_scale(); i++) {
        char what[64];
        snprintf(what, sizeof what, "FOOTRACE_SEED=%llu", (unsigned long long)random.state);
        struct fr_map *map = i % 7 < 5 ? large_map(&random, i % 7 == 4) : maze(&random);
        struct fr_state *labels = prepared_labels(i, map), *graph = prepared("visgraph", map);
        for (int click = 0; click < 500; click++) {
            struct fr_pixel start, goal;
            if (random_walkable(map, &random, &start) && random_walkable(map, &random, &goal))
                check_against(labels, graph, start, goal, what);
        }
        fr_release(fr_pathfinder_find("hublabel"), labels);
        fr_release(fr_pathfinder_find("visgraph"), graph);
        fr_map_release(map);
    }
}

/* Rocks on 8 % of the pixels. */
static struct fr_map *rocks(int32_t width, int32_t height, uint64_t seed)
{
    struct fr_random random = {seed};
    struct fr_map *map;
    assert_int_equal(fr_map_create(width, height, &fr_default_allocator, &map), FR_OK);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            fr_map_set_area(map, x, y, fr_random_below(&random, 100) >= 8);
    return map;
}

/* Prepares with a counting allocator, which goes on counting; returns the state, or NULL if the map
 * is refused. */
static struct fr_state *prepare_counted(const struct fr_map *map, const char *typed,
                                        struct fr_counting_allocator *counting)
{
    const struct fr_pathfinder *hublabel = fr_pathfinder_find("hublabel");
    struct fr_option_values options;
    struct fr_state *state = NULL;
    char message[256];
    assert_int_equal(fr_options_parse(hublabel->options, hublabel->option_count, typed, &options,
                                      message, sizeof message),
                     FR_OK);
    fr_counting_allocator_init(counting);
    const enum fr_status status = fr_prepare(hublabel, map, &options, &counting->allocator, &state);
    assert_int_equal(status, state ? FR_OK : FR_UNSUPPORTED);
    return state;
}

/* Labels grow corner by corner: if a room's labels would be too large, none is allocated. */
static void labels_that_are_too_large_are_not_begun(void **state)
{
    enum { MOST_ALLOCATIONS = 2000 };
    static const struct {
        int32_t width, height;
        const char *options;
    } rooms[] = {{220, 100, "budget=1"}, {260, 101, ""}, {150, 80, "budget=2"}};
    (void)state;
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        struct fr_counting_allocator counting;
        struct fr_map *map = rocks(rooms[i].width, rooms[i].height, 47);
        assert_null(prepare_counted(map, rooms[i].options, &counting));
        assert_int_equal(counting.live_bytes, 0);
        assert_true(counting.allocations < MOST_ALLOCATIONS);
        fr_map_release(map);
    }
}

/* For any kind of table: memory held stays within the limit, or the map is refused. */
static void the_budget_is_kept(void **state)
{
    int held = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++)
        for (int budget = 1; budget <= 4; budget++) {
            static const char *const cells[] = {"", ",cell=1", ",cell=5"};
            struct fr_counting_allocator counting;
            struct fr_map *map = rocks(40 + 20 * (int32_t)seed, 50 + 10 * (int32_t)seed, seed);
            char options[32];
            snprintf(options, sizeof options, "budget=%d%s", budget, cells[seed % 3]);
            struct fr_state *tables = prepare_counted(map, options, &counting);
            held += tables != NULL;
            assert_true(counting.live_bytes <= (size_t)budget * 1000000);
            fr_release(fr_pathfinder_find("hublabel"), tables);
            fr_map_release(map);
        }
    assert_in_range(held, 4, 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_the_reference),
        cmocka_unit_test(turns_at_a_corner_that_is_far_from_both_ends),
        cmocka_unit_test(equals_the_visibility_graph_on_large_maps),
        cmocka_unit_test(labels_that_are_too_large_are_not_begun),
        cmocka_unit_test(the_budget_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
