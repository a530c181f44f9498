/* The repaired flood fill: its field against breadth-first search, its paths against their movement
 * models, its memory, and independence of earlier clicks. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "algorithms/steps/field.h"
#include "maps/geometry/line_of_sight.h"
#include "tests/algorithms/instance.h"
#include "tests/algorithms/random_maps.h"
#include "tests/algorithms/replay.h"
#include "tests/ascii_map.h"
#include "tests/soak.h"

#define PIXELS (RANDOM_MAP_SIZE * RANDOM_MAP_WIDTH)

static void fail_click(uint64_t seed, const struct fr_map *map, struct fr_pixel start,
                       struct fr_pixel goal, const char *what)
{
    print_error("FOOTRACE_SEED=%llu, (%d, %d) to (%d, %d): %s\n", (unsigned long long)seed, start.x,
                start.y, goal.x, goal.y, what);
    print_map(map);
    fail();
}

/* Steps from a pixel to all others by a plain queue; FLOOD_NO_DISTANCE where there is no way. */
static void search_breadth_first(const struct fr_map *map, struct fr_pixel from,
                                 uint32_t distances[RANDOM_MAP_SIZE][RANDOM_MAP_WIDTH])
{
    static const int32_t ways[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    struct fr_pixel queue[PIXELS] = {from};
    memset(distances, 0xFF, PIXELS * sizeof(uint32_t));
    distances[from.y][from.x] = 0;
    for (size_t head = 0, tail = 1; head < tail; head++) {
        for (int i = 0; i < 4; i++) {
            const struct fr_pixel to = {queue[head].x + ways[i][0], queue[head].y + ways[i][1]};
            if (!fr_map_walkable(map, to.x, to.y) || distances[to.y][to.x] != FLOOD_NO_DISTANCE)
                continue;
            distances[to.y][to.x] = distances[queue[head].y][queue[head].x] + 1;
            queue[tail++] = to;
        }
    }
}

static void check_field(uint64_t seed, struct flood_field *field, bool guided, bool early,
                        struct fr_pixel start, struct fr_pixel goal)
{
    static uint32_t to_goal[RANDOM_MAP_SIZE][RANDOM_MAP_WIDTH];
    static uint32_t to_start[RANDOM_MAP_SIZE][RANDOM_MAP_WIDTH];
    const struct fr_map *map = field->map;
    search_breadth_first(map, goal, to_goal);
    search_breadth_first(map, start, to_start);
    const uint32_t whole = to_goal[start.y][start.x];
    flood_field_begin(field, start, goal, NULL);
    const enum fr_outcome outcome = flood_field_fill(field, guided, early);
    if (outcome != (whole == FLOOD_NO_DISTANCE ? FR_UNREACHABLE : FR_FOUND))
        fail_click(seed, map, start, goal, "the fill's outcome is wrong");
    for (int32_t y = -1; y <= map->height; y++) {
        for (int32_t x = -1; x <= map->width; x++) {
            const uint32_t labelled = flood_field_distance(field, x, y);
            const bool inside = fr_map_inside(map, x, y);
            const uint32_t right = inside ? to_goal[y][x] : FLOOD_NO_DISTANCE;
            const bool on_the_way = inside && right != FLOOD_NO_DISTANCE &&
                                    whole != FLOOD_NO_DISTANCE && right + to_start[y][x] == whole;
            if (labelled != right && (labelled != FLOOD_NO_DISTANCE || !early || on_the_way))
                fail_click(seed, map, start, goal, "a distance is wrong, or missing");
        }
    }
}

static void the_field_holds_breadth_first_distances(void **unused)
{
    (void)unused;
    const uint64_t first = soak_seed(100);
    for (uint64_t seed = first; seed < first + 1000u * (uint64_t)soak_scale(); seed++) {
        struct fr_random random = {seed};
        struct fr_map *map = mixed_map(&random);
        struct flood_field field;
        struct fr_pixel start, goal;
        assert_int_equal(flood_field_init(&field, map, &fr_default_allocator), FR_OK);
        for (int i = 0; i < 12 && random_walkable(map, &random, &start) &&
                        random_walkable(map, &random, &goal);
             i++)
            check_field(seed, &field, i & 1, i & 2, start, goal);
        flood_field_release(&field);
        fr_map_release(map);
    }
}

static void the_guided_fill_labels_little_of_an_open_map(void **unused)
{
    (void)unused;
    struct fr_map *map = ascii_map("..........|..........|..........|..........|..........");
    struct flood_field field;
    assert_int_equal(flood_field_init(&field, map, &fr_default_allocator), FR_OK);
    flood_field_begin(&field, (struct fr_pixel){3, 1}, (struct fr_pixel){6, 3}, NULL);
    assert_int_equal(flood_field_fill(&field, true, true), FR_FOUND);
    assert_int_equal(field.expanded, 4 * 3);
    flood_field_begin(&field, (struct fr_pixel){3, 1}, (struct fr_pixel){6, 3}, NULL);
    assert_int_equal(flood_field_fill(&field, false, true), FR_FOUND);
    assert_true(field.expanded > 20);
    flood_field_release(&field);
    fr_map_release(map);
}

/* Labels run out after 2^32/room clicks; the sweep that restarts them must clear all. */
static void the_field_survives_the_end_of_its_labels(void **unused)
{
    (void)unused;
    struct fr_random random = {4};
    struct fr_map *map = random_map(&random, 20, 20, 30);
    struct flood_field field;
    struct fr_pixel start, goal;
    assert_int_equal(flood_field_init(&field, map, &fr_default_allocator), FR_OK);
    field.top = UINT32_MAX - 40 * field.room;
    int64_t sweeps = 0;
    for (int i = 0; i < 100; i++) {
        assert_true(random_walkable(map, &random, &start));
        assert_true(random_walkable(map, &random, &goal));
        check_field(4, &field, i & 1, i & 2, start, goal);
        sweeps += field.cleared > 0;
    }
    assert_int_equal(sweeps, 1);
    flood_field_release(&field);
    fr_map_release(map);
}

static void the_guided_walk_is_that_of_the_whole_field(void **unused)
{
    (void)unused;
    const uint64_t first = soak_seed(300);
    static const char *const smoothing[] = {"", ",forward=off,reverse=off,precheck=off",
                                            ",fold=off,simplify=off"};
    for (uint64_t seed = first; seed < first + 200u * (uint64_t)soak_scale(); seed++) {
        struct fr_random random = {seed};
        struct fr_map *map = mixed_map(&random);
        struct fr_pixel start, goal;
        char one[128], other[128];
        snprintf(one, sizeof one, "fill=guided%s", smoothing[seed % 3]);
        snprintf(other, sizeof other, "fill=stacks,stop=full%s", smoothing[seed % 3]);
        struct instance guided = instance_named("flood", one, map);
        struct instance whole = instance_named("flood", other, map);
        for (int i = 0; i < 20 && random_walkable(map, &random, &start) &&
                        random_walkable(map, &random, &goal);
             i++)
            if (instance_find(&guided, start, goal) != instance_find(&whole, start, goal) ||
                !same_path(&guided.path, &whole.path))
                fail_click(seed, map, start, goal, "the guided walk is another");
        instance_release(&guided);
        instance_release(&whole);
        fr_map_release(map);
    }
}

static void traces_are_as_long_as_the_distance(void **unused)
{
    (void)unused;
    static uint32_t distances[RANDOM_MAP_SIZE][RANDOM_MAP_WIDTH];
    const char *raw = "forward=off,reverse=off,precheck=off,simplify=off";
    for (uint64_t seed = 500; seed < 700; seed++) {
        struct fr_random random = {seed};
        struct fr_map *map = mixed_map(&random);
        char unfolded[128];
        snprintf(unfolded, sizeof unfolded, "fold=off,%s", raw);
        struct instance grid4 = instance_named("flood", unfolded, map);
        struct instance grid8 = instance_named("flood", raw, map);
        struct fr_pixel start, goal;
        struct grid_length length;
        for (int i = 0; i < 20 && random_walkable(map, &random, &start) &&
                        random_walkable(map, &random, &goal);
             i++) {
            search_breadth_first(map, goal, distances);
            const uint32_t steps = distances[start.y][start.x];
            if (steps == FLOOD_NO_DISTANCE)
                continue;
            assert_int_equal(instance_find(&grid4, start, goal), FR_FOUND);
            assert_int_equal(instance_find(&grid8, start, goal), FR_FOUND);
            if (!replay(map, FR_GRID4, &grid4.path, start, goal, &length) ||
                grid4.path.count != steps + 1 || length.straight != steps)
                fail_click(seed, map, start, goal, "the trace is not as long as its distance");
            if (!replay(map, FR_GRID8, &grid8.path, start, goal, &length) ||
                length.straight + 2 * length.diagonal != steps)
                fail_click(seed, map, start, goal, "the folded trace is another way");
        }
        instance_release(&grid4);
        instance_release(&grid8);
        fr_map_release(map);
    }
}

/* Rooms of open floor with a few large blocks, wide enough for waypoints to slide. */
static struct fr_map *blocky_map(struct fr_random *random)
{
    struct fr_map *map = random_map(random, fr_random_between(random, 40, 130),
                                    fr_random_between(random, 40, 130), 0);
    for (int block = fr_random_between(random, 2, 30); block > 0; block--) {
        const struct fr_rect rect = {
            fr_random_between(random, -5, map->width), fr_random_between(random, -5, map->height),
            fr_random_between(random, 1, 30), fr_random_between(random, 1, 12)};
        assert_int_equal(fr_map_block(map, rect, true), FR_OK);
    }
    return map;
}

static bool segments_hold(const struct fr_map *map, const struct fr_path *path)
{
    for (size_t i = 0; i < path->count; i++)
        if (!fr_point_equal(path->points[i], fr_pixel_centre(fr_point_pixel(path->points[i]))))
            return false; /* waypoints at centres are never at a pinch */
    for (size_t i = 1; i < path->count; i++) {
        const struct fr_point a = path->points[i - 1], b = path->points[i];
        if (fr_point_equal(a, b) || !fr_line_of_sight(map, a, b))
            return false;
    }
    return true;
}

static double length_px(const struct fr_path *path)
{
    double length = 0;
    for (size_t i = 1; i < path->count; i++)
        length += hypot(path->points[i].x - path->points[i - 1].x,
                        path->points[i].y - path->points[i - 1].y) /
                  2;
    return length;
}

static void smoothed_walks_hold_and_never_grow(void **unused)
{
    (void)unused;
    const uint64_t first = soak_seed(1000);
    for (uint64_t seed = first; seed < first + 600u * (uint64_t)soak_scale(); seed++) {
        struct fr_random random = {seed};
        struct fr_map *map = seed & 1 ? blocky_map(&random) : mixed_map(&random);
        struct instance exact = instance_named("flood", "", map);
        struct instance trace = instance_named("flood", "forward=off,reverse=off", map);
        struct fr_pixel start, goal;
        for (int i = 0; i < 20 && random_walkable(map, &random, &start) &&
                        random_walkable(map, &random, &goal);
             i++) {
            const enum fr_outcome outcome = instance_find(&trace, start, goal);
            if (instance_find(&exact, start, goal) != outcome)
                fail_click(seed, map, start, goal, "smoothing changes the outcome");
            if (outcome != FR_FOUND)
                continue;
            if (!segments_hold(map, &exact.path))
                fail_click(seed, map, start, goal, "a segment leaves free space");
            if (length_px(&exact.path) > length_px(&trace.path) + 1e-9 ||
                exact.path.count > trace.path.count)
                fail_click(seed, map, start, goal, "smoothing makes the walk longer");
        }
        instance_release(&exact);
        instance_release(&trace);
        fr_map_release(map);
    }
}

static enum fr_phase entered[FR_PHASES];
static int entered_count;

static void enter(void *context, enum fr_phase phase)
{
    (void)context;
    entered[entered_count++] = phase;
}

static void each_step_can_be_switched_off(void **unused)
{
    (void)unused;
    static const struct {
        const char *option;
        enum fr_phase phase;
    } steps[] = {{"simplify", FR_PHASE_SIMPLIFY},
                 {"forward", FR_PHASE_FORWARD},
                 {"reverse", FR_PHASE_REVERSE},
                 {"nothing", FR_PHASES}};
    struct fr_map *map = ascii_map("......|.####.|......");
    const struct fr_probe probe = {.enter = enter};
    for (int published = 0; published < 2; published++) {
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
            char text[128];
            snprintf(text, sizeof text, "%s%s%s%s",
                     published ? "flood-published:hang=advance" : "flood:fill=guided",
                     i < 3 ? "," : "", i < 3 ? steps[i].option : "", i < 3 ? "=off" : "");
            struct instance flood = instance_at(text, map);
            entered_count = 0;
            assert_int_equal(fr_find(flood.pathfinder, flood.state, (struct fr_point){1, 1},
                                     (struct fr_point){11, 5}, &probe, &flood.path),
                             FR_FOUND);
            /* All phases but the isovist and the stage; only the published one clears. */
            assert_int_equal(entered_count, FR_PHASES - 3 + published - (i < 3));
            for (int j = 0; j < entered_count; j++)
                assert_int_not_equal(entered[j], steps[i].phase);
            instance_release(&flood);
        }
    }
    fr_map_release(map);
}

