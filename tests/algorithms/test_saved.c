/* Prepared states as bytes: whoever can save answers from what was loaded as before, and what was
 * damaged, cut short or saved with another map or other options is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "algorithms/saved.h"
#include "maps/checksum.h"
#include "tests/algorithms/instance.h"
#include "tests/algorithms/random_maps.h"
#include "tests/soak.h"

enum { ROUNDS = 40, CLICKS = 12, DAMAGED_WIDTH = 9, DAMAGED_HEIGHT = 7 };
enum { FORGED_BYTES = 800 };

static struct fr_bytes save(const struct instance *instance, const struct fr_map *map)
{
    struct fr_bytes bytes = {.allocator = &fr_default_allocator};
    assert_int_equal(
        fr_state_save(instance->pathfinder, instance->state, map, &instance->options, &bytes),
        FR_OK);
    return bytes;
}

static enum fr_status load(const struct instance *instance, const struct fr_map *map,
                           const struct fr_allocator *allocator, const void *bytes, size_t count,
                           struct fr_state **state)
{
    return fr_state_load(instance->pathfinder, map, &instance->options, allocator, bytes, count,
                         state);
}

/* One with what the other saved, for the caller to release. */
static struct instance reload(const struct instance *from, const struct fr_map *map)
{
    struct instance loaded = *from;
    struct fr_bytes bytes = save(from, map);
    loaded.state = NULL;
    fr_path_init(&loaded.path, &fr_default_allocator);
    assert_int_equal(
        load(from, map, &fr_default_allocator, bytes.items, bytes.count, &loaded.state), FR_OK);
    fr_bytes_release(&bytes);
    return loaded;
}

static void assert_same_answers(struct instance *a, struct instance *b, const struct fr_map *map,
                                struct fr_random *random)
{
    for (int i = 0; i < CLICKS; i++) {
        struct fr_pixel start, goal;
        if (!random_walkable(map, random, &start) || !random_walkable(map, random, &goal))
            return;
        assert_int_equal(instance_find(a, start, goal), instance_find(b, start, goal));
        assert_int_equal(a->path.count, b->path.count);
        for (size_t k = 0; k < a->path.count; k++)
            assert_true(fr_point_equal(a->path.points[k], b->path.points[k]));
    }
}

/* The same outcomes, and paths of the same length: of several shortest ones, a state that followed a
 * change may find another than one that was prepared after it. */
static void assert_equal_answers(struct instance *a, struct instance *b, const struct fr_map *map,
                                 struct fr_random *random)
{
    for (int i = 0; i < CLICKS; i++) {
        struct fr_pixel start, goal;
        if (!random_walkable(map, random, &start) || !random_walkable(map, random, &goal))
            return;
        assert_int_equal(instance_find(a, start, goal), instance_find(b, start, goal));
        const double difference = fr_path_length(&a->path) - fr_path_length(&b->path);
        assert_true(difference > -1e-9 && difference < 1e-9);
    }
}

/* Whether a state is worth to be saved; if not, it says so. */
static bool saves(const struct instance *instance, const struct fr_map *map)
{
    struct fr_bytes bytes = {.allocator = &fr_default_allocator};
    const enum fr_status status =
        fr_state_save(instance->pathfinder, instance->state, map, &instance->options, &bytes);
    fr_bytes_release(&bytes);
    assert_true(status == FR_OK || status == FR_UNSUPPORTED);
    return status == FR_OK;
}

static bool saves_with(const char *name, const char *options)
{
    struct fr_random random = {3};
    struct fr_map *map = random_map(&random, 20, 20, 20);
    struct instance prepared = instance_named(name, options, map);
    const bool does = saves(&prepared, map);
    instance_release(&prepared);
    fr_map_release(map);
    return does;
}

