/* Shared by the tests of engines' files: tables of files that are read or refused, and files with
 * random damage. */
#ifndef FOOTRACE_TESTS_MAPS_FORMATS_SCENE_ROOM_FILES_H
#define FOOTRACE_TESTS_MAPS_FORMATS_SCENE_ROOM_FILES_H

#include "tests/maps/formats/drawn_files.h"

#include "maps/geometry/polygon_check.h"
#include "tests/maps/formats/refused.h"

struct readable_room {
    const char *text, *options, *drawing; /* as for text_drawing(), in half pixels */
};

struct malformed_room {
    const char *text, *options, *place, *expected;
    bool unsupported;
};

static inline void read_rooms(const char *name, const struct readable_room *rooms, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct fr_map *map = load_text(name, rooms[i].text, rooms[i].options);
        assert_drawing(map, rooms[i].drawing);
        fr_map_release(map);
    }
}

static inline void refuse_rooms(const char *name, const struct malformed_room *rooms, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char spec[256];
        format_text(spec, sizeof spec, "%s%s%s", put_text(name, rooms[i].text),
                    *rooms[i].options ? ":" : "", rooms[i].options);
        refuse_map(spec, name, rooms[i].place, rooms[i].expected, rooms[i].unsupported);
    }
}

/* A damaged file must be read into a valid drawing or refused in one line. */
static inline void mangle_room(const char *name, const char *source, const char *letters)
{
    const uint32_t length = (uint32_t)strlen(source), kinds = (uint32_t)strlen(letters);
    struct fr_random random = {5};
    char text[4096];
    int read = 0;
    for (int i = 0; i < 600; i++) {
        struct fr_error error;
        struct fr_map *map;
        struct fr_polygon_fault fault;
        format_text(text, sizeof text, "%s", source);
        for (uint32_t j = 1 + fr_random_below(&random, 3); j > 0; j--)
            text[fr_random_below(&random, length)] =
                letters[fr_random_below(&random, i % 3 ? 10 : kinds)];
        if (fr_map_load(put_text(name, text), folder, &fr_default_allocator, &map, NULL, &error) !=
            FR_OK) {
            assert_one_line(error.text);
            continue;
        }
        if (map->drawing)
            assert_int_equal(fr_polygon_check(map->drawing, &fault), FR_OK);
        fr_map_release(map);
        read++;
    }
    print_message("           %d of 600 read\n", read);
    assert_true(read > 20);
}

/* Checks the report of `inspect` on what was read, and what else could be. */
static inline void assert_told(const char *name, const char *text, const char *reading,
                               const char *choices)
{
    struct fr_load_report report;
    struct fr_map *map = load_with(put_text(name, text), "", &report);
    assert_string_equal(report.reading, reading);
    assert_string_equal(report.choices, choices);
    fr_map_release(map);
}

#define COUNT_OF(list) (sizeof(list) / sizeof *(list))

#endif
