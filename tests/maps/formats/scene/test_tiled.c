/* Tiled's maps, in JSON and in XML: which layers are the floor, and where their shapes lie. */
#include "tests/maps/formats/scene/room_files.h"

#define MAP(layers)                                                                                \
    "{\"orientation\": \"orthogonal\", \"width\": 4, \"height\": 3, \"tilewidth\": 5, "            \
    "\"tileheight\": 4, \"layers\": [" layers "]}"
#define ISOMETRIC(layers)                                                                          \
    "{\"orientation\": \"isometric\", \"width\": 4, \"height\": 3, \"tilewidth\": 8, "             \
    "\"tileheight\": 4, \"layers\": [" layers "]}"
#define TILE_BOX "{\"x\": 4, \"y\": 4, \"width\": 4, \"height\": 4}"
#define OBJECTS(name, objects)                                                                     \
    "{\"type\": \"objectgroup\", \"name\": \"" name "\", \"objects\": [" objects "]}"
#define BOX "{\"x\": 1, \"y\": 1, \"width\": 4, \"height\": 3}"
#define NAMED_BOX "{\"x\": 8, \"y\": 1, \"width\": 2, \"height\": 3, \"name\": \"gate\"}"
#define TILES                                                                                      \
    "{\"type\": \"tilelayer\", \"name\": \"Ground\", \"width\": 4, \"height\": 3, \"data\": "
#define CELLS TILES "[0,1,1,0, 0,0,1,9, 0,0,0,0]}"
#define CELLS_DRAWN "1 10,0 30,0 30,8 40,8 40,16 20,16 20,8 10,8"
/* The same cells, packed. */
#define PLAIN "AAAAAAEAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAkAAAAAAAAAAAAAAAAAAAAAAAAA"
#define ZLIB "eNpjYGBgYIRiZADiczJgAgABUAAN"
#define GZIP "H4sIAAAAAAACA2NgYGBghGJkAOJzMmACAGORfQ4wAAAA"
#define THIRTEEN "eJwNw4kNwCAABKCzan33n1dISJLiZ7XZ/R1Ol9vj9QEF5ABP"
#define PACKED(how, data)                                                                          \
    TILES "\"" data "\", \"encoding\": \"base64\", \"compression\": \"" how "\"}"
#define XML_PACKED(how, data)                                                                      \
    "<layer name=\"Ground\" width=\"4\" height=\"3\">\n<data encoding=\"base64\"" how              \
    ">\n   " data "\n  </data></layer></map>"
#define BOX_DRAWN "1 2,2 10,2 10,8 2,8"

#define XML_HEAD                                                                                   \
    "<?xml version=\"1.0\"?>\n<!-- a map --><!DOCTYPE map SYSTEM \"http://x/map.dtd\">\n"          \
    "<map orientation=\"orthogonal\" width=\"4\" height=\"3\" tilewidth=\"5\" tileheight=\"4\">\n"
#define XML_OBJECTS(name, objects) "<objectgroup name=\"" name "\">" objects "</objectgroup>\n"
#define XML_BOX "<object x=\"1\" y=\"1\" width=\"4\" height=\"3\"/>\n"

