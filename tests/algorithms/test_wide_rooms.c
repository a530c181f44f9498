/* Every back end that promises shortest paths, in rooms of 60 to 160 pixels, where detours are long
 * and near-ties many: on the grid against the oracle's counts, at any angle against each other. And a
 * state that answers for a long time as it did at first. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/algorithms/instance.h"
#include "tests/algorithms/random_maps.h"
#include "tests/algorithms/replay.h"
#include "tests/soak.h"

enum { ROOMS = 6, CLICKS = 50, LEAST_SIDE = 60, MOST_SIDE = 160 };

/* Settings beside the defaults: what a default does not run. */
static const char *const others[] = {"astar:open=heap,canonical=off", "hublabel:cell=1",
                                     "hublabel:cell=5", "visgraph:edges=taut", "octile:budget=0"};

struct room {
    struct fr_map *map;
    uint64_t seed;
    struct fr_pixel starts[CLICKS], goals[CLICKS];
    bool found[CLICKS];
    struct grid_length shortest[CLICKS]; /* of grid8 */
    double any_angle[CLICKS];            /* NAN: not known yet */
    int count;
};

/* Rocks, or blocks and walls that leave long ways round. */
static struct fr_map *draw_map(struct fr_random *random)
{
    const int32_t width = fr_random_between(random, LEAST_SIDE, MOST_SIDE);
    const int32_t height = fr_random_between(random, LEAST_SIDE, MOST_SIDE);
    const bool rocks = fr_random_below(random, 2);
    struct fr_map *map =
        random_map(random, width, height, rocks ? fr_random_between(random, 1, 4) : 0);
    for (int i = 0; !rocks && i < width * height / 300; i++) {
        const int32_t x = fr_random_between(random, 0, width - 1);
        const int32_t y = fr_random_between(random, 0, height - 1);
        const bool wall = fr_random_below(random, 4) == 0;
        const int32_t across = fr_random_between(random, 1, wall ? width / 2 : 9);
        const int32_t down = fr_random_between(random, 1, wall ? 2 : 9);
        const struct fr_rect block = {x, y, i % 2 ? across : down, i % 2 ? down : across};
        assert_int_equal(fr_map_block(map, block, true), FR_OK);
    }
    return map;
}

static void ask_oracle(struct room *room)
{
    struct instance oracle = instance_named("dijkstra", "", room->map);
    for (int i = 0; i < room->count; i++) {
        room->any_angle[i] = (double)NAN;
        room->found[i] = instance_find(&oracle, room->starts[i], room->goals[i]) == FR_FOUND;
        if (room->found[i])
            assert_true(replay(room->map, FR_GRID8, &oracle.path, room->starts[i], room->goals[i],
                               &room->shortest[i]));
    }
    instance_release(&oracle);
}

static void draw_room(struct room *room, uint64_t seed)
{
    struct fr_random random = {seed};
    *room = (struct room){.map = draw_map(&random), .seed = seed};
    while (room->count < CLICKS &&
           random_walkable(room->map, &random, &room->starts[room->count]) &&
           random_walkable(room->map, &random, &room->goals[room->count]))
        room->count++;
    ask_oracle(room);
}

static void check(const struct room *room, const struct instance *instance, int click, bool holds)
{
    if (!holds)
        fail_msg("FOOTRACE_SEED=%llu, %s in %d x %d, (%d, %d) to (%d, %d)",
                 (unsigned long long)room->seed, instance->pathfinder->name, room->map->width,
                 room->map->height, room->starts[click].x, room->starts[click].y,
                 room->goals[click].x, room->goals[click].y);
}