/* Every setting of every back end that saves; how many. */
static int for_each_saver(void (*check)(const char *name, const char *options, uint64_t seed))
{
    int savers = 0;
    for (const struct fr_pathfinder *const *each = fr_pathfinders; *each; each++) {
        const char *const *setting = (*each)->settings;
        assert_int_equal((*each)->save == NULL, (*each)->load == NULL);
        for (const char *options = ""; (*each)->save && options;
             options = setting ? *setting++ : NULL)
            if (saves_with((*each)->name, options)) {
                check((*each)->name, options, soak_seed(20));
                savers++;
            }
    }
    return savers;
}

static void check_answers(const char *name, const char *options, uint64_t seed)
{
    struct fr_random random = {seed};
    for (int round = 0; round < ROUNDS * soak_scale(); round++) {
        struct fr_map *map = mixed_map(&random);
        struct instance prepared = instance_named(name, options, map);
        struct instance loaded = reload(&prepared, map);
        assert_same_answers(&prepared, &loaded, map, &random);
        if (prepared.pathfinder->update) {
            const struct fr_rect edit = {0, 0, (map->width + 1) / 2, (map->height + 1) / 2};
            assert_int_equal(fr_map_block(map, edit, true), FR_OK);
            assert_int_equal(fr_update(prepared.pathfinder, prepared.state, &edit, 1), FR_OK);
            assert_int_equal(fr_update(loaded.pathfinder, loaded.state, &edit, 1), FR_OK);
            assert_same_answers(&prepared, &loaded, map, &random);
            if (saves(&prepared, map)) {
                struct instance again = reload(&prepared, map);
                assert_equal_answers(&prepared, &again, map, &random);
                instance_release(&again);
            }
        }
        instance_release(&loaded);
        instance_release(&prepared);
        fr_map_release(map);
    }
}

static void a_loaded_state_answers_as_the_saved_one(void **state)
{
    (void)state;
    assert_true(for_each_saver(check_answers) > 0);
}

static void what_is_dear_to_prepare_is_saved(void **state)
{
    (void)state;
    assert_true(saves_with("contracted", ""));
    assert_true(saves_with("octile", ""));
    assert_true(saves_with("hublabel", ""));
    assert_true(saves_with("visgraph", ""));
    assert_true(saves_with("visgraph", "edges=taut"));
    assert_false(saves_with("jpsplus", ""));
}

static void check_damage(const char *name, const char *options, uint64_t seed)
{
    struct fr_random random = {seed};
    struct fr_map *map = random_map(&random, DAMAGED_WIDTH, DAMAGED_HEIGHT, 20);
    struct instance prepared = instance_named(name, options, map);
    struct fr_bytes bytes = save(&prepared, map);
    struct fr_state *none = NULL;
    for (size_t i = 0; i < bytes.count; i++) {
        const uint8_t byte = bytes.items[i];
        bytes.items[i] ^= (uint8_t)(1 + fr_random_below(&random, 255));
        assert_int_equal(
            load(&prepared, map, &fr_default_allocator, bytes.items, bytes.count, &none),
            FR_BAD_INPUT);
        bytes.items[i] = byte;
        assert_int_equal(load(&prepared, map, &fr_default_allocator, bytes.items, i, &none),
                         FR_BAD_INPUT);
    }
    const uint8_t nothing = 0;
    assert_int_equal(fr_bytes_append(&bytes, &nothing, 1, 1), FR_OK);
    assert_int_equal(load(&prepared, map, &fr_default_allocator, bytes.items, bytes.count, &none),
                     FR_BAD_INPUT);
    assert_null(none);
    fr_bytes_release(&bytes);
    instance_release(&prepared);
    fr_map_release(map);
}

static void every_damaged_byte_is_refused(void **state)
{
    (void)state;
    for_each_saver(check_damage);
}

