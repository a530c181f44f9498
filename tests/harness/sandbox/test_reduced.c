/* Back ends on reduced maps: how paths are lifted, that reduction keeps them legal at full scale,
 * and that changes reach the cells. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "algorithms/front.h"
#include "harness/judge/validator.h"
#include "harness/racers/addresses.h"
#include "harness/sandbox/reduced.h"
#include "tests/algorithms/random_maps.h"
#include "tests/ascii_map.h"
#include "tests/soak.h"

static struct fr_racer racer_of(const char *address)
{
    static struct fr_racers racers;
    struct fr_error error;
    racers.count = 0;
    if (fr_racers_add(&racers, fr_pathfinders, address, &error) != FR_OK)
        fail_msg("%s", error.text);
    return racers.at[0];
}

/* A back end that walks over the cells that it is given. */
static struct fr_point script[8];
static size_t script_length;

static enum fr_status prepare_script(struct fr_state *state)
{
    (void)state;
    return FR_OK;
}

static enum fr_outcome find_script(struct fr_state *state, struct fr_point start,
                                   struct fr_point goal, const struct fr_probe *probe,
                                   struct fr_path *path)
{
    (void)state;
    (void)probe;
    assert_true(fr_point_equal(start, script[0]));
    assert_true(fr_point_equal(goal, script[script_length - 1]));
    for (size_t i = 0; i < script_length; i++)
        if (fr_path_append(path, script[i]) != FR_OK)
            return FR_OUT_OF_MEMORY;
    return FR_FOUND;
}

static const struct fr_pathfinder scripted = {.name = "scripted",
                                              .state_bytes = sizeof(struct fr_head),
                                              .prepare = prepare_script,
                                              .find = find_script};

/* Whether the walk over the given cells, from pixel to pixel, is lifted to the given pixels; lists
 * are pairs and end with -1. */
static void assert_lifts(enum fr_movement movement, int32_t scale, const int32_t *cells,
                         struct fr_pixel start, struct fr_pixel goal, const int32_t *pixels)
{
    struct fr_random random = {1};
    struct fr_map *map = random_map(&random, 24, 24, 0);
    const struct fr_racer racer = {.pathfinder = &scripted, .traits = {.movement = movement}};
    struct fr_state *state;
    struct fr_path path;
    fr_path_init(&path, &fr_default_allocator);
    for (script_length = 0; cells[2 * script_length] >= 0; script_length++)
        script[script_length] = fr_pixel_centre(
            (struct fr_pixel){cells[2 * script_length], cells[2 * script_length + 1]});
    assert_int_equal(fr_reduced_prepare(&racer, (struct fr_reduction){scale}, map,
                                        &fr_default_allocator, &state),
                     FR_OK);
    assert_int_equal(fr_find(&fr_reduced_pathfinder, state, fr_pixel_centre(start),
                             fr_pixel_centre(goal), NULL, &path),
                     FR_FOUND);
    for (size_t i = 0; i < path.count; i++) {
        assert_int_equal(path.points[i].x, 2 * pixels[2 * i] + 1);
        assert_int_equal(path.points[i].y, 2 * pixels[2 * i + 1] + 1);
    }
    assert_int_equal(pixels[2 * path.count], -1);
    fr_path_release(&path);
    fr_release(&fr_reduced_pathfinder, state);
    fr_map_release(map);
}

static void ends_are_joined_to_the_middles_of_their_cells(void **state)
{
    static const int32_t cells[] = {0, 0, 2, 0, -1};
    const struct fr_pixel start = {0, 3}, goal = {8, 0};
    (void)state;
    assert_lifts(FR_GRID4, 4, cells, start, goal,
                 (const int32_t[]){0, 3, 2, 3, 2, 2, 10, 2, 8, 2, 8, 0, -1});
    assert_lifts(FR_GRID8, 4, cells, start, goal,
                 (const int32_t[]){0, 3, 1, 2, 2, 2, 10, 2, 8, 0, -1});
    assert_lifts(FR_BEELINE, 4, cells, start, goal, (const int32_t[]){0, 3, 2, 2, 10, 2, 8, 0, -1});
}

