/* The run wave: its distances against breadth-first search, its walks against those of the flood
 * fill, pixel for pixel; updates against fresh states; memory. */
#include "tests/maps/files.h"

#include "maps/formats/clicks/click_set_file.h"
#include "maps/generators/generate.h"
#include "tests/algorithms/instance.h"
#include "tests/algorithms/random_edits.h"
#include "tests/algorithms/random_maps.h"
#include "tests/algorithms/replay.h"
#include "tests/soak.h"

#define MAPS 100 /* times the soak scale */
#define CLICKS 25
#define EDITED_MAPS 25 /* times the soak scale */
#define EDITS 20
#define ROWS 12 /* of a scenario; all of them where the soak scale is 20 or more */

#define PLAIN "precheck=off,forward=off,reverse=off,fold=off"

static void fail_click(uint64_t seed, const struct instance *instance, const struct fr_map *map,
                       struct fr_pixel start, struct fr_pixel goal, const char *what)
{
    char address[256];
    print_error("FOOTRACE_SEED=%llu, %s, (%d, %d) to (%d, %d): %s\n", (unsigned long long)seed,
                instance_address(instance, address, sizeof address), start.x, start.y, goal.x,
                goal.y, what);
    print_map(map);
    fail();
}

/* Steps from one pixel to another by a plain queue, or -1. */
static int64_t steps_between(const struct fr_map *map, struct fr_pixel from, struct fr_pixel to)
{
    static const int32_t ways[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    static int64_t steps[RANDOM_MAP_SIZE][RANDOM_MAP_WIDTH];
    static struct fr_pixel queue[RANDOM_MAP_SIZE * RANDOM_MAP_WIDTH];
    memset(steps, 0xFF, sizeof steps);
    steps[from.y][from.x] = 0;
    queue[0] = from;
    for (size_t head = 0, tail = 1; head < tail; head++) {
        const struct fr_pixel at = queue[head];
        if (fr_pixel_equal(at, to))
            break;
        for (int i = 0; i < 4; i++) {
            const struct fr_pixel next = {at.x + ways[i][0], at.y + ways[i][1]};
            if (!fr_map_walkable(map, next.x, next.y) || steps[next.y][next.x] >= 0)
                continue;
            steps[next.y][next.x] = steps[at.y][at.x] + 1;
            queue[tail++] = next;
        }
    }
    return steps[to.y][to.x];
}

static void check_distance(uint64_t seed, const struct fr_map *map, struct instance *runwave,
                           struct fr_pixel start, struct fr_pixel goal)
{
    const int64_t steps = steps_between(map, start, goal);
    struct grid_length length;
    const enum fr_outcome outcome = instance_find(runwave, start, goal);
    if (outcome != (steps < 0 ? FR_UNREACHABLE : FR_FOUND))
        fail_click(seed, runwave, map, start, goal, "another outcome than breadth-first search");
    if (outcome == FR_FOUND &&
        (!replay(map, FR_GRID4, &runwave->path, start, goal, &length) || length.straight != steps))
        fail_click(seed, runwave, map, start, goal, "another length than breadth-first search");
}

static void walks_are_as_long_as_the_distance(void **unused)
{
    (void)unused;
    const uint64_t seed = soak_seed(1);
    for (uint64_t i = seed; i < seed + MAPS * (uint64_t)soak_scale(); i++) {
        struct fr_random random = {i};
        struct fr_map *map = mixed_map(&random);
        struct instance runwave = instance_named("runwave", PLAIN, map);
        struct fr_pixel start, goal;
        for (int click = 0; click < CLICKS && random_walkable(map, &random, &start) &&
                            random_walkable(map, &random, &goal);
             click++)
            check_distance(i, map, &runwave, start, goal);
        instance_release(&runwave);
        fr_map_release(map);
    }
}

/* The same query to a flood fill and a run wave with the same options. */
static void check_walk(uint64_t seed, const struct fr_map *map, struct instance *flood,
                       struct instance *runwave, struct fr_pixel start, struct fr_pixel goal)
{
    if (instance_find(flood, start, goal) != instance_find(runwave, start, goal))
        fail_click(seed, runwave, map, start, goal, "another outcome than the flood fill");
    if (!same_path(&flood->path, &runwave->path))
        fail_click(seed, runwave, map, start, goal, "another walk than the flood fill");
}

/* All options that both have, from the bits of a number. */
static const char *shared_options(uint32_t bits, char text[128])
{
    static const char *const names[] = {"fold", "simplify", "forward", "reverse", "precheck"};
    text[0] = '\0';
    for (size_t i = 0; i < sizeof names / sizeof *names; i++, bits >>= 1) {
        strcat(text, names[i]);
        strcat(text, bits & 1 ? "=off," : "=on,");
    }
    text[strlen(text) - 1] = '\0';
    return text;
}

static void check_walks(uint64_t seed, const struct fr_map *map, struct fr_random *random,
                        uint32_t bits, int clicks)
{
    char shared[128];
    struct instance flood = instance_named("flood", shared_options(bits, shared), map);
    struct instance runwave = instance_named("runwave", shared, map);
    struct fr_pixel start, goal;
    for (int i = 0;
         i < clicks && random_walkable(map, random, &start) && random_walkable(map, random, &goal);
         i++)
        check_walk(seed, map, &flood, &runwave, start, goal);
    instance_release(&runwave);
    instance_release(&flood);
}

static void walks_are_those_of_the_flood_fill(void **unused)
{
    (void)unused;
    const uint64_t seed = soak_seed(1);
    for (uint64_t i = seed; i < seed + MAPS * (uint64_t)soak_scale(); i++) {
        struct fr_random random = {i};
        struct fr_map *map = mixed_map(&random);
        check_walks(i, map, &random, i % 3 ? fr_random_below(&random, 32) : 0, CLICKS);
        fr_map_release(map);
    }
}

/* Up and down around an obstacle are as far, and so are other ways: every click from everywhere. */
static void of_equal_ways_the_upper_one_is_taken(void **unused)
{
    (void)unused;
    struct fr_map *map = ascii_map("...###.###..#|"
                                   ".....#.......|"
                                   "#..#.........|"
                                   "#..#.........|"
                                   ".#.....#....#|"
                                   ".#..#..#.....|"
                                   ".#..#.....###|"
                                   "...#.##......|"
                                   ".#.........#.");
    for (uint32_t bits = 0; bits < 32; bits += 31) {
        char shared[128];
        struct instance flood = instance_named("flood", shared_options(bits, shared), map);
        struct instance runwave = instance_named("runwave", shared, map);
        const int32_t count = map->width * map->height;
        for (int32_t i = 0; i < count * count; i++) {
            const struct fr_pixel start = {i / count % map->width, i / count / map->width};
            const struct fr_pixel goal = {i % count % map->width, i % count / map->width};
            if (fr_map_walkable(map, start.x, start.y) && fr_map_walkable(map, goal.x, goal.y))
                check_walk(0, map, &flood, &runwave, start, goal);
        }
        instance_release(&runwave);
        instance_release(&flood);
    }
    fr_map_release(map);
}

/* Larger maps have wider runs, longer corridors and whole tiles that are open. */
static struct fr_map *generated_map(const char *kind, uint64_t seed)
{
    struct fr_canvas canvas;
    struct fr_error error;
    struct fr_map *map;
    assert_int_equal(fr_generate(kind, 300, 200, seed, &fr_default_allocator, &canvas, &error),
                     FR_OK);
    assert_int_equal(fr_map_create(canvas.width, canvas.height, &fr_default_allocator, &map),
                     FR_OK);
    for (int32_t y = 0; y < canvas.height; y++)
        for (int32_t x = 0; x < canvas.width; x++)
            fr_map_set_area(map, x, y, canvas.pixels[y * canvas.width + x] != 0);
    fr_canvas_release(&canvas, &fr_default_allocator);
    return map;
}

static void walks_are_those_of_the_flood_fill_on_larger_maps(void **unused)
{
    (void)unused;
    static const char *const kinds[] = {"adventure:formations=20",
                                        "random:blocked=2",
                                        "random:blocked=20",
                                        "maze:corridor=3",
                                        "spiral",
                                        "comb:tooth=1,wall=1",
                                        "office",
                                        "cave",
                                        "pinches",
                                        "serpentine"};
    const uint64_t seed = soak_seed(1);
    for (uint64_t i = seed; i < seed + (uint64_t)soak_scale(); i++)
        for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
            struct fr_random random = {i};
            struct fr_map *map = generated_map(kinds[kind], i);
            check_walks(i, map, &random, kind % 2 ? fr_random_below(&random, 32) : 0, CLICKS);
            fr_map_release(map);
        }
}