static void assert_walk(const char *options, const char *expected)
{
    struct fr_map *map = ascii_map("......|.####.|......");
    struct instance flood = instance_named("flood", options, map);
    char walk[256] = "";
    size_t used = 0;
    assert_int_equal(instance_find(&flood, (struct fr_pixel){0, 1}, (struct fr_pixel){5, 1}),
                     FR_FOUND);
    for (size_t i = 0; i < flood.path.count; i++) {
        const struct fr_pixel pixel = fr_point_pixel(flood.path.points[i]);
        used += (size_t)snprintf(walk + used, sizeof walk - used, " %d,%d", pixel.x, pixel.y);
    }
    assert_string_equal(walk, expected);
    instance_release(&flood);
    fr_map_release(map);
}

static void switches_show_in_the_walk(void **unused)
{
    (void)unused;
    assert_walk("forward=off,reverse=off,simplify=off", " 0,1 0,0 1,0 2,0 3,0 4,0 5,0 5,1");
    assert_walk("forward=off,reverse=off", " 0,1 0,0 5,0 5,1");
    assert_walk("", " 0,1 0,0 5,0 5,1");
    struct fr_map *map = ascii_map("....|....|....");
    const struct fr_pixel start = {0, 0}, goal = {3, 2};
    struct instance flood = instance_named("flood", "", map);
    assert_int_equal(instance_find(&flood, start, goal), FR_FOUND);
    assert_int_equal(flood.path.count, 2);
    assert_int_equal(instance_stats(&flood).expanded, 0); /* the straight line sufficed */
    instance_release(&flood);
    flood = instance_named("flood", "precheck=off", map);
    assert_int_equal(instance_find(&flood, start, goal), FR_FOUND);
    assert_int_equal(flood.path.count, 2);
    assert_int_equal(instance_stats(&flood).expanded, 12);
    instance_release(&flood);
    flood = instance_named("flood", "precheck=off,forward=off,reverse=off", map);
    assert_int_equal(instance_find(&flood, start, goal), FR_FOUND);
    assert_int_equal(flood.path.count, 3); /* two diagonals and a step */
    instance_release(&flood);
    flood = instance_named("flood", "precheck=off,forward=off,reverse=off,fold=off", map);
    assert_int_equal(instance_find(&flood, start, goal), FR_FOUND);
    assert_int_equal(flood.path.count, 3); /* right, then down */
    assert_int_equal(flood.path.points[1].x, 2 * 3 + 1);
    assert_int_equal(flood.path.points[1].y, 1);
    instance_release(&flood);
    fr_map_release(map);
}

