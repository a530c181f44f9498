/* Random sequences of all calls of footrace.h, in small rooms, with every back end and its options:
 * find, closest, advance, field, prepare, in slices, too, block and free, paint, open and close,
 * save, and load what was saved, cut short or damaged, into the same walker and a fresh one, with
 * memory refused now and then. Some have a radius, and others in their room through which it
 * changes. Each answer is that of a walker made in the room as it is by then; where the back end
 * refuses the room, that of a walker of theta. A sequence has a seed, which is printed where it
 * fails: FOOTRACE_SEED begins with it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "algorithms/front.h"
#include "tests/algorithms/settings.h"
#include "library/footrace.h"
#include "maps/random.h"
#include "tests/soak.h"

enum { SEQUENCES = 50000, MOST_SIDE = 24, WIDE = 70, MOST_PIXELS = WIDE * MOST_SIDE, STEPS = 30 };
enum { MOST_CHANGES = STEPS, PATCH = 5, MOST_SHAPES = 4 };

/* A change of the room, to be done again in a fresh one. */
struct change {
    enum { BLOCK, PAINT, OPEN } kind;
    int32_t x, y, width, height; /* of a block; of a patch, where it begins */
    int area;
    bool on;
    uint8_t patch[PATCH * PATCH];
};

struct sequence {
    uint64_t seed;
    struct fr_random random;
    char pathfinder[256];
    int32_t width, height;
    bool drawn;
    uint8_t pixels[MOST_PIXELS];
    struct fr_spot corners[MOST_SHAPES][4];
    struct fr_shape shapes[MOST_SHAPES];
    size_t shape_count;
    struct change changes[MOST_CHANGES];
    size_t change_count;
    float radius;
    struct fr_walker *walker, *fresh; /* the latter NULL after a change, until needed */
    struct fr_walker *other;          /* in the walker's room; or NULL */
    void *saved;
    size_t saved_size;
    size_t saved_at;    /* changes before it was saved */
    int64_t until_fail; /* allocations of the walker that are granted; below 0: all */
    bool refused;
    bool in_slices; /* it was prepared in part: the fallback answers */
    size_t live_bytes;
};

static _Noreturn void fail_at(const struct sequence *s, const char *what)
{
    print_error("%s in %s %d x %d: FOOTRACE_SEED=%llu, %zu changes\n", s->pathfinder,
                s->drawn ? "a drawing" : "a mask", s->width, s->height, (unsigned long long)s->seed,
                s->change_count);
    fail_msg("%s", what);
    abort();
}

static void check(const struct sequence *s, bool holds, const char *what)
{
    if (!holds)
        fail_at(s, what);
}

static void *allocate(void *context, size_t bytes)
{
    struct sequence *s = context;
    if (s->until_fail == 0) {
        s->refused = true;
        return NULL;
    }
    s->until_fail -= s->until_fail > 0;
    s->live_bytes += bytes;
    return malloc(bytes);
}

static void deallocate(void *context, void *block, size_t bytes)
{
    struct sequence *s = context;
    s->live_bytes -= block ? bytes : 0;
    free(block);
}

/* ---- Rooms ---- */

/* A back end that has no faults by design; half of them as they are by default. */
static void choose_pathfinder(struct sequence *s)
{
    struct fr_traits traits;
    struct fr_option_values values;
    do {
        int count = 0;
        while (fr_pathfinders[count])
            count++;
        const struct fr_pathfinder *chosen =
            fr_pathfinders[fr_random_below(&s->random, (uint32_t)count)];
        const uint64_t settings = fr_conformance_setting_count(chosen);
        const bool usual = fr_random_below(&s->random, 2) == 0;
        fr_conformance_setting(chosen, usual ? 0 : fr_random_next(&s->random) % settings, &values);
        fr_traits_of(chosen, &values, &traits);
        fr_conformance_address(chosen, &values, s->pathfinder, sizeof s->pathfinder);
    } while (traits.expected_faults);
}

static void paint_room(struct sequence *s)
{
    static const uint32_t percents[] = {0, 0, 5, 15, 30, 50};
    const uint32_t walls = percents[fr_random_below(&s->random, 6)];
    const uint32_t areas = fr_random_below(&s->random, 3) ? 1 : 3;
    for (int32_t i = 0; i < s->width * s->height; i++)
        s->pixels[i] = fr_random_below(&s->random, 100) < walls
                           ? 0
                           : (uint8_t)(1 + fr_random_below(&s->random, areas));
}