static void one_cell_is_crossed_from_end_to_end(void **state)
{
    static const int32_t cell[] = {1, 1, -1};
    const struct fr_pixel start = {3, 3}, goal = {5, 4};
    (void)state;
    assert_lifts(FR_GRID4, 3, cell, start, goal, (const int32_t[]){3, 3, 5, 3, 5, 4, -1});
    assert_lifts(FR_GRID8_ONE, 3, cell, start, goal, (const int32_t[]){3, 3, 4, 4, 5, 4, -1});
    assert_lifts(FR_BEELINE, 3, cell, start, goal, (const int32_t[]){3, 3, 5, 4, -1});
    assert_lifts(FR_GRID8, 3, cell, goal, goal, (const int32_t[]){5, 4, -1});
}

static void diagonals_pass_through_the_corners_of_cells(void **state)
{
    static const int32_t falling[] = {0, 0, 2, 2, -1}, rising[] = {0, 2, 2, 0, -1};
    static const int32_t back[] = {2, 0, 0, 2, -1};
    (void)state;
    assert_lifts(FR_GRID8, 2, falling, (struct fr_pixel){1, 1}, (struct fr_pixel){5, 5},
                 (const int32_t[]){1, 1, 5, 5, -1});
    assert_lifts(FR_GRID8, 2, rising, (struct fr_pixel){1, 5}, (struct fr_pixel){5, 1},
                 (const int32_t[]){1, 5, 1, 4, 4, 1, 5, 1, -1});
    assert_lifts(FR_GRID8_CUT, 2, back, (struct fr_pixel){5, 1}, (struct fr_pixel){1, 5},
                 (const int32_t[]){5, 1, 4, 1, 1, 4, 1, 5, -1});
    assert_lifts(FR_GRID8, 3, rising, (struct fr_pixel){1, 7}, (struct fr_pixel){7, 1},
                 (const int32_t[]){1, 7, 7, 1, -1});
    assert_lifts(FR_BEELINE, 2, rising, (struct fr_pixel){1, 5}, (struct fr_pixel){5, 1},
                 (const int32_t[]){1, 5, 5, 1, -1});
}

static const char *const legal_ones[] = {"dijkstra:model=grid4",
                                         "dijkstra:model=grid8",
                                         "bfs:model=grid8-one",
                                         "bfs:model=grid8-cut",
                                         "astar:model=grid8",
                                         "astar:model=grid4",
                                         "astar:model=grid8-cut",
                                         "astar:model=grid8-one",
                                         "flood",
                                         "flood:reverse=off",
                                         "visgraph"};

#define LEGAL_ONES (sizeof legal_ones / sizeof *legal_ones)

/* A racer on the cells of a map, what may be expected of it, and the judge at full scale. */
struct trial {
    struct fr_map *map, *cells;
    struct fr_racer racer;
    struct fr_reduction reduction;
    struct fr_state *state;
    struct fr_path path;
    uint64_t seed;
};

static void begin(struct trial *trial, struct fr_random *random, const char *address)
{
    trial->map = mixed_map(random);
    trial->racer = racer_of(address);
    trial->reduction = (struct fr_reduction){fr_random_between(random, 2, 5)};
    fr_path_init(&trial->path, &fr_default_allocator);
    assert_int_equal(fr_reduce(trial->map, trial->reduction, &fr_default_allocator, &trial->cells),
                     FR_OK);
    assert_int_equal(fr_reduced_prepare(&trial->racer, trial->reduction, trial->map,
                                        &fr_default_allocator, &trial->state),
                     FR_OK);
}

static void end(struct trial *trial)
{
    fr_release(&fr_reduced_pathfinder, trial->state);
    fr_path_release(&trial->path);
    fr_map_release(trial->cells);
    fr_map_release(trial->map);
}