static void it_says_truly_how_it_moves(void **unused)
{
    (void)unused;
    static const struct {
        const char *address;
        enum fr_movement movement;
        enum fr_optimality optimality;
        bool faults;
    } cases[] = {
        {"flood", FR_ANY_ANGLE, FR_OPTIMAL_NONE, false},
        {"flood:forward=off,reverse=off", FR_ANY_ANGLE, FR_OPTIMAL_NONE, false},
        {"flood:forward=off,reverse=off,precheck=off", FR_GRID8, FR_OPTIMAL_NONE, false},
        {"flood:forward=off,reverse=off,precheck=off,fold=off", FR_GRID4, FR_OPTIMAL_STEPS, false},
        {"flood-published", FR_BEELINE, FR_OPTIMAL_NONE, true},
        {"flood-published:forward=off,reverse=off,precheck=off", FR_GRID8, FR_OPTIMAL_NONE, true},
    };
    struct fr_map *map = ascii_map(".");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct instance flood = instance_at(cases[i].address, map);
        assert_int_equal(flood.traits.movement, cases[i].movement);
        assert_int_equal(flood.traits.optimality, cases[i].optimality);
        assert_int_equal(flood.traits.expected_faults, cases[i].faults);
        instance_release(&flood);
    }
    fr_map_release(map);
}