static void shapes_of_object_layers_are_the_floor(void **state)
{
    (void)state;
    static const struct readable_room maps[] = {
        {MAP(OBJECTS("any", BOX)), "", BOX_DRAWN},
        /* a name that speaks of floors goes before walls, and these before others */
        {MAP(OBJECTS("Walls", NAMED_BOX) "," OBJECTS("My Walkable", BOX)), "", BOX_DRAWN},
        {MAP(OBJECTS("stuff", NAMED_BOX) "," OBJECTS("Collision", BOX)), "",
         "1 0,0 40,0 40,24 0,24 | - 2,2 2,8 10,8 10,2"},
        {MAP(OBJECTS("Walls", NAMED_BOX) "," OBJECTS("other", BOX)), "floor=other", BOX_DRAWN},
        {MAP(OBJECTS("a", BOX) "," OBJECTS("b", BOX)), "floor=-b",
         "1 0,0 40,0 40,24 0,24 | - 2,2 2,8 10,8 10,2"},
        {MAP(OBJECTS("a", BOX "," NAMED_BOX)), "floor=gate", "1 16,2 20,2 20,8 16,8"},
        /* turned by a quarter around its corner, clockwise */
        {MAP(OBJECTS("a", "{\"x\": 9, \"y\": 1, \"width\": 4, \"height\": 3, \"rotation\": 90}")),
         "", "1 12,2 18,2 18,10 12,10"},
        {MAP(OBJECTS("a", "{\"x\": 2, \"y\": 1, \"polygon\": [{\"x\": 0, \"y\": 0}, {\"x\": 4, "
                          "\"y\": 0}, {\"x\": -1, \"y\": 3.5}]}")),
         "", "1 4,2 12,2 2,9"},
        /* groups and layers are moved; what has no inside is passed over */
        {MAP("{\"type\": \"group\", \"offsetx\": 2, \"layers\": [{\"type\": \"objectgroup\", "
             "\"name\": \"a\", \"offsetx\": 1, \"offsety\": 2, \"objects\": [" BOX
             ", {\"x\": 0, \"y\": 0, \"point\": true}, {\"gid\": 3, \"width\": 9, \"height\": 9}, "
             "{\"polyline\": []}]}]}"),
         "", "1 8,6 16,6 16,12 8,12"},
        {MAP(CELLS "," OBJECTS("none", "")), "floor=Ground", CELLS_DRAWN},
        {MAP(CELLS), "floor=-Ground",
         "1 0,0 10,0 10,8 20,8 20,16 40,16 40,24 0,24 | 1 30,0 40,0 40,8 30,8"},
        {"{\"orientation\": \"orthogonal\", \"infinite\": true, \"tilewidth\": 2, \"tileheight\": "
         "2, "
         "\"layers\": [{\"type\": \"tilelayer\", \"name\": \"G\", \"chunks\": [{\"x\": -2, \"y\": "
         "0, "
         "\"width\": 2, \"height\": 1, \"data\": [1, 1]}, {\"x\": 0, \"y\": 0, \"width\": 1, "
         "\"height\": 1, \"data\": [5]}]}]}",
         "floor=G", "1 0,0 12,0 12,4 0,4"},
        {MAP(PACKED("", PLAIN)), "floor=Ground", CELLS_DRAWN},
        {MAP(PACKED("zlib", ZLIB)), "floor=Ground", CELLS_DRAWN},
        {MAP(PACKED("gzip", GZIP)), "floor=Ground", CELLS_DRAWN},
    };
    read_rooms("room.tmj", maps, COUNT_OF(maps));
}

static void xml_says_the_same(void **state)
{
    (void)state;
    static const struct readable_room maps[] = {
        {XML_HEAD XML_OBJECTS("5", XML_BOX) "</map>", "", BOX_DRAWN},
        {XML_HEAD XML_OBJECTS("5", XML_BOX) "</map>", "floor=5", BOX_DRAWN},
        {XML_HEAD "<group offsetx=\"3\"><objectgroup name=\"walk\" offsety=\"2\">" XML_BOX
                  "<object x=\"3\" y=\"3\"><point/></object></objectgroup></group></map>",
         "", "1 8,6 16,6 16,12 8,12"},
        {XML_HEAD XML_OBJECTS(
             "a", "<object x=\"2\" y=\"1\"><properties><property name=\"p\"/>"
                  "</properties><polygon points=\"0,0 4,0 -1,3.5\"/></object>") "</map>",
         "", "1 4,2 12,2 2,9"},
        {XML_HEAD
         "<layer name=\"Ground\" width=\"4\" height=\"3\"><data encoding=\"csv\">\n0,1,1,0,\n"
         "0,0,1,2147483657,\n0,0,0,0\n</data></layer></map>",
         "floor=Ground", "1 10,0 30,0 30,8 40,8 40,16 20,16 20,8 10,8"},
        {XML_HEAD
         "<layer name=\"G\" width=\"2\" height=\"1\"><data><tile gid=\"0\"/><tile gid=\"3\"/>"
         "</data></layer></map>",
         "floor=G", "1 10,0 20,0 20,8 10,8"},
        {"<map orientation=\"orthogonal\" infinite=\"1\" tilewidth=\"2\" tileheight=\"2\"><layer "
         "name=\"G\" width=\"9\" height=\"9\"><data encoding=\"csv\"><chunk x=\"0\" y=\"0\" "
         "width=\"1\" height=\"1\">1</chunk><chunk x=\"1\" y=\"0\" width=\"1\" "
         "height=\"1\">1</chunk>"
         "</data></layer></map>",
         "floor=G", "1 0,0 8,0 8,4 0,4"},
        {XML_HEAD XML_PACKED("", PLAIN), "floor=Ground", CELLS_DRAWN},
        {XML_HEAD XML_PACKED(" compression=\"zlib\"", ZLIB), "floor=Ground", CELLS_DRAWN},
        {XML_HEAD XML_PACKED(" compression=\"gzip\"", GZIP), "floor=Ground", CELLS_DRAWN},
        {"<map orientation=\"orthogonal\" infinite=\"1\" tilewidth=\"2\" tileheight=\"2\"><layer "
         "name=\"G\" width=\"9\" height=\"9\"><data encoding=\"base64\"><chunk x=\"0\" y=\"0\" "
         "width=\"1\" height=\"1\">AQAAAA==</chunk><chunk x=\"1\" y=\"0\" width=\"1\" "
         "height=\"1\">AQAAAA==</chunk>\n</data></layer></map>",
         "floor=G", "1 0,0 8,0 8,4 0,4"},
    };
    read_rooms("room.tmx", maps, COUNT_OF(maps));
}

