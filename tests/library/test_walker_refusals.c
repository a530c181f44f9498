/* What a walker of footrace.h refuses and survives: bad arguments, faults in polygons, rooms that its
 * pathfinder cannot take, and memory that runs out. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "algorithms/front.h"
#include "maps/random.h"
#include "tests/library/walker_rooms.h"
#include "tests/soak.h"

enum { ROOM = 512 };

static void assert_refused(const struct fr_shape *shapes, size_t count, const char *expected)
{
    struct fr_walker *walker = NULL;
    char message[FR_WALKER_MESSAGE] = "";
    assert_int_equal(fr_walker_from_polygons(shapes, count, 30, 20, NULL, NULL, message, &walker),
                     FR_WALKER_BAD_ARGUMENT);
    assert_string_equal(message, expected);
    assert_null(walker);
}

static void faults_of_polygons_are_named(void **state)
{
    const struct fr_spot crossing[] = {{0, 0}, {10, 10}, {10, 0}, {0, 10}};
    const struct fr_spot far[] = {{0, 0}, {10, 10}, {1e6F, 0}};
    const struct fr_spot nowhere[] = {{0, 0}, {NAN, 10}, {10, 0}};
    const struct fr_shape hole_first[] = {{hole_corners, 4, 0}};
    const struct fr_shape outside[] = {{floor_corners, 4, 1}, {gate_corners, 4, 0}};
    const struct fr_shape overlap[] = {{floor_corners, 4, 1}, {hole_corners, 4, 2}};
    (void)state;
    assert_refused(NULL, 1, "shapes: none found, expected at least one");
    assert_refused(drawn_room, 0, "shapes: none found, expected at least one");
    assert_refused((struct fr_shape[]){{floor_corners, 2, 1}}, 1,
                   "shape 0, corner 0: fewer corners found, expected at least three");
    assert_refused((struct fr_shape[]){{NULL, 4, 1}}, 1,
                   "shape 0, corner 0: fewer corners found, expected at least three");
    assert_refused(
        (struct fr_shape[]){{far, 3, 1}}, 1,
        "shape 0, corner 2: coordinates out of range found, expected at most 32767 pixels");
    assert_refused(
        (struct fr_shape[]){{nowhere, 3, 1}}, 1,
        "shape 0, corner 1: coordinates out of range found, expected at most 32767 pixels");
    assert_refused(hole_first, 1,
                   "shape 0, corner 0: a hole found without floor around it, expected a piece of "
                   "floor before it");
    struct fr_walker *walker = NULL;
    char message[FR_WALKER_MESSAGE] = "";
    assert_int_equal(fr_walker_from_polygons((struct fr_shape[]){{crossing, 4, 1}}, 1, 30, 20, NULL,
                                             NULL, message, &walker),
                     FR_WALKER_BAD_ARGUMENT);
    assert_non_null(strstr(message, "shape 0, corner "));
    assert_int_equal(fr_walker_from_polygons(outside, 2, 30, 20, NULL, NULL, message, &walker),
                     FR_WALKER_BAD_ARGUMENT);
    assert_non_null(strstr(message, "shape 1, corner "));
    assert_int_equal(fr_walker_from_polygons(overlap, 2, 30, 20, NULL, NULL, message, &walker),
                     FR_WALKER_BAD_ARGUMENT);
    assert_non_null(strstr(message, "expected pieces that share nothing but edges"));
    assert_int_equal(fr_walker_from_polygons(drawn_room, 4, 0, 20, NULL, NULL, message, &walker),
                     FR_WALKER_BAD_ARGUMENT);
    assert_null(walker);
}

static void bad_arguments_are_refused(void **state)
{
    static const uint8_t pixels[64];
    static const struct {
        struct fr_mask mask;
        const char *pathfinder, *expected;
    } bad[] = {
        {{NULL, 8, 8, 0, FR_MASK_BYTES}, NULL, "mask: no pixels found, expected some"},
        {{pixels, 0, 8, 0, FR_MASK_BYTES},
         NULL,
         "mask: a size out of range found, expected a width and a height from 1 to 32767 pixels"},
        {{pixels, 8, 32768, 0, FR_MASK_BYTES},
         NULL,
         "mask: a size out of range found, expected a width and a height from 1 to 32767 pixels"},
        {{pixels, 8, 8, 7, FR_MASK_BYTES},
         NULL,
         "mask: a stride shorter than a row found, expected 0, or at least a row's bytes"},
        {{pixels, 9, 8, -1, FR_MASK_BITS},
         NULL,
         "mask: a stride shorter than a row found, expected 0, or at least a row's bytes"},
        {{pixels, 8, 8, PTRDIFF_MIN, FR_MASK_FORMATS},
         NULL,
         "mask: an unknown format found, expected one of enum fr_mask_format"},
        {{pixels, 8, 8, 0, FR_MASK_BYTES},
         "teleport",
         "pathfinder 'teleport': not found; expected a name from fr_walker_pathfinder()"},
        {{pixels, 8, 8, 0, FR_MASK_BYTES},
         "",
         "pathfinder '': not found; expected a name from fr_walker_pathfinder()"},
    };
    struct fr_walker *walker = NULL;
    char message[FR_WALKER_MESSAGE];
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(
            fr_walker_from_mask(&bad[i].mask, bad[i].pathfinder, NULL, message, &walker),
            FR_WALKER_BAD_ARGUMENT);
        assert_string_equal(message, bad[i].expected);
        assert_int_equal(fr_walker_from_mask(&bad[i].mask, bad[i].pathfinder, NULL, NULL, &walker),
                         FR_WALKER_BAD_ARGUMENT);
    }
    const struct fr_mask mask = {pixels, 8, 8, 0, FR_MASK_BYTES};
    assert_int_equal(fr_walker_from_mask(&mask, "jpsplus:smooth=maybe", NULL, message, &walker),
                     FR_WALKER_BAD_ARGUMENT);
    assert_non_null(strstr(message, "smooth"));
    assert_null(walker);
    walker = small_walker(NULL, NULL);
    assert_int_equal(fr_walker_open(walker, 0, true), FR_WALKER_BAD_ARGUMENT);
    assert_int_equal(fr_walker_open(walker, 256, true), FR_WALKER_BAD_ARGUMENT);
    assert_int_equal(fr_walker_paint(walker, 0, 0, &bad[0].mask), FR_WALKER_BAD_ARGUMENT);
    assert_int_equal(fr_walker_block(walker, 0, 0, -3, 4, true), FR_WALKER_OK);
    assert_int_equal(fr_walker_block(walker, INT32_MAX, INT32_MIN, INT32_MAX, INT32_MAX, true),
                     FR_WALKER_OK);
    assert_true(fr_walker_walkable(walker, spot(0, 0)));
    fr_walker_release(walker);
}

/* What a game may do, to be cut short at any allocation. */
static void play(const struct fr_walker_memory *memory, const char *pathfinder)
{
    struct fr_walker *walker = small_walker(pathfinder, memory), *drawn = NULL;
    struct fr_spot path[16], closest;
    struct fr_walk walk;
    const void *bytes;
    size_t size;
    const uint8_t patch[1] = {0xFF};
    const struct fr_mask mask = {patch, 8, 1, 0, FR_MASK_BITS};
    enum fr_walker_status status;
    if (walker) {
        const enum fr_walker_status done[] = {
            fr_walker_find(walker, spot(0, 4), spot(5, 4), path, 16, &walk),
            fr_walker_closest(walker, spot(0, 4), spot(5, 4), &closest),
            fr_walker_block(walker, 3, 3, 2, 2, true),
            fr_walker_paint(walker, 0, 0, &mask),
            fr_walker_find(walker, spot(0, 4), spot(5, 4), path, 16, &walk),
            fr_walker_save(walker, &bytes, &size)};
        for (size_t i = 0; i < sizeof done / sizeof *done; i++)
            assert_true(done[i] == FR_WALKER_OK || done[i] == FR_WALKER_NO_MEMORY ||
                        ((i == 2 || i == 3 || i == 5) && done[i] == FR_WALKER_UNSUPPORTED));
        if (done[5] == FR_WALKER_OK) {
            status = fr_walker_load(walker, bytes, size);
            assert_true(status == FR_WALKER_OK || status == FR_WALKER_NO_MEMORY);
        }
        /* Nothing was lost on the way: what is asked again is answered. */
        status = fr_walker_find(walker, spot(0, 4), spot(5, 4), path, 16, &walk);
        assert_true(status == FR_WALKER_OK || status == FR_WALKER_NO_MEMORY);
    }
    status =
        fr_walker_from_polygons(drawn_room, 4, 30, 20, "visgraph-polygon", memory, NULL, &drawn);
    assert_true(status == FR_WALKER_OK || status == FR_WALKER_NO_MEMORY);
    fr_walker_release(drawn);
    fr_walker_release(walker);
}

