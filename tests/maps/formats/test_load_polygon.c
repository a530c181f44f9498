/* Drawn maps in files: shapes combined, areas, and Polyanya's formats. */
#include "tests/maps/formats/drawn_files.h"
#include "tests/maps/polygon_covers.h"

#include "maps/geometry/polygon_check.h"
#include "tests/soak.h"

enum { WIDE = 24, HIGH = 17, MOST_SHAPES = 80 };

static void assert_read(const char *text, const char *drawing)
{
    struct fr_map *map = load_text("read.json", text, "");
    assert_drawing(map, drawing);
    fr_map_release(map);
}

static void areas_are_read_as_they_stand(void **state)
{
    (void)state;
    assert_read(AREAS("{\"id\": 1, \"outers\": [" SQUARE "]}"), "1 4,4 16,4 16,16 4,16");
    assert_read(AREAS("{\"id\": 1, \"outers\": [[[0.5, 1], [19.5, 1], [4, 9.5]]]}"),
                "1 1,2 39,2 8,19");
    assert_read(AREAS("{\"id\": 3, \"name\": \"floor\", \"outers\": [" SQUARE
                      "], \"holes\": [[[3, 3], [5, 3], [4, 5]]]}"),
                "3 4,4 16,4 16,16 4,16 | - 6,6 10,6 8,10");
    assert_read(AREAS("{\"id\": 2, \"holes\": [" SQUARE "]}"),
                "2 0,0 40,0 40,20 0,20 | - 4,4 16,4 16,16 4,16");
    assert_read(JSON(""), "1 0,0 40,0 40,20 0,20");
    assert_read(SHAPES(""), "1 0,0 40,0 40,20 0,20");
    /* an island in the hole of another region of its area has a hole itself */
    assert_read(AREAS("{\"id\": 1, \"outers\": [[[0, 0], [20, 0], [20, 10], [0, 10]], [[4, 3], [8, "
                      "3], [8, 7], [4, 7]]], \"holes\": [[[5, 4], [6, 4], [6, 5]], [[3, 2], [9, "
                      "2], [9, 8], [3, 8]]]}"),
                "1 0,0 40,0 40,20 0,20 | - 6,4 18,4 18,16 6,16 | 1 8,6 16,6 16,14 8,14 | - 10,8 "
                "12,8 12,10");
}

static void shapes_are_combined_in_their_order(void **state)
{
    (void)state;
    assert_read(SHAPES("{\"add\": " SQUARE "}, {\"add\": [[6, 4], [12, 4], [12, 6], [6, 6]]}"),
                "1 4,4 16,4 16,8 24,8 24,12 16,12 16,16 4,16");
    assert_read(SHAPES("{\"add\": " SQUARE "}, {\"subtract\": [[6, 4], [12, 4], [12, 6], [6, 6]]}"),
                "1 4,4 16,4 16,8 12,8 12,12 16,12 16,16 4,16");
    assert_read(SHAPES("{\"subtract\": [[6, 4], [12, 4], [12, 6], [6, 6]]}, {\"add\": " SQUARE "}"),
                "1 4,4 16,4 16,16 4,16");
    assert_read(SHAPES("{\"subtract\": " SQUARE "}"),
                "1 0,0 40,0 40,20 0,20 | - 4,4 16,4 16,16 4,16");
    assert_read(SHAPES("{\"subtract\": [[6, -4], [12, -4], [12, 16], [6, 16]]}"),
                "1 0,0 12,0 12,20 0,20 | 1 24,0 40,0 40,20 24,20");
    assert_read(SHAPES("{\"add\": [[-5, -5], [25, -5], [25, 15], [-5, 15]]}"),
                "1 0,0 40,0 40,20 0,20");
    /* a gate takes its place from the floor, and the floor an edge of it back */
    assert_read(SHAPES("{\"add\": [[0, 2], [20, 2], [20, 6], [0, 6]]}, {\"add\": [[8, 0], [10, 0], "
                       "[10, 8], [8, 8]], \"area\": 2}, {\"add\": [[9, 2], [20, 2], [20, 6], [9, "
                       "6]]}"),
                "1 0,4 16,4 16,12 0,12 | 2 16,0 20,0 20,4 18,4 18,12 20,12 20,16 16,16 | "
                "1 18,4 40,4 40,12 18,12");
}