static void check_other_inputs(const char *name, const char *options, uint64_t seed)
{
    struct fr_random random = {seed};
    struct fr_map *map = random_map(&random, 20, 20, 20);
    struct instance prepared = instance_named(name, options, map);
    struct fr_bytes bytes = save(&prepared, map);
    struct fr_state *none = NULL;
    for (int i = 0; i < prepared.pathfinder->option_count; i++) {
        prepared.options.at[i]++;
        assert_int_equal(
            load(&prepared, map, &fr_default_allocator, bytes.items, bytes.count, &none),
            FR_UNSUPPORTED);
        prepared.options.at[i]--;
    }
    fr_map_set_area(map, 3, 3, !fr_map_area(map, 3, 3));
    assert_int_equal(load(&prepared, map, &fr_default_allocator, bytes.items, bytes.count, &none),
                     FR_UNSUPPORTED);
    assert_null(none);
    fr_bytes_release(&bytes);
    instance_release(&prepared);
    fr_map_release(map);
}

static void other_inputs_are_refused(void **state)
{
    (void)state;
    for_each_saver(check_other_inputs);
}

/* Refuses the n-th allocation of a save and a load; false where there are fewer. */
static bool refuse(const struct instance *prepared, const struct fr_map *map, uint64_t n)
{
    struct fr_counting_allocator counting;
    struct fr_state *loaded = NULL;
    fr_counting_allocator_init(&counting);
    counting.fail_at = n;
    struct fr_bytes bytes = {.allocator = &counting.allocator};
    enum fr_status status =
        fr_state_save(prepared->pathfinder, prepared->state, map, &prepared->options, &bytes);
    if (status == FR_OK)
        status = load(prepared, map, &counting.allocator, bytes.items, bytes.count, &loaded);
    assert_int_equal(status, counting.refused ? FR_NO_MEMORY : FR_OK);
    fr_release(prepared->pathfinder, loaded);
    fr_bytes_release(&bytes);
    assert_int_equal(counting.live_bytes, 0);
    return counting.refused > 0;
}

static void check_memory(const char *name, const char *options, uint64_t seed)
{
    struct fr_random random = {seed};
    struct fr_map *map = random_map(&random, 30, 30, 20);
    struct instance prepared = instance_named(name, options, map);
    for (uint64_t n = 1; refuse(&prepared, map, n); n++)
        ;
    instance_release(&prepared);
    fr_map_release(map);
}

static void refused_memory_is_told(void **state)
{
    (void)state;
    for_each_saver(check_memory);
}

/* Bytes of the header, and those that its checksum does not cover. */
enum { HEADER = 48, UNCHECKED = 16 };

static void ask_anything(struct instance *instance, const struct fr_map *map,
                         struct fr_random *random)
{
    for (int i = 0; i < 4; i++) {
        struct fr_pixel start, goal;
        if (random_walkable(map, random, &start) && random_walkable(map, random, &goal))
            (void)instance_find(instance, start, goal);
    }
}

/* Loads bytes with a right checksum, asks what was loaded, changes the map, and asks again. Whether
 * they were taken. */
static bool ask_forged(const struct instance *prepared, struct fr_map *map, struct fr_bytes *bytes,
                       struct fr_random *random)
{
    struct fr_counting_allocator counting;
    fr_counting_allocator_init(&counting);
    counting.limit_bytes = 32 << 20;
    const uint64_t sum = fr_checksum(bytes->items + UNCHECKED, bytes->count - UNCHECKED);
    memcpy(bytes->items + sizeof sum, &sum, sizeof sum);
    struct instance forged = *prepared;
    fr_path_init(&forged.path, &fr_default_allocator);
    if (load(prepared, map, &counting.allocator, bytes->items, bytes->count, &forged.state) !=
        FR_OK) {
        assert_int_equal(counting.live_bytes, 0);
        return false;
    }
    ask_anything(&forged, map, random);
    if (forged.pathfinder->update && fr_random_below(random, 4) == 0) { /* it may build all again */
        const struct fr_rect edit = {map->width / 3, map->height / 3, 3, 2};
        assert_int_equal(fr_map_block(map, edit, true), FR_OK);
        if (fr_update(forged.pathfinder, forged.state, &edit, 1) == FR_OK)
            ask_anything(&forged, map, random);
        assert_int_equal(fr_map_block(map, edit, false), FR_OK);
    }
    instance_release(&forged);
    assert_int_equal(counting.live_bytes, 0);
    return true;
}