static void add_shape(struct sequence *s, int32_t x, int32_t y, int32_t right, int32_t bottom,
                      uint8_t area)
{
    const struct fr_spot corners[4] = {{(float)x, (float)y},
                                       {(float)right, (float)y},
                                       {(float)right, (float)bottom},
                                       {(float)x, (float)bottom}};
    memcpy(s->corners[s->shape_count], corners, sizeof corners);
    s->shapes[s->shape_count] = (struct fr_shape){s->corners[s->shape_count], 4, area};
    s->shape_count++;
}

/* Two halls that share a border, each with a pillar where there is room for one. */
static void draw_room(struct sequence *s)
{
    const int32_t border = fr_random_between(&s->random, 2, s->width - 2);
    const int32_t ends[3] = {0, border, s->width};
    for (int i = 0; i < 2; i++) {
        add_shape(s, ends[i], 0, ends[i + 1], s->height, (uint8_t)(i + 1));
        if (ends[i + 1] - ends[i] < 4 || s->height < 4)
            continue;
        const int32_t x = fr_random_between(&s->random, ends[i] + 1, ends[i + 1] - 3);
        const int32_t y = fr_random_between(&s->random, 1, s->height - 3);
        add_shape(s, x, y, fr_random_between(&s->random, x + 1, ends[i + 1] - 1),
                  fr_random_between(&s->random, y + 1, s->height - 1), 0);
    }
}

static enum fr_walker_status make(struct sequence *s, bool counted, struct fr_walker **walker)
{
    const struct fr_walker_memory memory = {allocate, deallocate, s};
    const struct fr_mask mask = {s->pixels, s->width, s->height, 0, FR_MASK_BYTES};
    return s->drawn
               ? fr_walker_from_polygons(s->shapes, s->shape_count, s->width, s->height,
                                         s->pathfinder, counted ? &memory : NULL, NULL, walker)
               : fr_walker_from_mask(&mask, s->pathfinder, counted ? &memory : NULL, NULL, walker);
}

static enum fr_walker_status do_change(struct fr_walker *walker, const struct change *change)
{
    const struct fr_mask patch = {change->patch, PATCH, PATCH, 0, FR_MASK_BYTES};
    switch (change->kind) {
    case BLOCK:
        return fr_walker_block(walker, change->x, change->y, change->width, change->height,
                               change->on);
    case PAINT:
        return fr_walker_paint(walker, change->x, change->y, &patch);
    case OPEN:
        break;
    }
    return fr_walker_open(walker, change->area, change->on);
}

/* Puts a walker of the sequence's radius in its place; the one there was is kept in other, or released. */
static void give_radius(struct sequence *s, struct fr_walker **walker, struct fr_walker **other)
{
    struct fr_walker *wider = NULL;
    const enum fr_walker_status status = fr_walker_with_radius(*walker, s->radius, &wider);
    if (s->drawn || (s->refused && status == FR_WALKER_NO_MEMORY)) {
        check(s, !wider && (!s->drawn || status == FR_WALKER_UNSUPPORTED), "a radius is refused");
        return;
    }
    check(s, status == FR_WALKER_OK, "a walker with a radius is made");
    if (other)
        *other = *walker;
    else
        fr_walker_release(*walker);
    *walker = wider;
}

/* A walker in the room as it was after a number of changes. */
static struct fr_walker *make_fresh(struct sequence *s, size_t changes)
{
    struct fr_walker *fresh = NULL;
    check(s, make(s, false, &fresh) == FR_WALKER_OK, "a fresh walker is made");
    for (size_t i = 0; i < changes; i++)
        check(s, do_change(fresh, &s->changes[i]) == FR_WALKER_OK, "a change is done again");
    if (s->radius > 0)
        give_radius(s, &fresh, NULL);
    return fresh;
}

static struct fr_walker *fresh_walker(struct sequence *s)
{
    if (!s->fresh)
        s->fresh = make_fresh(s, s->change_count);
    return s->fresh;
}

/* ---- Calls ---- */

static struct fr_spot any_spot(struct sequence *s)
{
    return (struct fr_spot){(float)fr_random_between(&s->random, -2, s->width + 1) + 0.25F,
                            (float)fr_random_between(&s->random, -2, s->height + 1) + 0.75F};
}

static bool same_spot(struct fr_spot a, struct fr_spot b)
{
    return a.x == b.x && a.y == b.y;
}

