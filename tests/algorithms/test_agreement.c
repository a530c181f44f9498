/* All back ends, in all their settings, against the oracle on random maps, one in three with edge
 * walls.
 *
 * Each map gets 20 clicks. What is reachable must be found and nothing else; every path must
 * hold in its movement model; who claims shortest paths, or fewest steps, must match the oracle's
 * counts exactly, and find the same from goal to start; the same click gets the same path. A
 * failing map is printed ready to paste, with the seed that brings it up first. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/judge/validator.h"
#include "maps/analysis/components.h"
#include "tests/algorithms/instance.h"
#include "tests/algorithms/random_maps.h"
#include "tests/algorithms/replay.h"
#include "tests/ascii_map.h"
#include "tests/soak.h"

#define MAPS 50 /* times the soak scale */
#define CLICKS 20
#define SETTINGS 48 /* of a back end on one map, at most; others get their turn on other maps */

struct click {
    struct fr_pixel start, goal;
    bool reachable[FR_MOVEMENTS];
    struct grid_length shortest[FR_GRID_MOVEMENTS];
    int64_t fewest_steps[FR_GRID_MOVEMENTS];
};

struct course {
    uint64_t seed;
    struct fr_map *map;
    struct fr_components *four, *eight;
    struct fr_validator *validator;
    struct click clicks[CLICKS];
};

static void fail_click(const struct course *course, const struct instance *instance,
                       const struct click *click, const char *what)
{
    char address[512];
    print_error("FOOTRACE_SEED=%llu, %s, (%d, %d) to (%d, %d): %s\n",
                (unsigned long long)course->seed,
                instance_address(instance, address, sizeof address), click->start.x, click->start.y,
                click->goal.x, click->goal.y, what);
    print_map(course->map);
    fail();
}

static double length_px(struct grid_length length)
{
    return (double)length.straight + (double)length.diagonal * sqrt(2);
}

/* Half of the goals that are drawn elsewhere are drawn again, for clicks that have an answer. */
static void draw_click(const struct course *course, struct fr_random *random, struct click *click)
{
    random_walkable(course->map, random, &click->start);
    click->goal = click->start;
    if (fr_random_below(random, 20) == 0)
        return;
    const uint32_t component = fr_components_at(course->four, click->start.x, click->start.y);
    for (int tries = fr_random_below(random, 2) ? 30 : 1; tries > 0; tries--) {
        random_walkable(course->map, random, &click->goal);
        if (fr_components_at(course->four, click->goal.x, click->goal.y) == component)
            return;
    }
}

static void ask_reach(const struct course *course, struct click *click)
{
    const struct fr_pixel start = click->start, goal = click->goal;
    const bool four = fr_components_at(course->four, start.x, start.y) ==
                      fr_components_at(course->four, goal.x, goal.y);
    for (int movement = 0; movement < FR_MOVEMENTS; movement++)
        click->reachable[movement] = four;
    click->reachable[FR_GRID8_CUT] = fr_components_at(course->eight, start.x, start.y) ==
                                     fr_components_at(course->eight, goal.x, goal.y);
}

/* Has the oracle answer all clicks in one model, by length or by steps. */
static void ask_oracle(struct course *course, enum fr_movement movement, bool count_steps)
{
    char options[64];
    snprintf(options, sizeof options, "model=%s,costs=%s", fr_movement_name(movement),
             count_steps ? "steps" : "length");
    struct instance dijkstra = instance_named("dijkstra", options, course->map);
    for (int i = 0; i < CLICKS; i++) {
        struct click *click = &course->clicks[i];
        struct grid_length length = {-1, -1};
        const enum fr_outcome outcome = instance_find(&dijkstra, click->start, click->goal);
        if (outcome != (click->reachable[movement] ? FR_FOUND : FR_UNREACHABLE))
            fail_click(course, &dijkstra, click, "the oracle's reach differs");
        if (outcome == FR_FOUND &&
            !replay(course->map, movement, &dijkstra.path, click->start, click->goal, &length))
            fail_click(course, &dijkstra, click, "the oracle's path is illegal");
        if (count_steps)
            click->fewest_steps[movement] = length.straight + length.diagonal;
        else
            click->shortest[movement] = length;
    }
    instance_release(&dijkstra);
}

static void draw_course(struct course *course, uint64_t seed)
{
    struct fr_random random = {seed};
    struct fr_pixel any;
    course->seed = seed;
    course->map = mixed_map(&random);
    while (!random_walkable(course->map, &random, &any)) {
        fr_map_release(course->map);
        course->map = mixed_map(&random);
    }
    if (seed % 3 == 0)
        mixed_walls(course->map, &random);
    const struct fr_allocator *allocator = &fr_default_allocator;
    assert_int_equal(fr_components_create(course->map, FR_CONNECTED_4, allocator, &course->four),
                     FR_OK);
    assert_int_equal(fr_components_create(course->map, FR_CONNECTED_8, allocator, &course->eight),
                     FR_OK);
    assert_int_equal(fr_validator_create(course->map, allocator, &course->validator), FR_OK);
    for (int i = 0; i < CLICKS; i++) {
        draw_click(course, &random, &course->clicks[i]);
        ask_reach(course, &course->clicks[i]);
    }
    for (int movement = 0; movement < FR_GRID_MOVEMENTS; movement++) {
        ask_oracle(course, (enum fr_movement)movement, false);
        ask_oracle(course, (enum fr_movement)movement, true);
    }
}

static void release_course(struct course *course)
{
    fr_validator_release(course->validator);
    fr_components_release(course->four);
    fr_components_release(course->eight);
    fr_map_release(course->map);
}

