/* Distances to one goal: from every pixel of random maps, as the map changes, each back end that has
 * them has a legal path of the length that the oracle finds. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "harness/judge/validator.h"
#include "tests/algorithms/instance.h"
#include "tests/algorithms/random_maps.h"
#include "tests/ascii_map.h"
#include "tests/soak.h"

enum { MAPS = 60, CHANGES = 4, MOST_FIELDS = 8, MOST_BATCH = 4 };
/* Two sums of the lengths of the same segments differ by far less. */
#define SAME_LENGTH 1e-9

struct course {
    uint64_t seed;
    struct fr_random random;
    struct fr_map *map;
    struct instance fields[MOST_FIELDS], oracles[MOST_FIELDS];
    int count;
    int64_t checked;
};

static _Noreturn void fail_from(const struct course *course, const struct instance *field,
                                struct fr_pixel from, struct fr_pixel goal, const char *what)
{
    print_error("FOOTRACE_SEED=%llu, %s, (%d, %d) to (%d, %d): %s\n",
                (unsigned long long)course->seed, field->pathfinder->name, from.x, from.y, goal.x,
                goal.y, what);
    print_map(course->map);
    fail();
    abort();
}

static void check_pixel(struct course *course, const struct fr_validator *validator, int index,
                        struct fr_pixel from, struct fr_pixel goal)
{
    struct instance *field = &course->fields[index];
    struct fr_judgement judgement;
    const enum fr_outcome truth = instance_find(&course->oracles[index], from, goal);
    if (field->pathfinder->follow(field->state, fr_pixel_centre(from), &field->path) != truth)
        fail_from(course, field, from, goal, "its outcome is not the oracle's");
    if (truth != FR_FOUND)
        return;
    fr_validator_judge(validator, field->traits.movement, fr_pixel_centre(from),
                       fr_pixel_centre(goal), FR_FOUND, &field->path, &judgement);
    if (judgement.verdict != FR_VERDICT_OK)
        fail_from(course, field, from, goal, judgement.reason);
    const double optimum = fr_path_length(&course->oracles[index].path);
    if (fabs(judgement.length - optimum) > SAME_LENGTH * (1 + optimum))
        fail_from(course, field, from, goal, "its path is not as long as the oracle's");
    course->checked++;
}

static void check_goal(struct course *course, int index)
{
    struct instance *field = &course->fields[index];
    struct fr_validator *validator;
    struct fr_pixel goal;
    if (!random_walkable(course->map, &course->random, &goal))
        return;
    assert_int_equal(field->pathfinder->fill(field->state, fr_pixel_centre(goal)), FR_FOUND);
    assert_int_equal(fr_validator_create(course->map, &fr_default_allocator, &validator), FR_OK);
    for (int32_t y = 0; y < course->map->height; y++)
        for (int32_t x = 0; x < course->map->width; x++)
            check_pixel(course, validator, index, (struct fr_pixel){x, y}, goal);
    fr_validator_release(validator);
}

static void add_fields(struct course *course)
{
    for (const struct fr_pathfinder *const *each = fr_pathfinders; *each; each++) {
        if (!(*each)->fill)
            continue;
        assert_true(course->count < MOST_FIELDS);
        struct instance field = instance_named((*each)->name, "", course->map);
        course->oracles[course->count] =
            field.traits.movement == FR_ANY_ANGLE
                ? instance_named("visgraph", "", course->map)
                : instance_named("dijkstra", "model=grid8", course->map);
        course->fields[course->count++] = field;
    }
    assert_true(course->count > 0);
}

static void update_all(struct course *course)
{
    struct fr_rect rects[MOST_BATCH];
    size_t count = 0;
    for (int i = fr_random_between(&course->random, 1, MOST_BATCH); i > 0; i--) {
        const struct fr_rect rect = fr_conformance_edit(course->map, &course->random, false);
        if (rect.width > 0)
            rects[count++] = rect;
    }
    for (int i = 0; i < 2 * course->count; i++) {
        struct instance *each =
            i < course->count ? &course->fields[i] : &course->oracles[i - course->count];
        assert_int_equal(fr_update(each->pathfinder, each->state, rects, count), FR_OK);
    }
}

static int64_t run_course(uint64_t seed)
{
    struct course course = {.seed = seed, .random = {seed}};
    course.map = mixed_map(&course.random);
    add_fields(&course);
    for (int i = 0; i <= CHANGES; i++) {
        for (int j = 0; j < course.count; j++)
            check_goal(&course, j);
        update_all(&course);
    }
    for (int i = 0; i < course.count; i++) {
        instance_release(&course.fields[i]);
        instance_release(&course.oracles[i]);
    }
    fr_map_release(course.map);
    return course.checked;
}

static void all_pixels_have_the_shortest_length(void **unused)
{
    (void)unused;
    const uint64_t seed = soak_seed(1);
    const int64_t maps = soak_fewer((int64_t)MAPS * soak_scale(), 8);
    int64_t checked = 0;
    for (int64_t i = 0; i < maps; i++)
        checked += run_course(seed + (uint64_t)i);
    print_message("%lld pixels on %lld maps from seed %llu\n", (long long)checked, (long long)maps,
                  (unsigned long long)seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_pixels_have_the_shortest_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