static void clicks_on_walls_and_on_oneself_are_answered(void **unused)
{
    (void)unused;
    struct fr_map *map = ascii_map("..#|###|#..");
    struct instance flood = instance_named("flood", "", map);
    const struct fr_pixel free = {0, 0}, wall = {1, 1}, island = {2, 2};
    assert_int_equal(instance_find(&flood, wall, free), FR_UNREACHABLE);
    assert_int_equal(instance_find(&flood, free, wall), FR_UNREACHABLE);
    assert_int_equal(instance_find(&flood, wall, wall), FR_UNREACHABLE);
    assert_int_equal(instance_find(&flood, free, island), FR_UNREACHABLE);
    assert_int_equal(flood.path.count, 0);
    assert_int_equal(instance_find(&flood, free, free), FR_FOUND);
    assert_int_equal(flood.path.count, 1);
    instance_release(&flood);
    fr_map_release(map);
}

static const char *const memory_cases[] = {
    "flood:precheck=off",
    "flood:fill=stacks,stop=full,precheck=off",
    "flood-published:hang=advance,precheck=off",
};

static void it_allocates_nothing_once_warm(void **unused)
{
    (void)unused;
    struct fr_random random = {77};
    struct fr_map *map = blocky_map(&random);
    struct fr_pixel clicks[40];
    for (int i = 0; i < 40; i++)
        assert_true(random_walkable(map, &random, &clicks[i]));
    for (size_t i = 0; i < sizeof memory_cases / sizeof *memory_cases; i++) {
        struct fr_counting_allocator counting;
        fr_counting_allocator_init(&counting);
        struct instance flood = instance_at(memory_cases[i], map);
        const struct fr_option_values values = flood.options;
        instance_release(&flood);
        assert_int_equal(
            instance_prepare(&flood, flood.pathfinder, &values, map, &counting.allocator), FR_OK);
        for (int click = 0; click + 1 < 40; click++)
            instance_find(&flood, clicks[click], clicks[click + 1]);
        const uint64_t warm = counting.allocations;
        for (int click = 0; click + 1 < 40; click++)
            instance_find(&flood, clicks[click], clicks[click + 1]);
        assert_int_equal(counting.allocations, warm);
        instance_release(&flood);
        assert_int_equal(counting.live_bytes, 0);
    }
    fr_map_release(map);
}

