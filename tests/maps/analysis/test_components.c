/* Components against hand-worked maps and a flood fill pixel by pixel. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "maps/analysis/components.h"
#include "tests/ascii_map.h"

static struct fr_components *components_of(const struct fr_map *map, enum fr_connectivity reach)
{
    struct fr_components *components;
    assert_int_equal(fr_components_create(map, reach, &fr_default_allocator, &components), FR_OK);
    return components;
}

static void labels_follow_the_first_pixel(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("..#.|"
                                   "##.#|"
                                   "..#.");
    struct fr_components *four = components_of(map, FR_CONNECTED_4);
    assert_int_equal(fr_components_count(four), 5);
    assert_int_equal(fr_components_runs(four), 5);
    assert_int_equal(fr_components_at(four, 1, 0), 0);
    assert_int_equal(fr_components_at(four, 3, 0), 1);
    assert_int_equal(fr_components_at(four, 2, 1), 2);
    assert_int_equal(fr_components_at(four, 0, 2), 3);
    assert_int_equal(fr_components_at(four, 3, 2), 4);
    assert_int_equal(fr_components_size(four, 0), 2);
    assert_int_equal(fr_components_size(four, 4), 1);
    assert_int_equal(fr_components_size(four, 5), 0);
    struct fr_components *eight = components_of(map, FR_CONNECTED_8);
    assert_int_equal(fr_components_count(eight), 1);
    assert_int_equal(fr_components_size(eight, 0), 7);
    fr_components_release(four);
    fr_components_release(eight);
    fr_map_release(map);
}

static void arms_that_meet_late_are_one(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map(".#.#.|"
                                   ".#.#.|"
                                   ".###.|"
                                   ".....|"
                                   "####.");
    struct fr_components *components = components_of(map, FR_CONNECTED_4);
    assert_int_equal(fr_components_count(components), 2);
    assert_int_equal(fr_components_at(components, 4, 4), 0);
    assert_int_equal(fr_components_at(components, 4, 0), 0);
    assert_int_equal(fr_components_at(components, 2, 1), 1);
    assert_int_equal(fr_components_size(components, 0), 12);
    assert_int_equal(fr_components_size(components, 1), 2);
    fr_components_release(components);
    fr_map_release(map);
}

static uint32_t count_in(const struct fr_map *map, enum fr_connectivity reach)
{
    struct fr_components *components = components_of(map, reach);
    const uint32_t count = fr_components_count(components);
    fr_components_release(components);
    return count;
}

static void edge_walls_part_what_they_stand_between(void **state)
{
    (void)state;
    struct fr_map *map = walled_map(". .|. .\n"
                                    "- -    \n"
                                    ". . .|.\n");
    struct fr_components *components = components_of(map, FR_CONNECTED_4);
    assert_int_equal(fr_components_count(components), 2);
    assert_int_equal(fr_components_runs(components), 4);
    assert_int_equal(fr_components_size(components, 0), 2);
    assert_int_equal(fr_components_at(components, 1, 0), 0);
    assert_int_equal(fr_components_at(components, 2, 0), 1);
    assert_int_equal(fr_components_at(components, 0, 1), 1);
    assert_int_equal(fr_components_at(components, 3, 1), 1);
    fr_components_release(components);
    assert_int_equal(count_in(map, FR_CONNECTED_8), 2);
    assert_int_equal(fr_map_set_wall(map, 1, 0, FR_EAST, false), FR_OK);
    assert_int_equal(count_in(map, FR_CONNECTED_4), 1);
    fr_map_release(map);
}

/* Two pixels that meet at a corner, and the walls on the four borders there: each route needs both
 * of its borders open. */
static void a_corner_joins_unless_both_ways_round_it_are_walled(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t count;
    } cases[] = {
        {". #\n   \n# .\n", 1}, {".|#\n   \n# .\n", 1}, {".|#\n-  \n# .\n", 2},
        {". #\n- -\n# .\n", 2}, {".|#\n   \n#|.\n", 2}, {". #\n  -\n#|.\n", 2},
        {". #\n  -\n# .\n", 1}, {"#|.\n  -\n. #\n", 2}, {"# .\n  -\n.|#\n", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fr_map *map = walled_map(cases[i].text);
        if (count_in(map, FR_CONNECTED_8) != cases[i].count) {
            print_map(map);
            fail_msg("expected %u components", cases[i].count);
        }
        assert_int_equal(count_in(map, FR_CONNECTED_4), 2);
        fr_map_release(map);
    }
}