/* A wrong byte that is likely to matter: flipped, greatest, or that of another place. */
static uint8_t forge(struct fr_random *random, const struct fr_bytes *bytes, size_t at)
{
    switch (fr_random_below(random, 4)) {
    case 0:
        return UINT8_MAX;
    case 1:
        return (uint8_t)(bytes->items[at] ^ 1u << fr_random_below(random, 8));
    case 2:
        return bytes->items[HEADER + fr_random_below(random, (uint32_t)(bytes->count - HEADER))];
    default:
        return (uint8_t)(bytes->items[at] + (fr_random_below(random, 2) ? 1 : UINT8_MAX));
    }
}

/* Forges about count bytes of what a back end saves on a map, all if there are fewer; how many of
 * these states were taken. */
static int forge_on(struct fr_map *map, const char *name, const char *options, size_t count,
                    struct fr_random *random)
{
    struct instance prepared = instance_named(name, options, map);
    struct fr_bytes bytes = save(&prepared, map);
    const uint32_t apart = (uint32_t)((bytes.count - HEADER) / count) + 1;
    int taken = 0;
    for (size_t at = HEADER; at < bytes.count; at += 1 + fr_random_below(random, 2 * apart - 1)) {
        const uint8_t byte = bytes.items[at];
        bytes.items[at] = forge(random, &bytes, at);
        taken += ask_forged(&prepared, map, &bytes, random);
        bytes.items[at] = byte;
    }
    fr_bytes_release(&bytes);
    instance_release(&prepared);
    fr_map_release(map);
    return taken;
}

static void check_forged(const char *name, const char *options, uint64_t seed)
{
    struct fr_random random = {seed};
    const size_t count = (size_t)soak_fewer(FORGED_BYTES, 6);
    int taken = 0;
    for (int round = 0; round < soak_scale(); round++) {
        taken += forge_on(random_map(&random, 14, 11, 15), name, options, count, &random);
        taken += forge_on(random_map(&random, 22, 17, 30), name, options, count, &random);
        taken += forge_on(mixed_map(&random), name, options, count, &random);
    }
    assert_true(taken > 0);
}

/* Wrong answers are allowed here, as a right checksum says that we wrote the bytes; sanitizers see
 * that nothing else is read or written, and a time limit that each query ends. */
static void forged_bytes_touch_nothing_else(void **state)
{
    (void)state;
    for_each_saver(check_forged);
    /* Lists of blocks of cells, and a hierarchy without labels. */
    struct fr_random random = {soak_seed(21)};
    for (int i = 0; i < 2; i++)
        assert_true(forge_on(random_map(&random, 200 + 150 * i, 150, 4 + 8 * i), "octile",
                             "budget=1", (size_t)soak_fewer(FORGED_BYTES / 8, 4), &random) > 0);
}

static void who_cannot_save_says_so(void **state)
{
    struct fr_random random = {1};
    struct fr_map *map = random_map(&random, 5, 5, 0);
    struct instance bfs = instance_named("bfs", "", map);
    struct fr_bytes bytes = {.allocator = &fr_default_allocator};
    (void)state;
    assert_int_equal(fr_state_save(bfs.pathfinder, bfs.state, map, &bfs.options, &bytes),
                     FR_UNSUPPORTED);
    assert_int_equal(load(&bfs, map, &fr_default_allocator, "", 0, &bfs.state), FR_UNSUPPORTED);
    instance_release(&bfs);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loaded_state_answers_as_the_saved_one),
        cmocka_unit_test(what_is_dear_to_prepare_is_saved),
        cmocka_unit_test(every_damaged_byte_is_refused),
        cmocka_unit_test(other_inputs_are_refused),
        cmocka_unit_test(refused_memory_is_told),
        cmocka_unit_test(forged_bytes_touch_nothing_else),
        cmocka_unit_test(who_cannot_save_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
