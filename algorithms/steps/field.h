/* The distance field of a flood fill: Manhattan distances from the goal, filled with two stacks.
 *
 * Each pixel has a 32-bit label in a buffer with a border of walls, so that looking at a neighbour
 * needs no bounds test. A click owns the labels top, top-1, ...: top minus the fill key of a pixel.
 * The key is the distance to the goal, or, when the fill is guided, half of what the way from the
 * goal through the pixel to the start exceeds the shortest one conceivable. A label below those of
 * this click is from an earlier one, and stands for a pixel not reached: the next click takes
 * labels that are larger, so that nothing is cleared until 2^32 of them are used up. */
#ifndef FOOTRACE_ALGORITHMS_STEPS_FIELD_H
#define FOOTRACE_ALGORITHMS_STEPS_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "algorithms/pathfinder.h"

#define FLOOD_WALL UINT32_MAX /* a label above all others: no fill improves it */
#define FLOOD_NO_DISTANCE UINT32_MAX

/* Pixels waiting to be expanded: x + y * 2^16 each. */
struct flood_stack {
    uint32_t *pixels;
    size_t count, capacity;
};

struct flood_field {
    const struct fr_map *map;
    const struct fr_allocator *allocator;
    uint32_t *labels; /* see flood_field_index */
    size_t pitch;     /* labels in a row: the map's width and one wall */
    uint32_t room;    /* labels that a click may need */
    uint32_t top;     /* the label of key 0 */
    bool guided;      /* what the keys of this click are */
    struct fr_pixel start, goal;
    struct flood_stack current, next;
    bool swapped; /* the stacks took an odd number of turns: undone by the next click, so that it
                   * needs of each what the same click needed of it before */
    int64_t expanded, generated, cleared; /* by this click */
};

/* FR_OK or FR_NO_MEMORY, with nothing to release. Both are borrowed. */
FR_MUST_USE enum fr_status flood_field_init(struct flood_field *field, const struct fr_map *map,
                                            const struct fr_allocator *allocator);

/* Reads the pixels of rect, clipped to the map, from the map again. */
void flood_field_refresh(struct flood_field *field, struct fr_rect rect);

/* Forgets the last click and takes up the next one; costs nothing that grows with the map, but for
 * one sweep over it every 2^32/room clicks, whose phase it enters. */
void flood_field_begin(struct flood_field *field, struct fr_pixel start, struct fr_pixel goal,
                       const struct fr_probe *probe);

/* Fills from the goal, ring by ring or guided to the start, until all that can be reached is
 * labelled; if early is set, only as far as the start's key, and then at least all pixels on
 * shortest 4-connected ways between the ends are. FR_FOUND when the start was reached,
 * FR_UNREACHABLE, or FR_OUT_OF_MEMORY. Both ends are walkable. */
enum fr_outcome flood_field_fill(struct flood_field *field, bool guided, bool early);

/* Reports to the probe the pixels that this click labelled, by key, and row by row where keys are equal.
 * FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status flood_field_tell(const struct flood_field *field,
                                            const struct fr_probe *probe);

static inline size_t flood_field_index(const struct flood_field *field, int32_t x, int32_t y)
{
    return (size_t)(y + 1) * field->pitch + (size_t)(x + 1);
}

/* Steps from the goal as labelled in this click, or FLOOD_NO_DISTANCE; x and y may lie one outside
 * the map. Exact wherever there is one. */
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

void flood_field_release(struct flood_field *field);

#endif
