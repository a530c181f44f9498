/* The walker of footrace.h: its answers are those of the back end through pathfinder.h, its ends
 * those that a race resolves; in a changed room, with a radius, and after it was saved and loaded. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "harness/clicks/resolve.h"
#include "maps/analysis/components.h"
#include "maps/analysis/erode.h"
#include "tests/algorithms/instance.h"
#include "tests/algorithms/random_maps.h"
#include "tests/library/walker_rooms.h"
#include "tests/soak.h"

enum { ROUNDS = 12, CLICKS = 8, ROOM = 512, EDITS = 6 };

static struct fr_spot centre(struct fr_point point)
{
    return spot((float)point.x / 2, (float)point.y / 2);
}

/* The areas of a map as a mask: in bytes or bits, with or without gaps, from the top or the bottom.
 * The caller frees *block. */
static struct fr_mask mask_of(const struct fr_map *map, struct fr_random *random, void **block)
{
    const bool bits = fr_random_below(random, 3) == 0;
    const enum fr_mask_format format =
        bits ? (fr_random_below(random, 2) ? FR_MASK_BITS : FR_MASK_BITS_HIGH) : FR_MASK_BYTES;
    const ptrdiff_t row = bits ? (map->width + 7) / 8 : map->width;
    const ptrdiff_t gap = (ptrdiff_t)fr_random_below(random, 3), stride = row + gap;
    const bool upward = fr_random_below(random, 3) == 0;
    uint8_t *bytes = *block = calloc((size_t)map->height, (size_t)stride);
    assert_non_null(bytes);
    uint8_t *top = upward ? bytes + (map->height - 1) * stride : bytes;
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++) {
            uint8_t *line = top + y * (upward ? -stride : stride);
            const uint8_t area = fr_map_area(map, x, y);
            if (!bits)
                line[x] = area;
            else if (area)
                line[x / 8] |= (uint8_t)(format == FR_MASK_BITS ? 1 << x % 8 : 128 >> x % 8);
        }
    return (struct fr_mask){top, map->width, map->height, upward ? -stride : (gap ? stride : 0),
                            format};
}

