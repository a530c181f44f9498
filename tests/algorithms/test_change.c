/* Maps that change: after every change, of one event to a hundred (areas, rectangles, patches, edge
 * walls), each back end must answer like one that was prepared afresh, and like the oracle, and so
 * must what is loaded of it after it was saved. The same click gets the same path, whatever was
 * clicked in between.
 *
 * A map brings several settings of every back end along, the default and random ones, through all
 * its events, as a race does: update, or prepare again where there is no update. Who takes no edge
 * walls leaves when the first one comes and is back when the last one is gone. A failing map is
 * printed ready to paste, with the seed that brings it up first. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "algorithms/saved.h"
#include "maps/click_set.h"
#include "tests/algorithms/instance.h"
#include "tests/algorithms/random_maps.h"
#include "tests/algorithms/replay.h"
#include "tests/ascii_map.h"
#include "tests/soak.h"

#define CHANGES 250 /* times the soak scale */
#define CHANGES_A_MAP 10
#define CLICKS 3   /* after each batch */
#define SETTINGS 5 /* of a back end on one map */
/* Where failures are the point: published variants try everything, at several times the cost. */
#define FAULTY_SETTINGS 2
#define MOST_INSTANCES 128
#define MOST_BATCH 100 /* events of a change */
#define LONGEST 14     /* pixels, of what changes */

/* The oracle's answer to a query, computed when needed. */
struct truth {
    bool known;
    enum fr_outcome outcome;
    struct grid_length length; /* or its steps, all taken for straight */
};

struct click {
    struct fr_pixel start, goal;
    struct truth truths[FR_GRID_MOVEMENTS][2]; /* by length, by steps */
};

struct racer {
    struct instance instance; /* its state is NULL while it does not take part */
    struct fr_path path;      /* of the freshly prepared one */
};

struct course {
    uint64_t seed;
    struct fr_random random;
    struct fr_map *map;
    uint8_t patch[LONGEST * LONGEST]; /* of the last event that was one */
    bool walls_come;
    int changes;
    int loads; /* of states that had followed changes */
    struct click clicks[CLICKS];
    struct racer racers[MOST_INSTANCES];
    int racer_count;
};

static void fail_racer(const struct course *course, const struct instance *instance,
                       const struct click *click, const char *what)
{
    char address[512];
    print_error("FOOTRACE_SEED=%llu, change %d, %s, (%d, %d) to (%d, %d): %s\n",
                (unsigned long long)course->seed, course->changes,
                instance_address(instance, address, sizeof address), click->start.x, click->start.y,
                click->goal.x, click->goal.y, what);
    print_map(course->map);
    fail();
}

static bool takes(const struct course *course, const struct instance *instance)
{
    return instance->traits.edge_walls || course->map->wall_count == 0;
}

/* Prepares an instance on the current map, which only a wall may prevent. */
static void enter(const struct course *course, struct instance *instance)
{
    const enum fr_status status = fr_prepare(instance->pathfinder, course->map, &instance->options,
                                             &fr_default_allocator, &instance->state);
    if (status != (takes(course, instance) ? FR_OK : FR_UNSUPPORTED))
        fail_racer(course, instance, &course->clicks[0], "takes or refuses it wrongly");
}

static void leave(struct instance *instance)
{
    fr_release(instance->pathfinder, instance->state);
    instance->state = NULL;
}

static void add_racers(struct course *course, const struct fr_pathfinder *pathfinder)
{
    const uint64_t count = configuration_count(pathfinder);
    const struct fr_option_values usual = configuration(pathfinder, 0);
    struct fr_traits traits;
    fr_traits_of(pathfinder, &usual, &traits);
    const uint64_t most = traits.expected_faults ? FAULTY_SETTINGS : SETTINGS;
    for (uint64_t i = 0; i < most && i < count; i++) {
        const uint64_t index = count <= most ? i
                               : i == 0      ? 0
                                             : fr_random_below(&course->random, (uint32_t)count);
        struct instance *instance = &course->racers[course->racer_count].instance;
        instance->pathfinder = pathfinder;
        instance->options = configuration(pathfinder, index);
        instance->state = NULL;
        fr_traits_of(pathfinder, &instance->options, &instance->traits);
        if (instance->traits.movement == FR_POLYGON)
            continue; /* these maps are masks, without a drawing */
        fr_path_init(&instance->path, &fr_default_allocator);
        fr_path_init(&course->racers[course->racer_count].path, &fr_default_allocator);
        enter(course, instance);
        assert_true(++course->racer_count < MOST_INSTANCES);
    }
}

