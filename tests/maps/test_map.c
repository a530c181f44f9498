/* The map against a plain model of it, the padding around it, and its memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "maps/map.h"
#include "tests/ascii_map.h"

/* Widths on either side of a word's end, where padding goes wrong first. */
static const int32_t widths[] = {1, 2, 62, 63, 64, 65, 66, 127, 128, 129};
#define WIDTHS (sizeof widths / sizeof *widths)

static struct fr_map *create(int32_t width, int32_t height, const struct fr_allocator *allocator)
{
    struct fr_map *map;
    assert_int_equal(fr_map_create(width, height, allocator, &map), FR_OK);
    return map;
}

static void fill(struct fr_map *map, uint8_t area)
{
    uint8_t row[256];
    memset(row, area, sizeof row);
    for (int32_t y = 0; y < map->height; y++)
        fr_map_set_row(map, y, row);
}

static void assert_padding_closed(const struct fr_map *map)
{
    for (int32_t y = -1; y <= map->height; y++) {
        assert_false(fr_map_walkable(map, -1, y));
        assert_false(fr_map_walkable(map, map->width, y));
        const uint64_t *row = fr_map_row(map, y);
        assert_int_equal(row[-1] >> 63, 0);
        for (int32_t x = map->width; x < map->row_words * 64; x++)
            assert_int_equal(row[x / 64] >> (x % 64) & 1, 0);
    }
    for (int32_t x = -1; x <= map->width; x++) {
        assert_false(fr_map_walkable(map, x, -1));
        assert_false(fr_map_walkable(map, x, map->height));
    }
}

static void sizes_out_of_range_are_refused(void **state)
{
    (void)state;
    static const int32_t sizes[][2] = {{0, 1}, {1, 0}, {-1, 5}, {5, -1}, {32768, 1}, {1, 32768}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct fr_map *map = NULL;
        assert_int_equal(fr_map_create(sizes[i][0], sizes[i][1], &fr_default_allocator, &map),
                         FR_BAD_INPUT);
        assert_null(map);
    }
    fr_map_release(create(FR_MAP_MAX_SIZE, 1, &fr_default_allocator));
    fr_map_release(create(1, FR_MAP_MAX_SIZE, &fr_default_allocator));
}

static void a_fresh_map_is_closed(void **state)
{
    (void)state;
    struct fr_map *map = create(70, 3, &fr_default_allocator);
    assert_int_equal(fr_map_walkable_count(map), 0);
    assert_int_equal(fr_map_area(map, 69, 2), 0);
    assert_padding_closed(map);
    fr_map_release(map);
    fr_map_release(NULL);
}

static void padding_stays_closed_around_an_open_map(void **state)
{
    (void)state;
    for (size_t i = 0; i < WIDTHS; i++) {
        struct fr_map *map = create(widths[i], 3, &fr_default_allocator);
        fill(map, 7);
        assert_int_equal(fr_map_walkable_count(map), 3 * widths[i]);
        assert_true(fr_map_walkable(map, 0, 0));
        assert_true(fr_map_walkable(map, widths[i] - 1, 2));
        assert_padding_closed(map);
        assert_int_equal(fr_map_block(map, (struct fr_rect){-5, -5, 500, 500}, true), FR_OK);
        assert_int_equal(fr_map_walkable_count(map), 0);
        assert_int_equal(fr_map_block(map, (struct fr_rect){-5, -5, 500, 500}, false), FR_OK);
        assert_int_equal(fr_map_walkable_count(map), 3 * widths[i]);
        assert_padding_closed(map);
        fr_map_release(map);
    }
}

#define MODEL_SIZE 140

struct model {
    int32_t width, height;
    uint8_t areas[MODEL_SIZE][MODEL_SIZE];
    bool blocked[MODEL_SIZE][MODEL_SIZE], enabled[FR_AREAS];
};

static void assert_like_model(const struct fr_map *map, const struct model *model)
{
    int64_t count = 0;
    for (int32_t y = 0; y < model->height; y++) {
        for (int32_t x = 0; x < model->width; x++) {
            const uint8_t area = model->areas[y][x];
            const bool walkable = area != 0 && model->enabled[area] && !model->blocked[y][x];
            assert_int_equal(fr_map_area(map, x, y), area);
            assert_int_equal(fr_map_walkable(map, x, y), walkable);
            count += walkable;
        }
    }
    assert_int_equal(fr_map_walkable_count(map), count);
    assert_padding_closed(map);
}