/* A walker on the map; in bits, areas become area 1 in both. */
static struct fr_walker *walker_on(struct fr_map *map, const char *pathfinder,
                                   struct fr_random *random)
{
    struct fr_walker *walker = NULL;
    void *block;
    const struct fr_mask mask = mask_of(map, random, &block);
    assert_int_equal(fr_walker_from_mask(&mask, pathfinder, NULL, NULL, &walker), FR_WALKER_OK);
    for (int area = 1; area < FR_AREAS; area++)
        if (!map->enabled[area] && mask.format == FR_MASK_BYTES)
            assert_int_equal(fr_walker_open(walker, area, false), FR_WALKER_OK);
    for (int32_t y = 0; mask.format != FR_MASK_BYTES && y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            fr_map_set_area(map, x, y, fr_map_area(map, x, y) != 0);
    for (int area = 1; mask.format != FR_MASK_BYTES && area < FR_AREAS; area++)
        fr_map_enable(map, (uint8_t)area, true);
    free(block);
    return walker;
}

/* A click in the room or beside it. */
static struct fr_pixel any_pixel(const struct fr_map *map, struct fr_random *random)
{
    return (struct fr_pixel){fr_random_between(random, -5, map->width + 4),
                             fr_random_between(random, -5, map->height + 4)};
}

static struct fr_spot spot_in(struct fr_pixel pixel, struct fr_random *random)
{
    return spot((float)pixel.x + (float)fr_random_below(random, 16) / 16,
                (float)pixel.y + (float)fr_random_below(random, 16) / 16);
}

static struct fr_resolved_click resolve(const struct fr_map *map, struct fr_pixel start,
                                        struct fr_pixel goal)
{
    struct fr_click click = {.kind = FR_CLICK, .start = start, .goal = goal};
    const struct fr_click_set set = {.clicks = &click, .count = 1};
    struct fr_resolved_click *resolved, copy;
    assert_int_equal(fr_resolve(&set, map, FR_CLAMP_NEAREST, &fr_default_allocator, &resolved),
                     FR_OK);
    copy = *resolved;
    fr_deallocate(&fr_default_allocator, resolved, 1, sizeof *resolved);
    return copy;
}

static double path_length(const struct fr_path *path)
{
    double length = 0;
    for (size_t i = 1; i < path->count; i++)
        length += hypot(path->points[i].x - path->points[i - 1].x,
                        path->points[i].y - path->points[i - 1].y);
    return length / 2;
}

static enum fr_walker_status expected_status(enum fr_outcome outcome)
{
    return outcome == FR_FOUND         ? FR_WALKER_OK
           : outcome == FR_UNREACHABLE ? FR_WALKER_UNREACHABLE
                                       : FR_WALKER_GAVE_UP;
}

/* Asks both; where exact is set, the paths are the same, else their lengths. */
static void assert_answer(struct fr_walker *walker, struct instance *instance,
                          const struct fr_map *map, struct fr_random *random, bool exact)
{
    struct fr_spot path[ROOM];
    struct fr_walk walk;
    const struct fr_pixel from = any_pixel(map, random), to = any_pixel(map, random);
    const struct fr_resolved_click ends = resolve(map, from, to);
    const enum fr_walker_status status =
        fr_walker_find(walker, spot_in(from, random), spot_in(to, random), path, ROOM, &walk);
    if (!ends.answerable) {
        assert_int_equal(status, FR_WALKER_UNREACHABLE);
        assert_int_equal(walk.count, 0);
        return;
    }
    assert_int_equal(status, expected_status(instance_find(instance, ends.start, ends.goal)));
    if (status == FR_WALKER_GAVE_UP)
        return;
    assert_true(same(walk.start, centre(fr_pixel_centre(ends.start))));
    assert_true(same(walk.goal, centre(fr_pixel_centre(ends.goal))));
    assert_int_equal(walk.start_moved, ends.start_clamped);
    assert_int_equal(walk.goal_moved, ends.goal_clamped);
    assert_true(fabs(walk.length - path_length(&instance->path)) <= 1e-9 * walk.length);
    assert_int_equal(walk.count > 0, status == FR_WALKER_OK);
    if (!exact)
        return;
    assert_int_equal(walk.count, instance->path.count);
    for (size_t i = 0; i < walk.count; i++)
        assert_true(same(path[i], centre(instance->path.points[i])));
}

static void answers_are_those_of_the_back_end(void **state)
{
    struct fr_random random = {soak_seed(2001)};
    (void)state;
    for (int round = 0; round < ROUNDS * soak_scale(); round++)
        for (const struct fr_pathfinder *const *each = fr_pathfinders; *each; each++) {
            struct fr_option_values defaults;
            struct instance instance;
            fr_options_default((*each)->options, (*each)->option_count, &defaults);
            fr_traits_of(*each, &defaults, &instance.traits);
            if (instance.traits.expected_faults)
                continue; /* one of them never ends */
            struct fr_map *map = mixed_map(&random);
            struct fr_walker *walker = walker_on(map, (*each)->name, &random);
            const enum fr_status prepared =
                instance_prepare(&instance, *each, &defaults, map, &fr_default_allocator);
            assert_int_equal(fr_walker_prepare(walker),
                             prepared == FR_OK ? FR_WALKER_OK : FR_WALKER_UNSUPPORTED);
            for (int i = 0; prepared == FR_OK && i < CLICKS; i++)
                assert_answer(walker, &instance, map, &random, true);
            instance_release(&instance);
            fr_walker_release(walker);
            fr_map_release(map);
        }
}

/* One change of the room, in both. */
static void edit(struct fr_walker *walker, struct fr_map *map, struct fr_random *random)
{
    const struct fr_pixel at = any_pixel(map, random);
    const int32_t width = fr_random_between(random, 0, 12),
                  height = fr_random_between(random, 0, 9);
    const uint32_t kind = fr_random_below(random, 4);
    if (kind == 0) {
        const uint8_t area = (uint8_t)fr_random_between(random, 1, 4);
        const bool open = fr_random_below(random, 2);
        fr_map_enable(map, area, open);
        assert_int_equal(fr_walker_open(walker, area, open), FR_WALKER_OK);
    } else if (kind < 3) {
        const bool blocked = fr_random_below(random, 2);
        const struct fr_rect rect = {at.x, at.y, width, height};
        assert_int_equal(fr_map_block(map, rect, blocked), FR_OK);
        assert_int_equal(fr_walker_block(walker, at.x, at.y, width, height, blocked), FR_WALKER_OK);
    } else {
        uint8_t patch[6 * 5];
        for (size_t i = 0; i < sizeof patch; i++)
            patch[i] = (uint8_t)fr_random_below(random, 3);
        const struct fr_mask mask = {patch, 6, 5, 0, FR_MASK_BYTES};
        fr_map_set_rect(map, (struct fr_rect){at.x, at.y, 6, 5}, patch);
        assert_int_equal(fr_walker_paint(walker, at.x, at.y, &mask), FR_WALKER_OK);
    }
}

static void a_changed_room_is_answered_as_a_fresh_one(void **state)
{
    static const char *const names[] = {"visgraph",   "polyanya", "jps", "jpsplus",
                                        "contracted", "octile",   "bfs"};
    struct fr_random random = {soak_seed(2002)};
    (void)state;
    for (int round = 0; round < 4 * soak_scale(); round++)
        for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
            struct fr_map *map = mixed_map(&random);
            struct fr_walker *walker = walker_on(map, names[n], &random);
            for (int i = 0; i < EDITS; i++) {
                /* Sometimes so many that rectangles have to be joined. */
                const int edits = fr_random_below(&random, 4) ? 1 : 40;
                for (int k = 0; k < edits; k++)
                    edit(walker, map, &random);
                struct instance instance = instance_at(names[n], map);
                for (int k = 0; k < 3; k++)
                    assert_answer(walker, &instance, map, &random, false);
                instance_release(&instance);
            }
            fr_walker_release(walker);
            fr_map_release(map);
        }
}