static void outside_and_walls_belong_to_none(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map(".#|..");
    struct fr_components *components = components_of(map, FR_CONNECTED_4);
    static const int32_t none[][2] = {{1, 0}, {-1, 0},        {0, -1},       {2, 1},
                                      {0, 2}, {INT32_MAX, 0}, {0, INT32_MIN}};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_int_equal(fr_components_at(components, none[i][0], none[i][1]), FR_NO_COMPONENT);
    assert_int_equal(fr_components_size(components, FR_NO_COMPONENT), 0);
    fr_components_release(components);
    fr_map_release(map);
}

static void a_map_without_floor_has_none(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("###|###");
    struct fr_components *components = components_of(map, FR_CONNECTED_8);
    assert_int_equal(fr_components_count(components), 0);
    assert_int_equal(fr_components_runs(components), 0);
    assert_int_equal(fr_components_at(components, 1, 1), FR_NO_COMPONENT);
    fr_components_release(components);
    fr_components_release(NULL);
    fr_map_release(map);
}

#define MAX_WIDTH 140
#define MAX_HEIGHT 40

struct labels {
    uint32_t at[MAX_HEIGHT][MAX_WIDTH];
    int64_t size[MAX_WIDTH * MAX_HEIGHT];
    uint32_t count;
};

/* A step by the words of maps/map.h, for a walkable pixel next to another. */
static bool steps(const struct fr_map *map, int32_t x, int32_t y, int32_t dx, int32_t dy)
{
    if (dx == 0 || dy == 0)
        return !fr_map_walled(map, x, y, dx, dy);
    const bool level_first =
        !fr_map_walled(map, x, y, dx, 0) && !fr_map_walled(map, x + dx, y, 0, dy);
    const bool upright_first =
        !fr_map_walled(map, x, y, 0, dy) && !fr_map_walled(map, x, y + dy, dx, 0);
    return level_first || upright_first;
}

static void flood(const struct fr_map *map, bool eight, struct labels *labels, int32_t x, int32_t y)
{
    static int32_t stack[MAX_WIDTH * MAX_HEIGHT][2];
    size_t depth = 0;
    labels->at[y][x] = labels->count;
    stack[depth][0] = x;
    stack[depth++][1] = y;
    while (depth > 0) {
        x = stack[--depth][0];
        y = stack[depth][1];
        labels->size[labels->count]++;
        for (int32_t dy = -1; dy <= 1; dy++) {
            for (int32_t dx = -1; dx <= 1; dx++) {
                if ((!eight && dx != 0 && dy != 0) || (dx == 0 && dy == 0) ||
                    !fr_map_walkable(map, x + dx, y + dy) || !steps(map, x, y, dx, dy) ||
                    labels->at[y + dy][x + dx] != FR_NO_COMPONENT)
                    continue;
                labels->at[y + dy][x + dx] = labels->count;
                stack[depth][0] = x + dx;
                stack[depth++][1] = y + dy;
            }
        }
    }
}

static void label_by_flooding(const struct fr_map *map, bool eight, struct labels *labels)
{
    memset(labels, 0, sizeof *labels);
    memset(labels->at, 0xff, sizeof labels->at);
    for (int32_t y = 0; y < map->height; y++) {
        for (int32_t x = 0; x < map->width; x++) {
            if (!fr_map_walkable(map, x, y) || labels->at[y][x] != FR_NO_COMPONENT)
                continue;
            flood(map, eight, labels, x, y);
            labels->count++;
        }
    }
}

/* Whether a run that holds pixel x, if it is walkable, begins there. */
static bool begins(const struct fr_map *map, int32_t x, int32_t y)
{
    return fr_map_walkable(map, x, y) &&
           (!fr_map_walkable(map, x - 1, y) || fr_map_wall(map, x - 1, y, FR_EAST));
}

static int64_t count_runs(const struct fr_map *map)
{
    int64_t runs = 0;
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++)
            runs += begins(map, x, y);
    return runs;
}

