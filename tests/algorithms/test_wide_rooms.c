/* Every back end that promises shortest paths, in rooms of 60 to 160 pixels, where detours are long
 * and near-ties many: on the grid against the oracle's counts, at any angle against each other; as
 * prepared, and after changes. And a state that answers for a long time as it did at first. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "algorithms/saved.h"
#include "tests/algorithms/instance.h"
#include "tests/algorithms/replay.h"
#include "tests/algorithms/wide_map.h"
#include "tests/soak.h"

enum { ROOMS = 6, CLICKS = 50 };
enum { CHANGED_ROOMS = 4, CHANGES = 4, LONGEST = 30, MOST_RACERS = 64 };

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
    *room = (struct room){.map = wide_map(&random), .seed = seed};
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

/* Prepares a back end by its address. False if it promises no shortest paths that can be compared, or
 * cannot take the room; it is released then. */
static bool enter(const struct room *room, const char *address, struct instance *instance)
{
    const enum fr_status status = instance_try(instance, address, room->map, &fr_default_allocator);
    const struct fr_traits *traits = &instance->traits;
    const bool comparable = traits->movement == FR_GRID8 || traits->movement == FR_ANY_ANGLE;
    if (status == FR_OK && traits->optimality == FR_OPTIMAL_LENGTH && comparable)
        return true;
    instance_release(instance);
    return false;
}

static void race_if_optimal(struct room *room, const char *address)
{
    struct instance instance;
    if (!enter(room, address, &instance))
        return;
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

/* Blocks or frees rectangles; returns how many. */
static size_t change(struct room *room, struct fr_random *random, struct fr_rect rects[4])
{
    const size_t count = 1 + fr_random_below(random, 4);
    for (size_t i = 0; i < count; i++) {
        const struct fr_rect rect = {fr_random_between(random, 0, room->map->width - 1),
                                     fr_random_between(random, 0, room->map->height - 1),
                                     fr_random_between(random, 1, LONGEST),
                                     fr_random_between(random, 1, LONGEST)};
        rects[i] = fr_map_clip(room->map, rect);
        assert_int_equal(fr_map_block(room->map, rects[i], fr_random_below(random, 3) > 0), FR_OK);
    }
    return count;
}

/* Updates a state, or prepares it again where there is no update. */
static void follow(const struct room *room, struct instance *instance, const struct fr_rect *rects,
                   size_t count)
{
    if (instance->pathfinder->update) {
        assert_int_equal(fr_update(instance->pathfinder, instance->state, rects, count), FR_OK);
        return;
    }
    fr_release(instance->pathfinder, instance->state);
    assert_int_equal(fr_prepare(instance->pathfinder, room->map, &instance->options,
                                &fr_default_allocator, &instance->state),
                     FR_OK);
}

/* Goes on with what was saved, if it can be saved. */
static void save_and_load(const struct room *room, struct instance *instance)
{
    struct fr_bytes bytes = {.allocator = &fr_default_allocator};
    struct fr_state *loaded;
    if (fr_state_save(instance->pathfinder, instance->state, room->map, &instance->options,
                      &bytes) == FR_OK) {
        assert_int_equal(fr_state_load(instance->pathfinder, room->map, &instance->options,
                                       &fr_default_allocator, bytes.items, bytes.count, &loaded),
                         FR_OK);
        fr_release(instance->pathfinder, instance->state);
        instance->state = loaded;
    }
    fr_bytes_release(&bytes);
}

static int enter_all(const struct room *room, struct instance racers[MOST_RACERS])
{
    int count = 0;
    for (const struct fr_pathfinder *const *each = fr_pathfinders; *each; each++)
        count += enter(room, (*each)->name, &racers[count]);
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        count += enter(room, others[k], &racers[count]);
    assert_true(count < MOST_RACERS);
    return count;
}

/* The last change is followed by so many clicks that whoever repairs what guides it only when that
 * pays, as visgraph its landmarks, has done so. */
static void changed_rooms_are_answered_like_fresh_ones(void **state)
{
    static struct instance racers[MOST_RACERS];
    const int rooms = (int)soak_fewer(CHANGED_ROOMS, 4) * soak_scale();
    (void)state;
    for (int i = 0; i < rooms; i++) {
        struct room room;
        struct fr_random random = {soak_seed(62) + (uint64_t)i};
        draw_room(&room, random.state);
        const int count = enter_all(&room, racers);
        for (int turn = 0; turn < CHANGES; turn++) {
            struct fr_rect rects[4];
            const size_t changed = change(&room, &random, rects);
            ask_oracle(&room);
            race_if_optimal(&room, "polyanya"); /* a fresh one, to be compared with */
            for (int k = 0; k < count; k++) {
                follow(&room, &racers[k], rects, changed);
                if (fr_random_below(&random, 2))
                    save_and_load(&room, &racers[k]);
                for (int again = turn + 1 < CHANGES ? 1 : 8; again > 0; again--)
                    race(&room, &racers[k]);
            }
        }
        for (int k = 0; k < count; k++)
            instance_release(&racers[k]);
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
        cmocka_unit_test(changed_rooms_are_answered_like_fresh_ones),
        cmocka_unit_test(a_state_answers_after_long_as_at_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