/* As --radius has it: the map is eroded, then areas open and close, and rectangles are blocked. */
static void a_radius_is_that_of_the_command(void **state)
{
    struct fr_random random = {soak_seed(2004)};
    (void)state;
    for (int round = 0; round < 4 * ROUNDS; round++) {
        struct fr_map *map = mixed_map(&random);
        struct fr_walker *point = walker_on(map, "null", &random), *walker;
        const struct fr_agent figure = {fr_random_between(&random, 0, 20), FR_DISC};
        assert_int_equal(fr_walker_with_radius(point, (float)figure.radius / 2, &walker),
                         FR_WALKER_OK);
        assert_int_equal(fr_erode(map, figure), FR_OK);
        fr_walker_release(point);
        for (int i = 0; i < EDITS; i++) {
            const int area = fr_random_between(&random, 1, 3);
            const struct fr_pixel at = any_pixel(map, &random);
            const struct fr_rect rect = {at.x, at.y, fr_random_between(&random, 1, 9), 4};
            const bool on = fr_random_below(&random, 2);
            fr_map_enable(map, (uint8_t)area, on);
            assert_int_equal(fr_walker_open(walker, area, on), FR_WALKER_OK);
            assert_int_equal(fr_map_block(map, rect, on), FR_OK);
            assert_int_equal(fr_walker_block(walker, rect.x, rect.y, rect.width, rect.height, on),
                             FR_WALKER_OK);
            for (int32_t y = 0; y < map->height; y++)
                for (int32_t x = 0; x < map->width; x++)
                    assert_int_equal(fr_walker_walkable(walker, spot((float)x, (float)y)),
                                     fr_map_walkable(map, x, y));
        }
        fr_walker_release(walker);
        fr_map_release(map);
    }
}

/* Against every pixel of the component. */
static void the_closest_spot_is_the_nearest_that_is_reached(void **state)
{
    struct fr_random random = {soak_seed(2003)};
    (void)state;
    for (int round = 0; round < 60 * soak_scale(); round++) {
        struct fr_map *map = mixed_map(&random);
        struct fr_walker *walker =
            walker_on(map, round % 2 ? "jps" : "bfs:model=grid8-cut", &random);
        struct fr_components *components;
        assert_int_equal(fr_components_create(map, round % 2 ? FR_CONNECTED_4 : FR_CONNECTED_8,
                                              &fr_default_allocator, &components),
                         FR_OK);
        const struct fr_pixel from = any_pixel(map, &random), to = any_pixel(map, &random);
        const struct fr_resolved_click ends = resolve(map, from, to);
        const uint32_t home = fr_components_at(components, ends.start.x, ends.start.y);
        struct fr_pixel best = {0, 0};
        int64_t least = INT64_MAX;
        for (int32_t y = 0; ends.answerable && y < map->height; y++)
            for (int32_t x = 0; x < map->width; x++) {
                const int64_t dx = x - to.x, dy = y - to.y;
                if (fr_components_at(components, x, y) == home && dx * dx + dy * dy < least) {
                    best = (struct fr_pixel){x, y};
                    least = dx * dx + dy * dy;
                }
            }
        struct fr_spot closest = {-1, -1};
        struct fr_walk walk;
        const enum fr_walker_status status =
            fr_walker_closest(walker, spot_in(from, &random), spot_in(to, &random), &closest);
        assert_int_equal(status, ends.answerable ? FR_WALKER_OK : FR_WALKER_UNREACHABLE);
        if (status == FR_WALKER_OK) {
            assert_true(same(closest, centre(fr_pixel_centre(best))));
            assert_int_not_equal(
                fr_walker_find(walker, spot_in(from, &random), closest, NULL, 0, &walk),
                FR_WALKER_UNREACHABLE);
        }
        fr_components_release(components);
        fr_walker_release(walker);
        fr_map_release(map);
    }
}

