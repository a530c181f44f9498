/* Rooms from engines' files: what is taken for the floor, where it lies, and what is refused. */
#include "tests/maps/formats/drawn_files.h"

#include "maps/geometry/polygon_check.h"
#include "tests/maps/formats/refused.h"

#define SCENE "[gd_scene load_steps=2 format=3]\n\n"
#define ROOT "[node name=\"Room\" type=\"Node2D\"]\n"
#define MESH_HEAD "[sub_resource type=\"NavigationPolygon\" id=\"1\"]\n"
#define QUAD                                                                                       \
    MESH_HEAD "vertices = PackedVector2Array(2, 2, 8, 2, 8, 8, 2, 8)\n"                            \
              "polygons = Array[PackedInt32Array]([PackedInt32Array(0, 1, 2), "                    \
              "PackedInt32Array(0, 2, 3)])\n"
#define REGION "[node name=\"Floor\" type=\"NavigationRegion2D\" parent=\".\"]\n"
#define USES "navigation_polygon = SubResource(\"1\")\n"

static void navigation_regions_are_the_floor(void **state)
{
    (void)state;
    static const struct {
        const char *text, *options, *drawing;
    } cases[] = {
        /* pieces are joined */
        {SCENE QUAD ROOT REGION USES, "", "1 4,4 16,4 16,16 4,16"},
        /* what is outlined, where no pieces were made of it: a hole */
        {SCENE MESH_HEAD
         "outlines = Array[PackedVector2Array]([PackedVector2Array(0, 0, 9, 0, 9, "
         "9, 0, 9), PackedVector2Array(3, 3, 6, 3, 6, 6, 3, 6)])\n" ROOT REGION USES,
         "", "1 0,0 18,0 18,18 0,18 | - 6,6 6,12 12,12 12,6"},
        /* format 2, spread over lines */
        {"[gd_scene load_steps=2 format=2]\n; a comment\n[sub_resource type=\"NavigationPolygon\" "
         "id=4]\nvertices = PoolVector2Array( 2, 2, 8, 2,\n 8, 8, 2, 8 )\npolygons = [ "
         "PoolIntArray( 0, 1, 2, 3 ) ]\n" ROOT
         "[node name=\"P\" type=\"NavigationPolygonInstance\" parent=\".\"]\nnavpoly = "
         "SubResource( 4 )\n",
         "", "1 4,4 16,4 16,16 4,16"},
        /* nodes lie where all above them put them: turned, then twice as large, then moved */
        {SCENE QUAD "[node name=\"Room\" type=\"Node2D\"]\nposition = Vector2(30, 5)\n"
                    "[node name=\"A\" type=\"Node2D\" parent=\".\"]\nscale = Vector2(2, 2)\n"
                    "[node name=\"B\" type=\"NavigationRegion2D\" parent=\"A\"]\nrotation = "
                    "1.5707963267948966\n" USES,
         "", "1 28,18 52,18 52,42 28,42"},
        {SCENE QUAD ROOT REGION USES "transform = Transform2D(1, 0, 0, 2, 0, 1)\n", "",
         "1 4,10 16,10 16,34 4,34"},
        /* a parent that the file has not, but whose parent it has */
        {SCENE QUAD ROOT "[node name=\"A\" parent=\".\" instance=ExtResource(\"2\")]\nposition = "
                         "Vector2(1, 0)\n[node name=\"B\" type=\"NavigationRegion2D\" "
                         "parent=\"A/inside/it\"]\n" USES,
         "", "1 6,4 18,4 18,16 6,16"},
        /* what lies left of 0 or above it comes to the border */
        {SCENE QUAD ROOT REGION USES "position = Vector2(-12.5, -2)\n", "",
         "1 1,0 13,0 13,12 1,12"},
        /* a polygon by name, moved by its offset */
        {SCENE QUAD ROOT REGION USES
         "[node name=\"Ground\" type=\"Polygon2D\" parent=\".\"]\noffset "
         "= Vector2(1, 1)\npolygon = PackedVector2Array(0, 0, 4, 0, 0, "
         "4)\n",
         "floor=Ground", "1 2,2 10,2 2,10"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fr_map *map = load_text("room.tscn", cases[i].text, cases[i].options);
        assert_drawing(map, cases[i].drawing);
        fr_map_release(map);
    }
}

static void closed_regions_give_way_to_open_ones(void **state)
{
    (void)state;
    struct fr_map *map =
        load_text("gate.tscn",
                  SCENE QUAD ROOT REGION USES "enabled = false\n"
                                              "[node name=\"Other\" type=\"NavigationRegion2D\" "
                                              "parent=\".\"]\nposition = Vector2(3, 0)\n" USES,
                  "");
    assert_drawing(map, "1 4,4 10,4 10,16 4,16 | 2 10,4 22,4 22,16 10,16");
    assert_false(fr_map_walkable(map, 3, 5));
    assert_true(fr_map_walkable(map, 7, 5));
    fr_map_enable(map, 1, true);
    assert_true(fr_map_walkable(map, 3, 5));
    fr_map_release(map);
}

struct malformed {
    const char *text, *place, *expected;
};

static const struct malformed scenes[] = {
    {"[gd_scene format=3]\nwhat\n", "line 2", "NAME = VALUE"},
    {"[gd_scene format=3]\n[node name=\"A\n", "line 2", "quotes and brackets close"},
    {"[gd_scene format=3]\n[node name=\"A\"]\nx = \"\n", "line 3", "quotes and brackets close"},
    {"[gd_scene format=3]\n[node name=\"A\"]\nx = (1]\n", "line 3", "quotes and brackets close"},
    {"[gd_scene format=3]\n[node name=\"A\"]\n\nx = [[[\n", "line 4", "quotes and brackets close"},
    {"[gd_scene format=3", "line 1", "quotes and brackets close"},
    {SCENE ROOT, "no navigation region", "expected one"},
    {SCENE ROOT "[node name=\"Wall\" type=\"Polygon2D\" parent=\".\"]\n", "floor=NODE", "'Wall'"},
    {SCENE ROOT REGION, "no navigation region", "expected one"},
    {SCENE ROOT REGION USES, "line 4: navigation_polygon", "of this file"},
    {SCENE ROOT REGION "navigation_polygon = ExtResource(\"3\")\n", "line 4",
     "a resource in this file"},
    {SCENE ROOT REGION "navigation_polygon = 7\n", "line 4", "a resource in this file"},
    {SCENE MESH_HEAD "vertices = 3\npolygons = []\n" ROOT REGION USES, "line 3: vertices",
     "PackedVector2Array"},
    {SCENE MESH_HEAD "vertices = PackedVector2Array(1, 2, 3)\npolygons = []\n" ROOT REGION USES,
     "line 3: vertices", "pairs"},
    {SCENE MESH_HEAD "vertices = PackedVector2Array(1, , 3)\npolygons = []\n" ROOT REGION USES,
     "line 3: vertices", "pairs"},
    {SCENE MESH_HEAD "vertices = PackedVector2Array(nan, 1)\npolygons = []\n" ROOT REGION USES,
     "line 3: vertices", "finite numbers"},
    {SCENE MESH_HEAD "vertices = PackedVector2Array(1, 1)\npolygons = "
                     "[PackedInt32Array(0, 1)]\n" ROOT REGION USES,
     "line 3: polygons", "numbers of vertices"},
    {SCENE MESH_HEAD "vertices = PackedVector2Array(1, 1)\npolygons = "
                     "[PackedInt32Array(0.5)]\n" ROOT REGION USES,
     "line 3: polygons", "numbers of vertices"},
    {SCENE MESH_HEAD "outlines = 5000\n" ROOT REGION USES, "line 3: outlines",
     "PackedVector2Array"},
    {SCENE MESH_HEAD "outlines = []\n" ROOT REGION USES, "no floor", "expected some"},
    {SCENE MESH_HEAD "outlines = [PackedVector2Array(0, 0, 2e6, 0, 5, 5)]\n" ROOT REGION USES,
     "line 3", "a million pixels"},
    {SCENE MESH_HEAD "outlines = [PackedVector2Array(0, 0, 40000, 0, 5, 5)]\n" ROOT REGION USES,
     "40000 x 5 pixels", "at most 32767"},
    {SCENE QUAD ROOT REGION USES "position = 3\n", "line 7: position", "Vector2(X, Y)"},
    {SCENE QUAD ROOT REGION USES "rotation = left\n", "line 7: rotation", "a number"},
    {SCENE QUAD ROOT REGION USES "transform = Transform2D(1, 2)\n", "line 7: transform",
     "six numbers"},
};

static void malformed_scenes_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        refuse_map(put_text("bad.tscn", scenes[i].text), "bad.tscn", scenes[i].place,
                   scenes[i].expected, false);
    char spec[256];
    format_text(spec, sizeof spec, "%s:floor=Sky",
                put_text("good.tscn", SCENE QUAD ROOT REGION USES));
    refuse_map(spec, "good.tscn", "floor='Sky'", "'Floor'", false);
    format_text(spec, sizeof spec, "%s:floor=Sky", put_text("room.json", JSON("")));
    refuse_map(spec, "room.json", "'floor'", "files of engines", false);
}

