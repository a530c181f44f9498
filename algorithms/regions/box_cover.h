/* The floor covered by boxes: trapezoids with horizontal tops and bottoms, inside free space.
 *
 * The walkable pixels of a row come in runs. A box is a stack of runs, each the only one above the
 * next and below the last, with a convex core: a trapezoid from the stack's top to its bottom whose
 * sides nowhere leave the runs, or a rectangle where all runs are equal. Every walkable pixel
 * belongs to one box; one beside a slanted side is joined to the core along its run.
 *
 * Where the cores of two boxes touch is a gate between them, and they do wherever the boxes do: a
 * path from gate to gate inside cores is legal, and there is one wherever there is any. */
#ifndef FOOTRACE_ALGORITHMS_REGIONS_BOX_COVER_H
#define FOOTRACE_ALGORITHMS_REGIONS_BOX_COVER_H

#include <stdbool.h>
#include <stdint.h>

#include "maps/map.h"

struct box {
    int32_t top, bottom;       /* half pixels, as all that follows */
    int32_t left[2], right[2]; /* of the core, at the top and at the bottom */
};

/* From one box into another, across a row's border at y from left to right. */
struct box_gate {
    uint32_t to;
    int32_t y, left, right;
};

/* The pixels [first, end) of a row. */
struct box_run {
    int32_t first, end;
    uint32_t box;
};

struct box_cover {
    const struct fr_allocator *allocator;
    struct box *boxes;
    size_t count, capacity;
    struct box_run *runs;
    size_t run_count, run_capacity;
    size_t *first_run; /* per row, and the end */
    int32_t height;
    struct box_gate *gates;
    size_t gate_count;
    size_t *first_gate; /* per box, and the end */
};

/* With trapezoids, or with rectangles only. FR_OK or FR_NO_MEMORY; either way the caller releases
 * it. */
FR_MUST_USE enum fr_status box_cover_create(struct box_cover *cover, const struct fr_map *map,
                                            bool trapezoids, const struct fr_allocator *allocator);

/* The box that a walkable pixel belongs to. */
uint32_t box_cover_locate(const struct box_cover *cover, struct fr_pixel pixel);

/* The point of the core nearest to a pixel's centre in its box, on the same row. */
struct fr_point box_core_point(const struct box *box, struct fr_point centre);

void box_cover_release(struct box_cover *cover);

#endif