/* Edits each map repeatedly; after each edit, some clicks are compared with those of a fresh state
 * and of a flood fill with the same edits. */
static void an_update_is_a_fresh_start(void **unused)
{
    (void)unused;
    const uint64_t seed = soak_seed(1);
    for (uint64_t i = seed; i < seed + EDITED_MAPS * (uint64_t)soak_scale(); i++) {
        struct fr_random random = {i};
        struct fr_map *map = mixed_map(&random);
        struct instance runwave = instance_named("runwave", "", map);
        struct instance flood = instance_named("flood", "", map);
        for (int edit = 0; edit < EDITS; edit++) {
            struct fr_rect rects[3];
            const size_t count = 1 + fr_random_below(&random, 3);
            for (size_t j = 0; j < count; j++)
                rects[j] = fr_conformance_edit(map, &random, false);
            assert_int_equal(fr_update(runwave.pathfinder, runwave.state, rects, count), FR_OK);
            assert_int_equal(fr_update(flood.pathfinder, flood.state, rects, count), FR_OK);
            struct instance fresh = instance_named("runwave", "", map);
            struct fr_pixel start, goal;
            for (int click = 0; click < 3 && random_walkable(map, &random, &start) &&
                                random_walkable(map, &random, &goal);
                 click++) {
                check_walk(i, map, &flood, &runwave, start, goal);
                check_walk(i, map, &fresh, &runwave, start, goal);
            }
            instance_release(&fresh);
        }
        instance_release(&flood);
        instance_release(&runwave);
        fr_map_release(map);
    }
}