static bool same_walk(const struct fr_walk *a, const struct fr_walk *b)
{
    return same_spot(a->start, b->start) && same_spot(a->goal, b->goal) &&
           a->start_moved == b->start_moved && a->goal_moved == b->goal_moved &&
           (a->count == 0) == (b->count == 0) && fabs(a->length - b->length) <= 1e-9 * b->length;
}

/* One of them may answer by its fallback. */
static void assert_ways_alike(struct sequence *s, struct fr_walker *walker, struct fr_walker *fresh,
                              struct fr_spot to, bool fallback)
{
    const struct fr_spot from = any_spot(s);
    struct fr_spot path[3];
    struct fr_walk walk = {0}, expected = {0};
    const enum fr_walker_status right = fr_walker_find(fresh, from, to, NULL, 0, &expected);
    enum fr_walker_status status = fr_walker_find(walker, from, to, path, 3, &walk);
    if (s->refused && status == FR_WALKER_NO_MEMORY)
        return;
    status = status == FR_WALKER_OK && walk.count > 0 ? FR_WALKER_LONG_PATH : status;
    check(s, status == right, "the status of find is a fresh walker's");
    if (status == FR_WALKER_LONG_PATH || status == FR_WALKER_UNREACHABLE)
        check(s, same_walk(&walk, &expected) && walk.fallback == (fallback || expected.fallback),
              "the walk is a fresh walker's");
    if (walk.count > 0)
        check(s, same_spot(path[0], walk.start), "the path begins where the walk does");
}

static void assert_finds_alike(struct sequence *s, struct fr_walker *walker,
                               struct fr_walker *fresh, bool fallback)
{
    assert_ways_alike(s, walker, fresh, any_spot(s), fallback);
}

static void closest(struct sequence *s)
{
    const struct fr_spot from = any_spot(s), to = any_spot(s);
    struct fr_spot spot, expected;
    const enum fr_walker_status status = fr_walker_closest(s->walker, from, to, &spot);
    if (s->refused && status == FR_WALKER_NO_MEMORY)
        return;
    check(s, status == fr_walker_closest(fresh_walker(s), from, to, &expected),
          "the status of closest is a fresh walker's");
    if (status == FR_WALKER_OK)
        check(s, same_spot(spot, expected), "the closest spot is a fresh walker's");
}

/* The spot on a path at a distance from its start, in pixels. */
static struct fr_spot spot_after(const struct fr_spot *path, size_t count, double walked)
{
    for (size_t i = 1; i < count; i++) {
        const double x = (double)path[i].x - (double)path[i - 1].x;
        const double y = (double)path[i].y - (double)path[i - 1].y, away = hypot(x, y);
        if (walked <= away)
            return (struct fr_spot){(float)((double)path[i - 1].x + x * walked / away),
                                    (float)((double)path[i - 1].y + y * walked / away)};
        walked -= away;
    }
    return path[count - 1];
}

/* Along the path found last, if there is one: there, and back to its start. */
static void advance(struct sequence *s)
{
    struct fr_spot path[MOST_PIXELS];
    struct fr_position at = {{0, 0}, {0, 0}, 0, false};
    const size_t count = fr_walker_path(s->walker, 0, path, MOST_PIXELS);
    check(s, fr_walker_advance(s->walker, (double)NAN, &at) == FR_WALKER_BAD_ARGUMENT,
          "no distance is refused");
    for (int i = 0; i < 200 && !at.arrived; i++) {
        const double before = at.walked, step = fr_random_below(&s->random, 5000) / 1000.0;
        const enum fr_walker_status status = fr_walker_advance(s->walker, step, &at);
        check(s, status == (count > 0 ? FR_WALKER_OK : FR_WALKER_UNREACHABLE),
              "there is a path to advance on");
        if (count == 0)
            return;
        const struct fr_spot right = spot_after(path, count, at.walked);
        check(s, at.arrived || fabs(at.walked - before - step) < 1e-9, "it goes as far as asked");
        check(s, hypotf(at.spot.x - right.x, at.spot.y - right.y) < 1e-3F, "it is on the path");
        check(s, count == 1 || fabsf(hypotf(at.facing.x, at.facing.y) - 1) < 1e-4F, "it faces");
    }
    check(s, at.arrived && same_spot(at.spot, path[count - 1]), "it arrives");
    check(s, fr_walker_advance(s->walker, -1e9, &at) == FR_WALKER_OK && same_spot(at.spot, path[0]),
          "it goes back to the start");
}

