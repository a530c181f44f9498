/* What pathfinder.h promises of every back end: memory, ends, independence, updates. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/algorithms/contender.h"
#include "tests/algorithms/random_maps.h"
#include "tests/algorithms/replay.h"
#include "tests/ascii_map.h"

#define SETTINGS 12 /* of a back end: the default and others spread over all there are */
#define QUESTIONS 12

struct question {
    struct fr_pixel start, goal;
};

/* A map with questions between walkable pixels. */
struct course {
    struct fr_map *map;
    struct question questions[QUESTIONS];
};

static void draw_questions(struct course *course, struct fr_random *random)
{
    for (int i = 0; i < QUESTIONS; i++) {
        struct question *question = &course->questions[i];
        random_walkable(course->map, random, &question->start);
        random_walkable(course->map, random, &question->goal);
    }
}

/* Every other course has edge walls, for a setting that takes them. */
static struct course draw_course(const struct fr_pathfinder *pathfinder,
                                 const struct fr_option_values *options, uint64_t seed)
{
    struct course course;
    struct fr_random random = {seed};
    struct fr_pixel any;
    course.map = mixed_map(&random);
    while (course.map->width < 8 || !random_walkable(course.map, &random, &any)) {
        fr_map_release(course.map);
        course.map = mixed_map(&random);
    }
    struct fr_traits traits;
    pathfinder->describe(options, &traits);
    if (traits.edge_walls && seed % 2 == 0)
        mixed_walls(course.map, &random);
    draw_questions(&course, &random);
    return course;
}

/* How far apart the settings that are checked lie, in the count of all: near the golden ratio, and
 * with no factor in common, so that every option takes all its values. */
static uint64_t stride(uint64_t count)
{
    uint64_t stride = (uint64_t)((double)count * 0.618);
    for (;; stride++) {
        uint64_t a = count, b = stride;
        while (b != 0) {
            const uint64_t rest = a % b;
            a = b;
            b = rest;
        }
        if (a == 1)
            return stride;
    }
}

/* Runs a check on several settings of every back end, the default first. */
static void for_each_setting(void (*check)(const struct fr_pathfinder *pathfinder,
                                           const struct fr_option_values *options))
{
    for (const struct fr_pathfinder *const *each = fr_pathfinders; *each; each++) {
        const uint64_t count = configuration_count(*each);
        const uint64_t settings = count < SETTINGS ? count : SETTINGS;
        for (uint64_t i = 0; i < settings; i++) {
            const struct fr_option_values options = configuration(*each, i * stride(count) % count);
            struct fr_traits traits;
            (*each)->describe(&options, &traits);
            if (traits.movement != FR_POLYGON) /* the courses are masks, without a drawing */
                check(*each, &options);
        }
    }
}

static struct contender prepared(const struct fr_pathfinder *pathfinder,
                                 const struct fr_option_values *options, const struct fr_map *map,
                                 const struct fr_allocator *allocator)
{
    struct contender contender;
    assert_int_equal(contender_prepare(&contender, pathfinder, options, map, allocator), FR_OK);
    return contender;
}

static enum fr_outcome ask(struct contender *contender, const struct question *question)
{
    return contender_ask(contender, question->start, question->goal);
}

static void fail_setting(const struct contender *contender, const struct fr_map *map,
                         const struct question *question, const char *what)
{
    char address[512];
    print_error("%s, (%d, %d) to (%d, %d): %s\n",
                contender_address(contender, address, sizeof address), question->start.x,
                question->start.y, question->goal.x, question->goal.y, what);
    print_map(map);
    fail();
}

static void descriptors_are_whole(void **state)
{
    (void)state;
    for (const struct fr_pathfinder *const *each = fr_pathfinders; *each; each++) {
        const struct fr_pathfinder *pathfinder = *each;
        assert_ptr_equal(fr_pathfinder_find(pathfinder->name), pathfinder);
        assert_non_null(pathfinder->label);
        assert_non_null(pathfinder->summary);
        assert_non_null(pathfinder->source);
        assert_in_range(pathfinder->option_count, 0, FR_MAX_OPTIONS);
        for (int i = 0; i < pathfinder->option_count; i++) {
            const struct fr_option *option = &pathfinder->options[i];
            assert_non_null(option->help);
            if (option->kind == FR_OPTION_INTEGER)
                assert_true(option->low <= option->fallback && option->fallback <= option->high);
            else
                assert_true(option->fallback >= 0 &&
                            (uint64_t)option->fallback < option_choices(option));
        }
        pathfinder->release(NULL);
    }
    assert_string_equal(fr_pathfinders[0]->name, "null");
    assert_string_equal(fr_pathfinders[1]->name, "dijkstra");
    assert_null(fr_pathfinder_find("no such back end"));
}