/* Refuses the n-th allocation; true once there are fewer than n. */
static bool survives_refusal(const char *address, const struct fr_map *map, struct fr_pixel start,
                             struct fr_pixel goal, uint64_t n)
{
    struct fr_counting_allocator counting;
    struct instance undisturbed = instance_at(address, map), flood;
    fr_counting_allocator_init(&counting);
    counting.fail_at = n;
    assert_int_equal(instance_find(&undisturbed, start, goal), FR_FOUND);
    const enum fr_status status = instance_prepare(&flood, undisturbed.pathfinder,
                                                   &undisturbed.options, map, &counting.allocator);
    if (status == FR_OK) {
        const enum fr_outcome outcome = instance_find(&flood, start, goal);
        assert_int_equal(outcome, counting.refused ? FR_OUT_OF_MEMORY : FR_FOUND);
        assert_int_equal(instance_find(&flood, start, goal), FR_FOUND);
        assert_true(same_path(&flood.path, &undisturbed.path));
        instance_release(&flood);
    } else {
        assert_int_equal(status, FR_NO_MEMORY);
        assert_int_equal(counting.refused, 1);
    }
    assert_int_equal(counting.live_bytes, 0);
    instance_release(&undisturbed);
    return counting.refused == 0;
}

static void every_refused_allocation_is_survived(void **unused)
{
    (void)unused;
    struct fr_random random = {12};
    struct fr_map *map = random_map(&random, 700, 500, 15);
    const struct fr_pixel start = {0, 0}, goal = {699, 499};
    fr_map_set_area(map, start.x, start.y, 1);
    fr_map_set_area(map, goal.x, goal.y, 1);
    for (size_t i = 0; i < sizeof memory_cases / sizeof *memory_cases; i++) {
        uint64_t n = 1;
        while (!survives_refusal(memory_cases[i], map, start, goal, n))
            n++;
        assert_true(n > 4);
    }
    fr_map_release(map);
}

