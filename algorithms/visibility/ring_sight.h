/* What a ring graph (ring_graph.h) is built from: the vertices where paths turn, and a visibility
 * test.
 *
 * Points are half pixels, at most 2^17 apart. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_RING_SIGHT_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_RING_SIGHT_H

#include <stdbool.h>
#include <stddef.h>

#include "algorithms/visibility/outline.h"

struct ring_corner {
    struct fr_point at;
    /* A path that turns here stays in this sector of the outline; NULL: no restriction. */
    const struct ring_sector *sector;
};

struct ring_sight {
    const void *polygon;
    size_t vertex_count;
    /* Writes the vertices where paths turn, and returns their number. */
    uint32_t (*corners)(const void *polygon, struct ring_corner *corners);
    bool (*inside)(const void *polygon, struct fr_point point);
    /* Whether two points inside the polygon see each other. */
    bool (*sees)(const void *polygon, struct fr_point a, struct fr_point b);
};

#endif
