/* The distance field of a flood fill: Manhattan distances from the goal, filled with two stacks.
 *
 * Each pixel has a 32-bit label, in a buffer with a border of walls, so that reading a neighbour
 * needs no bounds test. The labels of a query are top, top-1, ...: top minus the key of a pixel.
 * The key is the distance to the goal; in a guided fill, it is half the number of steps by which
 * the shortest path from goal to start through the pixel exceeds their Manhattan distance. A label
 * below those of this query is from an earlier query: the pixel is not reached. Each query uses
 * larger labels than the last, so that nothing is cleared until all 2^32 labels are used up. */
#ifndef FOOTRACE_ALGORITHMS_STEPS_FIELD_H
#define FOOTRACE_ALGORITHMS_STEPS_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "algorithms/pathfinder.h"

#define FLOOD_WALL UINT32_MAX /* a label that no fill replaces */
#define FLOOD_NO_DISTANCE UINT32_MAX

/* Pixels to be expanded, each as x + y * 2^16. */
struct flood_stack {
    uint32_t *pixels;
    size_t count, capacity;
};

struct flood_field {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    uint32_t *labels; /* see flood_field_index */
    size_t pitch;     /* labels in a row: the map's width and one wall */
    uint32_t room;    /* the most labels that a query may use */
    uint32_t top;     /* the label of key 0 */
    bool guided;      /* meaning of this query's keys */
    struct fr_pixel start, goal;
    struct flood_stack current, next;
    /* the stacks were swapped an odd number of times; the next query swaps them back, so that each
     * stack needs the same capacity when a query is repeated */
    bool swapped;
    int64_t expanded, generated, cleared; /* by this query */
};

/* FR_OK or FR_NO_MEMORY, with nothing to release. Map and allocator are borrowed. */
FR_MUST_USE enum fr_status flood_field_init(struct flood_field *field, const struct fr_map *map,
                                            const struct fr_allocator *allocator);

/* Reads the pixels of `rect`, clipped to the map, again. */
void flood_field_refresh(struct flood_field *field, struct fr_rect rect);

/* Begins a query. Takes constant time, except that every 2^32/room queries it clears all labels, as
 * a phase. */
void flood_field_begin(struct flood_field *field, struct fr_pixel start, struct fr_pixel goal,
                       const struct fr_probe *probe);

/* Fills from the goal, by distance or guided to the start, until all reachable pixels are labelled;
 * with `early`, only up to the start's key, which includes all pixels on shortest 4-connected paths
 * between the ends. FR_FOUND if the start was reached, FR_UNREACHABLE, or FR_OUT_OF_MEMORY. Both
 * ends are walkable. */
enum fr_outcome flood_field_fill(struct flood_field *field, bool guided, bool early);

/* Reports the pixels that this query labelled to the probe, by key, then by row. FR_OK or
 * FR_NO_MEMORY. */
FR_MUST_USE enum fr_status flood_field_report(const struct flood_field *field,
                                              const struct fr_probe *probe);

static inline size_t flood_field_index(const struct flood_field *field, int32_t x, int32_t y)
{
    return (size_t)(y + 1) * field->pitch + (size_t)(x + 1);
}

/* The steps from the goal that this query labelled, or FLOOD_NO_DISTANCE; x and y may be one pixel
 * outside the map. Exact where labelled. */
static inline uint32_t flood_field_distance(const struct flood_field *field, int32_t x, int32_t y)
{
    const uint32_t label = field->labels[flood_field_index(field, x, y)];
    const uint32_t key = field->top - label;
    if (label > field->top || key >= field->room)
        return FLOOD_NO_DISTANCE;
    if (!field->guided)
        return key;
    const struct fr_pixel start = field->start, goal = field->goal;
    return 2 * key + (uint32_t)(abs(start.x - goal.x) + abs(start.y - goal.y)) -
           (uint32_t)(abs(start.x - x) + abs(start.y - y));
}

/* Appends the path from the field's start downhill to its goal, a waypoint for each pixel. Each
 * step is the first of left, right, up and down that leads nearer to the goal. With `fold`, a step
 * left or right is combined with one up or down if each leads one step nearer and their sum two.
 * FR_FOUND, or FR_OUT_OF_MEMORY. */
enum fr_outcome flood_trace(const struct flood_field *field, bool fold, struct fr_path *path);

void flood_field_release(struct flood_field *field);

#endif