static void assert_runs_cover(const struct fr_map *map, const struct fr_components *components)
{
    for (int32_t y = 0; y < map->height; y++) {
        size_t count;
        const struct fr_run *runs = fr_components_row(components, y, &count);
        for (size_t i = 0; i < count; i++) {
            assert_true(runs[i].left <= runs[i].right);
            assert_true(i == 0 || runs[i - 1].right < runs[i].left);
            assert_true(begins(map, runs[i].left, y));
            assert_true(!fr_map_walkable(map, runs[i].right + 1, y) ||
                        begins(map, runs[i].right + 1, y));
            for (int32_t x = runs[i].left; x <= runs[i].right; x++)
                assert_int_equal(fr_components_at(components, x, y), runs[i].component);
        }
    }
}

/* Makes half of the rows those above them. */
static void repeat_rows(struct fr_map *map, struct fr_random *random)
{
    for (int32_t y = 1; y < map->height; y++)
        if (fr_random_below(random, 2))
            fr_map_set_row(map, y, map->areas + (size_t)(y - 1) * (size_t)map->width);
}

static void random_maps_match_a_flood_fill(void **state)
{
    (void)state;
    static struct labels labels;
    struct fr_random random = {7};
    for (int round = 0; round < 400; round++) {
        struct fr_map *map = random_map(&random, fr_random_between(&random, 1, MAX_WIDTH),
                                        fr_random_between(&random, 1, MAX_HEIGHT),
                                        fr_random_between(&random, 0, 80));
        if (round % 3 == 0)
            repeat_rows(map, &random);
        if (round % 2 == 1)
            random_walls(map, &random, fr_random_between(&random, 1, 70));
        for (int eight = 0; eight <= 1; eight++) {
            struct fr_components *components =
                components_of(map, eight ? FR_CONNECTED_8 : FR_CONNECTED_4);
            label_by_flooding(map, eight, &labels);
            bool same = fr_components_count(components) == labels.count;
            for (int32_t y = 0; y < map->height; y++)
                for (int32_t x = 0; x < map->width; x++)
                    same &= fr_components_at(components, x, y) == labels.at[y][x];
            for (uint32_t i = 0; same && i < labels.count; i++)
                same = fr_components_size(components, i) == labels.size[i];
            same &= fr_components_runs(components) == count_runs(map);
            if (!same)
                print_map(map);
            assert_true(same);
            assert_runs_cover(map, components);
            fr_components_release(components);
        }
        fr_map_release(map);
    }
}

static void closed_areas_and_blocked_pixels_are_no_part(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("11211");
    fr_map_enable(map, 2, false);
    assert_int_equal(fr_map_block(map, (struct fr_rect){4, 0, 1, 1}, true), FR_OK);
    struct fr_components *components = components_of(map, FR_CONNECTED_4);
    assert_int_equal(fr_components_count(components), 2);
    assert_int_equal(fr_components_size(components, 0), 2);
    assert_int_equal(fr_components_size(components, 1), 1);
    fr_components_release(components);
    fr_map_release(map);
}

static void every_refused_allocation_is_survived(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("..#|#.#|#..");
    for (uint64_t n = 1;; n++) {
        struct fr_counting_allocator counting;
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        struct fr_components *components = NULL;
        const enum fr_status status =
            fr_components_create(map, FR_CONNECTED_4, &counting.allocator, &components);
        assert_int_equal(status, counting.refused ? FR_NO_MEMORY : FR_OK);
        assert_int_equal(components != NULL, status == FR_OK);
        fr_components_release(components);
        assert_int_equal(counting.live_bytes, 0);
        if (status == FR_OK)
            break;
    }
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(labels_follow_the_first_pixel),
        cmocka_unit_test(arms_that_meet_late_are_one),
        cmocka_unit_test(edge_walls_part_what_they_stand_between),
        cmocka_unit_test(a_corner_joins_unless_both_ways_round_it_are_walled),
        cmocka_unit_test(outside_and_walls_belong_to_none),
        cmocka_unit_test(a_map_without_floor_has_none),
        cmocka_unit_test(random_maps_match_a_flood_fill),
        cmocka_unit_test(closed_areas_and_blocked_pixels_are_no_part),
        cmocka_unit_test(every_refused_allocation_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
