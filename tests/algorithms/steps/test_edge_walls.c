/* Which steps edge walls leave legal, by hand, for each grid model: what every back end, the oracle
 * and the validator must agree on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "algorithms/steps/grid_moves.h"
#include "harness/judge/validator.h"
#include "tests/algorithms/instance.h"
#include "tests/algorithms/random_maps.h"
#include "tests/algorithms/replay.h"
#include "tests/ascii_map.h"
#include "tests/soak.h"

/* Three by three pixels with walls between them; and for each model the neighbours to which a step
 * leads from the one in the middle. */
struct corner {
    const char *what, *map;
    const char *steps[FR_GRID_MOVEMENTS]; /* rows: '*' a legal step */
};

static const struct corner corners[] = {
    {"open ground",
     ". . .\n     \n. . .\n     \n. . .\n",
     {" * |* *| * ", "***|* *|***", "***|* *|***", "***|* *|***"}},
    {"a wall beside the middle: at its ends only one way round is left",
     ". . .\n     \n. .|.\n     \n. . .\n",
     {" * |*  | * ", "** |*  |** ", "***|*  |***", "***|*  |***"}},
    {"a wall beside a neighbour, off the middle",
     ". . .\n     \n. . .\n    -\n. . .\n",
     {" * |* *| * ", "***|* *|** ", "***|* *|***", "***|* *|***"}},
    {"a straight wall through the vertex",
     ". . .\n     \n. .|.\n     \n. .|.\n",
     {" * |*  | * ", "** |*  |** ", "***|*  |** ", "***|*  |** "}},
    {"an L around the vertex, its inside away from the middle",
     ". . .\n     \n. . .\n    -\n. .|.\n",
     {" * |* *| * ", "***|* *|** ", "***|* *|** ", "***|* *|** "}},
    {"an L around the vertex, its inside toward the middle",
     ". . .\n     \n. .|.\n  -  \n. . .\n",
     {" * |*  |   ", "** |*  |   ", "***|*  |*  ", "***|*  |*  "}},
    {"an L that leaves one of the ways open",
     ". . .\n     \n. .|.\n    -\n. . .\n",
     {" * |*  | * ", "** |*  |** ", "***|*  |***", "***|*  |***"}},
    {"a cross in the vertex",
     ". . .\n     \n. .|.\n  - -\n. .|.\n",
     {" * |*  |   ", "** |*  |   ", "***|*  |*  ", "***|*  |*  "}},
    {"a wall of each way, opposite each other",
     ". . .\n     \n. .|.\n     \n. .|.\n",
     {" * |*  | * ", "** |*  |** ", "***|*  |** ", "***|*  |** "}},
    {"a wall on the way that blocked ground leaves",
     ". . .\n     \n. . .\n    -\n. # .\n",
     {" * |* *|   ", "***|* *|   ", "***|* *|*  ", "***|* *|* *"}},
    {"a wall on the way over blocked ground",
     ". . .\n     \n. . .\n     \n. #|.\n",
     {" * |* *|   ", "***|* *|   ", "***|* *|* *", "***|* *|* *"}},
    {"walls on both ways, one of them over blocked ground",
     ". . .\n     \n. .|.\n     \n. #|.\n",
     {" * |*  |   ", "** |*  |   ", "***|*  |*  ", "***|*  |*  "}},
    {"a pinch, and no wall",
     ". . .\n     \n. . #\n     \n. # .\n",
     {" * |*  |   ", "** |*  |   ", "***|*  |*  ", "***|*  |* *"}},
    {"a pinch with a wall on one way",
     ". . .\n     \n. . #\n    -\n. # .\n",
     {" * |*  |   ", "** |*  |   ", "***|*  |*  ", "***|*  |* *"}},
    {"a pinch with walls on both ways",
     ". . .\n     \n. .|#\n  -  \n. # .\n",
     {" * |*  |   ", "** |*  |   ", "***|*  |*  ", "***|*  |*  "}},
    {"a cell of walls",
     ". . .\n  -  \n.|.|.\n  -  \n. . .\n",
     {"   |   |   ", "   |   |   ", "   |   |   ", "   |   |   "}},
};

