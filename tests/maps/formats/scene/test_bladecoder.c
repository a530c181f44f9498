/* Chapters of the BladeCoder engine: walk zones without their obstacles, y upward. */
#include "tests/maps/formats/scene/room_files.h"

#define CHAPTER(scenes)                                                                            \
    "{\nbladeEngineVersion: \"4.0.3\",\nscenes: {\n" scenes "},\ninitScene: \"a\"\n}"
#define SCENE(name, rest) name ": {\n\tid: \"" name "\"\n\t" rest "\n}\n"
#define ZONE                                                                                       \
    "w: {\nclass: \"com.bladecoder.engine.model.WalkZoneActor\",\nbbox: [ 0, 0, 9.0, 0, 9, 8, 0, " \
    "8 ],\npos: {\nx: 1\n},\nvisible: true\n}\n"
#define OBSTACLE(visible)                                                                          \
    "o: { class: ObstacleActor, bbox: [ 0, 0, 2, 0, 2, 3, 0, 3 ], pos: { x: 4, y: 2 }, "           \
    "visible: " visible "}\n"
#define WHOLE "1 2,0 20,0 20,16 2,16"

static void walk_zones_are_the_floor(void **state)
{
    (void)state;
    static const struct readable_room chapters[] = {
        {CHAPTER(SCENE("a", "walkZone: w, actors: {" ZONE "}")), "", WHOLE},
        {CHAPTER(SCENE("a", "walkZone: \"w\"\nactors: {" ZONE OBSTACLE("true") "}")), "",
         WHOLE " | - 8,6 8,12 12,12 12,6"},
        {CHAPTER(SCENE("a", "walkZone: \"w\"\nactors: {" ZONE OBSTACLE("false") "}")), "", WHOLE},
        {CHAPTER(SCENE("none", "walkZone: null // no floor\n")
                     SCENE("a", "walkZone: w /* here */ actors: {" ZONE "}")),
         "", WHOLE},
        /* of an older chapter, in a scene of known size */
        {"{scenes: {b: {sceneSize: {x: 30, y: 20}, polygonalNavGraph: {walkZone: {localVertices: [ "
         "1, "
         "1, 5, 1, 5, 6 ]}}}}}",
         "", "1 2,38 10,28 10,38"},
        {CHAPTER(SCENE("a", "walkZone: w, actors: {" ZONE "}") SCENE(
             "b", "polygonalNavGraph: {walkZone: {localVertices: [1\n1\n5\n1\n5 // x\n6], x: "
                  "1, y: 0}}")),
         "floor=b", "1 4,10 12,0 12,10"},
    };
    static const struct readable_room strict[] = {
        {"{\"scenes\": {\"a\": {\"walkZone\": \"w\", \"actors\": {\"w\": {\"bbox\": [1, 0, 10, 0, "
         "10, "
         "8, 1, 8]}}}}}",
         "", WHOLE},
    };
    read_rooms("00.chapter.json", chapters, COUNT_OF(chapters));
    read_rooms("00.chapter.json", strict, COUNT_OF(strict));
    assert_told("00.chapter.json",
                CHAPTER(SCENE("a", "walkZone: w, actors: {" ZONE OBSTACLE("true") "}")
                            SCENE("b", "walkZone: w, actors: {" ZONE "}")),
                "1 walk zone without 1 obstacle, moved by 0,8: 1 'a'", "'a', 'b'");
}

static const struct malformed_room malformed[] = {
    {"{scenes", "", "line 1, column 8", "':' after a name", 0},
    {"{scenes: {", "", "line 1, column 11", "'}'", 0},
    {"{scenes: \"a", "", "line 1, column 12", "the closing quote", 0},
    {"{scenes: [", "", "line 1, column 11", "']'", 0},
    {"{scenes: ]", "", "line 1, column 10: ']'", "a value", 0},
    {"{scenes: {}\n}x", "", "line 2, column 2: 'x'", "nothing after it", 0},
    {"{scenes: {{}}}", "", "line 1, column 11: '{'", "a name", 0},
    {"{scenes: 3}", "", "scenes: '3'", "an object", 0},
    {"{scenes: null}", "", "scenes: 'null'", "an object", 0},
    {"{bladeEngineVersion: 1}", "", "scenes: 'nothing'", "an object", 0},
    {CHAPTER(""), "", "no scene with a walk zone", "expected one", 0},
    {CHAPTER(SCENE("a", "walkZone: null")), "", "no scene with a walk zone", "expected one", 0},
    {CHAPTER(SCENE("a", "walkZone: x")), "", "no scene with a walk zone", "expected one", 0},
    {CHAPTER(SCENE("a", "walkZone: w, actors: {" ZONE "}")), "floor=b", "floor='b'", "'a'", 0},
    {CHAPTER(SCENE("a", "walkZone: w, actors: {w: {}}")), "", "scenes.a.w.localVertices",
     "three vertices", 0},
    {CHAPTER(SCENE("a", "walkZone: w, actors: {w: {bbox: 4}}")), "", "scenes.a.w.bbox: '4'",
     "three vertices", 0},
    {CHAPTER(SCENE("a", "walkZone: w, actors: {w: {bbox: [1, 2, 3, 4]}}")), "", "scenes.a.w.bbox",
     "three vertices", 0},
    {CHAPTER(SCENE("a", "walkZone: w, actors: {w: {bbox: [1, 2, 3, 4, 5, 6, 7]}}")), "",
     "scenes.a.w.bbox", "three vertices", 0},
    {CHAPTER(SCENE("a", "walkZone: w, actors: {w: {bbox: [1, 2, 3, 4, 5, x]}}")), "",
     "scenes.a.w.bbox: '\"x\"'", "a number", 0},
    {CHAPTER(SCENE("a", "walkZone: w, actors: {w: {pos: {x: y}}}")), "", "scenes.a.w.pos",
     "numbers x and y", 0},
    {CHAPTER(SCENE("a", "walkZone: w, actors: {w: {bbox: [1, 1, 1, 1, 1, 1]}}")), "", "no floor",
     "expected some", 0},
    {CHAPTER(SCENE("a", "walkZone: w, actors: {w: {bbox: [0, 0, 9e6, 0, 1, 1]}}")), "",
     "scenes.a.w: point 1", "a million pixels", 0},
    {CHAPTER(SCENE("a", "walkZone: w, sceneSize: 3, actors: {" ZONE "}")), "", "scenes.a.sceneSize",
     "from 1 to 32767", 0},
};

static void malformed_chapters_are_refused(void **state)
{
    (void)state;
    refuse_rooms("bad.chapter.json", malformed, COUNT_OF(malformed));
    char deep[1024] = "{scenes: ";
    for (int i = 0; i < 300; i++)
        strcat(deep, "[");
    refuse_map(put_text("deep.chapter.json", deep), "deep.chapter.json", "line 1", "200 deep",
               false);
}

static void mangled_chapters_do_no_harm(void **state)
{
    (void)state;
    mangle_room("mangled.chapter.json",
                CHAPTER(SCENE("a", "walkZone: w, actors: {" ZONE OBSTACLE("true") "}")),
                "0123456789.-,[]{}() \"e:\n/");
}

static void refused_memory_leaks_nothing(void **state)
{
    (void)state;
    refuse_each_allocation(put_text(
        "a.chapter.json", CHAPTER(SCENE("a", "walkZone: w, actors: {" ZONE OBSTACLE("true") "}"))));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walk_zones_are_the_floor),
        cmocka_unit_test(malformed_chapters_are_refused),
        cmocka_unit_test(mangled_chapters_do_no_harm),
        cmocka_unit_test(refused_memory_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
