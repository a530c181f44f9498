/* Covers the floor with boxes: trapezoids with horizontal top and bottom, inside free space.
 *
 * The walkable pixels of a row form runs. A box is a stack of runs: where two of them meet, neither
 * touches another run. The core of a box is convex: a trapezoid from the stack's top to its bottom
 * whose sides stay inside the runs, or a rectangle if all runs are equal. Every walkable pixel is
 * in one box; a pixel beside a slanted side is connected to the core along its run.
 *
 * Where the cores of two boxes touch, there is a gate; cores touch wherever their boxes do. A path
 * inside cores from gate to gate is legal, and such a path exists wherever any path does. */
#ifndef FOOTRACE_ALGORITHMS_REGIONS_BOX_COVER_H
#define FOOTRACE_ALGORITHMS_REGIONS_BOX_COVER_H

#include <stdbool.h>
#include <stdint.h>

#include "algorithms/grid/run_rows.h"

struct box {
    int32_t top, bottom;       /* half pixels, like the fields below */
    int32_t left[2], right[2]; /* of the core, at the top and at the bottom */
};

/* A gate from one box into another, across the row border at y, from x left to right. */
struct box_gate {
    uint32_t to;
    int32_t y, left, right;
};

struct box_cover {
    const struct fr_allocator *allocator;
    struct box *boxes;
    size_t count, capacity;
    struct run_rows rows; /* runs by row; their stacks are the boxes */
    struct box_gate *gates;
    size_t gate_count;
    size_t *first_gate; /* by box; the last element is the end */
};

/* Builds a cover of trapezoids. FR_OK or FR_NO_MEMORY; the caller always releases the cover. */
FR_MUST_USE enum fr_status box_cover_create(struct box_cover *cover, const struct fr_map *map,
                                            const struct fr_allocator *allocator);

/* The box of a walkable pixel. */
uint32_t box_cover_locate(const struct box_cover *cover, struct fr_pixel pixel);

/* The point of the core nearest to the centre of a pixel of the box, in the same row. */
struct fr_point box_core_point(const struct box *box, struct fr_point centre);

void box_cover_release(struct box_cover *cover);

#endif