static void check_steady_memory(const struct fr_pathfinder *pathfinder,
                                const struct fr_option_values *options)
{
    for (uint64_t seed = 1; seed <= 4; seed++) {
        struct course course = draw_course(pathfinder, options, seed);
        struct fr_counting_allocator counting;
        fr_counting_allocator_init(&counting);
        struct contender contender = prepared(pathfinder, options, course.map, &counting.allocator);
        for (int i = 0; i < QUESTIONS; i++)
            ask(&contender, &course.questions[i]);
        for (int i = 0; i < QUESTIONS; i++) {
            const uint64_t before = counting.allocations;
            ask(&contender, &course.questions[i]);
            if (counting.allocations != before)
                fail_setting(&contender, course.map, &course.questions[i],
                             "allocates after warm-up");
        }
        contender_release(&contender);
        assert_int_equal(counting.live_bytes, 0);
        fr_map_release(course.map);
    }
}

static void a_warm_find_allocates_nothing(void **state)
{
    (void)state;
    for_each_setting(check_steady_memory);
}

/* Prepares and asks with the n-th allocation refused; whether one was. */
static bool survives_refusal(const struct fr_pathfinder *pathfinder,
                             const struct fr_option_values *options, const struct course *course,
                             const enum fr_outcome *expected, uint64_t n)
{
    struct fr_counting_allocator counting;
    fr_counting_allocator_init(&counting);
    counting.fail_at = n;
    struct contender contender;
    const enum fr_status status =
        contender_prepare(&contender, pathfinder, options, course->map, &counting.allocator);
    assert_int_equal(status, counting.refused ? FR_NO_MEMORY : FR_OK);
    if (status != FR_OK)
        assert_null(contender.state);
    for (int i = 0; status == FR_OK && i < QUESTIONS; i++) {
        const uint64_t refused = counting.refused;
        const enum fr_outcome outcome = ask(&contender, &course->questions[i]);
        if (counting.refused != refused ? outcome != FR_OUT_OF_MEMORY : outcome != expected[i])
            fail_setting(&contender, course->map, &course->questions[i],
                         "wrong outcome at or after a refused allocation");
        if (outcome != FR_FOUND)
            assert_int_equal(contender.path.count, 0);
    }
    contender_release(&contender);
    assert_int_equal(counting.live_bytes, 0);
    return counting.refused != 0;
}

static void check_refusals(const struct fr_pathfinder *pathfinder,
                           const struct fr_option_values *options)
{
    for (uint64_t seed = 11; seed <= 12; seed++) {
        const struct course course = draw_course(pathfinder, options, seed);
        enum fr_outcome expected[QUESTIONS];
        struct contender contender =
            prepared(pathfinder, options, course.map, &fr_default_allocator);
        for (int i = 0; i < QUESTIONS; i++)
            expected[i] = ask(&contender, &course.questions[i]);
        contender_release(&contender);
        for (uint64_t n = 1; survives_refusal(pathfinder, options, &course, expected, n); n++)
            assert_true(n < 10000);
        fr_map_release(course.map);
    }
}

static void every_refused_allocation_is_survived(void **state)
{
    (void)state;
    for_each_setting(check_refusals);
}

static bool blocked_pixel(const struct fr_map *map, struct fr_pixel *pixel)
{
    for (pixel->y = 0; pixel->y < map->height; pixel->y++)
        for (pixel->x = 0; pixel->x < map->width; pixel->x++)
            if (!fr_map_walkable(map, pixel->x, pixel->y))
                return true;
    return false;
}