static void a_short_array_gets_what_fits(void **state)
{
    static const uint8_t room[3][7] = {
        {1, 1, 1, 1, 1, 1, 1}, {1, 0, 0, 0, 0, 0, 1}, {1, 0, 1, 1, 1, 1, 1}};
    const struct fr_mask mask = {room, 7, 3, 0, FR_MASK_BYTES};
    struct fr_walker *walker;
    struct fr_spot path[8], rest[8];
    struct fr_walk walk;
    (void)state;
    assert_int_equal(fr_walker_from_mask(&mask, NULL, NULL, NULL, &walker), FR_WALKER_OK);
    assert_int_equal(fr_walker_find(walker, spot(0, 2), spot(2, 2), path, 8, &walk), FR_WALKER_OK);
    assert_int_equal(walk.count, 5);
    assert_true(same(path[0], spot(0.5F, 2.5F)));
    assert_true(same(path[1], spot(1, 1)));
    assert_true(same(path[4], spot(2.5F, 2.5F)));
    rest[2] = spot(-7, -7);
    assert_int_equal(fr_walker_find(walker, spot(0, 2), spot(2, 2), rest, 2, &walk),
                     FR_WALKER_LONG_PATH);
    assert_int_equal(walk.count, 5);
    assert_true(same(rest[1], path[1]) && same(rest[2], spot(-7, -7)));
    assert_int_equal(fr_walker_path(walker, 2, rest + 2, 6), 3);
    for (int i = 0; i < 5; i++)
        assert_true(same(path[i], rest[i]));
    assert_int_equal(fr_walker_path(walker, 5, rest, 8), 0);
    assert_int_equal(fr_walker_path(walker, 99, rest, 8), 0);
    fr_walker_release(walker);
}

static void spots_may_lie_anywhere(void **state)
{
    static const uint8_t room[2][3] = {{0, 1, 1}, {1, 1, 0}};
    static const struct {
        struct fr_spot click, pixel;
    } clicks[] = {{{-1e30F, 0}, {0.5F, 1.5F}},      {{3e38F, -3e38F}, {2.5F, 0.5F}},
                  {{1.999F, 0.001F}, {1.5F, 0.5F}}, {{-0.001F, 1.5F}, {0.5F, 1.5F}},
                  {{2.5F, 1e9F}, {1.5F, 1.5F}},     {{1, 1}, {1.5F, 1.5F}}};
    const struct fr_mask mask = {room, 3, 2, 0, FR_MASK_BYTES};
    struct fr_walker *walker;
    struct fr_spot path[8], closest;
    struct fr_walk walk;
    (void)state;
    assert_int_equal(fr_walker_from_mask(&mask, "polyanya", NULL, NULL, &walker), FR_WALKER_OK);
    for (size_t i = 0; i < sizeof clicks / sizeof *clicks; i++) {
        assert_int_equal(fr_walker_find(walker, clicks[i].click, clicks[i].click, path, 8, &walk),
                         FR_WALKER_OK);
        assert_int_equal(walk.count, 1);
        assert_true(same(path[0], clicks[i].pixel));
        assert_int_equal(walk.goal_moved, !fr_walker_walkable(walker, clicks[i].click));
        assert_int_equal(walk.start_moved, walk.goal_moved);
    }
    const struct fr_spot no[] = {spot(NAN, 0), spot(0, NAN), spot(INFINITY, 0), spot(0, -INFINITY)};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(fr_walker_find(walker, no[i], spot(1, 1), path, 8, &walk),
                         FR_WALKER_BAD_ARGUMENT);
        assert_int_equal(fr_walker_find(walker, spot(1, 1), no[i], path, 8, &walk),
                         FR_WALKER_BAD_ARGUMENT);
        assert_int_equal(fr_walker_closest(walker, no[i], no[i], &closest), FR_WALKER_BAD_ARGUMENT);
        assert_false(fr_walker_walkable(walker, no[i]));
    }
    fr_walker_release(walker);
}

