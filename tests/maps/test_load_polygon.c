/* Drawn maps in files: shapes combined, areas, agents, Polyanya's formats, and malformed files,
 * each refused in one line that names the file, the place in it and what was expected there. */
#include "files.h"

#include <math.h>

#include "drawings.h"

#define JSON(rest) "{\"format\": \"footrace-polygon/1\", \"size\": [20, 10]" rest "}"
#define AREAS(areas) JSON(", \"areas\": [" areas "]")
#define SHAPES(shapes) JSON(", \"shapes\": [" shapes "]")
#define SQUARE "[[2, 2], [8, 2], [8, 8], [2, 8]]"

static struct fr_map *load_text(const char *name, const char *text, const char *options)
{
    struct fr_load_report report;
    return load_with(put_text(name, text), options, &report);
}

/* Whether the map carries this drawing, in half pixels as text_drawing() takes it. */
static void assert_drawing(const struct fr_map *map, const char *text)
{
    struct fr_polygon *expected = text_drawing(text);
    assert_int_equal(fr_polygon_normalise(expected), FR_OK);
    const struct fr_polygon *found = map->drawing;
    assert_non_null(found);
    bool same =
        found->ring_count == expected->ring_count && found->vertex_count == expected->vertex_count;
    for (uint32_t i = 0; i < expected->ring_count && same; i++)
        same = found->rings[i].count == expected->rings[i].count &&
               found->rings[i].outer == expected->rings[i].outer &&
               found->rings[i].area == expected->rings[i].area;
    for (uint32_t i = 0; i < expected->vertex_count && same; i++)
        same = fr_point_equal(found->vertices[i], expected->vertices[i]);
    if (!same) {
        print_drawing(found);
        print_drawing(expected);
        fail_msg("the first drawing was read, the second expected");
    }
    fr_polygon_release(expected);
}

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
    /* an island in the hole of another region of its area has a hole of its own */
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
    for (int i = 0; i < 300; i++) {
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
    static const char *const options[] = {"", ":agent=0.5,shape=square", ":agent=1,shape=pentagon",
                                          ":agent=1.5,shape=hexagon", ":agent=2"};
    struct fr_random random = {13};
    int read = 0;
    for (int i = 0; i < 1500; i++) {
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
    assert_true(read > 1000);
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
                fr_polygon_covers(map->drawing, NULL, (struct fr_point){2 * x + 1, 2 * y + 1}));
    assert_int_equal(fr_map_area(map, 0, 0), 1);
    assert_int_equal(fr_map_area(map, 4, 4), 0);
    fr_map_release(map);
}

static void a_square_agent_shrinks_exactly(void **state)
{
    (void)state;
    const char *room = SHAPES("{\"subtract\": [[10, 4], [12, 4], [12, 6], [10, 6]]}");
    struct fr_map *map = load_text("room.json", room, "agent=1.5,shape=square");
    assert_drawing(map, "1 3,3 37,3 37,17 3,17 | - 17,5 27,5 27,15 17,15");
    fr_map_release(map);
    /* the passages above and below the block are four pixels wide */
    map = load_text("room.json", room, "agent=2,shape=square");
    assert_drawing(map, "1 4,4 16,4 16,16 4,16 | 1 28,4 36,4 36,16 28,16");
    fr_map_release(map);
    map = load_text("room.json", room, "agent=6,shape=square");
    assert_int_equal(map->drawing->ring_count, 0);
    assert_int_equal(fr_map_walkable_count(map), 0);
    fr_map_release(map);
    map = load_text("room.json",
                    SHAPES("{\"add\": [[0, 0], [10, 0], [10, 10], [0, 10]]}, {\"add\": [[10, 0], "
                           "[20, 0], [20, 10], [10, 10]], \"area\": 2}"),
                    "agent=1,shape=square");
    assert_drawing(map, "1 2,2 20,2 20,18 2,18 | 2 20,2 38,2 38,18 20,18");
    fr_map_release(map);
}

