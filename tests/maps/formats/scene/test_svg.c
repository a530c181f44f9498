/* SVG drawings: which shapes are the floor, where transforms and curves put them. */
#include "tests/maps/formats/scene/room_files.h"

#define SVG(inside)                                                                                \
    "<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "                          \
    "xmlns:inkscape=\"http://x\" viewBox=\"0 0 30 20\">\n" inside "\n</svg>"
#define PATH(d) SVG("<path id=\"floor\" d=\"" d "\"/>")
#define OTHER "<rect id=\"sky\" width=\"30\" height=\"5\" fill=\"#00F\"/>"
#define BOX                                                                                        \
    "<rect id=\"way\" x=\"1\" y=\"2\" width=\"4\" height=\"3\" style=\"fill: #AABBCC; x:y\"/>"
#define BOX_DRAWN "1 2,4 10,4 10,10 2,10"

static void filled_shapes_are_the_floor(void **state)
{
    (void)state;
    static const struct readable_room drawings[] = {
        {SVG(BOX), "", BOX_DRAWN},
        {SVG(OTHER "<g inkscape:label=\"Walkable\">" BOX "</g>"), "", BOX_DRAWN},
        {SVG(OTHER BOX), "floor=way", BOX_DRAWN},
        {SVG(OTHER BOX), "floor=aabbcc", BOX_DRAWN},
        {SVG(OTHER BOX), "floor=#aabbcc", BOX_DRAWN},
        {SVG(OTHER "<g id=\"a\"><g fill=\"red\">" BOX "</g></g>"), "floor=a", BOX_DRAWN},
        {SVG("<defs>" OTHER "</defs><rect width=\"3\" height=\"9\" fill=\"none\"/>" BOX), "",
         BOX_DRAWN},
        {SVG("<g transform=\"translate(3 1)\"><g transform=\"scale(2), rotate(90)\">"
             "<polygon points=\"0,0 4 0 4,-2\"/></g></g>"),
         "", "1 6,2 14,18 6,18"},
        {SVG("<polygon transform=\"matrix(1 0 0 2 1 1) rotate(90 1 1)\" points=\"0 0,2 0,2 1\"/>"),
         "", "1 6,2 6,10 4,10"},
        {"<svg viewBox=\"-10 -5 30 20\"><polygon points=\"-9,-3 -5,-3 -5,0 -9,0\"/></svg>", "",
         BOX_DRAWN},
        {"<svg:svg width=\"30\" height=\"20px\">" BOX "</svg:svg>", "", BOX_DRAWN},
        /* paths: absolute and relative, implied lines, holes, flags of arcs written together */
        {PATH("M1,2 5,2 5,5 1,5z"), "", BOX_DRAWN},
        {PATH("m1 2h4v3h-4z"), "", BOX_DRAWN},
        {PATH("M1 2H5V5H1"), "", BOX_DRAWN},
        {PATH("M0 0H10V10H0ZM2-0m0 2l2 0 0 2-2 0z"), "",
         "1 0,0 20,0 20,20 0,20 | - 4,4 4,8 8,8 8,4"},
        {PATH("M1 2 C1 2 5 2 5 2 S5 5 5 5 Q3 5 1 5 Z"), "", BOX_DRAWN},
    };
    read_rooms("room.svg", drawings, COUNT_OF(drawings));
    assert_told("room.svg", SVG(OTHER "<g id=\"floor\">" BOX "</g>"), "1 shape: 1 'way'",
                "'sky', '0000ff', 'floor', 'way', 'aabbcc'");
}

/* A disc, drawn by several methods, has the area of one. */
static void curves_are_round(void **state)
{
    (void)state;
    static const char *const discs[] = {
        SVG("<circle cx=\"10\" cy=\"10\" r=\"8\"/>"),
        SVG("<ellipse cx=\"10\" cy=\"5\" rx=\"8\" ry=\"4\" transform=\"scale(1 2)\"/>"),
        PATH("M2 10A8 8 0 0 1 18 10 8 8 0 0118 10 8 8 0 0 1 2 10Z"),
        PATH("M18 10a8 8 0 1 1-16 0 8 8 0 1 1 16 0z"),
        PATH("M10 2C14.418 2 18 5.582 18 10S14.418 18 10 18 2 14.418 2 10 5.582 2 10 2Z"),
    };
    for (size_t i = 0; i < COUNT_OF(discs); i++) {
        struct fr_map *map = load_text("disc.svg", discs[i], "");
        assert_int_equal(map->width, 30);
        assert_int_equal(map->height, 20);
        const int64_t pixels = fr_map_walkable_count(map);
        if (pixels < 185 || pixels > 215)
            fail_msg("disc %zu: %lld pixels", i, (long long)pixels);
        assert_true(fr_map_walkable(map, 10, 3));
        assert_false(fr_map_walkable(map, 3, 3));
        fr_map_release(map);
    }
}

