/* The navigation mesh: its paths are legal and reach whatever can be reached, in all its settings;
 * they are shortest where only one chain of polygons leads to the goal; and its funnel shortens. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/algorithms/judged.h"
#include "tests/algorithms/replay.h"
#include "tests/soak.h"

#define MAPS 50 /* times the soak scale */
#define CLICKS 20

static const char *const addresses[] = {"navmesh", "navmesh:cost=middle",
                                        "navmesh:walk=middles,cost=middle", "navmesh:walk=middles"};
#define SETTINGS (sizeof addresses / sizeof *addresses)

struct course {
    struct fr_map *map;
    struct fr_validator *validator;
    struct instance settings[SETTINGS];
    struct instance shortest;
    uint64_t seed;
    double walked, least, detour; /* summed: by default, the shortest, over middles */
};

static void begin(struct course *course, struct fr_map *map, uint64_t seed)
{
    *course = (struct course){.map = map, .seed = seed};
    assert_int_equal(fr_validator_create(map, &fr_default_allocator, &course->validator), FR_OK);
    for (size_t i = 0; i < SETTINGS; i++)
        course->settings[i] = instance_at(addresses[i], map);
    course->shortest = instance_at("visgraph", map);
}

static void end(struct course *course)
{
    for (size_t i = 0; i < SETTINGS; i++)
        instance_release(&course->settings[i]);
    instance_release(&course->shortest);
    fr_validator_release(course->validator);
    fr_map_release(course->map);
}

static void report(const struct course *course, const char *address, struct fr_pixel start,
                   struct fr_pixel goal, double length, double than)
{
    print_error("FOOTRACE_SEED=%llu: %s from %d,%d to %d,%d: %.17g beside %.17g\n",
                (unsigned long long)course->seed, address, start.x, start.y, goal.x, goal.y, length,
                than);
    print_map(course->map);
    fail();
}

static void check_click(struct course *course, struct fr_pixel start, struct fr_pixel goal)
{
    const double shortest = judged_length(course->validator, &course->shortest, start, goal);
    double lengths[SETTINGS];
    for (size_t i = 0; i < SETTINGS; i++) {
        lengths[i] = judged_length(course->validator, &course->settings[i], start, goal);
        if (!judged_no_shorter(lengths[i], shortest))
            report(course, addresses[i], start, goal, lengths[i], shortest);
    }
    if (isfinite(shortest)) {
        course->walked += lengths[0];
        course->detour += lengths[1];
        course->least += shortest;
    }
    /* The same chains, with a funnel and without. */
    if (!judged_no_shorter(lengths[2], lengths[1]))
        report(course, addresses[2], start, goal, lengths[2], lengths[1]);
    if (!judged_no_shorter(lengths[3], lengths[0]))
        report(course, addresses[3], start, goal, lengths[3], lengths[0]);
}

static void check_clicks(struct course *course, int clicks, struct fr_random *random)
{
    struct fr_pixel start, goal;
    for (int i = 0; i < clicks; i++)
        if (random_click(course->map, random, &start, &goal))
            check_click(course, start, goal);
}

/* And in the sum, the default's are 0.05 % longer than the shortest at most. */
static void paths_are_legal_and_reach_what_can_be_reached(void **state)
{
    const uint64_t seed = soak_seed(1);
    double walked = 0, least = 0, detour = 0;
    (void)state;
    for (int i = 0; i < MAPS * soak_scale(); i++) {
        struct course course;
        struct fr_random random = {seed + (uint64_t)i};
        begin(&course, mixed_map(&random), random.state);
        check_clicks(&course, CLICKS, &random);
        walked += course.walked;
        least += course.least;
        detour += course.detour;
        end(&course);
    }
    assert_true(walked < 1.0005 * least);
    assert_true(walked < detour);
}

/* Frees the blocked pixels that are not joined to the outside over sides and corners, so that no
 * obstacle can be walked around. */
static void fill_islands(struct fr_map *map)
{
    static bool joined[RANDOM_MAP_WIDTH + 2][RANDOM_MAP_WIDTH + 2];
    for (int32_t y = -1; y <= map->height; y++)
        for (int32_t x = -1; x <= map->width; x++)
            joined[y + 1][x + 1] = !fr_map_inside(map, x, y);
    for (bool more = true; more;) {
        more = false;
        for (int32_t y = 0; y < map->height; y++)
            for (int32_t x = 0; x < map->width; x++) {
                if (joined[y + 1][x + 1] || fr_map_walkable(map, x, y))
                    continue;
                for (int k = 0; k < 9; k++)
                    joined[y + 1][x + 1] |= joined[y + k / 3][x + k % 3];
                more |= joined[y + 1][x + 1];
            }
    }
    fr_map_enable(map, 1, true);
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            fr_map_set_area(map, x, y, !joined[y + 1][x + 1]);
}

static void the_only_chain_is_pulled_to_the_shortest_path(void **state)
{
    const uint64_t seed = soak_seed(1);
    (void)state;
    for (int i = 0; i < MAPS * soak_scale(); i++) {
        struct fr_random random = {seed + (uint64_t)i};
        struct fr_map *map = mixed_map(&random);
        struct course course;
        struct fr_pixel start, goal;
        fill_islands(map);
        begin(&course, map, seed + (uint64_t)i);
        for (int click = 0; click < CLICKS; click++) {
            if (!random_click(map, &random, &start, &goal))
                continue;
            const double shortest = judged_length(course.validator, &course.shortest, start, goal);
            for (size_t k = 0; k < 2; k++) {
                const double length =
                    judged_length(course.validator, &course.settings[k], start, goal);
                if (!judged_alike(length, shortest))
                    report(&course, addresses[k], start, goal, length, shortest);
            }
        }
        end(&course);
    }
}

static void nothing_leads_through_a_pinch(void **state)
{
    struct fr_map *map = ascii_map(".#|"
                                   "#.");
    (void)state;
    for (size_t i = 0; i < SETTINGS; i++) {
        struct instance navmesh = instance_at(addresses[i], map);
        assert_int_equal(instance_find(&navmesh, (struct fr_pixel){0, 0}, (struct fr_pixel){1, 1}),
                         FR_UNREACHABLE);
        instance_release(&navmesh);
    }
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_leads_through_a_pinch),
        cmocka_unit_test(paths_are_legal_and_reach_what_can_be_reached),
        cmocka_unit_test(the_only_chain_is_pulled_to_the_shortest_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
