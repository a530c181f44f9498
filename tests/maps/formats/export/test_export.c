/* Masks become drawings and meshes, and those masks again: nothing is lost that is said to stay. */
#include "tests/maps/files.h"

#include "harness/judge/validator.h"
#include "maps/formats/base/file.h"
#include "maps/formats/export/drawing_export.h"
#include "maps/formats/polygon/trace_mask.h"
#include "maps/geometry/polygon_check.h"
#include "maps/geometry/polygon_paint.h"
#include "maps/geometry/predicates.h"
#include "maps/polygon.h"
#include "tests/algorithms/instance.h"

#define WIDTH 24
#define HEIGHT 17
#define MAPS 60
#define CLICKS 20

/* Blocks of areas up to most, and noise: many pinches, holes and islands. */
static struct fr_map *random_map(struct fr_random *random, uint8_t most)
{
    struct fr_map *map;
    assert_int_equal(fr_map_create(WIDTH, HEIGHT, &fr_default_allocator, &map), FR_OK);
    const uint32_t noise = 2 + fr_random_below(random, 12);
    for (int i = 0; i < 12; i++) {
        const int32_t left = (int32_t)fr_random_below(random, WIDTH);
        const int32_t top = (int32_t)fr_random_below(random, HEIGHT);
        const uint8_t area = (uint8_t)fr_random_below(random, most + 1u);
        for (int32_t y = top; y < HEIGHT && y < top + 9; y++)
            for (int32_t x = left; x < WIDTH && x < left + 9; x++)
                fr_map_set_area(map, x, y, area);
    }
    for (int32_t y = 0; y < HEIGHT; y++)
        for (int32_t x = 0; x < WIDTH; x++)
            if (fr_random_below(random, noise) == 0)
                fr_map_set_area(map, x, y, (uint8_t)fr_random_below(random, most + 1u));
    fr_map_set_area(map, 0, 0, 1);
    fr_map_set_area(map, WIDTH - 1, HEIGHT - 1, 1);
    return map;
}

/* A map painted from the polygons around another's floor. */
static struct fr_map *draw(const struct fr_map *map, int32_t tolerance_px)
{
    struct fr_error error = {"", FR_OK};
    struct fr_polygon_fault fault;
    struct fr_map *drawn;
    assert_int_equal(fr_map_create(WIDTH, HEIGHT, &fr_default_allocator, &drawn), FR_OK);
    if (fr_trace_mask("map", map, tolerance_px, &fr_default_allocator, &drawn->drawing, &error) !=
        FR_OK)
        fail_msg("%s", error.text);
    assert_int_equal(fr_polygon_check(drawn->drawing, &fault), FR_OK);
    assert_int_equal(fr_polygon_paint(drawn->drawing, drawn), FR_OK);
    return drawn;
}

static struct fr_map *read_back(const char *name, struct fr_text *text)
{
    struct fr_load_report report;
    assert_false(text->no_memory);
    struct fr_map *map = load_with(put_bytes(name, text->bytes, text->size), "", &report);
    fr_text_release(text);
    return map;
}

static void assert_same_pixels(const struct fr_map *found, const struct fr_map *expected)
{
    assert_int_equal(found->width, expected->width);
    assert_int_equal(found->height, expected->height);
    assert_memory_equal(found->areas, expected->areas, WIDTH * HEIGHT);
}

static void polygons_paint_the_mask_again(void **state)
{
    struct fr_random random = {11};
    (void)state;
    for (int i = 0; i < MAPS; i++) {
        struct fr_map *map = random_map(&random, i % 3 ? 1 : 4);
        struct fr_map *drawn = draw(map, 0);
        assert_same_pixels(drawn, map);
        fr_map_enable(drawn, 1, i % 2);
        struct fr_text text = {.allocator = &fr_default_allocator};
        fr_export_json(drawn, &text);
        struct fr_map *again = read_back("room.json", &text);
        assert_int_equal(fr_map_hash(again), fr_map_hash(drawn));
        fr_map_release(again);
        fr_map_release(drawn);
        fr_map_release(map);
    }
}

/* Cells are convex, cover the floor, and name each other. */
static void check_cells(const struct fr_convex_cells *cells, int64_t pixels)
{
    int64_t doubled = 0;
    for (uint32_t i = 0; i < cells->cell_count; i++) {
        const uint32_t from = cells->first[i], count = cells->first[i + 1] - from;
        for (uint32_t j = 0; j < count; j++) {
            const struct fr_cell_edge *edge = &cells->edges[from + j];
            const struct fr_point a = cells->vertices[edge->from];
            const struct fr_point b = cells->vertices[cells->edges[from + (j + 1) % count].from];
            const struct fr_point c = cells->vertices[cells->edges[from + (j + 2) % count].from];
            assert_int_equal(edge->cell, i);
            assert_true(fr_orient(a, b, c) >= 0);
            assert_true(edge->twin == FR_NO_TWIN || cells->edges[edge->twin].twin == from + j);
            doubled += fr_cross(a, b);
        }
    }
    assert_int_equal(doubled, 8 * pixels);
}