static struct fr_click draw_rectangle(struct course *course)
{
    const int32_t longest = fr_random_below(&course->random, 2) ? 3 : LONGEST;
    struct fr_click event = {.kind = fr_random_below(&course->random, 3) ? FR_BLOCK : FR_UNBLOCK};
    event.rect.x = fr_random_between(&course->random, -3, course->map->width);
    event.rect.y = fr_random_between(&course->random, -3, course->map->height);
    event.rect.width = fr_random_between(&course->random, 1, longest);
    event.rect.height = fr_random_between(&course->random, 1, longest);
    return event;
}

/* Floor with something on it, here and there, of areas that may be closed. */
static struct fr_click draw_patch(struct course *course)
{
    struct fr_click event = draw_rectangle(course);
    const uint32_t pixels = (uint32_t)(event.rect.width * event.rect.height);
    event.kind = FR_PATCH;
    event.patch = course->patch;
    for (uint32_t i = 0; i < pixels; i++) {
        const uint32_t area = fr_random_below(&course->random, 12);
        course->patch[i] = (uint8_t)(area < 5 ? area : 1);
    }
    return event;
}

/* The border is one of the map's: a map of one pixel has none. */
static struct fr_click draw_wall(struct course *course)
{
    struct fr_click event = {.kind = FR_WALL};
    event.side = fr_random_below(&course->random, 2) ? FR_EAST : FR_SOUTH;
    event.rect.x = fr_random_between(&course->random, 0, course->map->width - 1);
    event.rect.y = fr_random_between(&course->random, 0, course->map->height - 1);
    event.closed = fr_random_below(&course->random, 2);
    const bool east = event.side == FR_EAST;
    if (event.rect.x + east >= course->map->width || event.rect.y + !east >= course->map->height)
        return draw_rectangle(course);
    return event;
}

static struct fr_click draw_event(struct course *course)
{
    const uint32_t kind = fr_random_below(&course->random, 6);
    if (kind < 3 && course->walls_come)
        return draw_wall(course);
    if (kind % 3 != 0)
        return fr_random_below(&course->random, 3) ? draw_rectangle(course) : draw_patch(course);
    struct fr_click event = {.kind = fr_random_below(&course->random, 3) ? FR_ENABLE : FR_DISABLE};
    for (int area = 1; area <= 4; area++)
        event.areas[area] = fr_random_below(&course->random, area == 1 ? 20 : 3) == 0;
    return event;
}

/* Mostly one to three; of ten changes one has ten events, of forty one has a hundred. */
static int draw_batch(struct course *course)
{
    const uint32_t size = fr_random_below(&course->random, 40);
    return size == 0 ? MOST_BATCH : size < 4 ? 10 : fr_random_between(&course->random, 1, 3);
}

/* Applies some events; returns the number of changed rectangles. */
static size_t change(struct course *course, struct fr_rect rects[MOST_BATCH])
{
    size_t count = 0;
    course->changes++;
    for (int left = draw_batch(course); left > 0; left--) {
        const struct fr_click event = draw_event(course);
        struct fr_rect changed;
        assert_int_equal(fr_click_apply(&event, course->map, &changed), FR_OK);
        changed = fr_map_clip(course->map, changed);
        if (changed.width > 0)
            rects[count++] = changed;
    }
    return count;
}

/* Occasionally removes most walls, so that instances that do not support walls can take part
 * again. */
