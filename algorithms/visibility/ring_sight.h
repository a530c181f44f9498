/* What a ring graph (ring_graph.h) is built of: the vertices that paths turn at, and who sees whom.
 *
 * Points are half pixels, at most 2^17 apart. */
#ifndef FOOTRACE_ALGORITHMS_VISIBILITY_RING_SIGHT_H
#define FOOTRACE_ALGORITHMS_VISIBILITY_RING_SIGHT_H

#include <stdbool.h>
#include <stddef.h>

#include "algorithms/visibility/outline.h"

struct ring_corner {
    struct fr_point at;
    /* A path that turns here stays in this sector of the outline; NULL: it may go anywhere. */
    const struct ring_sector *sector;
};

struct ring_sight {
    const void *polygon;
    size_t vertex_count;
    /* Writes the vertices that paths turn at, and returns how many. */
    uint32_t (*corners)(const void *polygon, struct ring_corner *corners);
    bool (*inside)(const void *polygon, struct fr_point point);
    /* Whether two points that are inside see each other. */
    bool (*sees)(const void *polygon, struct fr_point a, struct fr_point b);
};

#endif
