/* A back end on a reduced map: it searches over cells, while queries and answers are in pixels.
 *
 * Reduction models a game that searches at half scale. Clicks, clamping, the optimum and the judge
 * use the full map; the wrapped back end sees only the cells of maps/analysis/reduce.h. A click
 * whose start or goal lies in a blocked cell is unreachable. The path over cells is lifted to
 * pixels: from the start's pixel to the middle of the start's cell, over the other waypoints, to
 * the goal's pixel; if both are in one cell, directly. Paths follow the movement model:
 *   grid models   waypoints are the middle pixels of cells. An end and a middle are joined along x,
 *                 then along y (grid4), or diagonally as far as that leads, then straight. A
 *                 diagonal leg over cells has to go through the corners where they touch; at an
 *                 even scale no pixel is in the middle of both diagonals, and a leg along the one
 *                 that misses the corners is moved there by a straight step of one pixel, and back
 *                 by another
 *   beeline       waypoints are the middle pixels of cells, legs straight
 *   any-angle     every waypoint is scaled as it is, legs straight
 * Paths are not checked at full scale. Every path is legal at full scale except beelines: these may
 * cross a wall, which the judge reports.
 *
 * Reducing is timed in prepare and update, lifting in find (FR_PHASE_TRACE); the reduced map
 * counts as the back end's memory. */
#ifndef FOOTRACE_HARNESS_SANDBOX_REDUCED_H
#define FOOTRACE_HARNESS_SANDBOX_REDUCED_H

#include "harness/sandbox/racer.h"
#include "maps/analysis/reduce.h"

/* Operates on the states that fr_reduced_prepare makes. This back end has no prepare function; its
 * update works only if the wrapped back end has one. */
extern const struct fr_pathfinder fr_reduced_pathfinder;

/* Like prepare of pathfinder.h; `racer` and `map` must outlive the state. FR_UNSUPPORTED also for a
 * racer that needs a drawing, and for a map with edge walls. */
FR_MUST_USE enum fr_status fr_reduced_prepare(const struct fr_racer *racer,
                                              struct fr_reduction reduction,
                                              const struct fr_map *map,
                                              const struct fr_allocator *allocator,
                                              struct fr_state **state);

#endif