static void crossings_are_rounded_to_half_pixels(void **state)
{
    (void)state;
    /* they cross at 40/6, 20/6 pixels: 13.33, 6.67 half pixels */
    struct fr_map *map =
        load_text("cross.json",
                  SHAPES("{\"add\": [[0, 0], [20, 10], [0, 10]]}, {\"subtract\": [[0, 10], [10, "
                         "0], [10, 10]]}"),
                  "");
    struct fr_polygon_fault fault;
    assert_int_equal(fr_polygon_check(map->drawing, &fault), FR_OK);
    assert_drawing(map, "1 0,0 13,7 0,20 | 1 20,10 40,20 20,20");
    fr_map_release(map);
}

/* A gate drawn across slanted walls: where their edges meet is off the grid, and yet the two areas
 * have all of the border between them in common, so that walks cross it anywhere. */
static void borders_between_areas_have_no_gaps(void **state)
{
    (void)state;
    struct fr_random random = {7};
    for (int i = 0; i < soak_fewer(300, 4); i++) {
        char text[1024];
        int32_t v[12];
        for (int j = 0; j < 12; j++)
            v[j] = fr_random_between(&random, 0, j % 2 ? 10 : 20);
        format_text(text, sizeof text,
                    SHAPES("{\"subtract\": [[%d, %d], [%d, %d], [%d, %d]]}, {\"add\": [[%d, %d], "
                           "[%d, %d], [%d, %d]], \"area\": 2}"),
                    v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9], v[10], v[11]);
        const char *path = put_text("gate.json", text);
        struct fr_error error;
        struct fr_polygon_fault fault;
        struct fr_map *map;
        if (fr_map_load(path, folder, &fr_default_allocator, &map, NULL, &error) != FR_OK)
            continue; /* a flat triangle */
        if (fr_polygon_check(map->drawing, &fault) != FR_OK) {
            print_drawing(map->drawing);
            fail_msg("%s", text);
        }
        /* the union of both, as one area */
        int64_t doubled = 0, united = 0;
        for (uint32_t r = 0; r < map->drawing->ring_count; r++)
            doubled += fr_ring_doubled_area(map->drawing->vertices + map->drawing->rings[r].first,
                                            map->drawing->rings[r].count);
        fr_map_release(map);
        char *area = strstr(text, ", \"area\": 2");
        memset(area, ' ', strlen(", \"area\": 2"));
        assert_int_equal(fr_map_load(put_text("gate.json", text), folder, &fr_default_allocator,
                                     &map, NULL, &error),
                         FR_OK);
        for (uint32_t r = 0; r < map->drawing->ring_count; r++)
            united += fr_ring_doubled_area(map->drawing->vertices + map->drawing->rings[r].first,
                                           map->drawing->rings[r].count);
        /* vertices on the border inside the union are rounded, those of its outline alike */
        if (doubled < united - 60 || doubled > united + 60)
            fail_msg("%s: areas of %lld, together %lld", text, (long long)doubled,
                     (long long)united);
        fr_map_release(map);
    }
}

/* Shapes that cut others into slivers narrower than the grid, three areas, agents of all shapes:
 * what comes out is valid. */