static void a_saved_state_is_loaded_or_refused(void **state)
{
    struct fr_walker *saver = small_walker("contracted", NULL);
    struct fr_walker *loader = small_walker("contracted", NULL);
    struct fr_walker *other = small_walker("contracted:smooth=beautify", NULL),
                     *bfs = small_walker("bfs", NULL);
    struct fr_spot path[16], again[16];
    struct fr_walk walk, walk_again;
    const void *bytes;
    size_t size;
    (void)state;
    assert_int_equal(fr_walker_save(saver, &bytes, &size), FR_WALKER_OK);
    assert_int_equal(fr_walker_load(loader, bytes, size), FR_WALKER_OK);
    assert_int_equal(fr_walker_find(saver, spot(0, 4), spot(5, 4), path, 16, &walk), FR_WALKER_OK);
    assert_int_equal(fr_walker_find(loader, spot(0, 4), spot(5, 4), again, 16, &walk_again),
                     FR_WALKER_OK);
    assert_int_equal(walk.count, walk_again.count);
    for (size_t i = 0; i < walk.count; i++)
        assert_true(same(path[i], again[i]));

    uint8_t *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    for (size_t i = 0; i < size; i++) {
        copy[i] ^= (uint8_t)(1U << i % 8);
        assert_int_equal(fr_walker_load(loader, copy, size), FR_WALKER_DAMAGED);
        copy[i] ^= (uint8_t)(1U << i % 8);
        assert_int_equal(fr_walker_load(loader, copy, i), FR_WALKER_DAMAGED);
    }
    assert_int_equal(fr_walker_load(other, copy, size), FR_WALKER_FOREIGN);
    assert_int_equal(fr_walker_load(bfs, copy, size), FR_WALKER_UNSUPPORTED);
    assert_int_equal(fr_walker_save(bfs, &bytes, &size), FR_WALKER_UNSUPPORTED);
    assert_int_equal(fr_walker_open(loader, 2, false), FR_WALKER_OK);
    assert_int_equal(fr_walker_load(loader, copy, size), FR_WALKER_FOREIGN);
    assert_int_equal(fr_walker_find(loader, spot(0, 4), spot(5, 4), path, 16, &walk),
                     FR_WALKER_UNREACHABLE);
    assert_int_equal(fr_walker_open(loader, 2, true), FR_WALKER_OK);
    assert_int_equal(fr_walker_load(loader, copy, size), FR_WALKER_OK);
    assert_int_equal(fr_walker_find(loader, spot(0, 4), spot(5, 4), path, 16, &walk), FR_WALKER_OK);
    free(copy);
    fr_walker_release(saver);
    fr_walker_release(loader);
    fr_walker_release(other);
    fr_walker_release(bfs);
}

/* Six clicks, each answered as by a walker that was made in the room as it is. */
static void assert_answers_as_fresh(struct fr_walker *walker, struct fr_walker *fresh,
                                    struct fr_random *random)
{
    for (int i = 0; i < 6; i++) {
        const struct fr_spot from = spot((float)fr_random_below(random, 18) + 0.5F,
                                         (float)fr_random_below(random, 12) + 0.5F);
        const struct fr_spot to = spot((float)fr_random_below(random, 18) + 0.5F,
                                       (float)fr_random_below(random, 12) + 0.5F);
        struct fr_walk walk, expected;
        const enum fr_walker_status status = fr_walker_find(fresh, from, to, NULL, 0, &expected);
        assert_int_equal(fr_walker_find(walker, from, to, NULL, 0, &walk), status);
        assert_true(fabs(walk.length - expected.length) <= 1e-9 * expected.length);
    }
}

/* What was repaired numbers its parts otherwise than what is loaded: nothing that was saved may
 * speak of the old numbers. */