static double distance_to_edge(struct fr_point p, struct fr_point a, struct fr_point b)
{
    const double dx = b.x - a.x, dy = b.y - a.y, px = p.x - a.x, py = p.y - a.y;
    double t = (px * dx + py * dy) / (dx * dx + dy * dy);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return sqrt((px - t * dx) * (px - t * dx) + (py - t * dy) * (py - t * dy));
}

static double distance_to_walls(const struct fr_polygon *polygon, struct fr_point p)
{
    double least = 1e9;
    for (uint32_t r = 0; r < polygon->ring_count; r++)
        for (uint32_t i = 0; i < polygon->rings[r].count; i++) {
            const struct fr_point *of = polygon->vertices + polygon->rings[r].first;
            const double distance =
                distance_to_edge(p, of[i], of[(i + 1) % polygon->rings[r].count]);
            least = distance < least ? distance : least;
        }
    return least;
}

/* A disc of radius r fits where the walls are at least r away: on either side of that, by what
 * rounding and the disc's 32 edges can do, in half pixels. */
static void a_disc_keeps_its_distance(void **state)
{
    (void)state;
    const char *room =
        "{\"format\": \"footrace-polygon/1\", \"size\": [60, 60], \"shapes\": [{\"add\": [[2, 5], "
        "[55, 1], [58, 50], [30, 41], [4, 57]]}, {\"subtract\": [[20, 20], [31, 23], [25, 30]]}]}";
    struct fr_map *map = load_text("room.json", room, "");
    struct fr_map *shrunk = load_text("room.json", room, "agent=4.5");
    int inside = 0;
    for (int32_t y = 0; y <= 120; y++)
        for (int32_t x = 0; x <= 120; x++) {
            const struct fr_point p = {x, y};
            const double distance = distance_to_walls(map->drawing, p);
            const bool floor = fr_polygon_covers(map->drawing, NULL, p);
            const bool fits = fr_polygon_covers(shrunk->drawing, NULL, p);
            inside += fits;
            assert_true(!fits || (floor && distance >= 9 - 0.71));
            assert_true(fits || !floor || distance <= 9 * 1.005 + 0.71);
        }
    assert_true(inside > 2000);
    fr_map_release(map);
    fr_map_release(shrunk);
}

static int64_t room_of(const char *options)
{
    struct fr_map *map = load_text(
        "room.json", "{\"format\": \"footrace-polygon/1\", \"size\": [100, 100]}", options);
    const struct fr_polygon *drawing = map->drawing;
    const int64_t doubled = fr_ring_doubled_area(drawing->vertices, drawing->vertex_count);
    fr_map_release(map);
    return doubled / 8;
}

static void shapes_of_agents_differ(void **state)
{
    (void)state;
    assert_int_equal(room_of("agent=10,shape=square"), 80 * 80);
    assert_int_equal(room_of("agent=10"), 80 * 80);
    /* sin 60 of the radius to either side */
    assert_in_range(room_of("agent=10,shape=hexagon"), 80 * 82, 80 * 83);
    /* the full radius above, cos 36 of it below, sin 72 to either side */
    assert_in_range(room_of("agent=10,shape=pentagon"), 81 * 81, 82 * 82);
}

#define MESH                                                                                       \
    "mesh\n2\n6 2\n0 0 1 0\n5 0 2 0 1\n10 0 1 1\n10 4 1 1\n5 4.0 2 0 1\n0 4.50 1 0\n"              \
    "4 0 1 4 5 -1 -1 1 -1\n4 1 2 3 4 0 -1 -1 -1\n"

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

