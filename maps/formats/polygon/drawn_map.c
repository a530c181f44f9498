#include "maps/formats/polygon/drawn_map.h"
#include "maps/geometry/polygon_check.h"
#include "maps/geometry/polygon_paint.h"

#include <stdio.h>

/* A few numbers can describe a map of any size; an 8K room has a quarter of this limit. */
#define MOST_PIXELS (INT64_C(1) << 27)

static enum fr_status paint(struct fr_loading *loading, int32_t width, int32_t height,
                            const struct fr_polygon *drawing)
{
    struct fr_map *map = NULL;
    if (fr_map_create(width, height, loading->file->allocator, &map) == FR_OK &&
        fr_polygon_paint(drawing, map) == FR_OK) {
        loading->map = map;
        return FR_OK;
    }
    fr_map_release(map);
    return fr_refuse_memory(loading->file, "for its map");
}

enum fr_status fr_drawn_map(struct fr_loading *loading, int32_t width, int32_t height,
                            struct fr_polygon *drawing)
{
    const struct fr_agent agent = loading->options->agent;
    enum fr_status status = FR_OK;
    if ((int64_t)width * height > MOST_PIXELS)
        status = fr_refuse(loading->file,
                           "a drawing of %d x %d pixels found, expected at most %lld pixels in all",
                           (int)width, (int)height, (long long)MOST_PIXELS);
    if (status == FR_OK && agent.radius > 0) {
        struct fr_polygon *shrunk = NULL;
        status = fr_drawing_shrink(loading->file, drawing, agent, &shrunk);
        fr_polygon_release(drawing);
        drawing = shrunk;
    }
    if (status == FR_OK)
        status = paint(loading, width, height, drawing);
    if (status == FR_OK)
        loading->map->drawing = drawing;
    else
        fr_polygon_release(drawing);
    return status;
}

enum fr_status fr_refuse_fault(const struct fr_file *file, const char *name,
                               const struct fr_polygon *drawing,
                               const struct fr_polygon_fault *fault, bool reversed)
{
    static const char *const texts[] = {
        [FR_RING_SHORT] = "too few vertices found, expected at least three",
        [FR_RING_REPEATS] = "the same vertex found twice in a row, expected different ones",
        [FR_RING_FLAT] = "a ring without area found, expected some area",
        [FR_RING_TOUCHES] =
            "the edge here meets that of vertex %u; expected a ring that does not touch itself",
        [FR_RING_CROSSES] =
            "the edge here crosses that of vertex %u; expected a ring that does not cross itself",
        [FR_HOLE_OUTSIDE] = "the edge here is not inside the outer ring; expected a hole that "
                            "touches its outer ring only at single points",
        [FR_HOLES_OVERLAP] =
            "the edge here meets another hole; expected holes that touch only at single points",
        [FR_REGIONS_OVERLAP] = "the edge here overlaps another outer ring's region; expected "
                               "regions that share nothing but edges"};
    const struct fr_polygon_ring *ring = &drawing->rings[fault->ring];
    /* in the file, an edge of a reversed ring starts at its other end */
    const uint32_t count = ring->count;
    const uint32_t vertex = reversed ? count - 1 - fault->vertex : fault->vertex;
    const uint32_t other = reversed ? count - 1 - fault->other : fault->other;
    char text[160];
    snprintf(text, sizeof text, texts[fault->kind], other);
    return fr_refuse(file, "%s, vertex %u: %s", name, vertex, text);
}

enum fr_status fr_ring_check(const struct fr_file *file, const char *name,
                             const struct fr_point *vertices, uint32_t count)
{
    struct fr_polygon *alone = NULL;
    struct fr_polygon_fault fault;
    enum fr_status status = fr_polygon_create(file->allocator, &alone);
    if (status == FR_OK)
        status = fr_polygon_append(alone, vertices, count, FR_NO_RING, 1);
    if (status == FR_OK)
        status = fr_polygon_check(alone, &fault);
    if (status == FR_BAD_INPUT)
        fr_refuse_fault(file, name, alone, &fault, fr_ring_doubled_area(vertices, count) < 0);
    else if (status != FR_OK)
        fr_refuse_memory(file, "for its polygons");
    fr_polygon_release(alone);
    return status;
}