static void paint_pixel(struct fr_map *map, struct model *model, struct fr_random *random)
{
    const int32_t x = fr_random_between(random, 0, model->width - 1);
    const int32_t y = fr_random_between(random, 0, model->height - 1);
    model->areas[y][x] = (uint8_t)fr_random_below(random, 5);
    fr_map_set_area(map, x, y, model->areas[y][x]);
}

static void paint_row(struct fr_map *map, struct model *model, struct fr_random *random)
{
    const int32_t y = fr_random_between(random, 0, model->height - 1);
    for (int32_t x = 0; x < model->width; x++)
        model->areas[y][x] = (uint8_t)fr_random_below(random, 5);
    fr_map_set_row(map, y, model->areas[y]);
}

static void switch_area(struct fr_map *map, struct model *model, struct fr_random *random)
{
    const uint8_t area = (uint8_t)fr_random_below(random, 5);
    const bool enabled = fr_random_below(random, 2);
    model->enabled[area] = area != 0 && enabled;
    fr_map_enable(map, area, enabled);
}

static void block_rectangle(struct fr_map *map, struct model *model, struct fr_random *random)
{
    const struct fr_rect rect = {fr_random_between(random, -20, model->width + 5),
                                 fr_random_between(random, -5, model->height + 5),
                                 fr_random_between(random, -3, 100),
                                 fr_random_between(random, -3, 10)};
    const bool blocked = fr_random_below(random, 2);
    for (int32_t y = 0; y < model->height; y++)
        for (int32_t x = 0; x < model->width; x++)
            if (x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height)
                model->blocked[y][x] = blocked;
    assert_int_equal(fr_map_block(map, rect, blocked), FR_OK);
}

static void random_edits_match_the_model(void **state)
{
    (void)state;
    struct fr_random random = {20240601};
    static struct model model;
    for (size_t i = 0; i < WIDTHS; i++) {
        memset(&model, 0, sizeof model);
        memset(model.enabled + 1, true, FR_AREAS - 1);
        model.width = widths[i];
        model.height = fr_random_between(&random, 1, 12);
        struct fr_map *map = create(model.width, model.height, &fr_default_allocator);
        for (int edit = 0; edit < 200; edit++) {
            switch (fr_random_below(&random, 4)) {
            case 0:
                paint_pixel(map, &model, &random);
                break;
            case 1:
                paint_row(map, &model, &random);
                break;
            case 2:
                switch_area(map, &model, &random);
                break;
            default:
                block_rectangle(map, &model, &random);
            }
            assert_like_model(map, &model);
        }
        fr_map_release(map);
    }
}

static void area_zero_never_opens(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map(".#|#.");
    fr_map_enable(map, 0, true);
    assert_int_equal(fr_map_walkable_count(map), 2);
    fr_map_release(map);
}

static void an_area_tells_what_it_changed(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("1111111|1221211|1111111|1112111");
    assert_int_equal(fr_map_block(map, (struct fr_rect){3, 3, 1, 1}, true), FR_OK);
    struct fr_rect changed = fr_map_enable(map, 2, false);
    assert_true(changed.x == 1 && changed.y == 1 && changed.width == 4 && changed.height == 1);
    assert_int_equal(fr_map_enable(map, 2, false).width, 0);
    assert_int_equal(fr_map_enable(map, 9, false).width, 0);
    assert_int_equal(fr_map_block(map, (struct fr_rect){3, 3, 1, 1}, false), FR_OK);
    changed = fr_map_enable(map, 2, true);
    assert_true(changed.x == 1 && changed.y == 1 && changed.width == 4 && changed.height == 3);
    fr_map_release(map);
}

static void an_area_far_to_the_right_tells_no_more(void **state)
{
    (void)state;
    struct fr_map *map = create(700, 3, &fr_default_allocator);
    fr_map_set_area(map, 600, 1, 2);
    fr_map_set_area(map, 650, 2, 2);
    const struct fr_rect changed = fr_map_enable(map, 2, false);
    assert_true(changed.x == 600 && changed.y == 1 && changed.width == 51 && changed.height == 2);
    fr_map_release(map);
}