static void rings_of_poly_files_alternate(void **state)
{
    (void)state;
    struct fr_map *map = load_text("a.poly",
                                   "poly\n1\n3\n4 0 0 9 0 9 9 0 9\n4 1 1 8 1 8 8 1 8\n"
                                   "4 3 3 5 3 5 5 3 5\n",
                                   "");
    assert_drawing(map, "1 0,0 18,0 18,18 0,18 | - 2,2 16,2 16,16 2,16 | 1 6,6 10,6 10,10 6,10");
    fr_map_release(map);
    /* overlapping rings cancel out where they overlap; a hole along an edge is cut off */
    map = load_text("b.poly", "poly 1 2 4 0 0 6 0 6 6 0 6 4 4 0 10 0 10 6 4 6", "");
    assert_drawing(map, "1 0,0 8,0 8,12 0,12 | 1 12,0 20,0 20,12 12,12");
    fr_map_release(map);
    /* rings that cross at 20/3, 20/3 half pixels; a sliver thinner than the grid stays as it is */
    map = load_text("x.poly", "poly 1 2 3 0 0 10 5 0 5 3 0 5 5 0 10 5", "");
    struct fr_polygon_fault fault;
    assert_int_equal(fr_polygon_check(map->drawing, &fault), FR_OK);
    fr_map_release(map);
    map = load_text("s.poly", "poly 1 2 4 0 0 20 1 20 9 0 9 3 0 2 10 0.5 10 1", "");
    assert_int_equal(fr_polygon_check(map->drawing, &fault), FR_OK);
    fr_map_release(map);
    /* two pixels that meet at a corner, in one ring */
    map = load_text("c.poly", "poly 1 1 8 0 0 1 0 1 1 2 1 2 2 1 2 1 1 0 1", "");
    assert_drawing(map, "1 0,0 2,0 2,2 0,2 | 1 2,2 4,2 4,4 2,4");
    assert_int_equal(fr_map_walkable_count(map), 2);
    fr_map_release(map);
}

static void bundled_drawings_are_found_by_name(void **state)
{
    (void)state;
    struct fr_error error;
    struct fr_map *map;
    put_text("den.json", AREAS("{\"id\": 1, \"outers\": [" SQUARE "]}"));
    assert_int_equal(
        fr_map_load("den:agent=1,shape=square", folder, &fr_default_allocator, &map, NULL, &error),
        FR_OK);
    assert_drawing(map, "1 6,6 14,6 14,14 6,14");
    fr_map_release(map);
}

struct malformed {
    const char *name, *text, *place, *expected;
    bool unsupported;
};