static void a_repaired_state_is_saved_and_loaded(void **state)
{
    static const char *const names[] = {"visgraph", "visgraph:edges=taut", "contracted", "octile"};
    uint8_t pixels[18 * 12];
    struct fr_random random = {soak_seed(2004)};
    (void)state;
    memset(pixels, 1, sizeof pixels);
    const struct fr_mask mask = {pixels, 18, 12, 0, FR_MASK_BYTES};
    for (int round = 0; round < 40 * soak_scale(); round++)
        for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
            struct fr_walker *walkers[3]; /* one that saves, one that loads, one made last */
            const void *bytes;
            size_t size;
            for (int i = 0; i < 3; i++)
                assert_int_equal(fr_walker_from_mask(&mask, names[n], NULL, NULL, &walkers[i]),
                                 FR_WALKER_OK);
            assert_answers_as_fresh(walkers[0], walkers[1], &random);
            for (int block = 0; block < 2; block++) {
                const struct fr_rect at = {
                    fr_random_between(&random, 0, 17), fr_random_between(&random, 0, 11),
                    fr_random_between(&random, 1, 6), fr_random_between(&random, 1, 6)};
                for (int i = 0; i < 3; i++)
                    assert_int_equal(
                        fr_walker_block(walkers[i], at.x, at.y, at.width, at.height, true),
                        FR_WALKER_OK);
            }
            assert_answers_as_fresh(walkers[0], walkers[2], &random);
            assert_int_equal(fr_walker_save(walkers[0], &bytes, &size), FR_WALKER_OK);
            for (int i = 0; i < 2; i++) {
                assert_int_equal(fr_walker_load(walkers[i], bytes, size), FR_WALKER_OK);
                assert_answers_as_fresh(walkers[i], walkers[2], &random);
            }
            for (int i = 0; i < 3; i++)
                fr_walker_release(walkers[i]);
        }
}

static void polygons_are_walked_in(void **state)
{
    static const char *const names[] = {"visgraph-polygon", "visgraph"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct fr_walker *walker;
        struct fr_spot path[16], closest;
        struct fr_walk walk;
        assert_int_equal(
            fr_walker_from_polygons(drawn_room, 4, 30, 20, names[i], NULL, NULL, &walker),
            FR_WALKER_OK);
        assert_int_equal(fr_walker_find(walker, spot(2, 10), spot(18, 10), path, 16, &walk),
                         FR_WALKER_OK);
        assert_int_equal(walk.count, 4);
        assert_true(same(path[1], spot(5, 15)) && same(path[2], spot(15, 15)));
        assert_int_equal(fr_walker_find(walker, spot(18, 2), spot(28, 2), path, 16, &walk),
                         FR_WALKER_OK);
        assert_true(same(path[1], spot(20, 8)) && same(path[2], spot(24, 8)));
        assert_int_equal(fr_walker_find(walker, spot(10, 10), spot(2, 2), path, 16, &walk),
                         FR_WALKER_OK);
        assert_true(walk.start_moved && !walk.goal_moved);
        assert_int_equal(fr_walker_open(walker, 2, false), FR_WALKER_OK);
        assert_int_equal(fr_walker_find(walker, spot(2, 2), spot(28, 2), path, 16, &walk),
                         FR_WALKER_UNREACHABLE);
        assert_int_equal(fr_walker_closest(walker, spot(2, 2), spot(28, 2), &closest),
                         FR_WALKER_OK);
        assert_true(same(closest, spot(19.5F, 2.5F)));
        assert_int_equal(fr_walker_block(walker, 0, 0, 3, 3, true),
                         i == 0 ? FR_WALKER_UNSUPPORTED : FR_WALKER_OK);
        fr_walker_release(walker);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_the_back_end),
        cmocka_unit_test(a_changed_room_is_answered_as_a_fresh_one),
        cmocka_unit_test(a_radius_is_that_of_the_command),
        cmocka_unit_test(the_closest_spot_is_the_nearest_that_is_reached),
        cmocka_unit_test(a_short_array_gets_what_fits),
        cmocka_unit_test(spots_may_lie_anywhere),
        cmocka_unit_test(a_saved_state_is_loaded_or_refused),
        cmocka_unit_test(a_repaired_state_is_saved_and_loaded),
        cmocka_unit_test(polygons_are_walked_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
