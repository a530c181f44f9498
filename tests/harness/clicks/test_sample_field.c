/* The order in which goals are numbered, which a seed's clicks hang on, against its definition. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "harness/clicks/sample_field.h"
#include "tests/algorithms/random_maps.h"
#include "tests/soak.h"

enum { STRAIGHT = 5, DIAGONAL = 7, FAR = INT32_MAX / 2 };

struct numbering {
    const struct fr_map *map;
    int32_t *distance;      /* per pixel */
    struct fr_pixel *order; /* near to far */
    size_t count;
};

static int32_t *distance_at(const struct numbering *numbering, int32_t x, int32_t y)
{
    return &numbering->distance[(ptrdiff_t)y * numbering->map->width + x];
}

static bool open_border(const struct fr_map *map, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    return fr_map_walkable(map, x, y) && fr_map_walkable(map, x + dx, y + dy) &&
           (map->wall_count == 0 || !fr_map_walled(map, x, y, dx, dy));
}

/* What a step costs; 0 where it is illegal. */
static int32_t step_cost(const struct fr_map *map, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    if (dx == 0 || dy == 0)
        return (dx != 0 || dy != 0) && open_border(map, x, y, dx, dy) ? STRAIGHT : 0;
    return open_border(map, x, y, dx, 0) && open_border(map, x + dx, y, 0, dy) &&
                   open_border(map, x, y, 0, dy) && open_border(map, x, y + dy, dx, 0)
               ? DIAGONAL
               : 0;
}

/* Brings a pixel as near as its neighbours let it; true where that changed anything. */
static bool settle(const struct numbering *numbering, int32_t x, int32_t y)
{
    int32_t *own = distance_at(numbering, x, y);
    const int32_t before = *own;
    for (int32_t dy = -1; dy <= 1; dy++)
        for (int32_t dx = -1; dx <= 1; dx++) {
            const int32_t cost = step_cost(numbering->map, x, y, dx, dy);
            if (cost != 0 && *distance_at(numbering, x + dx, y + dy) + cost < *own)
                *own = *distance_at(numbering, x + dx, y + dy) + cost;
        }
    return *own != before;
}

/* The distances from start: sweeps forth and back until none changes anything. */
static void measure(const struct numbering *numbering, struct fr_pixel start)
{
    const int32_t width = numbering->map->width, count = width * numbering->map->height;
    for (int32_t i = 0; i < count; i++)
        numbering->distance[i] = FAR;
    *distance_at(numbering, start.x, start.y) = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t i = 0; i < 2 * count; i++) {
            const int32_t at = i < count ? i : 2 * count - 1 - i;
            changed |= settle(numbering, at % width, at / width);
        }
    }
}

/* Numbers the neighbours of a pixel that are a step of this cost farther, row by row. */
static void number_beyond(struct numbering *numbering, struct fr_pixel from, int32_t cost)
{
    const int32_t distance = *distance_at(numbering, from.x, from.y) + cost;
    for (int32_t y = from.y - 1; y <= from.y + 1; y++)
        for (int32_t x = from.x - 1; x <= from.x + 1; x++) {
            bool fresh = step_cost(numbering->map, from.x, from.y, x - from.x, y - from.y) == cost;
            fresh = fresh && *distance_at(numbering, x, y) == distance;
            for (size_t i = numbering->count; fresh && i-- > 0;)
                fresh = numbering->order[i].x != x || numbering->order[i].y != y;
            if (fresh)
                numbering->order[numbering->count++] = (struct fr_pixel){x, y};
        }
}

/* Pixels of one distance are numbered as those are from which they are first reached: over a
 * diagonal, which comes from nearer, then straight. */
static void number(struct numbering *numbering, struct fr_pixel start)
{
    size_t diagonal = 0, straight = 0;
    measure(numbering, start);
    numbering->order[0] = start;
    numbering->count = 1;
    for (int32_t distance = 1; straight < numbering->count; distance++) {
        for (; diagonal < numbering->count; diagonal++) {
            const struct fr_pixel from = numbering->order[diagonal];
            if (*distance_at(numbering, from.x, from.y) != distance - DIAGONAL)
                break;
            number_beyond(numbering, from, DIAGONAL);
        }
        for (; straight < numbering->count; straight++) {
            const struct fr_pixel from = numbering->order[straight];
            if (*distance_at(numbering, from.x, from.y) != distance - STRAIGHT)
                break;
            number_beyond(numbering, from, STRAIGHT);
        }
    }
}

static void compare(struct fr_field *field, const struct numbering *numbering, int32_t until)
{
    const struct fr_pixel start = numbering->order[0];
    size_t wanted = 0;
    assert_int_equal(fr_field_spread(field, start, (uint32_t)until), FR_OK);
    while (wanted < numbering->count &&
           *distance_at(numbering, numbering->order[wanted].x, numbering->order[wanted].y) < until)
        wanted++;
    bool same = fr_field_count(field) == wanted;
    for (size_t i = 0; same && i < wanted; i++) {
        const struct fr_pixel pixel = numbering->order[i];
        const uint32_t distance = (uint32_t)*distance_at(numbering, pixel.x, pixel.y);
        same = fr_pixel_equal(fr_field_pixel(field, i), pixel) &&
               fr_field_first(field, distance) <= i && fr_field_first(field, distance + 1) > i;
    }
    if (!same) {
        print_error("from %d,%d until %d\n", start.x, start.y, until);
        print_map(numbering->map);
        fail();
    }
}

static void goals_are_numbered_as_defined(void **state)
{
    const uint64_t seed = soak_seed(11);
    struct fr_random random = {seed};
    (void)state;
    print_message("FOOTRACE_SEED=%llu\n", (unsigned long long)seed);
    for (int round = 0; round < 60 * soak_scale(); round++) {
        struct fr_map *map = mixed_map(&random);
        struct fr_field *field;
        struct fr_pixel start;
        if (round % 3 == 0)
            mixed_walls(map, &random);
        const size_t count = (size_t)map->width * (size_t)map->height;
        struct numbering numbering = {.map = map};
        numbering.distance = test_malloc(count * sizeof *numbering.distance);
        numbering.order = test_malloc(count * sizeof *numbering.order);
        assert_int_equal(fr_field_create(map, &fr_default_allocator, &field), FR_OK);
        for (int i = 0; i < 2 && random_walkable(map, &random, &start); i++) {
            number(&numbering, start);
            compare(field, &numbering, FAR);
            compare(field, &numbering, fr_random_between(&random, 1, 120));
        }
        fr_field_release(field);
        test_free(numbering.order);
        test_free(numbering.distance);
        fr_map_release(map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goals_are_numbered_as_defined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