static const struct malformed drawings[] = {
    {"comma.json", "{\"format\": \"footrace-polygon/1\",\n,}", "line 2, column 2", "valid JSON", 0},
    {"clicks.json", "{\"format\": \"footrace-clicks/1\"}", "key 'format'", "footrace-polygon/1", 0},
    {"none.json", "{}", "key 'format'", "footrace-polygon/1", 0},
    {"size.json", "{\"format\": \"footrace-polygon/1\"}", "'size'", "[width, height]", 0},
    {"zero.json", "{\"format\": \"footrace-polygon/1\", \"size\": [0, 10]}", "size: '[0,10]'",
     "1 to 32767", 0},
    {"huge.json", "{\"format\": \"footrace-polygon/1\", \"size\": [5, 32768]}", "size: '[5,32768]'",
     "1 to 32767", 0},
    {"key.json", JSON(", \"area\": []"), "top: key 'area'", "those of the format", 0},
    {"twice.json", JSON(", \"size\": [1, 1]"), "top: key 'size'", "each key once", 0},
    {"both.json", JSON(", \"areas\": [], \"shapes\": []"), "areas", "either areas or shapes", 0},
    {"areas.json", JSON(", \"areas\": 3"), "areas: '3'", "an array", 0},
    {"shapes.json", JSON(", \"shapes\": {}"), "shapes: '{}'", "an array", 0},
    {"area.json", AREAS("7"), "areas[0]: '7'", "an object", 0},
    {"noid.json", AREAS("{}"), "areas[0]", "an id from 1 to 255", 0},
    {"id.json", AREAS("{\"id\": 256}"), "areas[0]", "an id from 1 to 255", 0},
    {"ids.json", AREAS("{\"id\": 1, \"outers\": [" SQUARE "]}, {\"id\": 1}"), "areas[1]",
     "each once", 0},
    {"name.json", AREAS("{\"id\": 1, \"name\": 2}"), "areas[0]: '2'", "a string", 0},
    {"outers.json", AREAS("{\"id\": 1, \"outers\": 4}"), "areas[0].outers: '4'", "array of rings",
     0},
    {"holes.json", AREAS("{\"id\": 1, \"holes\": \"x\"}"), "areas[0].holes", "array of rings", 0},
    {"ring.json", AREAS("{\"id\": 1, \"outers\": [5]}"), "areas[0].outers[0]: '5'", "a ring", 0},
    {"empty.json", AREAS("{\"id\": 1, \"outers\": [[]]}"), "areas[0].outers[0]", "a ring", 0},
    {"quarter.json", AREAS("{\"id\": 1, \"outers\": [" SQUARE ", [[1, 1], [2, 0.25], [2, 1]]]}"),
     "areas[0].outers[1], vertex 1: '[2,0.25]'", "multiples of 0.5", 0},
    {"three.json", AREAS("{\"id\": 1, \"outers\": [[[1, 1, 1]]]}"), "vertex 0: '[1,1,1]'", "[x, y]",
     0},
    {"text.json", AREAS("{\"id\": 1, \"outers\": [[[1, \"1\"]]]}"), "vertex 0", "[x, y]", 0},
    {"far.json", SHAPES("{\"add\": [[1, 1], [1e9, 1], [3, 3]]}"), "shapes[0].add, vertex 1",
     "up to 32767", 0},
    {"infinite.json", SHAPES("{\"add\": [[1, 1], [1e999, 1], [3, 3]]}"), "shapes[0].add, vertex 1",
     "up to 32767", 0},
    {"out.json", AREAS("{\"id\": 1, \"outers\": [[[1, 1], [21, 1], [3, 3]]]}"),
     "areas[0].outers[0], vertex 1: '[21,1]'", "in the image", 0},
    {"line.json", AREAS("{\"id\": 1, \"outers\": [[[1, 1], [2, 1]]]}"),
     "areas[0].outers[0], vertex 0", "at least three", 0},
    {"flat.json", AREAS("{\"id\": 1, \"outers\": [[[1, 1], [2, 1], [3, 1]]]}"),
     "areas[0].outers[0], vertex 0", "no area", 0},
    {"closed.json", AREAS("{\"id\": 1, \"outers\": [[[1, 1], [2, 1], [3, 3], [1, 1]]]}"),
     "areas[0].outers[0], vertex 3: the next vertex is the same", "another", 0},
    {"back.json", AREAS("{\"id\": 1, \"outers\": [[[1, 1], [3, 3], [2, 1], [2, 1]]]}"),
     "areas[0].outers[0], vertex 2: the next vertex is the same", "another", 0},
    {"bow.json", AREAS("{\"id\": 1, \"outers\": [[[0, 0], [9, 9], [8, 0], [0, 8]]]}"),
     "areas[0].outers[0], vertex 2: its edge crosses that of vertex 0", "nowhere crosses", 0},
    {"touch.json", AREAS("{\"id\": 1, \"outers\": [[[0, 0], [8, 0], [8, 8], [4, 0], [0, 8]]]}"),
     "vertex 0: its edge meets that of vertex 3", "nowhere touches", 0},
    {"outside.json",
     AREAS("{\"id\": 1, \"outers\": [" SQUARE "], \"holes\": [[[12, 2], [13, 2], [13, 3]]]}"),
     "areas[0].holes[0], vertex 0", "inside an outer ring", 0},
    {"leaves.json",
     AREAS("{\"id\": 1, \"outers\": [" SQUARE "], \"holes\": [[[6, 4], [12, 6], [6, 6]]]}"),
     "areas[0].holes[0], vertex", "single points", 0},
    {"nested.json",
     AREAS("{\"id\": 1, \"outers\": [" SQUARE "], \"holes\": [[[3, 3], [7, 3], [7, 7], [3, 7]], "
           "[[4, 4], [5, 4], [5, 5]]]}"),
     "areas[0].holes[1], vertex", "holes that touch", 0},
    {"overlap.json",
     AREAS("{\"id\": 1, \"outers\": [" SQUARE "]}, {\"id\": 2, \"outers\": [[[6, 4], [12, 4], [12, "
           "6], [6, 6]]]}"),
     "areas[0].outers[0], vertex 1", "share edges at most", 0},
    {"image.json",
     AREAS("{\"id\": 1}, {\"id\": 2, \"outers\": [[[6, 4], [12, 4], [12, 6], [6, 6]]]}"),
     "areas[1].outers[0], vertex 0", "share edges at most", 0},
    {"shape.json", SHAPES("{}"), "shapes[0]", "either add", 0},
    {"two.json", SHAPES("{\"add\": " SQUARE ", \"subtract\": " SQUARE "}"), "shapes[0]",
     "either add", 0},
    {"where.json", SHAPES("{\"subtract\": " SQUARE ", \"area\": 1}"), "shapes[0]", "either add", 0},
    {"which.json", SHAPES("{\"add\": " SQUARE ", \"area\": 0}"), "shapes[0]: '0'", "1 to 255", 0},
    {"cross.json",
     SHAPES("{\"add\": " SQUARE "}, {\"subtract\": [[0, 0], [9, 9], [8, 0], [0, 8]]}"),
     "shapes[1].subtract, vertex 2", "nowhere crosses", 0},
    {"list.json", JSON(", \"disabled\": 2"), "disabled: '2'", "an array", 0},
    {"closing.json", JSON(", \"disabled\": [2]"), "disabled: '2'", "areas, each once", 0},
    {"closings.json", JSON(", \"disabled\": [1, 1]"), "disabled: '1'", "areas, each once", 0},
    {"gate.json", JSON(", \"disabled\": [\"gate\"]"), "disabled: '\"gate\"'", "names of areas", 0},
};