static void an_update_is_a_fresh_start(void **unused)
{
    (void)unused;
    static const char *const cases[] = {"flood", "flood:fill=stacks",
                                        "flood-published:hang=advance"};
    for (uint64_t seed = 2000; seed < 2080; seed++) {
        struct fr_random random = {seed};
        struct fr_map *map = blocky_map(&random);
        struct instance flood = instance_at(cases[seed % 3], map);
        for (int edit = 0; edit < 10; edit++) {
            struct fr_rect rects[2];
            for (int i = 0; i < 2; i++) {
                rects[i] = (struct fr_rect){fr_random_between(&random, -20, map->width + 5),
                                            fr_random_between(&random, -20, map->height + 5),
                                            fr_random_between(&random, 0, 40),
                                            fr_random_between(&random, 0, 40)};
                assert_int_equal(fr_map_block(map, rects[i], fr_random_below(&random, 2)), FR_OK);
            }
            assert_int_equal(fr_update(flood.pathfinder, flood.state, rects, 2), FR_OK);
            struct instance fresh = instance_at(cases[seed % 3], map);
            struct fr_pixel start, goal;
            for (int i = 0; i < 5 && random_walkable(map, &random, &start) &&
                            random_walkable(map, &random, &goal);
                 i++)
                if (instance_find(&flood, start, goal) != instance_find(&fresh, start, goal) ||
                    !same_path(&flood.path, &fresh.path))
                    fail_click(seed, map, start, goal, "updated, it answers otherwise than fresh");
            instance_release(&fresh);
        }
        instance_release(&flood);
        fr_map_release(map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_field_holds_breadth_first_distances),
        cmocka_unit_test(the_guided_fill_labels_little_of_an_open_map),
        cmocka_unit_test(the_field_survives_the_end_of_its_labels),
        cmocka_unit_test(the_guided_walk_is_that_of_the_whole_field),
        cmocka_unit_test(traces_are_as_long_as_the_distance),
        cmocka_unit_test(smoothed_walks_hold_and_never_grow),
        cmocka_unit_test(each_step_can_be_switched_off),
        cmocka_unit_test(switches_show_in_the_walk),
        cmocka_unit_test(it_says_truly_how_it_moves),
        cmocka_unit_test(clicks_on_walls_and_on_oneself_are_answered),
        cmocka_unit_test(it_allocates_nothing_once_warm),
        cmocka_unit_test(every_refused_allocation_is_survived),
        cmocka_unit_test(an_update_is_a_fresh_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
