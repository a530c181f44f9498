#include "maps/formats/polygon/drawn_map.h"
#include "maps/geometry/polygon_check.h"
#include "maps/geometry/polygon_paint.h"

#include <stdio.h>

/* A few numbers can describe a map of any size; an 8K room has a quarter of this. */
#define MOST_PIXELS (INT64_C(1) << 27)

static enum fr_status refuse_memory(const struct fr_file *file)
{
    return fr_refuse_memory(file, "for its map");
}

static enum fr_status paint(const struct fr_file *file, int32_t width, int32_t height,
                            const struct fr_polygon *drawing, struct fr_map **map)
{
    struct fr_map *fresh;
    if (fr_map_create(width, height, file->allocator, &fresh) != FR_OK)
        return refuse_memory(file);
    if (fr_polygon_paint(drawing, fresh) != FR_OK) {
        fr_map_release(fresh);
        return refuse_memory(file);
    }
    *map = fresh;
    return FR_OK;
}

enum fr_status fr_drawn_map(const struct fr_file *file, const struct fr_load_options *options,
                            int32_t width, int32_t height, struct fr_polygon *drawing,
                            struct fr_map **map)
{
    enum fr_status status = FR_OK;
    if ((int64_t)width * height > MOST_PIXELS)
        status = fr_refuse(file,
                           "a drawing of %d x %d pixels found, expected at most %lld pixels in all",
                           (int)width, (int)height, (long long)MOST_PIXELS);
    if (status == FR_OK && options->agent.radius > 0) {
        struct fr_polygon *shrunk = NULL;
        status = fr_drawing_shrink(file, drawing, options->agent, &shrunk);
        fr_polygon_release(drawing);
        drawing = shrunk;
    }
    if (status == FR_OK)
        status = paint(file, width, height, drawing, map);
    if (status == FR_OK)
        (*map)->drawing = drawing;
    else
        fr_polygon_release(drawing);
    return status;
}

struct fr_fault_text fr_fault_describe(const struct fr_polygon *drawing,
                                       const struct fr_polygon_fault *fault, bool reversed)
{
    static const char *const texts[] = {
        [FR_RING_SHORT] = "too few vertices found, expected at least three",
        [FR_RING_REPEATS] = "the same vertex twice in a row found, expected different ones",
        [FR_RING_FLAT] = "a ring without area found, expected some area",
        [FR_RING_TOUCHES] =
            "its edge meets that of vertex %u; expected a ring that does not touch itself",
        [FR_RING_CROSSES] =
            "its edge crosses that of vertex %u; expected a ring that does not cross itself",
        [FR_HOLE_OUTSIDE] = "its edge is not inside the outer ring; expected a hole that touches "
                            "its outer ring at most in single points",
        [FR_HOLES_OVERLAP] =
            "its edge meets another hole; expected holes that touch at most in single points",
        [FR_REGIONS_OVERLAP] = "its edge overlaps another outer ring's region; expected regions "
                               "that share at most edges"};
    const struct fr_polygon_ring *ring = &drawing->rings[fault->ring];
    /* reversed: the edge that starts at vertex v is the one that ended there */
    const uint32_t count = ring->count;
    const uint32_t vertex = reversed ? count - 1 - fault->vertex : fault->vertex;
    const uint32_t other = reversed ? count - 1 - fault->other : fault->other;
    struct fr_fault_text out;
    const int length = snprintf(out.text, sizeof out.text, "vertex %u: ", vertex);
    snprintf(out.text + length, sizeof out.text - (size_t)length, texts[fault->kind], other);
    return out;
}