static const struct malformed texts[] = {
    {"version.mesh", "mesh\nx\n", "line 2: 'x'", "a version", 0},
    {"three.mesh", "mesh\n3\n", "line 2: '3'", "version 1 or 2", 1},
    {"vertices.mesh", "mesh 2 2 1", "line 1: '2'", "vertices from 3", 0},
    {"cells.mesh", "mesh 2 3 0", "line 1: '0'", "cells from 1", 0},
    {"cut.mesh", "mesh 2 3 1\n0 0 1 0\n5 0 1 0\n", "line 3, vertex 2: the end of the file", "0.5",
     0},
    {"off.mesh", "mesh 2 3 1\n0 0 1 0\n5 0.25 1 0\n", "line 3, vertex 1: '0.25'", "multiple of 0.5",
     0},
    {"minus.mesh", "mesh 2 3 1\n-1 0 1 0\n", "line 2, vertex 0: '-1'", "from 0", 0},
    {"big.mesh", "mesh 2 3 1\n32767.5 0 1 0\n", "line 2, vertex 0", "32767", 0},
    {"power.mesh", "mesh 2 3 1\n1e2 0 1 0\n", "line 2, vertex 0: '1e2'", "0.5", 0},
    {"around.mesh", "mesh 2 3 1\n0 0 1 7\n", "line 2: '7'", "number of a cell", 0},
    {"corner.mesh", "mesh 2 3 1\n0 0 1 0\n5 0 1 0\n5 5 1 0\n3 0 1 3\n", "line 5: '3'",
     "number of a vertex", 0},
    {"few.mesh", "mesh 2 3 1\n0 0 1 0\n5 0 1 0\n5 5 1 0\n2 0 1\n", "line 5: '2'", "vertices from 3",
     0},
    {"turn.mesh", "mesh 2 3 1\n0 0 1 0\n5 0 1 0\n5 5 1 0\n3 0 2 1 -1 -1 -1\n",
     "line 5: cell 0, from vertex 0", "counter-clockwise", 0},
    {"beyond.mesh", "mesh 2 3 1\n0 0 1 0\n5 0 1 0\n5 5 1 0\n3 0 1 2 -1 0 -1\n",
     "cell 0, edge from vertex 0 to 1: neighbour 0", "-1", 0},
    {"more.mesh", "mesh 2 3 1\n0 0 1 0\n5 0 1 0\n5 5 1 0\n3 0 1 2 -1 -1 -1\n4\n", "line 6: '4'",
     "end of the file", 0},
    {"wall.mesh",
     "mesh 2 4 2 0 0 1 0 5 0 1 0 5 5 1 0 0 5 1 0\n3 0 1 2 -1 -1 -1\n3 0 2 3 -1 -1 -1\n",
     "cell 1, edge from vertex 0 to 2: neighbour -1", "beyond the edge, 0", 0},
    {"overlap.mesh",
     "mesh 2 6 2 0 0 1 0 5 0 1 0 0 5 1 0 1 0 1 1 6 1 1 1 0 4 1 1\n"
     "3 0 1 2 -1 -1 -1\n3 3 4 5 -1 -1 -1\n",
     "off the half-pixel grid", "can combine", 0},
    {"version.poly", "poly 2", "line 1: '2'", "version 1", 0},
    {"none.poly", "poly 1 0", "line 1: '0'", "rings from 1", 0},
    {"few.poly", "poly 1 1\n2 0 0 1 1", "line 2: '2'", "vertices from 3", 0},
    {"off.poly", "poly 1 2\n3 0 0 1 0 1 1\n3 0 0 1 0.3 1 1", "line 3, ring 1, vertex 1: '0.3'",
     "0.5", 0},
    {"cross.poly", "poly 1 1\n4 0 0 9 9 8 0 0 8", "line 2, ring 0, vertex 2", "nowhere crosses", 0},
    {"cut.poly", "poly 1 2\n3 0 0 1 0 1 1\n", "line 2: the end of the file", "from 3", 0},
    {"more.poly", "poly 1 1\n3 0 0 1 0 1 1\n3", "line 3: '3'", "end of the file", 0},
};