static void assert_falls_back(struct sequence *s)
{
    char chosen[sizeof s->pathfinder];
    memcpy(chosen, s->pathfinder, sizeof chosen);
    strcpy(s->pathfinder, "theta");
    struct fr_walker *theta = make_fresh(s, s->change_count);
    memcpy(s->pathfinder, chosen, sizeof chosen);
    for (int i = 0; i < 3; i++)
        assert_finds_alike(s, s->walker, theta, true);
    fr_walker_release(theta);
}

static void find(struct sequence *s)
{
    if (s->in_slices)
        assert_falls_back(s);
    else
        assert_finds_alike(s, s->walker, fresh_walker(s), false);
}

static void prepare(struct sequence *s)
{
    const bool whole = fr_random_below(&s->random, 2);
    const int64_t work =
        1 + (int64_t)(fr_random_next(&s->random) >> 40 >> fr_random_below(&s->random, 24));
    const enum fr_walker_status status =
        whole ? fr_walker_prepare(s->walker) : fr_walker_prepare_some(s->walker, work);
    s->in_slices = status == FR_WALKER_UNFINISHED;
    check(s, !s->in_slices || !whole, "prepare prepares all of it");
    if (s->in_slices)
        assert_falls_back(s);
    else if (!s->refused || status != FR_WALKER_NO_MEMORY)
        check(s, status == fr_walker_prepare(fresh_walker(s)), "prepare is a fresh walker's");
    if (status == FR_WALKER_UNSUPPORTED)
        assert_falls_back(s);
}

static const struct fr_pathfinder *pathfinder_of(const struct sequence *s)
{
    char name[sizeof s->pathfinder];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(s->pathfinder, ":"), s->pathfinder);
    return fr_pathfinder_find(name);
}

/* The ways that a field gives are as long as those that a fresh walker, without one, finds. */
static void field(struct sequence *s)
{
    const struct fr_spot goal = any_spot(s);
    struct fr_walk walk;
    const enum fr_walker_status status = fr_walker_field(s->walker, goal);
    s->in_slices = false;
    if (s->refused && status == FR_WALKER_NO_MEMORY)
        return;
    enum fr_walker_status right = fr_walker_prepare(fresh_walker(s));
    if (right == FR_WALKER_OK)
        right = pathfinder_of(s)->fill ? fr_walker_find(s->fresh, goal, goal, NULL, 0, &walk)
                                       : FR_WALKER_UNSUPPORTED;
    check(s, status == (right == FR_WALKER_LONG_PATH ? FR_WALKER_OK : right),
          "a field is filled where a fresh walker is prepared");
    for (int i = 0; i < 3; i++)
        assert_ways_alike(s, s->walker, s->fresh, goal, false);
}

static void change_room(struct sequence *s)
{
    struct change *change = &s->changes[s->change_count];
    *change = (struct change){.x = fr_random_between(&s->random, -2, s->width),
                              .y = fr_random_between(&s->random, -2, s->height),
                              .width = fr_random_between(&s->random, 1, 7),
                              .height = fr_random_between(&s->random, 1, 7),
                              .area = fr_random_between(&s->random, 1, 3),
                              .on = fr_random_below(&s->random, 3) > 0};
    const uint32_t kind = fr_random_below(&s->random, 6);
    change->kind = kind < 3 ? BLOCK : kind < 4 ? PAINT : OPEN;
    for (size_t i = 0; i < sizeof change->patch; i++)
        change->patch[i] = (uint8_t)fr_random_below(&s->random, 3);
    const bool here = !s->other || fr_random_below(&s->random, 2);
    const enum fr_walker_status status = do_change(here ? s->walker : s->other, change);
    if (status == FR_WALKER_OK) {
        s->change_count++;
        fr_walker_release(s->fresh);
        s->fresh = NULL;
    } else {
        check(s,
              (s->refused && status == FR_WALKER_NO_MEMORY) ||
                  (status == FR_WALKER_UNSUPPORTED && change->kind != OPEN),
              "a change is done, or refused");
    }
}

static void save(struct sequence *s)
{
    const void *bytes;
    size_t size;
    const enum fr_walker_status status = fr_walker_save(s->walker, &bytes, &size);
    s->in_slices = s->in_slices && status == FR_WALKER_UNSUPPORTED && !pathfinder_of(s)->save;
    if (status != FR_WALKER_OK)
        return;
    free(s->saved);
    s->saved = malloc(size);
    check(s, s->saved, "there is memory");
    memcpy(s->saved, bytes, size);
    s->saved_size = size;
    s->saved_at = s->change_count;
}