/* Thousands of edits exhaust reused numbers, and memory must not grow. */
static void updates_do_not_pile_up(void **unused)
{
    (void)unused;
    struct fr_counting_allocator counting;
    fr_counting_allocator_init(&counting);
    struct fr_map *map = generated_map("adventure:formations=20", 5);
    struct instance runwave = instance_named("runwave", "", map);
    const struct fr_option_values values = runwave.options;
    instance_release(&runwave);
    assert_int_equal(
        instance_prepare(&runwave, runwave.pathfinder, &values, map, &counting.allocator), FR_OK);
    const size_t before = counting.live_bytes;
    for (int edit = 0; edit < 2000; edit++) {
        const struct fr_rect rect = {40 + edit * 7 % 200, 90 + edit % 60, 12, 9};
        assert_int_equal(fr_map_block(map, rect, edit % 2 == 0), FR_OK);
        assert_int_equal(fr_update(runwave.pathfinder, runwave.state, &rect, 1), FR_OK);
    }
    assert_true(counting.live_bytes < 4 * before);
    instance_release(&runwave);
    assert_int_equal(counting.live_bytes, 0);
    fr_map_release(map);
}

static void clicks_on_walls_and_on_oneself_are_answered(void **unused)
{
    (void)unused;
    struct fr_map *map = ascii_map("..#|###|#..");
    struct instance runwave = instance_named("runwave", "", map);
    const struct fr_pixel free = {0, 0}, wall = {1, 1}, island = {2, 2};
    assert_int_equal(instance_find(&runwave, wall, free), FR_UNREACHABLE);
    assert_int_equal(instance_find(&runwave, free, wall), FR_UNREACHABLE);
    assert_int_equal(instance_find(&runwave, free, island), FR_UNREACHABLE);
    assert_int_equal(runwave.path.count, 0);
    assert_int_equal(instance_find(&runwave, free, free), FR_FOUND);
    assert_int_equal(runwave.path.count, 1);
    instance_release(&runwave);
    fr_map_release(map);
}