static void fail_step(const struct corner *corner, enum fr_movement movement, int32_t dx,
                      int32_t dy, const char *who)
{
    print_error("%s, %s, step (%d, %d): %s\n%s", corner->what, fr_movement_name(movement), dx, dy,
                who, corner->map);
    fail();
}

/* Whether a back end goes from the middle straight to a neighbour. */
static bool steps(struct instance *instance, struct fr_pixel to)
{
    const struct fr_pixel middle = {1, 1};
    return instance_find(instance, middle, to) == FR_FOUND && instance->path.count == 2;
}

static void check_corner(const struct corner *corner, enum fr_movement movement)
{
    static const char *const names[] = {"dijkstra", "bfs", "astar"};
    struct fr_map *map = walled_map(corner->map);
    struct instance instances[3];
    struct fr_validator *validator;
    uint8_t legal[256];
    char model[32];
    snprintf(model, sizeof model, "model=%s", fr_movement_name(movement));
    for (int i = 0; i < 3; i++)
        instances[i] = instance_named(names[i], model, map);
    assert_int_equal(fr_validator_create(map, &fr_default_allocator, &validator), FR_OK);
    fr_legal_moves(movement, legal);
    const uint8_t moves = legal[fr_walled_surroundings(map, movement, 1, 1)];
    for (int d = 0; d < FR_DIRECTIONS; d++) {
        const int32_t dx = fr_direction_dx[d], dy = fr_direction_dy[d];
        const struct fr_pixel to = {1 + dx, 1 + dy};
        const bool expected = corner->steps[movement][(1 + dy) * 4 + 1 + dx] == '*';
        if ((moves >> d & 1) != expected)
            fail_step(corner, movement, dx, dy, "the table of moves errs");
        if (step_is_legal(map, movement, 1, 1, dx, dy) != expected)
            fail_step(corner, movement, dx, dy, "the tests' predicate errs");
        for (int i = 0; i < 3; i++)
            if (steps(&instances[i], to) != expected)
                fail_step(corner, movement, dx, dy, names[i]);
        struct fr_point line[2] = {fr_pixel_centre((struct fr_pixel){1, 1}), fr_pixel_centre(to)};
        const struct fr_path path = {.points = line, .count = 2};
        struct fr_judgement judgement;
        fr_validator_judge(validator, movement, line[0], line[1], FR_FOUND, &path, &judgement);
        if ((judgement.verdict == FR_VERDICT_OK) != expected)
            fail_step(corner, movement, dx, dy, "the validator errs");
    }
    for (int i = 0; i < 3; i++)
        instance_release(&instances[i]);
    fr_validator_release(validator);
    fr_map_release(map);
}

static void corners_by_hand(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++)
        for (int movement = 0; movement < FR_GRID_MOVEMENTS; movement++)
            check_corner(&corners[i], (enum fr_movement)movement);
}

/* The bits that make up all moves of a pixel at once, against the rule step by step. */
static void moves_follow_the_rule_on_random_maps(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(61);
    const int maps = 60 * soak_scale();
    for (int i = 0; i < maps; i++) {
        struct fr_random random = {seed + (uint64_t)i};
        struct fr_map *map = mixed_map(&random);
        mixed_walls(map, &random);
        for (int movement = 0; movement < FR_GRID_MOVEMENTS; movement++) {
            uint8_t legal[256];
            fr_legal_moves((enum fr_movement)movement, legal);
            bool same = true;
            for (int32_t y = 0; y < map->height; y++)
                for (int32_t x = 0; x < map->width; x++) {
                    const uint8_t moves =
                        legal[fr_walled_surroundings(map, (enum fr_movement)movement, x, y)];
                    for (int d = 0; d < FR_DIRECTIONS && fr_map_walkable(map, x, y); d++)
                        same &= (moves >> d & 1) == step_is_legal(map, (enum fr_movement)movement,
                                                                  x, y, fr_direction_dx[d],
                                                                  fr_direction_dy[d]);
                }
            if (!same) {
                print_map(map);
                fail_msg("FOOTRACE_SEED=%llu, %s", (unsigned long long)(seed + (uint64_t)i),
                         fr_movement_name((enum fr_movement)movement));
            }
        }
        fr_map_release(map);
    }
}