static size_t raze(struct course *course, struct fr_rect rects[MOST_BATCH])
{
    for (int32_t y = 0; y < course->map->height; y++)
        for (int32_t x = 0; x < course->map->width; x++)
            for (int side = FR_EAST; side <= FR_SOUTH; side++)
                if (fr_map_wall(course->map, x, y, (enum fr_side)side))
                    assert_int_equal(fr_map_set_wall(course->map, x, y, (enum fr_side)side, false),
                                     FR_OK);
    rects[0] = (struct fr_rect){0, 0, course->map->width, course->map->height};
    course->changes++;
    return 1;
}

/* Saves a state and goes on with what is loaded. */
static void save_and_load(struct course *course, struct instance *instance)
{
    const struct fr_pathfinder *pathfinder = instance->pathfinder;
    struct fr_bytes bytes = {.allocator = &fr_default_allocator};
    struct fr_state *loaded;
    const enum fr_status status =
        fr_state_save(pathfinder, instance->state, course->map, &instance->options, &bytes);
    if (status == FR_OK) {
        if (fr_state_load(pathfinder, course->map, &instance->options, &fr_default_allocator,
                          bytes.items, bytes.count, &loaded) != FR_OK)
            fail_racer(course, instance, &course->clicks[0], "does not load what it saved");
        leave(instance);
        instance->state = loaded;
        course->loads++;
    } else if (status != FR_UNSUPPORTED) {
        fail_racer(course, instance, &course->clicks[0], "cannot be saved");
    }
    fr_bytes_release(&bytes);
}

/* Updates an instance after a change; it may be saved and loaded then. */
static void follow(struct course *course, struct instance *instance, const struct fr_rect *rects,
                   size_t count)
{
    if (!instance->state || !instance->pathfinder->update) {
        leave(instance);
        enter(course, instance);
        return;
    }
    const enum fr_status status = fr_update(instance->pathfinder, instance->state, rects, count);
    if (status != (takes(course, instance) ? FR_OK : FR_UNSUPPORTED))
        fail_racer(course, instance, &course->clicks[0], "follows or gives up wrongly");
    if (status != FR_OK)
        leave(instance);
    else if (instance->pathfinder->save && fr_random_below(&course->random, 2) == 0)
        save_and_load(course, instance);
}

static void draw_clicks(struct course *course)
{
    for (int i = 0; i < CLICKS; i++) {
        struct click *click = &course->clicks[i];
        memset(click, 0, sizeof *click);
        random_walkable(course->map, &course->random, &click->start);
        random_walkable(course->map, &course->random, &click->goal);
    }
}

static const struct truth *truth_of(const struct course *course, struct click *click,
                                    enum fr_movement movement, bool steps)
{
    struct truth *truth = &click->truths[movement][steps];
    if (truth->known)
        return truth;
    char options[64];
    snprintf(options, sizeof options, "model=%s,costs=%s", fr_movement_name(movement),
             steps ? "steps" : "length");
    struct instance oracle = instance_named("dijkstra", options, course->map);
    truth->known = true;
    truth->outcome = instance_find(&oracle, click->start, click->goal);
    if (truth->outcome == FR_FOUND &&
        !replay(course->map, movement, &oracle.path, click->start, click->goal, &truth->length))
        fail_racer(course, &oracle, click, "the oracle's path is illegal");
    if (steps)
        truth->length = (struct grid_length){truth->length.straight + truth->length.diagonal, 0};
    instance_release(&oracle);
    return truth;
}

/* Compares an answer with the oracle's: reachability by its model, and optimality if it claims
 * that. */
static void check_truth(const struct course *course, const struct instance *instance,
                        struct click *click, enum fr_outcome outcome)
{
    const struct fr_traits traits = instance->traits;
    const bool grid = fr_movement_is_grid(traits.movement);
    const bool steps = grid && traits.optimality == FR_OPTIMAL_STEPS;
    const struct truth *truth = truth_of(course, click, grid ? traits.movement : FR_GRID4, steps);
    if (outcome != truth->outcome)
        fail_racer(course, instance, click, "its outcome is not the oracle's");
    struct grid_length length;
    if (outcome != FR_FOUND || !grid)
        return;
    if (!replay(course->map, traits.movement, &instance->path, click->start, click->goal, &length))
        fail_racer(course, instance, click, "its path is illegal");
    if (steps)
        length = (struct grid_length){length.straight + length.diagonal, 0};
    if (traits.optimality != FR_OPTIMAL_NONE && !same_length(length, truth->length))
        fail_racer(course, instance, click, "its length is not the oracle's");
}