static void check_ends(const struct fr_pathfinder *pathfinder,
                       const struct fr_option_values *options)
{
    for (uint64_t seed = 21; seed <= 24; seed++) {
        struct course course = draw_course(pathfinder, options, seed);
        struct contender contender =
            prepared(pathfinder, options, course.map, &fr_default_allocator);
        const struct fr_pixel floor = course.questions[0].start;
        const struct question stay = {floor, floor};
        enum fr_outcome outcome = ask(&contender, &stay);
        if (!contender.traits.expected_faults && outcome != FR_NONE &&
            (outcome != FR_FOUND || contender.path.count != 1 ||
             !fr_point_equal(contender.path.points[0], fr_pixel_centre(floor))))
            fail_setting(&contender, course.map, &stay, "start == goal is not one point");
        struct fr_pixel wall;
        const bool any = blocked_pixel(course.map, &wall);
        const struct question questions[] = {{floor, wall}, {wall, floor}, {wall, wall}};
        for (int i = 0; any && !contender.traits.expected_faults && i < 3; i++) {
            outcome = ask(&contender, &questions[i]);
            if ((outcome != FR_UNREACHABLE && outcome != FR_NONE) || contender.path.count != 0)
                fail_setting(&contender, course.map, &questions[i], "an end in a wall is reached");
        }
        const struct fr_point corner = {2 * floor.x, 2 * floor.y};
        outcome = pathfinder->find(contender.state, corner, corner, NULL, &contender.path);
        if (!contender.traits.expected_faults && outcome != FR_UNREACHABLE && outcome != FR_NONE)
            fail_setting(&contender, course.map, &stay, "a pixel's corner is taken for a centre");
        contender_release(&contender);
        fr_map_release(course.map);
    }
}

static void ends_in_walls_are_unreachable_and_standing_is_one_point(void **state)
{
    (void)state;
    for_each_setting(check_ends);
}

struct answer {
    enum fr_outcome outcome;
    struct fr_path path;
};

static void answer_alone(const struct fr_pathfinder *pathfinder,
                         const struct fr_option_values *options, const struct course *course,
                         struct answer *answers)
{
    struct contender contender = prepared(pathfinder, options, course->map, &fr_default_allocator);
    for (int i = 0; i < QUESTIONS; i++) {
        answers[i].outcome = ask(&contender, &course->questions[i]);
        answers[i].path = contender.path;
        fr_path_init(&contender.path, &fr_default_allocator);
    }
    contender_release(&contender);
}

static void check_independence(const struct fr_pathfinder *pathfinder,
                               const struct fr_option_values *options)
{
    struct course courses[2] = {draw_course(pathfinder, options, 31),
                                draw_course(pathfinder, options, 32)};
    struct answer answers[2][QUESTIONS];
    struct contender contenders[2];
    for (int c = 0; c < 2; c++) {
        answer_alone(pathfinder, options, &courses[c], answers[c]);
        contenders[c] = prepared(pathfinder, options, courses[c].map, &fr_default_allocator);
    }
    for (int i = 0; i < 2 * QUESTIONS; i++) {
        const int c = i % 2;
        const struct question *question = &courses[c].questions[i / 2];
        const struct answer *alone = &answers[c][i / 2];
        if (ask(&contenders[c], question) != alone->outcome ||
            !same_path(&contenders[c].path, &alone->path))
            fail_setting(&contenders[c], courses[c].map, question,
                         "another state changes its answer");
    }
    for (int c = 0; c < 2; c++) {
        for (int i = 0; i < QUESTIONS; i++)
            fr_path_release(&answers[c][i].path);
        contender_release(&contenders[c]);
        fr_map_release(courses[c].map);
    }
}

static void states_are_independent(void **state)
{
    (void)state;
    for_each_setting(check_independence);
}

/* Changes the map in one or two places; returns how many rectangles say where. */
static size_t edit(struct fr_map *map, struct fr_random *random, struct fr_rect rects[2])
{
    if (fr_random_below(random, 4) == 0) {
        rects[0] = (struct fr_rect){0, 0, map->width, map->height};
        fr_map_enable(map, (uint8_t)fr_random_between(random, 2, 4), fr_random_below(random, 2));
        return 1;
    }
    const size_t count = 1 + fr_random_below(random, 2);
    for (size_t i = 0; i < count; i++) {
        rects[i] =
            (struct fr_rect){fr_random_between(random, -2, map->width - 1),
                             fr_random_between(random, -2, map->height - 1),
                             fr_random_between(random, 1, 12), fr_random_between(random, 1, 12)};
        assert_int_equal(fr_map_block(map, rects[i], fr_random_below(random, 3) > 0), FR_OK);
    }
    return count;
}

static void compare_with_fresh(struct contender *updated, const struct course *course)
{
    struct contender fresh =
        prepared(updated->pathfinder, &updated->options, course->map, &fr_default_allocator);
    for (int i = 0; i < QUESTIONS; i++) {
        const struct question *question = &course->questions[i];
        const enum fr_outcome outcome = ask(&fresh, question);
        if (ask(updated, question) != outcome)
            fail_setting(updated, course->map, question, "updated, its outcome is not a fresh one");
        const double length = path_length(&fresh.path);
        if (outcome == FR_FOUND && fabs(path_length(&updated->path) - length) > 1e-9 * length)
            fail_setting(updated, course->map, question, "updated, its length is not a fresh one");
    }
    contender_release(&fresh);
}