static void race(struct room *room, struct instance *instance)
{
    const enum fr_movement movement = instance->traits.movement;
    for (int i = 0; i < room->count; i++) {
        const enum fr_outcome outcome = instance_find(instance, room->starts[i], room->goals[i]);
        struct grid_length length;
        check(room, instance, i, outcome == (room->found[i] ? FR_FOUND : FR_UNREACHABLE));
        if (outcome != FR_FOUND)
            continue;
        if (movement == FR_GRID8) {
            check(room, instance, i,
                  replay(room->map, movement, &instance->path, room->starts[i], room->goals[i],
                         &length) &&
                      same_length(length, room->shortest[i]));
            continue;
        }
        const double whole = fr_path_length(&instance->path);
        const double known = isnan(room->any_angle[i]) ? whole : room->any_angle[i];
        room->any_angle[i] = known;
        check(room, instance, i, fabs(whole - known) <= 1e-11 * known);
    }
}

static void race_if_optimal(struct room *room, const char *address)
{
    struct fr_counting_allocator counting;
    struct instance instance = {.state = NULL};
    struct fr_option_values values;
    char name[64], message[256];
    const size_t length = strcspn(address, ":");
    snprintf(name, sizeof name, "%.*s", (int)length, address);
    const struct fr_pathfinder *pathfinder = fr_pathfinder_find(name);
    assert_int_equal(fr_options_parse(pathfinder->options, pathfinder->option_count,
                                      address[length] ? address + length + 1 : "", &values, message,
                                      sizeof message),
                     FR_OK);
    fr_counting_allocator_init(&counting);
    const enum fr_status status =
        instance_prepare(&instance, pathfinder, &values, room->map, &counting.allocator);
    const struct fr_traits *traits = &instance.traits;
    const bool comparable = traits->movement == FR_GRID8 || traits->movement == FR_ANY_ANGLE;
    if (status == FR_OK && traits->optimality == FR_OPTIMAL_LENGTH && comparable)
        race(room, &instance);
    instance_release(&instance);
}

static void shortest_paths_are_promised_and_found(void **state)
{
    const int rooms = (int)soak_fewer(ROOMS, 4) * soak_scale();
    (void)state;
    for (int i = 0; i < rooms; i++) {
        struct room room;
        draw_room(&room, soak_seed(60) + (uint64_t)i);
        for (const struct fr_pathfinder *const *each = fr_pathfinders; *each; each++)
            race_if_optimal(&room, (*each)->name);
        for (size_t k = 0; k < sizeof others / sizeof *others; k++)
            race_if_optimal(&room, others[k]);
        fr_map_release(room.map);
    }
}

/* As many clicks as a player makes in weeks. The larger the map, the sooner the costs that octile
 * stores come down to their floor: here after 24,000 clicks round an obstacle. */
static void a_state_answers_after_long_as_at_first(void **state)
{
    enum { WIDTH = 2100, HEIGHT = 1400, BLOCKS = 150, ASKED = 12, LONG = 60000 };
    struct fr_random random = {soak_seed(61)};
    struct fr_pixel starts[ASKED], goals[ASKED];
    double lengths[ASKED];
    (void)state;
    struct fr_map *map = random_map(&random, WIDTH, HEIGHT, 0);
    for (int i = 0; i < BLOCKS; i++) {
        const struct fr_rect block = {fr_random_between(&random, 100, WIDTH - 200),
                                      fr_random_between(&random, 100, HEIGHT - 200), 90, 60};
        assert_int_equal(fr_map_block(map, block, true), FR_OK);
    }
    struct instance octile = instance_named("octile", "", map);
    for (int i = 0; i < ASKED; i++)
        assert_true(random_walkable(map, &random, &starts[i]) &&
                    random_walkable(map, &random, &goals[i]));
    for (int64_t click = 0; click < soak_fewer(LONG, 20); click++) {
        const int64_t i = click % ASKED;
        assert_int_equal(instance_find(&octile, starts[i], goals[i]), FR_FOUND);
        const double length = fr_path_length(&octile.path);
        lengths[i] = click < ASKED ? length : lengths[i];
        assert_true(length == lengths[i]);
    }
    instance_release(&octile);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shortest_paths_are_promised_and_found),
        cmocka_unit_test(a_state_answers_after_long_as_at_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