static void load_damaged(struct sequence *s)
{
    uint8_t *byte = (uint8_t *)s->saved + fr_random_next(&s->random) % s->saved_size;
    const uint8_t kept = *byte;
    *byte ^= (uint8_t)(1U << fr_random_below(&s->random, 8));
    check(s, fr_walker_load(s->walker, s->saved, s->saved_size) == FR_WALKER_DAMAGED,
          "damaged bytes are refused");
    *byte = kept;
    check(s,
          fr_walker_load(s->walker, s->saved, fr_random_next(&s->random) % s->saved_size) ==
              FR_WALKER_DAMAGED,
          "bytes cut short are refused");
}

/* Into the walker, which may have changed since; and into one that is as it was when it was saved. */
static void load(struct sequence *s)
{
    if (!s->saved)
        return;
    load_damaged(s);
    const enum fr_walker_status status = fr_walker_load(s->walker, s->saved, s->saved_size);
    check(s,
          status == FR_WALKER_OK || (s->refused && status == FR_WALKER_NO_MEMORY) ||
              (s->saved_at < s->change_count && status == FR_WALKER_FOREIGN),
          "whole bytes are loaded where the room is the same");
    s->in_slices = s->in_slices && status != FR_WALKER_OK;
    struct fr_walker *loader = make_fresh(s, s->saved_at), *right = make_fresh(s, s->saved_at);
    check(s, fr_walker_load(loader, s->saved, s->saved_size) == FR_WALKER_OK,
          "a fresh walker loads what was saved");
    for (int i = 0; i < 3; i++)
        assert_finds_alike(s, loader, right, false);
    fr_walker_release(loader);
    fr_walker_release(right);
}

static void step(struct sequence *s)
{
    static void (*const calls[])(struct sequence *) = {
        find, find, find, find,    find,    find,    change_room, change_room,
        save, load, load, closest, prepare, prepare, advance,     field};
    s->refused = false;
    s->until_fail =
        fr_random_below(&s->random, 6) == 0 ? (int64_t)fr_random_below(&s->random, 40) : -1;
    calls[fr_random_below(&s->random, sizeof calls / sizeof *calls)](s);
    s->until_fail = -1;
    s->refused = false;
}

static void run_sequence(uint64_t seed)
{
    struct sequence s = {.seed = seed, .random = {seed}, .until_fail = -1};
    choose_pathfinder(&s);
    const bool wide = fr_random_below(&s.random, 12) == 0;
    s.width = wide ? WIDE : fr_random_between(&s.random, 4, MOST_SIDE);
    s.height = fr_random_between(&s.random, 1, wide ? 4 : 12);
    s.drawn = fr_random_below(&s.random, 4) == 0;
    if (s.drawn)
        draw_room(&s);
    else
        paint_room(&s);
    check(&s, make(&s, true, &s.walker) == FR_WALKER_OK, "a walker is made");
    s.radius = fr_random_below(&s.random, 3) ? 0 : (float)fr_random_below(&s.random, 8) / 2;
    s.until_fail = s.radius > 0 ? (int64_t)fr_random_below(&s.random, 8) : -1;
    if (s.radius > 0)
        give_radius(&s, &s.walker, fr_random_below(&s.random, 2) ? &s.other : NULL);
    s.radius = s.refused || s.drawn ? 0 : s.radius;
    s.until_fail = -1;
    const uint32_t steps = 1 + fr_random_below(&s.random, STEPS);
    for (uint32_t i = 0; i < steps; i++)
        step(&s);
    find(&s);
    fr_walker_release(s.walker);
    fr_walker_release(s.fresh);
    fr_walker_release(s.other);
    free(s.saved);
    check(&s, s.live_bytes == 0, "all memory is given back");
}

static void all_calls_in_any_order_answer_as_a_fresh_walker(void **state)
{
    const uint64_t seed = soak_seed(4500000);
    const int64_t count = soak_fewer((int64_t)SEQUENCES * soak_scale(), 5);
    (void)state;
    print_message("%lld sequences from FOOTRACE_SEED=%llu\n", (long long)count,
                  (unsigned long long)seed);
    for (int64_t i = 0; i < count; i++)
        run_sequence(seed + (uint64_t)i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_calls_in_any_order_answer_as_a_fresh_walker),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