static void refuse(const char *spec, const struct malformed *of)
{
    struct fr_error error = {""};
    struct fr_counting_allocator counting;
    struct fr_map *map = NULL;
    fr_counting_allocator_init(&counting);
    const enum fr_status status =
        fr_map_load(spec, folder, &counting.allocator, &map, NULL, &error);
    if (status != (of->unsupported ? FR_UNSUPPORTED : FR_BAD_INPUT) ||
        !strstr(error.text, of->name) || !strstr(error.text, of->place) ||
        !strstr(error.text, of->expected))
        fail_msg("%s: status %d, %s\nwithout: %s or %s", spec, status, error.text, of->place,
                 of->expected);
    for (const char *letter = error.text; *letter; letter++)
        assert_true((unsigned char)*letter >= ' ');
    assert_null(map);
    assert_int_equal(counting.live_bytes, 0);
    assert_true(counting.peak_bytes < 1 << 20);
}

static void malformed_files_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof drawings / sizeof *drawings; i++)
        refuse(put_text(drawings[i].name, drawings[i].text), &drawings[i]);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        refuse(put_text(texts[i].name, texts[i].text), &texts[i]);
}

static void options_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *options;
        struct malformed of;
    } cases[] = {
        {"agent=0", {"room.json", "", "'0'", "multiple of 0.5", 0}},
        {"agent=1.25", {"room.json", "", "'1.25'", "multiple of 0.5", 0}},
        {"agent=-1", {"room.json", "", "'-1'", "multiple of 0.5", 0}},
        {"agent=1,shape=star", {"room.json", "", "'star'", "hexagon or disc", 0}},
        {"shape=disc", {"room.json", "", "'shape'", "beside agent", 0}},
        {"threshold=3", {"room.json", "", "'threshold'", "only with images", 0}},
        {"dialect=gppc", {"room.json", "", "'dialect'", "Moving AI", 0}},
    };
    put_text("room.json", JSON(""));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char spec[256];
        format_text(spec, sizeof spec, "%s:%s", in_folder(cases[i].of.name), cases[i].options);
        refuse(spec, &cases[i].of);
    }
}