static void a_wall_closes_one_border(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("...|...");
    assert_false(fr_map_wall(map, 1, 0, FR_EAST));
    assert_int_equal(fr_map_set_wall(map, 1, 0, FR_EAST, true), FR_OK);
    assert_int_equal(fr_map_set_wall(map, 1, 0, FR_EAST, true), FR_OK);
    assert_int_equal(fr_map_set_wall(map, 0, 0, FR_SOUTH, true), FR_OK);
    assert_int_equal(map->wall_count, 2);
    assert_true(fr_map_walled(map, 1, 0, 1, 0) && fr_map_walled(map, 2, 0, -1, 0));
    assert_true(fr_map_walled(map, 0, 0, 0, 1) && fr_map_walled(map, 0, 1, 0, -1));
    assert_false(fr_map_walled(map, 1, 1, 1, 0) || fr_map_walled(map, 1, 0, 0, 1) ||
                 fr_map_walled(map, 0, 0, 1, 0) || fr_map_walled(map, 0, 0, -1, 0) ||
                 fr_map_walled(map, 2, 1, 0, 1));
    assert_int_equal(fr_map_set_wall(map, 2, 0, FR_EAST, true), FR_BAD_INPUT);
    assert_int_equal(fr_map_set_wall(map, 0, 1, FR_SOUTH, true), FR_BAD_INPUT);
    assert_int_equal(fr_map_set_wall(map, -1, 0, FR_EAST, true), FR_BAD_INPUT);
    assert_int_equal(fr_map_set_wall(map, 1, 0, FR_EAST, false), FR_OK);
    assert_int_equal(map->wall_count, 1);
    assert_int_equal(fr_map_walkable_count(map), 6);
    fr_map_release(map);
}

static void a_rectangle_at_the_end_of_the_number_range_is_clipped(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("...|...");
    const struct fr_rect rect = {1, 1, INT32_MAX, INT32_MAX};
    assert_int_equal(fr_map_block(map, rect, true), FR_OK);
    assert_int_equal(fr_map_walkable_count(map), 4);
    const struct fr_rect outside = {INT32_MIN, INT32_MIN, 5, 5};
    assert_int_equal(fr_map_block(map, outside, true), FR_OK);
    assert_int_equal(fr_map_walkable_count(map), 4);
    fr_map_release(map);
}

static void a_clone_is_equal_and_independent(void **state)
{
    (void)state;
    struct fr_map *map = ascii_map("1122|1#22|3333");
    fr_map_enable(map, 2, false);
    assert_int_equal(fr_map_block(map, (struct fr_rect){0, 2, 2, 1}, true), FR_OK);
    assert_int_equal(fr_map_set_wall(map, 0, 1, FR_SOUTH, true), FR_OK);
    struct fr_map *clone;
    assert_int_equal(fr_map_clone(map, &fr_default_allocator, &clone), FR_OK);
    assert_int_equal(fr_map_hash(clone), fr_map_hash(map));
    assert_int_equal(fr_map_set_wall(clone, 0, 1, FR_SOUTH, false), FR_OK);
    assert_true(fr_map_wall(map, 0, 1, FR_SOUTH));
    for (int32_t y = 0; y < 3; y++)
        for (int32_t x = 0; x < 4; x++)
            assert_int_equal(fr_map_walkable(clone, x, y), fr_map_walkable(map, x, y));
    fr_map_enable(clone, 2, true);
    assert_int_equal(fr_map_block(clone, (struct fr_rect){0, 0, 1, 1}, true), FR_OK);
    assert_false(fr_map_walkable(map, 2, 0));
    assert_true(fr_map_walkable(map, 0, 0));
    assert_padding_closed(clone);
    fr_map_release(clone);
    fr_map_release(map);
}

static void check_hash(uint64_t (*hash)(const struct fr_map *map))
{
    struct fr_map *map = ascii_map("112|2#1");
    struct fr_map *wider = ascii_map("1122#1");
    const uint64_t before = hash(map);
    assert_int_not_equal(before, hash(wider));
    fr_map_set_area(map, 0, 0, 2);
    assert_int_not_equal(before, hash(map));
    fr_map_set_area(map, 0, 0, 1);
    assert_int_equal(before, hash(map));
    fr_map_enable(map, 2, false);
    assert_int_not_equal(before, hash(map));
    fr_map_enable(map, 2, true);
    assert_int_equal(fr_map_block(map, (struct fr_rect){1, 0, 1, 2}, true), FR_OK);
    assert_int_not_equal(before, hash(map));
    assert_int_equal(fr_map_block(map, (struct fr_rect){1, 0, 1, 2}, false), FR_OK);
    assert_int_equal(before, hash(map));
    assert_int_equal(fr_map_set_wall(map, 0, 0, FR_EAST, true), FR_OK);
    const uint64_t east = hash(map);
    assert_int_not_equal(before, east);
    assert_int_equal(fr_map_set_wall(map, 0, 0, FR_SOUTH, true), FR_OK);
    assert_int_equal(fr_map_set_wall(map, 0, 0, FR_EAST, false), FR_OK);
    assert_int_not_equal(hash(map), east);
    assert_int_equal(fr_map_set_wall(map, 0, 0, FR_SOUTH, false), FR_OK);
    assert_int_equal(before, hash(map));
    fr_map_release(map);
    fr_map_release(wider);
}

