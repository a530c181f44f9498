/* Links of a jump-point graph: from a cell to a corner next to it.
 *
 * A cell and a corner are next to each other ("direct-h-reachable", Uras, Koenig and Hernandez
 * 2013) if diagonal and straight steps toward each other join them in every order, and no other
 * corner is on any of these paths. If only some orders are open, an open one passes a corner, as a
 * blocked order ends beside it. So every shortest path is a chain of links between corners, the
 * first from the start and the last to the goal.
 *
 * The directions of a link are its sector: 2d if it is straight in direction d, 2d + 1 if it has
 * steps in both d and d+1. A set of sectors is a 16-bit mask. Two successive links are taut if no
 * order of their steps can be shortened at the corner between them. Every shortest path is a chain
 * of links, each taut after the one before, whichever of several shortest paths led to a corner.
 *
 * The corners next to a cell are read from the lanes of rows and columns, which are bits and stay
 * in cache. At each step, a diagonal scan looks to both sides for a corner nearer than all earlier
 * ones, and tests a single border: nothing else in between can be in the way. */
#ifndef FOOTRACE_ALGORITHMS_JUMP_POINTS_LINKS_H
#define FOOTRACE_ALGORITHMS_JUMP_POINTS_LINKS_H

#include "algorithms/jump_points/jump_lanes.h"
#include "algorithms/steps/grid_moves.h"
#include "maps/point.h"

#define ALL_SECTORS 0xFFFFu
#define SECTORS (2 * FR_DIRECTIONS)

struct link {
    uint32_t corner; /* its number in the graph */
    int16_t dx, dy;  /* steps to it */
    uint16_t onward; /* sectors of links that are taut after this one */
    uint8_t sector;
};

struct links {
    const struct fr_allocator *allocator;
    struct link *at;
    size_t count, capacity;
};

/* The sectors of links that are taut after a link in this sector, at a corner with these turns. */
uint16_t links_onward(uint8_t turns, unsigned sector);

/* The sector of a link, seen from its other end. */
static inline unsigned links_reverse(unsigned sector)
{
    return (sector + FR_DIRECTIONS) % SECTORS;
}

/* The sector of steps by (dx, dy), not both 0. */
unsigned links_sector(int32_t dx, int32_t dy);

/* Whether diagonal steps from a cell, then straight ones, lead to the cell at offset (dx, dy);
 * corners on the way do not matter. */
bool links_walk_open(const struct fr_jump_lanes *lanes, struct fr_pixel from, int32_t dx,
                     int32_t dy);

/* Whether the straight steps of a path with diagonal steps first are open. */
bool links_straight_open(const struct fr_jump_lanes *lanes, struct fr_pixel from, int32_t dx,
                         int32_t dy);

/* The turns (jump_distances.h) of a cell; 0: no corner. */
uint8_t links_turns(const struct fr_jump_lanes *lanes, struct fr_pixel cell);

/* Appends all links of a cell. False if out of memory. */
bool links_all(const struct fr_jump_lanes *lanes, struct fr_pixel from, struct links *links);

/* Appends a link. False if out of memory. */
bool links_append(struct links *links, struct link link);

void links_release(struct links *links);

#endif