/* An ellipse lies in its box, and leaves its corners. */
static void ellipses_are_round(void **state)
{
    (void)state;
    struct fr_map *map = load_text(
        "round.tmj",
        MAP(OBJECTS("a", "{\"x\": 0, \"y\": 0, \"width\": 20, \"height\": 12, \"ellipse\": true}")),
        "");
    const double share = (double)fr_map_walkable_count(map) / (20 * 12);
    assert_int_equal(map->width, 20);
    assert_int_equal(map->height, 12);
    assert_false(fr_map_walkable(map, 0, 0));
    assert_true(fr_map_walkable(map, 10, 0));
    assert_true(share > 0.72 && share < 0.82);
    fr_map_release(map);
}

/* A tile is a diamond of 8 x 4 pixels, the first one with its top at 12,0. */
static void isometric_maps_lie_aslant(void **state)
{
    (void)state;
    static const struct readable_room maps[] = {
        {ISOMETRIC(OBJECTS("a", TILE_BOX)), "", "1 24,8 32,12 24,16 16,12"},
        {ISOMETRIC(OBJECTS("a", "{\"x\": 4, \"y\": 4, \"polygon\": [{\"x\": 0, \"y\": 0}, {\"x\": "
                                "8, \"y\": 0}, {\"x\": 0, \"y\": 4}]}")),
         "", "1 24,8 40,16 16,12"},
        {ISOMETRIC(OBJECTS("walls", TILE_BOX)), "",
         "1 24,0 56,16 32,28 0,12 | - 24,8 16,12 24,16 32,12"},
        {ISOMETRIC(CELLS), "floor=Ground", "1 32,4 48,12 40,16 48,20 40,24 24,16 32,12 24,8"},
        /* moved and turned in the picture */
        {ISOMETRIC("{\"type\": \"objectgroup\", \"name\": \"a\", \"offsetx\": 2, \"objects\": "
                   "[{\"x\": 4, \"y\": 4, \"width\": 4, \"height\": 4, \"rotation\": 180}]}"),
         "", "1 28,0 36,4 28,8 20,4"},
    };
    read_rooms("room.tmj", maps, sizeof maps / sizeof *maps);
}

static void the_choice_is_told(void **state)
{
    (void)state;
    assert_told("room.tmj", MAP(OBJECTS("Walls", NAMED_BOX) "," CELLS "," OBJECTS("Floor", BOX)),
                "1 layer: 1 'Floor'", "'Walls', 'Ground', 'Floor'");
    assert_told("room.tmj", MAP(OBJECTS("Walls", NAMED_BOX)), "all except 1 layer: 1 'outside'",
                "'Walls'");
}