/* Whatever is done to a file, it is read into a valid drawing or refused in one line. */
static void mangled_scenes_do_no_harm(void **state)
{
    (void)state;
    static const char source[] = SCENE QUAD ROOT REGION USES
        "position = Vector2(-3, 1)\nenabled = false\n[node "
        "name=\"B\" type=\"NavigationRegion2D\" parent=\"Floor\"]\n" USES;
    static const char letters[] = "0123456789.-,[]() \"e\n=";
    struct fr_random random = {3};
    int read = 0;
    for (int i = 0; i < 1500; i++) {
        char text[sizeof source];
        struct fr_error error;
        struct fr_map *map;
        struct fr_polygon_fault fault;
        strcpy(text, source);
        for (uint32_t j = 1 + fr_random_below(&random, 3); j > 0; j--)
            text[10 + fr_random_below(&random, sizeof source - 11)] =
                letters[fr_random_below(&random, i % 3 ? 10 : sizeof letters - 1)];
        if (fr_map_load(put_text("mangled.tscn", text), folder, &fr_default_allocator, &map, NULL,
                        &error) != FR_OK) {
            assert_one_line(error.text);
            continue;
        }
        assert_int_equal(fr_polygon_check(map->drawing, &fault), FR_OK);
        fr_map_release(map);
        read++;
    }
    print_message("           %d of 1500 read\n", read);
    assert_true(read > 100);
}

static void refused_memory_leaks_nothing(void **state)
{
    (void)state;
    refuse_each_allocation(put_text("a.tscn", SCENE QUAD ROOT REGION USES));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(navigation_regions_are_the_floor),
        cmocka_unit_test(closed_regions_give_way_to_open_ones),
        cmocka_unit_test(malformed_scenes_are_refused),
        cmocka_unit_test(mangled_scenes_do_no_harm),
        cmocka_unit_test(refused_memory_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
