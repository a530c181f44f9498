/* Links of a jump-point graph: from a cell to a corner that it is next to.
 *
 * A cell and a corner are next to each other ("direct-h-reachable", Uras, Koenig and Hernandez
 * 2013) when diagonal and straight steps towards each other join them in every order, and no other
 * corner lies on any of these walks. If only some orders are open, some corner lies on an open one:
 * a blocked order ends beside it. So every shortest path is a chain of links between corners, the
 * first from the start and the last to the goal.
 *
 * The directions of a link are a sector: 2d where it leads straight in direction d, 2d + 1 where it
 * takes steps of both d and d+1. A set of sectors is a 16-bit mask. Two links in a row are taut if
 * no order of their steps can be shortened at the corner between them: every shortest path is a
 * chain of links each taut with the next, whichever of several shortest ways led to a corner.
 *
 * Corners next to a cell are read off the lanes of rows and columns, which are bits, and few enough
 * to stay in cache. A diagonal walk looks to either side, at each step, for a corner nearer than
 * all before, and whether one border is open: nothing else between it and the walk can be in the
 * way. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_LINKS_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_LINKS_H

#include "algorithms/jump_points/jump_lanes.h"
#include "algorithms/steps/grid_moves.h"
#include "maps/point.h"

#define ALL_SECTORS 0xFFFFu
#define SECTORS (2 * FR_DIRECTIONS)

struct link {
    uint32_t corner; /* the graph's number of it */
    int16_t dx, dy;  /* steps to it */
    uint16_t onward; /* sectors of links that are taut after this one */
    uint8_t sector;
};

struct links {
    const struct fr_allocator *allocator;
    struct link *at;
    size_t count, capacity;
};

/* The sectors of links that are taut after one in a sector, at a corner with these turns. */
uint16_t links_onward(uint8_t turns, unsigned sector);

/* The sector of the same link from its other end. */
static inline unsigned links_reverse(unsigned sector)
{
    return (sector + FR_DIRECTIONS) % SECTORS;
}

/* The sector of steps by (dx, dy), not both 0. */
unsigned links_sector(int32_t dx, int32_t dy);

/* Whether diagonal steps from a cell, and then straight ones, lead to the cell at (dx, dy) from it;
 * past corners, too. */
bool links_walk_open(const struct fr_jump_lanes *lanes, struct fr_pixel from, int32_t dx,
                     int32_t dy);

/* Whether the straight steps of that walk are open. */
bool links_straight_open(const struct fr_jump_lanes *lanes, struct fr_pixel from, int32_t dx,
                         int32_t dy);

/* The turns (jump_distances.h) of a cell; 0 where it is no corner. */
uint8_t links_turns(const struct fr_jump_lanes *lanes, struct fr_pixel cell);

/* Appends all links of a cell. False without memory. */
bool links_all(const struct fr_jump_lanes *lanes, struct fr_pixel from, struct links *links);

/* One more at the end; false without memory. */
bool links_append(struct links *links, struct link link);

void links_release(struct links *links);

#endif