static void meshes_are_the_mask_again(void **state)
{
    struct fr_random random = {12};
    (void)state;
    for (int i = 0; i < MAPS; i++) {
        struct fr_map *map = random_map(&random, 1), *drawn = draw(map, 0);
        struct fr_text text = {.allocator = &fr_default_allocator};
        struct fr_error error;
        struct fr_convex_cells cells[FR_AREAS] = {{.allocator = NULL}};
        assert_int_equal(fr_convex_cells_create("map", drawn->drawing, 1, &fr_default_allocator,
                                                &cells[1], &error),
                         FR_OK);
        check_cells(&cells[1], fr_map_walkable_count(map));
        assert_int_equal(fr_export_mesh(&cells[1], &text), FR_OK);
        struct fr_map *again = read_back("room.mesh", &text);
        assert_same_pixels(again, map);
        fr_map_release(again);
        text = (struct fr_text){.allocator = &fr_default_allocator};
        fr_export_godot(drawn, cells, &text);
        again = read_back("room.tscn", &text);
        assert_same_pixels(again, map);
        fr_map_release(again);
        fr_convex_cells_release(&cells[1]);
        fr_map_release(drawn);
        fr_map_release(map);
    }
}

/* Areas that touch are one floor, whose cells know no border between them. */
static void areas_share_a_mesh(void **state)
{
    struct fr_random random = {13};
    (void)state;
    for (int i = 0; i < MAPS / 2; i++) {
        struct fr_map *map = random_map(&random, 3), *drawn = draw(map, 0);
        struct fr_convex_cells cells;
        struct fr_error error;
        assert_int_equal(
            fr_convex_cells_create("map", drawn->drawing, 0, &fr_default_allocator, &cells, &error),
            FR_OK);
        check_cells(&cells, fr_map_walkable_count(map));
        fr_convex_cells_release(&cells);
        fr_map_release(drawn);
        fr_map_release(map);
    }
}

static void simplified_floors_lie_in_the_mask(void **state)
{
    struct fr_random random = {14};
    (void)state;
    for (int i = 0; i < MAPS; i++) {
        struct fr_map *map = random_map(&random, 2), *drawn = draw(map, 1 + i % 3);
        for (int32_t y = 0; y < HEIGHT; y++)
            for (int32_t x = 0; x < WIDTH; x++)
                assert_true(!fr_map_walkable(drawn, x, y) || fr_map_walkable(map, x, y));
        struct fr_convex_cells cells;
        struct fr_error error;
        int64_t doubled = 0;
        for (uint32_t j = 0; j < drawn->drawing->ring_count; j++)
            doubled +=
                fr_ring_doubled_area(drawn->drawing->vertices + drawn->drawing->rings[j].first,
                                     drawn->drawing->rings[j].count);
        assert_true(doubled <= 8 * fr_map_walkable_count(map));
        assert_int_equal(
            fr_convex_cells_create("map", drawn->drawing, 1, &fr_default_allocator, &cells, &error),
            FR_OK);
        fr_convex_cells_release(&cells);
        fr_map_release(drawn);
        fr_map_release(map);
    }
}

/* Blocks one pixel of each pinch: polygons touch there, and an engine may let a walker through. */
static void close_pinches(struct fr_map *map)
{
    for (bool again = true; again;) {
        again = false;
        for (int32_t y = 0; y + 1 < HEIGHT; y++)
            for (int32_t x = 0; x + 1 < WIDTH; x++) {
                const bool a = fr_map_walkable(map, x, y), b = fr_map_walkable(map, x + 1, y);
                const bool c = fr_map_walkable(map, x, y + 1);
                const bool d = fr_map_walkable(map, x + 1, y + 1);
                if (a != d || b != c || a == b)
                    continue;
                fr_map_set_area(map, a ? x : x + 1, y, 0);
                again = true;
            }
    }
}

/* Random walks on the drawing, by an exact back end; each step must be legal on the mask. */
static void check_walks(const struct fr_map *drawn, const struct fr_validator *validator,
                        struct fr_random *random, const char *format, size_t *walks)
{
    struct instance instance = instance_named("visgraph-polygon", "", drawn);
    for (int i = 0; i < CLICKS; i++) {
        const struct fr_pixel from = {(int32_t)fr_random_below(random, (uint32_t)drawn->width),
                                      (int32_t)fr_random_below(random, (uint32_t)drawn->height)};
        const struct fr_pixel to = {(int32_t)fr_random_below(random, (uint32_t)drawn->width),
                                    (int32_t)fr_random_below(random, (uint32_t)drawn->height)};
        if (!fr_map_walkable(drawn, from.x, from.y) || !fr_map_walkable(drawn, to.x, to.y) ||
            instance_find(&instance, from, to) != FR_FOUND)
            continue;
        ++*walks;
        for (size_t j = 1; j < instance.path.count; j++)
            if (!fr_validator_segment(validator, instance.path.points[j - 1],
                                      instance.path.points[j]))
                fail_msg("%s: step %zu from %d,%d to %d,%d leaves the mask", format, j, from.x,
                         from.y, to.x, to.y);
    }
    instance_release(&instance);
}