static void the_hash_tells_maps_apart(void **state)
{
    (void)state;
    check_hash(fr_map_hash);
    check_hash(fr_map_mark);
}

/* Creates, blocks and clones with the n-th allocation refused; whether all of it worked. */
static bool build_with_failure(struct fr_counting_allocator *counting)
{
    struct fr_map *map = NULL, *clone = NULL;
    bool whole = fr_map_create(65, 2, &counting->allocator, &map) == FR_OK;
    if (!whole) {
        assert_null(map);
        return false;
    }
    fill(map, 1);
    if (fr_map_block(map, (struct fr_rect){0, 0, 10, 1}, true) == FR_OK) {
        assert_int_equal(fr_map_walkable_count(map), 120);
    } else {
        assert_int_equal(fr_map_walkable_count(map), 130);
        whole = false;
    }
    if (fr_map_set_wall(map, 0, 0, FR_SOUTH, true) != FR_OK) {
        assert_int_equal(map->wall_count, 0);
        whole = false;
    }
    if (fr_map_clone(map, &counting->allocator, &clone) != FR_OK) {
        assert_null(clone);
        whole = false;
    }
    fr_map_release(clone);
    fr_map_release(map);
    return whole;
}

static void every_refused_allocation_is_survived(void **state)
{
    (void)state;
    for (uint64_t n = 1;; n++) {
        struct fr_counting_allocator counting;
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        const bool whole = build_with_failure(&counting);
        assert_int_equal(counting.live_bytes, 0);
        if (counting.refused == 0) {
            assert_true(whole);
            assert_true(n > 7);
            return;
        }
        assert_false(whole);
    }
}

static void the_counting_allocator_counts_and_refuses(void **state)
{
    (void)state;
    struct fr_counting_allocator counting;
    fr_counting_allocator_init(&counting);
    const struct fr_allocator *allocator = &counting.allocator;
    assert_null(fr_allocate(allocator, 0, 8));
    assert_null(fr_allocate(allocator, SIZE_MAX / 2, 3));
    assert_int_equal(counting.allocations, 0);
    void *first = fr_allocate(allocator, 10, 8);
    unsigned char *zeroed = fr_allocate_zeroed(allocator, 5, 4);
    assert_int_equal(counting.live_bytes, 100);
    for (int i = 0; i < 20; i++)
        assert_int_equal(zeroed[i], 0);
    fr_deallocate(allocator, first, 10, 8);
    assert_int_equal(counting.live_bytes, 20);
    assert_int_equal(counting.peak_bytes, 100);
    counting.limit_bytes = 50;
    assert_null(fr_allocate(allocator, 31, 1));
    void *last = fr_allocate(allocator, 30, 1);
    assert_non_null(last);
    assert_int_equal(counting.refused, 1);
    assert_int_equal(counting.allocations, 4);
    fr_deallocate(allocator, last, 30, 1);
    fr_deallocate(allocator, zeroed, 5, 4);
    fr_deallocate(allocator, NULL, 5, 4);
    assert_int_equal(counting.live_bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_out_of_range_are_refused),
        cmocka_unit_test(a_fresh_map_is_closed),
        cmocka_unit_test(padding_stays_closed_around_an_open_map),
        cmocka_unit_test(random_edits_match_the_model),
        cmocka_unit_test(area_zero_never_opens),
        cmocka_unit_test(an_area_tells_what_it_changed),
        cmocka_unit_test(an_area_far_to_the_right_tells_no_more),
        cmocka_unit_test(a_wall_closes_one_border),
        cmocka_unit_test(a_rectangle_at_the_end_of_the_number_range_is_clipped),
        cmocka_unit_test(a_clone_is_equal_and_independent),
        cmocka_unit_test(the_hash_tells_maps_apart),
        cmocka_unit_test(every_refused_allocation_is_survived),
        cmocka_unit_test(the_counting_allocator_counts_and_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