static void edge_walls_are_refused(void **unused)
{
    (void)unused;
    struct fr_map *map = ascii_map("...|...");
    struct instance runwave = instance_named("runwave", "", map);
    const struct fr_rect rect = {0, 0, 2, 1};
    assert_int_equal(fr_map_set_wall(map, 0, 0, FR_EAST, true), FR_OK);
    assert_int_equal(fr_update(runwave.pathfinder, runwave.state, &rect, 1), FR_UNSUPPORTED);
    struct fr_state *state;
    assert_int_equal(
        fr_prepare(runwave.pathfinder, map, &runwave.options, &fr_default_allocator, &state),
        FR_UNSUPPORTED);
    instance_release(&runwave);
    fr_map_release(map);
}

static void a_map_without_floor_is_prepared(void **unused)
{
    (void)unused;
    struct fr_map *map = ascii_map("##|##");
    struct instance runwave = instance_named("runwave", "", map);
    const struct fr_pixel here = {0, 0}, there = {1, 1};
    assert_int_equal(instance_find(&runwave, here, there), FR_UNREACHABLE);
    const struct fr_rect rect = {0, 0, 2, 2};
    for (int32_t i = 0; i < 4; i++)
        fr_map_set_area(map, i % 2, i / 2, 1);
    assert_int_equal(fr_update(runwave.pathfinder, runwave.state, &rect, 1), FR_OK);
    assert_int_equal(instance_find(&runwave, here, there), FR_FOUND);
    instance_release(&runwave);
    fr_map_release(map);
}

static void it_allocates_nothing_once_warm(void **unused)
{
    (void)unused;
    struct fr_random random = {77};
    struct fr_map *map = generated_map("random:blocked=20", 3);
    struct fr_counting_allocator counting;
    fr_counting_allocator_init(&counting);
    struct instance runwave = instance_named("runwave", "", map);
    const struct fr_option_values values = runwave.options;
    instance_release(&runwave);
    assert_int_equal(
        instance_prepare(&runwave, runwave.pathfinder, &values, map, &counting.allocator), FR_OK);
    struct fr_pixel clicks[40];
    uint64_t warm = 0;
    for (int i = 0; i < 40; i++)
        assert_true(random_walkable(map, &random, &clicks[i]));
    for (int pass = 0; pass < 2; pass++) {
        warm = counting.allocations;
        for (int i = 0; i + 1 < 40; i++)
            instance_find(&runwave, clicks[i], clicks[i + 1]);
    }
    assert_int_equal(counting.allocations, warm);
    instance_release(&runwave);
    assert_int_equal(counting.live_bytes, 0);
    fr_map_release(map);
}

/* Refuses the n-th allocation; true once there are fewer than n. */
static bool survives_refusal(struct fr_map *map, struct fr_pixel start, struct fr_pixel goal,
                             uint64_t n)
{
    const struct fr_rect rect = {20, 20, 9, 9};
    struct fr_counting_allocator counting;
    struct instance undisturbed = instance_named("runwave", "precheck=off", map), runwave;
    fr_counting_allocator_init(&counting);
    counting.fail_at = n;
    assert_int_equal(instance_find(&undisturbed, start, goal), FR_FOUND);
    enum fr_status status = instance_prepare(&runwave, undisturbed.pathfinder, &undisturbed.options,
                                             map, &counting.allocator);
    if (status == FR_OK) {
        const enum fr_outcome outcome = instance_find(&runwave, start, goal);
        assert_int_equal(outcome, counting.refused ? FR_OUT_OF_MEMORY : FR_FOUND);
        assert_int_equal(instance_find(&runwave, start, goal), FR_FOUND);
        assert_true(same_path(&runwave.path, &undisturbed.path));
        status = fr_update(runwave.pathfinder, runwave.state, &rect, 1);
        instance_release(&runwave);
    }
    if (status != FR_OK)
        assert_int_equal(status, FR_NO_MEMORY);
    assert_int_equal(counting.live_bytes, 0);
    instance_release(&undisturbed);
    return counting.refused == 0;
}