/* The same floor in each format that keeps it. */
static void write_format(size_t format, const struct fr_map *drawn,
                         const struct fr_convex_cells cells[FR_AREAS], struct fr_text *text)
{
    switch (format) {
    case 0:
        fr_export_json(drawn, text);
        break;
    case 1:
        fr_export_godot(drawn, cells, text);
        break;
    default:
        assert_int_equal(fr_export_mesh(&cells[1], text), FR_OK);
    }
}

/* A room that is simplified, written as an engine's file and read back, is walked there: no step may
 * be one that the mask forbids. */
static void walks_on_what_was_written_are_legal(void **state)
{
    static const char *const names[] = {"walk.json", "walk.tscn", "walk.mesh"};
    struct fr_random random = {15};
    size_t walks = 0;
    (void)state;
    for (int i = 0; i < MAPS / 2; i++) {
        struct fr_map *map = random_map(&random, 1);
        struct fr_convex_cells cells[FR_AREAS] = {{.allocator = NULL}};
        struct fr_validator *validator;
        struct fr_error error;
        close_pinches(map);
        struct fr_map *drawn = draw(map, i % 4);
        assert_int_equal(fr_validator_create(map, &fr_default_allocator, &validator), FR_OK);
        assert_int_equal(fr_convex_cells_create("map", drawn->drawing, 1, &fr_default_allocator,
                                                &cells[1], &error),
                         FR_OK);
        for (size_t j = 0; j < sizeof names / sizeof *names; j++) {
            struct fr_text text = {.allocator = &fr_default_allocator};
            write_format(j, drawn, cells, &text);
            struct fr_map *again = read_back(names[j], &text);
            check_walks(again, validator, &random, names[j], &walks);
            fr_map_release(again);
        }
        fr_convex_cells_release(&cells[1]);
        fr_validator_release(validator);
        fr_map_release(drawn);
        fr_map_release(map);
    }
    assert_true(walks > MAPS);
}

static struct fr_map *square(void)
{
    struct fr_map *map;
    assert_int_equal(fr_map_create(WIDTH, HEIGHT, &fr_default_allocator, &map), FR_OK);
    for (int32_t i = 0; i < 4; i++)
        fr_map_set_area(map, 1 + i % 2, 2 + i / 2, 1);
    return map;
}

static void what_has_no_polygons_is_refused(void **state)
{
    struct fr_map *map = square(), *drawn;
    struct fr_polygon *drawing, *empty;
    struct fr_convex_cells cells;
    struct fr_error error = {"", FR_OK};
    (void)state;
    assert_int_equal(fr_map_set_wall(map, 1, 2, FR_EAST, true), FR_OK);
    assert_int_equal(fr_trace_mask("walls", map, 0, &fr_default_allocator, &drawing, &error),
                     FR_UNSUPPORTED);
    assert_non_null(strstr(error.text, "walls: "));
    assert_int_equal(fr_polygon_create(&fr_default_allocator, &empty), FR_OK);
    assert_int_not_equal(
        fr_convex_cells_create("none", empty, 1, &fr_default_allocator, &cells, &error), FR_OK);
    assert_non_null(strstr(error.text, "none: "));
    fr_polygon_release(empty);
    fr_map_release(map);
    map = square();
    for (uint64_t n = 1;; n++) {
        struct fr_counting_allocator counting;
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        const enum fr_status status =
            fr_trace_mask("map", map, 0, &counting.allocator, &drawing, &error);
        if (status == FR_OK)
            fr_polygon_release(drawing);
        assert_int_equal(status, counting.refused ? FR_NO_MEMORY : FR_OK);
        assert_int_equal(counting.live_bytes, 0);
        if (status == FR_OK)
            break;
    }
    drawn = draw(map, 0);
    for (uint64_t n = 1;; n++) {
        struct fr_counting_allocator counting;
        fr_counting_allocator_init(&counting);
        counting.fail_at = n;
        const enum fr_status status =
            fr_convex_cells_create("map", drawn->drawing, 0, &counting.allocator, &cells, &error);
        if (status == FR_OK)
            fr_convex_cells_release(&cells);
        assert_int_equal(status, counting.refused ? FR_NO_MEMORY : FR_OK);
        assert_int_equal(counting.live_bytes, 0);
        if (status == FR_OK)
            break;
    }
    fr_map_release(drawn);
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polygons_paint_the_mask_again),
        cmocka_unit_test(meshes_are_the_mask_again),
        cmocka_unit_test(areas_share_a_mesh),
        cmocka_unit_test(simplified_floors_lie_in_the_mask),
        cmocka_unit_test(walks_on_what_was_written_are_legal),
        cmocka_unit_test(what_has_no_polygons_is_refused),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