/* Makes all clicks again; the last one, whose path the instance still holds, gets the same path. */
static void click_again(const struct course *course, struct instance *instance,
                        struct fr_path *spare)
{
    const struct fr_path first = instance->path;
    instance->path = *spare;
    for (int i = 0; i < CLICKS; i++)
        instance_find(instance, course->clicks[i].start, course->clicks[i].goal);
    if (instance->path.count != first.count ||
        (first.count > 0 &&
         memcmp(instance->path.points, first.points, first.count * sizeof *first.points) != 0))
        fail_racer(course, instance, &course->clicks[CLICKS - 1],
                   "the same click gets another path");
    *spare = instance->path;
    instance->path = first;
}

static void click_racer(struct course *course, struct racer *racer)
{
    struct instance *instance = &racer->instance;
    struct instance fresh = *instance;
    fresh.path = racer->path;
    enter(course, &fresh);
    for (int i = 0; i < CLICKS && fresh.state; i++) {
        struct click *click = &course->clicks[i];
        const enum fr_outcome outcome = instance_find(instance, click->start, click->goal);
        if (instance_find(&fresh, click->start, click->goal) != outcome)
            fail_racer(course, instance, click, "its outcome is not a fresh one's");
        const double length = path_length(&fresh.path);
        if (outcome == FR_FOUND && fabs(path_length(&instance->path) - length) > 1e-9 * length)
            fail_racer(course, instance, click, "its length is not a fresh one's");
        if (!instance->traits.expected_faults && outcome != FR_NONE)
            check_truth(course, instance, click, outcome);
    }
    racer->path = fresh.path;
    if (fresh.state)
        click_again(course, instance, &racer->path);
    leave(&fresh);
}

/* One map in three has walls from the start, one gets them, and one never has any. */
static void run_course(struct course *course, uint64_t seed)
{
    struct fr_rect rects[MOST_BATCH];
    *course = (struct course){.seed = seed, .random = {seed}, .walls_come = seed % 3 > 0};
    course->map = mixed_map(&course->random);
    if (seed % 3 == 2)
        mixed_walls(course->map, &course->random);
    for (const struct fr_pathfinder *const *each = fr_pathfinders; *each; each++)
        add_racers(course, *each);
    while (course->changes < CHANGES_A_MAP) {
        const bool fall = course->walls_come && fr_random_below(&course->random, 8) == 0;
        const size_t count = fall ? raze(course, rects) : change(course, rects);
        draw_clicks(course);
        for (int i = 0; i < course->racer_count; i++) {
            follow(course, &course->racers[i].instance, rects, count);
            click_racer(course, &course->racers[i]);
        }
    }
    for (int i = 0; i < course->racer_count; i++) {
        instance_release(&course->racers[i].instance);
        fr_path_release(&course->racers[i].path);
    }
    fr_map_release(course->map);
}

static void all_back_ends_follow_a_changing_map(void **state)
{
    (void)state;
    const uint64_t seed = soak_seed(1);
    const int64_t changes = soak_fewer((int64_t)CHANGES * soak_scale(), 8);
    int64_t done = 0, loads = 0;
    uint64_t maps = 0;
    for (; done < changes; maps++) {
        static struct course course; /* too large for a stack */
        run_course(&course, seed + maps);
        done += course.changes;
        loads += course.loads;
    }
    print_message("%lld changes on %llu maps from seed %llu, %d clicks after each; %lld loads\n",
                  (long long)done, (unsigned long long)maps, (unsigned long long)seed, CLICKS,
                  (long long)loads);
    assert_true(loads > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_back_ends_follow_a_changing_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