/* Whatever is done to a file, it is read into a valid drawing or refused in one line. */
static void mangled_files_do_no_harm(void **state)
{
    (void)state;
    static const char *const sources[] = {
        SHAPES("{\"add\": " SQUARE "}, {\"subtract\": [[6, 4], [12, 4.5], [12, 6]]}, {\"add\": "
               "[[1, 1], [9, 3], [5, 8]], \"area\": 2}"),
        AREAS("{\"id\": 1, \"outers\": [" SQUARE "], \"holes\": [[[3, 3], [5, 3], [4, 5]]]}"), MESH,
        "poly 1 2\n4 0 0 6 0 6 6 0 6\n4 4 0 10 0 10 6 4 6"};
    static const char letters[] = "0123456789.-,[]{} \"e";
    struct fr_random random = {11};
    int read = 0;
    for (int i = 0; i < 6000; i++) {
        char text[512];
        struct fr_error error;
        struct fr_map *map;
        struct fr_polygon_fault fault;
        strcpy(text, sources[i % 4]);
        const size_t length = strlen(text), start = i % 4 < 2 ? 48 : 4;
        for (uint32_t j = 1 + fr_random_below(&random, 3); j > 0; j--)
            text[start + fr_random_below(&random, (uint32_t)(length - start))] =
                letters[fr_random_below(&random, i % 3 ? 10 : sizeof letters - 1)];
        const char *options = fr_random_below(&random, 4) == 0 ? ":agent=0.5" : "";
        char spec[256];
        format_text(spec, sizeof spec, "%s%s", put_text("mangled", text), options);
        if (fr_map_load(spec, folder, &fr_default_allocator, &map, NULL, &error) != FR_OK) {
            assert_null(strchr(error.text, '\n'));
            continue;
        }
        if (fr_polygon_check(map->drawing, &fault) != FR_OK) {
            print_drawing(map->drawing);
            fail_msg("%s: fault %d in ring %u", text, fault.kind, fault.ring);
        }
        fr_map_release(map);
        read++;
    }
    print_message("           %d of 6000 read\n", read);
    assert_true(read > 200);
}

static void refused_memory_leaks_nothing(void **state)
{
    (void)state;
    const char *paths[] = {
        put_text("a.json",
                 SHAPES("{\"add\": " SQUARE "}, {\"add\": [[1, 1], [9, 3], [5, 8]], \"area\": 2}")),
        put_text("b.json", AREAS("{\"id\": 1, \"holes\": [[[3, 3], [5, 3], [4, 5]]]}")),
        put_text("c.mesh", MESH), put_text("d.poly", "poly 1 2 3 0 0 6 0 6 6 3 1 0 2 0 2 1")};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        char spec[256];
        enum fr_status status = FR_NO_MEMORY;
        format_text(spec, sizeof spec, "%s:agent=0.5", paths[i]);
        for (uint64_t n = 1; status != FR_OK; n++) {
            struct fr_counting_allocator counting;
            struct fr_error error;
            struct fr_map *map = NULL;
            fr_counting_allocator_init(&counting);
            counting.fail_at = n;
            status = fr_map_load(spec, folder, &counting.allocator, &map, NULL, &error);
            if (status != FR_OK)
                assert_int_equal(counting.refused, 1);
            fr_map_release(map);
            assert_int_equal(counting.live_bytes, 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(areas_are_read_as_they_stand),
        cmocka_unit_test(shapes_are_combined_in_their_order),
        cmocka_unit_test(crossings_are_rounded_to_half_pixels),
        cmocka_unit_test(borders_between_areas_have_no_gaps),
        cmocka_unit_test(any_shapes_make_a_valid_drawing),
        cmocka_unit_test(borders_stay_where_cells_meet),
        cmocka_unit_test(areas_may_start_closed),
        cmocka_unit_test(pixels_are_those_of_the_drawing),
        cmocka_unit_test(a_square_agent_shrinks_exactly),
        cmocka_unit_test(a_disc_keeps_its_distance),
        cmocka_unit_test(shapes_of_agents_differ),
        cmocka_unit_test(meshes_become_their_union),
        cmocka_unit_test(rings_of_poly_files_alternate),
        cmocka_unit_test(bundled_drawings_are_found_by_name),
        cmocka_unit_test(malformed_files_are_refused),
        cmocka_unit_test(options_that_do_not_fit_are_refused),
        cmocka_unit_test(mangled_files_do_no_harm),
        cmocka_unit_test(refused_memory_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