static void check_updates(const struct fr_pathfinder *pathfinder,
                          const struct fr_option_values *options)
{
    if (!pathfinder->update)
        return;
    for (uint64_t seed = 41; seed <= 44; seed++) {
        struct course course = draw_course(pathfinder, options, seed);
        struct fr_random random = {seed};
        struct contender contender =
            prepared(pathfinder, options, course.map, &fr_default_allocator);
        for (int round = 0; round < 10; round++) {
            struct fr_rect rects[2];
            const size_t count = edit(course.map, &random, rects);
            assert_int_equal(pathfinder->update(contender.state, rects, count), FR_OK);
            draw_questions(&course, &random);
            compare_with_fresh(&contender, &course);
        }
        contender_release(&contender);
        fr_map_release(course.map);
    }
}

static void an_update_equals_a_fresh_prepare(void **state)
{
    (void)state;
    for_each_setting(check_updates);
}

static void check_refused_walls(const struct fr_pathfinder *pathfinder,
                                const struct fr_option_values *options)
{
    struct fr_map *map = walled_map(". .|.\n"
                                    "     \n"
                                    ". . .\n");
    const struct fr_rect changed = {1, 0, 2, 1};
    struct fr_counting_allocator counting;
    struct contender contender;
    fr_counting_allocator_init(&counting);
    enum fr_status status =
        contender_prepare(&contender, pathfinder, options, map, &counting.allocator);
    assert_int_equal(status, contender.traits.edge_walls ? FR_OK : FR_UNSUPPORTED);
    contender_release(&contender);
    assert_int_equal(counting.live_bytes, 0);

    assert_int_equal(fr_map_set_wall(map, 1, 0, FR_EAST, false), FR_OK);
    contender = prepared(pathfinder, options, map, &counting.allocator);
    assert_int_equal(fr_map_set_wall(map, 1, 0, FR_EAST, true), FR_OK);
    if (pathfinder->update)
        assert_int_equal(pathfinder->update(contender.state, &changed, 1),
                         contender.traits.edge_walls ? FR_OK : FR_UNSUPPORTED);
    contender_release(&contender);
    assert_int_equal(counting.live_bytes, 0);
    fr_map_release(map);
}

static void walls_are_walked_around_or_refused(void **state)
{
    (void)state;
    for_each_setting(check_refused_walls);
}

static void count_phase(void *context, enum fr_phase phase)
{
    int *counts = context;
    assert_in_range(phase, 0, FR_PHASES - 1);
    counts[phase]++;
}

static void check_probe(const struct fr_pathfinder *pathfinder,
                        const struct fr_option_values *options)
{
    struct course course = draw_course(pathfinder, options, 52);
    struct contender plain = prepared(pathfinder, options, course.map, &fr_default_allocator);
    struct contender probed = prepared(pathfinder, options, course.map, &fr_default_allocator);
    int counts[FR_PHASES] = {0};
    const struct fr_probe probe = {count_phase, counts};
    for (int i = 0; i < QUESTIONS; i++) {
        const struct question *question = &course.questions[i];
        const enum fr_outcome outcome =
            pathfinder->find(probed.state, fr_pixel_centre(question->start),
                             fr_pixel_centre(question->goal), &probe, &probed.path);
        if (ask(&plain, question) != outcome || !same_path(&plain.path, &probed.path))
            fail_setting(&probed, course.map, question, "a probe changes its answer");
        const struct fr_stats stats = contender_stats(&probed);
        assert_true(stats.expanded >= -1 && stats.generated >= -1 && stats.cleared >= -1 &&
                    stats.sight_checks >= -1);
    }
    contender_release(&plain);
    contender_release(&probed);
    fr_map_release(course.map);
}

static void a_probe_changes_nothing(void **state)
{
    (void)state;
    for_each_setting(check_probe);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(descriptors_are_whole),
        cmocka_unit_test(a_warm_find_allocates_nothing),
        cmocka_unit_test(every_refused_allocation_is_survived),
        cmocka_unit_test(ends_in_walls_are_unreachable_and_standing_is_one_point),
        cmocka_unit_test(states_are_independent),
        cmocka_unit_test(an_update_equals_a_fresh_prepare),
        cmocka_unit_test(walls_are_walked_around_or_refused),
        cmocka_unit_test(a_probe_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