static void refused_memory_is_told_and_not_leaked(void **state)
{
    static const char *const names[] = {"visgraph", "jpsplus", "bfs",
                                        "visgraph-polygon:source=drawing"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (uint64_t n = 1;; n++) {
            struct fr_counting_allocator counting;
            fr_counting_allocator_init(&counting);
            counting.fail_at = n;
            const struct fr_walker_memory memory = {counting.allocator.allocate,
                                                    counting.allocator.deallocate,
                                                    counting.allocator.context};
            play(&memory, names[i]);
            assert_int_equal(counting.live_bytes, 0);
            if (!counting.refused)
                break;
        }
}

static void a_second_find_allocates_nothing(void **state)
{
    struct fr_counting_allocator counting;
    struct fr_spot path[16];
    struct fr_walk walk;
    (void)state;
    fr_counting_allocator_init(&counting);
    const struct fr_walker_memory memory = {
        counting.allocator.allocate, counting.allocator.deallocate, counting.allocator.context};
    struct fr_walker *walker = small_walker(NULL, &memory);
    assert_int_equal(fr_walker_find(walker, spot(0, 4), spot(5, 4), path, 16, &walk), FR_WALKER_OK);
    const uint64_t before = counting.allocations;
    for (int i = 0; i < 5; i++)
        assert_int_equal(fr_walker_find(walker, spot(0, 4), spot(5, 4), path, 16, &walk),
                         FR_WALKER_OK);
    assert_int_equal(counting.allocations, before);
    fr_walker_release(walker);
}

/* The walker answers by its fallback, as a walker of theta that was made in the room as it is. */
static void assert_falls_back(struct fr_walker *walker, struct fr_walker *theta, int32_t width,
                              int32_t height, struct fr_random *random)
{
    for (int i = 0; i < 20; i++) {
        struct fr_spot path[ROOM], expected_path[ROOM], closest = {0, 0}, expected_closest = {0, 0};
        struct fr_walk walk, expected;
        const struct fr_spot from = spot((float)fr_random_between(random, -2, width + 1),
                                         (float)fr_random_between(random, -2, height + 1));
        const struct fr_spot to = spot((float)fr_random_between(random, -2, width + 1),
                                       (float)fr_random_between(random, -2, height + 1));
        assert_int_equal(fr_walker_find(walker, from, to, path, ROOM, &walk),
                         fr_walker_find(theta, from, to, expected_path, ROOM, &expected));
        assert_true(walk.fallback && !expected.fallback);
        assert_true(same(walk.start, expected.start) && same(walk.goal, expected.goal));
        assert_int_equal(walk.count, expected.count);
        assert_true(walk.length == expected.length);
        for (size_t k = 0; k < walk.count; k++)
            assert_true(same(path[k], expected_path[k]));
        assert_int_equal(fr_walker_closest(walker, from, to, &closest),
                         fr_walker_closest(theta, from, to, &expected_closest));
        assert_true(same(closest, expected_closest));
    }
    const void *bytes;
    size_t size;
    assert_int_equal(fr_walker_prepare(walker), FR_WALKER_UNSUPPORTED);
    assert_int_equal(fr_walker_save(walker, &bytes, &size), FR_WALKER_UNSUPPORTED);
}

/* To find that a room cannot be taken may cost seconds: once. */
static void a_refusal_is_remembered_until_the_room_changes(void **state)
{
    struct fr_random random = {soak_seed(2005)};
    struct fr_counting_allocator counting;
    struct fr_walk walk;
    (void)state;
    fr_counting_allocator_init(&counting);
    const struct fr_walker_memory memory = {
        counting.allocator.allocate, counting.allocator.deallocate, counting.allocator.context};
    struct fr_walker *walker = small_walker("visgraph-polygon:source=drawing", &memory);
    struct fr_walker *theta = small_walker("theta", NULL);
    assert_falls_back(walker, theta, 8, 8, &random);
    assert_int_equal(fr_walker_find(walker, spot(0, 4), spot(5, 4), NULL, 0, &walk),
                     FR_WALKER_LONG_PATH);
    const uint64_t before = counting.allocations;
    for (int i = 0; i < 5; i++)
        assert_int_equal(fr_walker_find(walker, spot(0, 4), spot(5, 4), NULL, 0, &walk),
                         FR_WALKER_LONG_PATH);
    assert_int_equal(counting.allocations, before);
    for (int i = 0; i < 2; i++)
        assert_int_equal(fr_walker_open(i ? theta : walker, 2, false), FR_WALKER_OK);
    assert_int_equal(fr_walker_prepare(walker), FR_WALKER_UNSUPPORTED);
    assert_true(counting.allocations > before);
    assert_falls_back(walker, theta, 8, 8, &random);
    fr_walker_release(theta);
    fr_walker_release(walker);
    assert_int_equal(counting.live_bytes, 0);
}

/* Rocks make the labels too large; without them the same walker finds shortest paths again. */
static void the_chosen_pathfinder_is_tried_again(void **state)
{
    enum { WIDTH = 110, HEIGHT = 70 };
    static uint8_t rocks[WIDTH * HEIGHT], floor[WIDTH * HEIGHT];
    struct fr_random random = {2006};
    struct fr_walker *walker, *theta;
    struct fr_walk walk;
    (void)state;
    memset(floor, 1, sizeof floor);
    for (size_t i = 0; i < sizeof rocks; i++)
        rocks[i] = fr_random_below(&random, 100) >= 8;
    const struct fr_mask rocky = {rocks, WIDTH, HEIGHT, 0, FR_MASK_BYTES};
    const struct fr_mask empty = {floor, WIDTH, HEIGHT, 0, FR_MASK_BYTES};
    assert_int_equal(fr_walker_from_mask(&rocky, "hublabel:budget=1", NULL, NULL, &walker),
                     FR_WALKER_OK);
    assert_int_equal(fr_walker_from_mask(&rocky, "theta", NULL, NULL, &theta), FR_WALKER_OK);
    for (int i = 0; i < 2; i++) {
        assert_falls_back(walker, theta, WIDTH, HEIGHT, &random);
        assert_int_equal(fr_walker_paint(walker, 0, 0, &empty), FR_WALKER_OK);
        assert_int_equal(fr_walker_find(walker, spot(1, 2), spot(100, 61), NULL, 0, &walk),
                         FR_WALKER_LONG_PATH);
        assert_true(!walk.fallback && walk.count == 2);
        assert_int_equal(fr_walker_prepare(walker), FR_WALKER_OK);
        assert_int_equal(fr_walker_paint(walker, 0, 0, &rocky), FR_WALKER_OK);
    }
    fr_walker_release(theta);
    fr_walker_release(walker);
}

static void statuses_and_pathfinders_have_names(void **state)
{
    (void)state;
    for (int i = 0; i < FR_WALKER_STATUSES; i++)
        assert_true(strlen(fr_walker_status_text((enum fr_walker_status)i)) > 3);
    assert_string_equal(fr_walker_status_text(FR_WALKER_STATUSES), "unknown status");
    int count = 0;
    for (; fr_walker_pathfinder(count); count++)
        assert_string_equal(fr_walker_pathfinder(count), fr_pathfinders[count]->name);
    assert_null(fr_pathfinders[count]);
    assert_null(fr_walker_pathfinder(-1));
    assert_null(fr_walker_pathfinder(count + 1));
    fr_walker_release(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_of_polygons_are_named),
        cmocka_unit_test(bad_arguments_are_refused),
        cmocka_unit_test(refused_memory_is_told_and_not_leaked),
        cmocka_unit_test(a_second_find_allocates_nothing),
        cmocka_unit_test(a_refusal_is_remembered_until_the_room_changes),
        cmocka_unit_test(the_chosen_pathfinder_is_tried_again),
        cmocka_unit_test(statuses_and_pathfinders_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