static void fail_trial(const struct trial *trial, struct fr_pixel start, struct fr_pixel goal,
                       const char *what)
{
    print_map(trial->map);
    fail_msg("%s at scale %d, %d,%d to %d,%d: %s, seed %llu", trial->racer.algo,
             trial->reduction.scale, start.x, start.y, goal.x, goal.y, what,
             (unsigned long long)trial->seed);
}

/* Found where the cells hang together, and legal over the pixels. */
static void ask(struct trial *trial, struct fr_random *random)
{
    struct fr_validator *full, *coarse;
    struct fr_judgement judgement;
    struct fr_pixel start, goal;
    const enum fr_movement movement = trial->racer.traits.movement;
    assert_int_equal(fr_validator_create(trial->map, &fr_default_allocator, &full), FR_OK);
    assert_int_equal(fr_validator_create(trial->cells, &fr_default_allocator, &coarse), FR_OK);
    for (int i = 0; i < 6; i++) {
        if (!random_walkable(trial->map, random, &start) ||
            !random_walkable(trial->map, random, &goal))
            break;
        const bool reachable = fr_validator_reachable(
            coarse, movement, fr_pixel_centre(fr_reduction_cell(trial->reduction, start)),
            fr_pixel_centre(fr_reduction_cell(trial->reduction, goal)));
        const enum fr_outcome outcome =
            fr_find(&fr_reduced_pathfinder, trial->state, fr_pixel_centre(start),
                    fr_pixel_centre(goal), NULL, &trial->path);
        if (outcome != (reachable ? FR_FOUND : FR_UNREACHABLE))
            fail_trial(trial, start, goal, reachable ? "not found" : "found");
        fr_validator_judge(full, movement, fr_pixel_centre(start), fr_pixel_centre(goal), outcome,
                           &trial->path, &judgement);
        if (reachable && judgement.verdict != FR_VERDICT_OK)
            fail_trial(trial, start, goal, judgement.reason);
    }
    fr_validator_release(full);
    fr_validator_release(coarse);
}

static void change(struct trial *trial, struct fr_random *random)
{
    const int32_t x = fr_random_between(random, 0, trial->map->width - 1);
    const int32_t y = fr_random_between(random, 0, trial->map->height - 1);
    struct fr_rect rect = {x, y, fr_random_between(random, 1, trial->map->width - x),
                           fr_random_between(random, 1, trial->map->height - y)};
    assert_int_equal(fr_map_block(trial->map, rect, fr_random_below(random, 2)), FR_OK);
    fr_reduce_again(trial->map, trial->reduction, rect, trial->cells);
    if (trial->racer.pathfinder->update) {
        assert_int_equal(fr_update(&fr_reduced_pathfinder, trial->state, &rect, 1), FR_OK);
        return;
    }
    fr_release(&fr_reduced_pathfinder, trial->state);
    assert_int_equal(fr_reduced_prepare(&trial->racer, trial->reduction, trial->map,
                                        &fr_default_allocator, &trial->state),
                     FR_OK);
}

static void free_all_is_legal_at_full_scale_and_follows_changes(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(26);
    struct fr_random random = {seed};
    for (int round = 0; round < 3000 * soak_scale(); round++) {
        struct trial trial = {.seed = seed};
        begin(&trial, &random, legal_ones[(size_t)round % LEGAL_ONES]);
        ask(&trial, &random);
        for (int i = 0; i < 2; i++) {
            change(&trial, &random);
            ask(&trial, &random);
        }
        end(&trial);
    }
}