static void any_shapes_make_a_valid_drawing(void **state)
{
    (void)state;
    static const char *const options[] = {"", ":radius=0.5,shape=square",
                                          ":radius=1,shape=pentagon", ":radius=1.5,shape=hexagon",
                                          ":radius=2"};
    struct fr_random random = {13};
    const int64_t count = soak_fewer(1500, 5);
    int read = 0;
    for (int i = 0; i < count; i++) {
        char shapes[1024] = "", text[1200], spec[256];
        for (uint32_t j = 1 + fr_random_below(&random, 7); j > 0; j--) {
            int32_t v[6];
            for (int k = 0; k < 6; k++)
                v[k] = fr_random_between(&random, -4, k % 2 ? 24 : 44);
            const size_t used = strlen(shapes);
            const uint32_t area = 1 + fr_random_below(&random, 6);
            char place[24] = "";
            if (area <= 3)
                format_text(place, sizeof place, ", \"area\": %u", area);
            format_text(shapes + used, sizeof shapes - used,
                        "{\"%s\": [[%g, %g], [%g, %g], [%g, %g]]%s}%s",
                        area <= 3 ? "add" : "subtract", v[0] / 2.0, v[1] / 2.0, v[2] / 2.0,
                        v[3] / 2.0, v[4] / 2.0, v[5] / 2.0, place, j > 1 ? ", " : "");
        }
        format_text(text, sizeof text, SHAPES("%s"), shapes);
        format_text(spec, sizeof spec, "%s%s", put_text("any.json", text), options[i % 5]);
        struct fr_error error;
        struct fr_map *map;
        struct fr_polygon_fault fault;
        if (fr_map_load(spec, folder, &fr_default_allocator, &map, NULL, &error) != FR_OK) {
            if (strstr(error.text, "GEOS") || !strstr(error.text, "vertex"))
                fail_msg("%s: %s", text, error.text);
            continue; /* a flat triangle */
        }
        if (fr_polygon_check(map->drawing, &fault) != FR_OK) {
            print_drawing(map->drawing);
            fail_msg("%s", text);
        }
        fr_map_release(map);
        read++;
    }
    assert_true(3 * read > 2 * count);
}

/* Paints a rectangle as a designer would over what is there, and writes it as a shape. */
static void paint(struct fr_random *random, uint8_t *painted, char *shape, size_t size)
{
    const int32_t x = fr_random_between(random, 0, WIDE - 2);
    const int32_t y = fr_random_between(random, 0, HIGH - 2);
    const int32_t right = fr_random_between(random, x + 1, WIDE);
    const int32_t bottom = fr_random_between(random, y + 1, HIGH);
    const int32_t area = fr_random_between(random, 0, 4);
    char place[16] = "";
    for (int32_t row = y; row < bottom; row++)
        memset(painted + row * WIDE + x, area, (size_t)(right - x));
    if (area > 0)
        format_text(place, sizeof place, ", \"area\": %d", area);
    format_text(shape, size, "{\"%s\": [[%d, %d], [%d, %d], [%d, %d], [%d, %d]]%s}",
                area > 0 ? "add" : "subtract", x, y, right, y, right, bottom, x, bottom, place);
}

static void many_shapes_are_drawn_one_over_the_other(void **state)
{
    struct fr_random random = {29};
    (void)state;
    for (int round = 0; round < 60; round++) {
        static char text[MOST_SHAPES * 96 + 200];
        uint8_t painted[WIDE * HIGH] = {0};
        const uint32_t count = 1 + fr_random_below(&random, MOST_SHAPES);
        size_t used = (size_t)snprintf(text, sizeof text,
                                       "{\"format\": \"footrace-polygon/1\", \"size\": [%d, %d], "
                                       "\"shapes\": [{\"add\": [[0, 0], [1, 0], [1, 1], [0, 1]]}",
                                       WIDE, HIGH);
        painted[0] = 1;
        for (uint32_t i = 0; i < count; i++) {
            char shape[96];
            paint(&random, painted, shape, sizeof shape);
            used += (size_t)snprintf(text + used, sizeof text - used, ", %s", shape);
        }
        snprintf(text + used, sizeof text - used, "]}");
        struct fr_map *map = load_text("many.json", text, "");
        assert_areas(map, painted);
        fr_map_release(map);
    }
}

/* Areas put together from cells are not to be rounded once more: here that moved one border of two
 * onto a vertex near it. */
static void borders_stay_where_cells_meet(void **state)
{
    (void)state;
    struct fr_polygon_fault fault;
    struct fr_map *map = load_text(
        "near.json",
        "{\"format\":\"footrace-polygon/1\",\"size\":[22,31],\"shapes\":[{\"add\":[[-1.0,10.0],"
        "[0.5,30.0],[9.5,32.5],[10.0,10.5]],\"area\":2},{\"subtract\":[[1.0,26.5],[0.0,0.0],[3.5,"
        "14.5],[12.0,16.0]]},{\"add\":[[22.5,32.0],[1.5,23.0],[16.5,28.0]],\"area\":3},{\"add\":[["
        "21.0,"
        "26.0],[16.5,19.0],[21.5,1.5]],\"area\":2}]}",
        "");
    assert_int_equal(fr_polygon_check(map->drawing, &fault), FR_OK);
    fr_map_release(map);
}