/* A wall between two pixels, and a map around it on which the way round is long: each answer with
 * its length. */
static void a_wall_makes_a_detour(void **state)
{
    (void)state;
    struct fr_map *map = walled_map(". . . . .\n"
                                    "  - - - -\n"
                                    ". . . . .\n");
    struct instance flood =
        instance_named("flood", "precheck=off,forward=off,reverse=off,fold=off", map);
    struct instance folded = instance_named("flood", "precheck=off,forward=off,reverse=off", map);
    struct instance astar = instance_named("astar", "", map);
    const struct fr_pixel start = {4, 0}, goal = {4, 1};
    struct grid_length length;
    assert_int_equal(instance_find(&astar, start, goal), FR_FOUND);
    assert_true(replay(map, FR_GRID8, &astar.path, start, goal, &length));
    assert_true(length.straight == 9 && length.diagonal == 0);
    assert_int_equal(instance_find(&flood, start, goal), FR_FOUND);
    assert_true(replay(map, FR_GRID4, &flood.path, start, goal, &length));
    assert_int_equal(length.straight, 9);
    assert_int_equal(instance_find(&folded, start, goal), FR_FOUND);
    assert_true(replay(map, FR_GRID8, &folded.path, start, goal, &length));
    instance_release(&flood);
    instance_release(&folded);
    instance_release(&astar);
    fr_map_release(map);
}

/* The searches as published step round walls as they step round blocked pixels; the breadth-first
 * one names its goal twice. */
static void published_searches_step_past_walls(void **state)
{
    (void)state;
    static const char *const names[] = {"bfs-published", "astar-published"};
    struct fr_map *map = walled_map(". .|. .\n"
                                    "       \n"
                                    ". .|. .\n"
                                    "  -    \n"
                                    ". . . .\n");
    const struct fr_pixel start = {1, 0}, goal = {2, 0};
    for (int i = 0; i < 2; i++) {
        struct instance published = instance_at(names[i], map);
        struct grid_length length;
        assert_true(published.traits.edge_walls);
        assert_int_equal(instance_find(&published, start, goal), FR_FOUND);
        published.path.count -= i == 0;
        assert_true(replay(map, FR_GRID8_CUT, &published.path, start, goal, &length));
        assert_int_equal(length.straight + length.diagonal, 4);
        instance_release(&published);
    }
    fr_map_release(map);
}

/* Straight-line back ends ignore walls, so they refuse maps with any. */
static void lines_take_no_walls(void **state)
{
    (void)state;
    static const char *const drawing[] = {"flood:precheck=off,forward=off", "flood-published",
                                          "flood-published:precheck=off,forward=off,reverse=off"};
    struct fr_map *map = walled_map(". .|.\n");
    for (size_t i = 0; i < sizeof drawing / sizeof *drawing; i++) {
        assert_int_equal(fr_map_set_wall(map, 1, 0, FR_EAST, false), FR_OK);
        struct instance instance = instance_at(drawing[i], map);
        const struct fr_pathfinder *flood = instance.pathfinder;
        struct fr_state *none = NULL;
        assert_false(instance.traits.edge_walls);
        assert_int_equal(fr_map_set_wall(map, 1, 0, FR_EAST, true), FR_OK);
        const struct fr_rect changed = {1, 0, 2, 1};
        assert_int_equal(fr_update(flood, instance.state, &changed, 1), FR_UNSUPPORTED);
        assert_int_equal(fr_prepare(flood, map, &instance.options, &fr_default_allocator, &none),
                         FR_UNSUPPORTED);
        assert_null(none);
        instance_release(&instance);
    }
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_by_hand),
        cmocka_unit_test(moves_follow_the_rule_on_random_maps),
        cmocka_unit_test(a_wall_makes_a_detour),
        cmocka_unit_test(published_searches_step_past_walls),
        cmocka_unit_test(lines_take_no_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
