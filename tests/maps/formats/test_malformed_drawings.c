/* Malformed files of drawn maps, each refused in one line that names the file, the place in it and
 * what was expected there; and the n-th allocation refused. */
#include "tests/maps/formats/drawn_files.h"

#include "maps/geometry/polygon_check.h"
#include "tests/maps/formats/refused.h"

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
    {"key.json", JSON(", \"area\": []"), "top: key 'area'", "only keys of the format", 0},
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
     "areas[0].outers[0], vertex 0", "without area", 0},
    {"closed.json", AREAS("{\"id\": 1, \"outers\": [[[1, 1], [2, 1], [3, 3], [1, 1]]]}"),
     "areas[0].outers[0], vertex 3: the same vertex found twice in a row", "different ones", 0},
    {"back.json", AREAS("{\"id\": 1, \"outers\": [[[1, 1], [3, 3], [2, 1], [2, 1]]]}"),
     "areas[0].outers[0], vertex 2: the same vertex found twice in a row", "different ones", 0},
    {"bow.json", AREAS("{\"id\": 1, \"outers\": [[[0, 0], [9, 9], [8, 0], [0, 8]]]}"),
     "areas[0].outers[0], vertex 2: the edge here crosses that of vertex 0", "does not cross", 0},
    {"touch.json", AREAS("{\"id\": 1, \"outers\": [[[0, 0], [8, 0], [8, 8], [4, 0], [0, 8]]]}"),
     "vertex 0: the edge here meets that of vertex 3", "does not touch", 0},
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
     "areas[0].outers[0], vertex 1", "share nothing but edges", 0},
    {"image.json",
     AREAS("{\"id\": 1}, {\"id\": 2, \"outers\": [[[6, 4], [12, 4], [12, 6], [6, 6]]]}"),
     "areas[1].outers[0], vertex 0", "share nothing but edges", 0},
    {"shape.json", SHAPES("{}"), "shapes[0]", "either add", 0},
    {"two.json", SHAPES("{\"add\": " SQUARE ", \"subtract\": " SQUARE "}"), "shapes[0]",
     "either add", 0},
    {"where.json", SHAPES("{\"subtract\": " SQUARE ", \"area\": 1}"), "shapes[0]", "either add", 0},
    {"which.json", SHAPES("{\"add\": " SQUARE ", \"area\": 0}"), "shapes[0]: '0'", "1 to 255", 0},
    {"cross.json",
     SHAPES("{\"add\": " SQUARE "}, {\"subtract\": [[0, 0], [9, 9], [8, 0], [0, 8]]}"),
     "shapes[1].subtract, vertex 2", "does not cross", 0},
    {"list.json", JSON(", \"disabled\": 2"), "disabled: '2'", "an array", 0},
    {"closing.json", JSON(", \"disabled\": [2]"), "disabled: '2'", "areas, each once", 0},
    {"closings.json", JSON(", \"disabled\": [1, 1]"), "disabled: '1'", "areas, each once", 0},
    {"gate.json", JSON(", \"disabled\": [\"gate\"]"), "disabled: '\"gate\"'", "names of areas", 0},
};

static const struct malformed texts[] = {
    {"version.mesh", "mesh\nx\n", "line 2: 'x'", "a version", 0},
    {"three.mesh", "mesh\n3\n", "line 2: '3'", "version 1 or 2", 1},
    {"vertices.mesh", "mesh 2 2 1", "line 1: '2'", "at least three vertices", 0},
    {"cells.mesh", "mesh 2 3 0", "line 1: '0'", "at least one cell", 0},
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
    {"few.mesh", "mesh 2 3 1\n0 0 1 0\n5 0 1 0\n5 5 1 0\n2 0 1\n", "line 5: '2'",
     "at least three vertices", 0},
    {"turn.mesh", "mesh 2 3 1\n0 0 1 0\n5 0 1 0\n5 5 1 0\n3 0 2 1 -1 -1 -1\n",
     "line 5: cell 0, from vertex 0", "counter-clockwise", 0},
    {"beyond.mesh", "mesh 2 3 1\n0 0 1 0\n5 0 1 0\n5 5 1 0\n3 0 1 2 -1 0 -1\n",
     "cell 0, edge from vertex 0 to 1: neighbour 0", "-1", 0},
    {"more.mesh", "mesh 2 3 1\n0 0 1 0\n5 0 1 0\n5 5 1 0\n3 0 1 2 -1 -1 -1\n4\n", "line 6: '4'",
     "end of the file", 0},
    {"wall.mesh",
     "mesh 2 4 2 0 0 1 0 5 0 1 0 5 5 1 0 0 5 1 0\n3 0 1 2 -1 -1 -1\n3 0 2 3 -1 -1 -1\n",
     "cell 1, edge from vertex 0 to 2: neighbour -1", "expected 0, the cell on the other side", 0},
    {"overlap.mesh",
     "mesh 2 6 2 0 0 1 0 5 0 1 0 0 5 1 0 1 0 1 1 6 1 1 1 0 4 1 1\n"
     "3 0 1 2 -1 -1 -1\n3 3 4 5 -1 -1 -1\n",
     "off the half-pixel grid", "can combine", 0},
};

static void refuse(const char *spec, const struct malformed *of)
{
    refuse_map(spec, of->name, of->place, of->expected, of->unsupported);
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
        {"radius=0", {"room.json", "", "'0'", "multiple of 0.5", 0}},
        {"radius=1.25", {"room.json", "", "'1.25'", "multiple of 0.5", 0}},
        {"radius=-1", {"room.json", "", "'-1'", "multiple of 0.5", 0}},
        {"radius=1,shape=star", {"room.json", "", "'star'", "hexagon or disc", 0}},
        {"shape=disc", {"room.json", "", "'shape'", "with radius", 0}},
        {"threshold=3", {"room.json", "", "'threshold'", "only with images", 0}},
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
        AREAS("{\"id\": 1, \"outers\": [" SQUARE "], \"holes\": [[[3, 3], [5, 3], [4, 5]]]}"),
        MESH};
    static const char letters[] = "0123456789.-,[]{} \"e";
    struct fr_random random = {11};
    int read = 0;
    for (int i = 0; i < 6000; i++) {
        char text[512];
        struct fr_error error;
        struct fr_map *map;
        struct fr_polygon_fault fault;
        strcpy(text, sources[i % 3]);
        const size_t length = strlen(text), start = i % 3 < 2 ? 48 : 4;
        for (uint32_t j = 1 + fr_random_below(&random, 3); j > 0; j--)
            text[start + fr_random_below(&random, (uint32_t)(length - start))] =
                letters[fr_random_below(&random, i % 4 ? 10 : sizeof letters - 1)];
        const char *options = fr_random_below(&random, 4) == 0 ? ":radius=0.5" : "";
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
        put_text("c.mesh", MESH)};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        char spec[256];
        format_text(spec, sizeof spec, "%s:radius=0.5", paths[i]);
        refuse_each_allocation(spec);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(malformed_files_are_refused),
        cmocka_unit_test(options_that_do_not_fit_are_refused),
        cmocka_unit_test(mangled_files_do_no_harm),
        cmocka_unit_test(refused_memory_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