static void areas_may_start_closed(void **state)
{
    (void)state;
    const char *text = JSON(
        ", \"areas\": [{\"id\": 1, \"outers\": [[[0, 0], [4, 0], [4, 4], [0, 4]]]}, {\"id\": 2, "
        "\"name\": \"gate\", \"outers\": [[[4, 0], [6, 0], [6, 4], [4, 4]]]}, {\"id\": 9, "
        "\"outers\": [[[6, 0], [8, 0], [8, 4], [6, 4]]]}], \"disabled\": [\"gate\", 9]");
    struct fr_load_report report;
    struct fr_map *map = load_with(put_text("gate.json", text), "", &report);
    assert_string_equal(report.format, "polygon");
    assert_string_equal(report.reading, "3 areas: 2 'gate' (closed)");
    assert_int_equal(fr_map_walkable_count(map), 16);
    assert_true(map->enabled[1] && !map->enabled[2] && !map->enabled[9]);
    assert_int_equal(fr_map_area(map, 5, 1), 2);
    fr_map_enable(map, 2, true);
    assert_int_equal(fr_map_walkable_count(map), 24);
    fr_map_release(map);
}

static void pixels_are_those_of_the_drawing(void **state)
{
    (void)state;
    struct fr_map *map =
        load_text("room.json",
                  SHAPES("{\"add\": [[0, 0], [20, 0], [10, 10]]}, {\"subtract\": " SQUARE "}"), "");
    for (int32_t y = 0; y < 10; y++)
        for (int32_t x = 0; x < 20; x++)
            assert_int_equal(
                fr_map_walkable(map, x, y),
                polygon_covers(map->drawing, NULL, (struct fr_point){2 * x + 1, 2 * y + 1}));
    assert_int_equal(fr_map_area(map, 0, 0), 1);
    assert_int_equal(fr_map_area(map, 4, 4), 0);
    fr_map_release(map);
}

static void meshes_become_their_union(void **state)
{
    (void)state;
    struct fr_load_report report;
    struct fr_map *map = load_with(put_text("a.mesh", MESH), "", &report);
    assert_drawing(map, "1 0,0 20,0 20,8 10,8 0,9");
    assert_string_equal(report.format, "mesh");
    assert_int_equal(map->width, 10);
    assert_int_equal(map->height, 5);
    fr_map_release(map);
    map = load_text("b.mesh",
                    "mesh 1 6 2 0 0 1 0 5 0 2 0 1 10 0 1 1 10 4 1 1 5 4 2 0 1 0 4 1 0 "
                    "4 0 1 4 5 -1 1 -1 -1 4 1 2 3 4 -1 -1 -1 0",
                    "");
    assert_drawing(map, "1 0,0 20,0 20,8 0,8");
    fr_map_release(map);
}

static void bundled_drawings_are_found_by_name(void **state)
{
    (void)state;
    struct fr_error error;
    struct fr_map *map;
    put_text("den.json", AREAS("{\"id\": 1, \"outers\": [" SQUARE "]}"));
    assert_int_equal(
        fr_map_load("den:radius=1,shape=square", folder, &fr_default_allocator, &map, NULL, &error),
        FR_OK);
    assert_drawing(map, "1 6,6 14,6 14,14 6,14");
    fr_map_release(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(areas_are_read_as_they_stand),
        cmocka_unit_test(shapes_are_combined_in_their_order),
        cmocka_unit_test(crossings_are_rounded_to_half_pixels),
        cmocka_unit_test(borders_between_areas_have_no_gaps),
        cmocka_unit_test(any_shapes_make_a_valid_drawing),
        cmocka_unit_test(many_shapes_are_drawn_one_over_the_other),
        cmocka_unit_test(borders_stay_where_cells_meet),
        cmocka_unit_test(areas_may_start_closed),
        cmocka_unit_test(pixels_are_those_of_the_drawing),
        cmocka_unit_test(meshes_become_their_union),
        cmocka_unit_test(bundled_drawings_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