static const struct malformed_room maps[] = {
    {MAP("3"), "", "layers[0]: '3'", "an object", 0},
    {"{\"orientation\": \"orthogonal\", \"tilewidth\": 1, \"layers\": 7}", "", "layers: '7'",
     "an array", 0},
    {"{\"orientation\": \"isometric\", \"tilewidth\": 1, \"layers\": []}", "", "tileheight",
     "an integer from 1 to 32767", 0},
    {"{\"orientation\": \"staggered\", \"tilewidth\": 1, \"layers\": []}", "",
     "orientation: 'staggered'", "'orthogonal' or 'isometric'", 1},
    {"{\"tilewidth\": 1, \"layers\": []}", "", "orientation", "'orthogonal'", 1},
    {MAP(""), "", "no object layer", "expected one with shapes", 0},
    {MAP(CELLS), "", "no object layer", "'Ground'", 0},
    {MAP(OBJECTS("a", BOX) "," OBJECTS("b", BOX)), "", "no object layer", "'a', 'b'", 0},
    {MAP(OBJECTS("a", BOX)), "floor=b", "floor='b'", "'a'", 0},
    {MAP(OBJECTS("a", "{\"x\": \"1\"}")), "", "layers[0].objects[0].x: '\"1\"'", "a number", 0},
    {MAP(OBJECTS("a", "{\"x\": 1e999, \"width\": 2, \"height\": 2}")), "", "layers[0].objects[0].x",
     "a number", 0},
    {MAP(OBJECTS("a", "{\"x\": 2e6, \"y\": 0, \"width\": 2, \"height\": 2}")), "",
     "layers[0].objects[0]", "a million pixels", 0},
    {MAP(OBJECTS("a", "{\"polygon\": 3}")), "", "layers[0].objects[0].polygon",
     "an array of points", 0},
    {MAP(OBJECTS("a", "{\"polygon\": [{\"x\": 3}]}")), "", "layers[0].objects[0].polygon", "points",
     0},
    {MAP(OBJECTS("a", "{\"polygon\": [4]}")), "", "layers[0].objects[0].polygon: '4'", "points", 0},
    {MAP(OBJECTS("a", "{\"x\": 1, \"y\": 1}")), "", "no floor", "expected some", 0},
    {MAP(OBJECTS("a", "{\"width\": 40000, \"height\": 2}")), "", "40000 x 12 pixels",
     "at most 32767", 0},
    {MAP("{\"type\": \"objectgroup\", \"name\": \"a\", \"offsetx\": []}"), "", "layers[0].offsetx",
     "a number", 0},
    {MAP("{\"type\": \"group\", \"layers\": [5]}"), "", "layers[0].layers[0]: '5'", "an object", 0},
    {MAP(TILES "[1, 2]}"), "floor=Ground", "layers[0].data", "a number for each tile", 0},
    {MAP(TILES "\"eJw=\"}"), "floor=Ground", "layers[0].data", "a number for each tile", 0},
    {"{\"orientation\": \"orthogonal\", \"width\": 0, \"height\": 3, \"tilewidth\": 5, "
     "\"tileheight\": "
     "4, \"layers\": [" OBJECTS("walls", BOX) "]}",
     "", "width: '0'", "an integer from 1", 0},
    {"{\"orientation\": \"orthogonal\", \"infinite\": true, \"tilewidth\": 5, \"layers\": "
     "[" OBJECTS("walls", BOX) "]}",
     "", "infinite: 'true'", "a map with a fixed size", 0},
};

