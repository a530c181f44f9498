/* Files of drawn maps, for tests: their text, and checks of what is read. Include it first, like
 * files.h. */
#ifndef FOOTRACE_TESTS_MAPS_FORMATS_DRAWN_FILES_H
#define FOOTRACE_TESTS_MAPS_FORMATS_DRAWN_FILES_H

#include "tests/maps/files.h"

#include "maps/geometry/polygon_normalise.h"
#include "tests/maps/formats/drawings.h"

#define JSON(rest) "{\"format\": \"footrace-polygon/1\", \"size\": [20, 10]" rest "}"
#define AREAS(areas) JSON(", \"areas\": [" areas "]")
#define SHAPES(shapes) JSON(", \"shapes\": [" shapes "]")
#define SQUARE "[[2, 2], [8, 2], [8, 8], [2, 8]]"

#define MESH                                                                                       \
    "mesh\n2\n6 2\n0 0 1 0\n5 0 2 0 1\n10 0 1 1\n10 4 1 1\n5 4.0 2 0 1\n0 4.50 1 0\n"              \
    "4 0 1 4 5 -1 -1 1 -1\n4 1 2 3 4 0 -1 -1 -1\n"

static inline struct fr_map *load_text(const char *name, const char *text, const char *options)
{
    struct fr_load_report report;
    return load_with(put_text(name, text), options, &report);
}

/* Checks that the map has this drawing, given as for text_drawing() in half pixels. */
static inline void assert_drawing(const struct fr_map *map, const char *text)
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

#endif