static void check_outcome(const struct course *course, const struct instance *instance,
                          const struct click *click, enum fr_outcome outcome)
{
    const bool reachable = click->reachable[instance->traits.movement];
    if (outcome == FR_FOUND && !reachable)
        fail_click(course, instance, click, "found what is out of reach");
    if (outcome != FR_FOUND && reachable)
        fail_click(course, instance, click, "did not find what is in reach");
    if (outcome != FR_FOUND && outcome != FR_UNREACHABLE)
        fail_click(course, instance, click, "neither found nor unreachable");
}

static double check_path(const struct course *course, const struct instance *instance,
                         const struct click *click)
{
    struct fr_judgement judgement;
    fr_validator_judge(course->validator, instance->traits.movement, fr_pixel_centre(click->start),
                       fr_pixel_centre(click->goal), FR_FOUND, &instance->path, &judgement);
    if (judgement.verdict != FR_VERDICT_OK)
        fail_click(course, instance, click, judgement.reason);
    return judgement.length;
}

/* A back end that claims optimality in a grid model must match the oracle's counts. */
static void check_grid_claim(const struct course *course, const struct instance *instance,
                             const struct click *click)
{
    const enum fr_movement movement = instance->traits.movement;
    struct grid_length length;
    if (!replay(course->map, movement, &instance->path, click->start, click->goal, &length))
        fail_click(course, instance, click, "the path cannot be replayed");
    if (instance->traits.optimality == FR_OPTIMAL_LENGTH &&
        !same_length(length, click->shortest[movement]))
        fail_click(course, instance, click, "not a shortest path");
    if (instance->traits.optimality == FR_OPTIMAL_STEPS &&
        length.straight + length.diagonal != click->fewest_steps[movement])
        fail_click(course, instance, click, "not the fewest steps");
}

/* The same click again, and the way back. */
static void check_again(const struct course *course, struct instance *instance,
                        const struct click *click, enum fr_outcome outcome, double length)
{
    struct fr_path first = instance->path;
    fr_path_init(&instance->path, &fr_default_allocator);
    if (instance_find(instance, click->start, click->goal) != outcome ||
        !same_path(&first, &instance->path))
        fail_click(course, instance, click, "asked again, it answers otherwise");
    fr_path_release(&first);
    if (instance->traits.optimality == FR_OPTIMAL_NONE || isnan(length))
        return;
    const struct click back = {.start = click->goal, .goal = click->start};
    if (instance_find(instance, back.start, back.goal) != outcome)
        fail_click(course, instance, &back, "the way back has another outcome");
    if (instance->traits.optimality == FR_OPTIMAL_LENGTH &&
        fabs(check_path(course, instance, &back) - length) > 1e-9 * (1 + length))
        fail_click(course, instance, &back, "the way back has another length");
}

static void check_click(const struct course *course, struct instance *instance,
                        const struct click *click)
{
    const struct fr_traits traits = instance->traits;
    const enum fr_outcome outcome = instance_find(instance, click->start, click->goal);
    double length = NAN;
    if (outcome != FR_FOUND && instance->path.count != 0)
        fail_click(course, instance, click, "waypoints without an answer");
    if (outcome == FR_NONE)
        return;
    if (!traits.expected_faults)
        check_outcome(course, instance, click, outcome);
    if (outcome == FR_FOUND && !traits.expected_faults)
        length = check_path(course, instance, click);
    if (outcome == FR_FOUND && traits.optimality != FR_OPTIMAL_NONE &&
        fr_movement_is_grid(traits.movement))
        check_grid_claim(course, instance, click);
    if (outcome == FR_FOUND && traits.optimality == FR_OPTIMAL_LENGTH &&
        traits.movement == FR_ANY_ANGLE && length > length_px(click->shortest[FR_GRID8_ONE]) + 1e-9)
        fail_click(course, instance, click, "longer than a grid path");
    check_again(course, instance, click, outcome, length);
}

static void check_setting(const struct course *course, const struct fr_pathfinder *pathfinder,
                          uint64_t index)
{
    struct instance instance;
    const struct fr_option_values options = configuration(pathfinder, index);
    const enum fr_status status =
        instance_prepare(&instance, pathfinder, &options, course->map, &fr_default_allocator);
    const bool takes_walls = instance.traits.edge_walls || course->map->wall_count == 0;
    if (!takes_walls && status != FR_UNSUPPORTED)
        fail_click(course, &instance, &course->clicks[0], "takes a map with walls");
    if (status == FR_UNSUPPORTED)
        return;
    assert_int_equal(status, FR_OK);
    for (int i = 0; i < CLICKS; i++)
        check_click(course, &instance, &course->clicks[i]);
    instance_release(&instance);
}

static void check_back_end(const struct course *course, const struct fr_pathfinder *pathfinder)
{
    const uint64_t count = configuration_count(pathfinder);
    struct fr_random random = {course->seed};
    for (uint64_t i = 0; i < count && i < SETTINGS; i++)
        check_setting(course, pathfinder,
                      count <= SETTINGS ? i
                      : i == 0          ? 0
                                        : fr_random_below(&random, (uint32_t)count));
}

static void all_back_ends_agree_with_the_oracle(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(1);
    const int maps = (int)soak_fewer(MAPS * soak_scale(), 8);
    for (int i = 0; i < maps; i++) {
        static struct course course;
        draw_course(&course, seed + (uint64_t)i);
        for (const struct fr_pathfinder *const *each = fr_pathfinders; *each; each++)
            check_back_end(&course, *each);
        release_course(&course);
    }
    print_message("%d maps from seed %llu, %d clicks each\n", maps, (unsigned long long)seed,
                  CLICKS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_back_ends_agree_with_the_oracle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