static const struct malformed_room xml[] = {
    {"<map", "", "line 1, column 1", "valid XML", 0},
    {XML_HEAD "<layer>", "", "line 4, column 8", "valid XML", 0},
    {XML_HEAD "</objectgroup>", "", "line 4", "valid XML", 0},
    {"<map orientation=\"orthogonal\"/>", "", "no object layer", "expected one", 0},
    {XML_HEAD XML_OBJECTS("a", "<object x=\"one\" width=\"2\" height=\"2\"/>") "</map>", "",
     "line 4.x: '\"one\"'", "a number", 0},
    {XML_HEAD XML_OBJECTS("a", "\n<object><polygon points=\"0,0 1\"/></object>") "</map>", "",
     "line 5", "points of two numbers", 0},
    {XML_HEAD XML_OBJECTS("a", "<object><polygon points=\"0,0 1,nan 3,3\"/></object>") "</map>", "",
     "line 4", "points of two numbers", 0},
    {XML_HEAD
     "<layer name=\"G\" width=\"1\" height=\"1\"><data encoding=\"csv\">x</data></layer></map>",
     "floor=G", "line 4", "tile numbers", 0},
    {XML_HEAD
     "<layer name=\"G\" width=\"2\" height=\"1\"><data encoding=\"csv\">1</data></layer></map>",
     "floor=G", "line 4.data", "a number for each tile", 0},
    {XML_HEAD "<layer name=\"G\" width=\"2\" height=\"1\"><data "
              "encoding=\"base64\">eJw=</data></layer></map>",
     "floor=G", "line 4.data", "four bytes for each tile", 0},
    {XML_HEAD XML_PACKED("", "eJw=A"), "floor=Ground", "line 4.data", "base64", 0},
    {XML_HEAD XML_PACKED("", "AAAA AAA?"), "floor=Ground", "line 4.data", "base64", 0},
    {XML_HEAD XML_PACKED(" compression=\"zlib\"", THIRTEEN), "floor=Ground", "line 4.data",
     "a complete zlib or gzip stream", 0},
    {XML_HEAD XML_PACKED(" compression=\"zlib\"", "eNpjYGBgYIRiZADi"), "floor=Ground",
     "line 4.data", "a complete zlib or gzip stream", 0},
    {XML_HEAD XML_PACKED(" compression=\"gzip\"", PLAIN), "floor=Ground", "line 4.data",
     "a complete zlib or gzip stream", 0},
    {XML_HEAD XML_PACKED(" compression=\"zstd\"", PLAIN), "floor=Ground",
     "line 4.compression: '\"zstd\"'", "zlib, gzip or none", 0},
    {XML_HEAD "<layer name=\"G\" width=\"32767\" height=\"32767\"><data encoding=\"base64\" "
              "compression=\"zlib\">" ZLIB "</data></layer></map>",
     "floor=G", "line 4.data", "four bytes for each tile", 0},
    {XML_HEAD "<!ENTITY x \"y\">", "", "line 4", "valid XML", 0},
};

static void malformed_maps_are_refused(void **state)
{
    (void)state;
    refuse_rooms("bad.tmj", maps, COUNT_OF(maps));
    refuse_rooms("bad.tmx", xml, COUNT_OF(xml));
    char deep[4096] = XML_HEAD;
    for (int i = 0; i < 220; i++)
        strcat(deep, "<group>");
    refuse_map(put_text("deep.tmx", deep), "deep.tmx", "line 4", "more than 200 deep", false);
}

static void mangled_maps_do_no_harm(void **state)
{
    (void)state;
    mangle_room("mangled.tmj", MAP(OBJECTS("Walls", NAMED_BOX) "," CELLS "," OBJECTS("Floor", BOX)),
                "0123456789.-,[]{}() \"e:");
    mangle_room("mangled.tmx", XML_HEAD XML_OBJECTS("walk", XML_BOX) "</map>",
                "0123456789.-,<>/ \"e:=");
}

static void refused_memory_leaks_nothing(void **state)
{
    (void)state;
    refuse_each_allocation(put_text("a.tmj", MAP(OBJECTS("a", BOX))));
    refuse_each_allocation(put_text("a.tmx", XML_HEAD XML_OBJECTS("a", XML_BOX) "</map>"));
    char packed[25000];
    snprintf(packed, sizeof packed, "%s:floor=Ground",
             put_text("b.tmx", XML_HEAD XML_PACKED(" compression=\"zlib\"", ZLIB)));
    refuse_each_allocation(packed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_of_object_layers_are_the_floor),
        cmocka_unit_test(xml_says_the_same),
        cmocka_unit_test(ellipses_are_round),
        cmocka_unit_test(isometric_maps_lie_aslant),
        cmocka_unit_test(the_choice_is_told),
        cmocka_unit_test(malformed_maps_are_refused),
        cmocka_unit_test(mangled_maps_do_no_harm),
        cmocka_unit_test(refused_memory_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
