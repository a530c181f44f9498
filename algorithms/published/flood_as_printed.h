/* The flood fill exactly as Don 2022 prints it, faults included, guarded so that it always ends.
 *
 * Each part is callable by itself, so that each fault can be shown by itself. */
#ifndef FOOTRACE_ALGORITHMS_PUBLISHED_FLOOD_AS_PRINTED_H
#define FOOTRACE_ALGORITHMS_PUBLISHED_FLOOD_AS_PRINTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "algorithms/pathfinder.h"

#define PUBLISHED_UNSEEN INT32_MAX /* walkable, not reached by the fill */
#define PUBLISHED_WALL (-1)

struct published_stack {
    struct fr_pixel *points;
    size_t count, capacity;
};

struct published {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    bool precheck, fold, simplify, forward, reverse;
    bool advance;       /* where the print would go round for ever, go on; else give up */
    int32_t *distances; /* height rows of width */
    struct published_stack current, next;
    struct fr_stats stats;
};

/* Allocates the buffer; the switches are the caller's to set. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status published_init(struct published *published, const struct fr_map *map,
                                          const struct fr_allocator *allocator);

/* All walkable pixels unseen, all others walls. */
void published_clear(struct published *published);

/* Distances from goal. FR_FOUND, or FR_OUT_OF_MEMORY. */
enum fr_outcome published_fill(struct published *published, struct fr_pixel goal);

/* Downhill from start. FR_FOUND; FR_LIMIT where no neighbour is a step nearer and the print stays
 * in its loop; or FR_OUT_OF_MEMORY. */
enum fr_outcome published_trace(const struct published *published, struct fr_pixel start,
                                struct fr_path *path);

/* Whether no wall is among the Bresenham pixels from a to b, by the distance buffer. */
bool published_beeline(struct published *published, struct fr_pixel a, struct fr_pixel b);

/* One beautification pass. False where the print goes round for ever. */
bool published_beautify(struct published *published, struct fr_path *path);

/* A whole click; see struct fr_pathfinder. */
enum fr_outcome published_find(struct published *published, struct fr_pixel start,
                               struct fr_pixel goal, const struct fr_probe *probe,
                               struct fr_path *path);

void published_release(struct published *published);

#endif