static void every_refused_allocation_is_survived(void **unused)
{
    (void)unused;
    struct fr_map *map = generated_map("random:blocked=15", 4);
    const struct fr_pixel start = {0, 0}, goal = {299, 199};
    fr_map_set_area(map, start.x, start.y, 1);
    fr_map_set_area(map, goal.x, goal.y, 1);
    uint64_t n = 1;
    while (!survives_refusal(map, start, goal, n))
        n++;
    assert_true(n > 20);
    fr_map_release(map);
}

static void check_scenario(const char *name)
{
    char path[512];
    struct fr_click_set set;
    struct fr_error error = {"", FR_OK};
    format_text(path, sizeof path, "%s/%s.map", movingai_folder(), name);
    struct fr_map *map = load_with(path, "", NULL);
    format_text(path, sizeof path, "%s/%s.map.scen", movingai_folder(), name);
    if (fr_click_set_load(path, map->width, map->height, &fr_default_allocator, &set, &error) !=
        FR_OK)
        fail_msg("%s", error.text);
    struct instance bfs = instance_named("bfs", "model=grid4", map);
    struct instance runwave = instance_named("runwave", PLAIN, map);
    const size_t rows = soak_scale() < 20 && set.count > ROWS ? ROWS : set.count;
    for (size_t i = 0; i < rows; i++) {
        const struct fr_click *row = &set.clicks[i * set.count / rows];
        struct grid_length ours, theirs;
        const enum fr_outcome outcome = instance_find(&bfs, row->start, row->goal);
        if (instance_find(&runwave, row->start, row->goal) != outcome)
            fail_msg("%s, row %zu: another outcome than bfs", name, i);
        if (outcome == FR_FOUND &&
            (!replay(map, FR_GRID4, &bfs.path, row->start, row->goal, &theirs) ||
             !replay(map, FR_GRID4, &runwave.path, row->start, row->goal, &ours) ||
             !same_length(ours, theirs)))
            fail_msg("%s, row %zu: another length than bfs", name, i);
    }
    instance_release(&runwave);
    instance_release(&bfs);
    fr_click_set_release(&set);
    fr_map_release(map);
}

static void scenarios_have_the_lengths_of_breadth_first_search(void **unused)
{
    (void)unused;
    static const char *const names[] = {
        "arena",         "lak303d",    "brc202d",       "orz900d",       "AR0011SR",
        "AR0411SR",      "Aftershock", "Berlin_0_1024", "ht_0_hightown", "lt_gallowstemplar_n",
        "8room_000",     "32room_000", "maze512-1-0",   "maze512-32-0",  "random512-10-0",
        "random512-40-0"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        check_scenario(names[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_are_as_long_as_the_distance),
        cmocka_unit_test(walks_are_those_of_the_flood_fill),
        cmocka_unit_test(of_equal_ways_the_upper_one_is_taken),
        cmocka_unit_test(walks_are_those_of_the_flood_fill_on_larger_maps),
        cmocka_unit_test(an_update_is_a_fresh_start),
        cmocka_unit_test(updates_do_not_pile_up),
        cmocka_unit_test(clicks_on_walls_and_on_oneself_are_answered),
        cmocka_unit_test(edge_walls_are_refused),
        cmocka_unit_test(a_map_without_floor_is_prepared),
        cmocka_unit_test(it_allocates_nothing_once_warm),
        cmocka_unit_test(every_refused_allocation_is_survived),
        cmocka_unit_test(scenarios_have_the_lengths_of_breadth_first_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