static const struct malformed_room malformed[] = {
    {"<svg", "", "line 1, column 1", "valid XML", 0},
    {"<svg>\n<g>\n</svg>", "", "line 3", "valid XML", 0},
    {"<svg/>", "", "no shape", "some filled shape", 0},
    {SVG(OTHER BOX), "", "no shape", "'sky'", 0},
    {SVG(OTHER BOX), "floor=road", "floor='road'", "'sky'", 0},
    {"<svg/>", "floor=road", "floor='road'", "that has one", 0},
    {"<svg viewBox=\"0 0 9\">" BOX "</svg>", "", "line 1: viewBox", "four numbers", 0},
    {"<svg viewBox=\"0 0 9 40000\">" BOX "</svg>", "", "line 1: size", "32767", 0},
    {"<svg width=\"wide\">" BOX "</svg>", "", "line 1: width", "a number", 0},
    {SVG("<rect width=\"x\" height=\"1\"/>"), "", "line 3: width", "a number", 0},
    {SVG("<rect width=\"nan\" height=\"1\"/>"), "", "line 3: width", "a number", 0},
    {SVG("<circle cx=\"?\"/>"), "", "line 3: cx", "a number", 0},
    {SVG("<circle/>"), "", "no floor", "expected some", 0},
    {SVG("<polygon points=\"1,2 3\"/>"), "", "line 3: points", "pairs of numbers", 0},
    {SVG("<polygon points=\"1,2 3,x\"/>"), "", "line 3: points", "pairs of numbers", 0},
    {SVG("<polygon points=\"1,2 3e6,3 4,4\"/>"), "", "line 3: point 1", "a million pixels", 0},
    {SVG("<g transform=\"spin(3)\"/>"), "", "line 3: transform", "translate", 0},
    {SVG("<g transform=\"rotate(1 2)\"/>"), "", "line 3: transform", "translate", 0},
    {SVG("<g transform=\"scale(1\"/>"), "", "line 3: transform", "translate", 0},
    {PATH("L1 2"), "", "line 3: d", "path data", 0},
    {PATH("M1"), "", "line 3: d", "path data", 0},
    {PATH("M1 2 X"), "", "line 3: d: 'X'", "path data", 0},
    {PATH("M1 2 3 4 5 6Z 7"), "", "line 3: d: '7'", "path data", 0},
    {PATH("M1 2A1 1 0 2 1 3 4"), "", "line 3: d", "path data", 0},
    {PATH(""), "", "no floor", "expected some", 0},
};

static void malformed_drawings_are_refused(void **state)
{
    (void)state;
    refuse_rooms("bad.svg", malformed, COUNT_OF(malformed));
}

static void mangled_drawings_do_no_harm(void **state)
{
    (void)state;
    mangle_room("mangled.svg", SVG("<g transform=\"rotate(9)\">" BOX "</g>"),
                "0123456789.-,<>/() \"e:=");
    mangle_room("mangled.svg", PATH("M10 2C14.4 2 18 5.58 18 10S14.4 18 10 18a9 9 0 0 1-3-4T3 4z"),
                "0123456789.-,MmLlCcSsQqTtAaZz ");
}

static void refused_memory_leaks_nothing(void **state)
{
    (void)state;
    refuse_each_allocation(put_text("a.svg", SVG(BOX)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(filled_shapes_are_the_floor),
        cmocka_unit_test(curves_are_round),
        cmocka_unit_test(malformed_drawings_are_refused),
        cmocka_unit_test(mangled_drawings_do_no_harm),
        cmocka_unit_test(refused_memory_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