static void an_end_in_a_cell_that_is_not_free_is_unreachable(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("......|"
                                   ".....#");
    const struct fr_racer racer = racer_of("bfs");
    struct fr_state *reduced;
    struct fr_path path;
    fr_path_init(&path, &fr_default_allocator);
    assert_int_equal(
        fr_reduced_prepare(&racer, (struct fr_reduction){2}, map, &fr_default_allocator, &reduced),
        FR_OK);
    const struct fr_point start = fr_pixel_centre((struct fr_pixel){0, 0});
    const struct fr_point seen = fr_pixel_centre((struct fr_pixel){3, 0});
    const struct fr_point lost = fr_pixel_centre((struct fr_pixel){4, 0});
    const struct fr_point beyond = fr_pixel_centre((struct fr_pixel){40, -3});
    assert_int_equal(fr_find(&fr_reduced_pathfinder, reduced, start, seen, NULL, &path), FR_FOUND);
    assert_int_equal(fr_find(&fr_reduced_pathfinder, reduced, start, lost, NULL, &path),
                     FR_UNREACHABLE);
    assert_int_equal(path.count, 0);
    assert_int_equal(fr_find(&fr_reduced_pathfinder, reduced, lost, start, NULL, &path),
                     FR_UNREACHABLE);
    assert_int_equal(fr_find(&fr_reduced_pathfinder, reduced, start, beyond, NULL, &path),
                     FR_UNREACHABLE);
    fr_release(&fr_reduced_pathfinder, reduced);
    fr_path_release(&path);
    fr_map_release(map);
}

static void drawings_and_edge_walls_are_not_for_cells(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("....|....|....|....");
    const struct fr_reduction reduction = {2};
    const struct fr_racer drawn = racer_of("visgraph-polygon"), grid = racer_of("astar");
    struct fr_state *reduced = NULL;
    assert_int_equal(fr_reduced_prepare(&drawn, reduction, map, &fr_default_allocator, &reduced),
                     FR_UNSUPPORTED);
    assert_int_equal(fr_reduced_prepare(&grid, reduction, map, &fr_default_allocator, &reduced),
                     FR_OK);
    assert_int_equal(fr_map_set_wall(map, 1, 1, FR_EAST, true), FR_OK);
    assert_int_equal(fr_update(&fr_reduced_pathfinder, reduced, &(struct fr_rect){1, 1, 2, 1}, 1),
                     FR_UNSUPPORTED);
    fr_release(&fr_reduced_pathfinder, reduced);
    reduced = NULL;
    assert_int_equal(fr_reduced_prepare(&grid, reduction, map, &fr_default_allocator, &reduced),
                     FR_UNSUPPORTED);
    assert_null(reduced);
    fr_map_release(map);
}

static void every_refused_allocation_is_survived(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("......|......|......|......");
    const struct fr_racer racer = racer_of("astar");
    const struct fr_point start = fr_pixel_centre((struct fr_pixel){0, 0});
    const struct fr_point goal = fr_pixel_centre((struct fr_pixel){5, 3});
    for (uint64_t n = 1;; n++) {
        struct fr_counting_allocator counting;
        struct fr_state *reduced = NULL;
        struct fr_path path;
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        fr_path_init(&path, &counting.allocator);
        const enum fr_status status = fr_reduced_prepare(&racer, (struct fr_reduction){2}, map,
                                                         &counting.allocator, &reduced);
        assert_int_equal(status, counting.refused ? FR_NO_MEMORY : FR_OK);
        enum fr_outcome outcome = FR_OUT_OF_MEMORY;
        if (status == FR_OK)
            outcome = fr_find(&fr_reduced_pathfinder, reduced, start, goal, NULL, &path);
        assert_int_equal(outcome, counting.refused ? FR_OUT_OF_MEMORY : FR_FOUND);
        fr_release(&fr_reduced_pathfinder, reduced);
        fr_path_release(&path);
        assert_int_equal(counting.live_bytes, 0);
        if (outcome == FR_FOUND)
            break;
    }
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_are_joined_to_the_middles_of_their_cells),
        cmocka_unit_test(one_cell_is_crossed_from_end_to_end),
        cmocka_unit_test(diagonals_pass_through_the_corners_of_cells),
        cmocka_unit_test(free_all_is_legal_at_full_scale_and_follows_changes),
        cmocka_unit_test(an_end_in_a_cell_that_is_not_free_is_unreachable),
        cmocka_unit_test(drawings_and_edge_walls_are_not_for_cells),
        cmocka_unit_test(every_refused_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
