/* A back end on a reduced map: it walks over cells, and is asked and answers in pixels.
 *
 * So a game at half scale is raced: clicks, clamping, the optimum and the judge know the full map,
 * the back end that is wrapped knows only the cells of maps/analysis/reduce.h. A click whose start or goal
 * lies in a cell that is not free is unreachable to it. Its path over cells is lifted back: from
 * the start's pixel to the middle of the start's cell, over the other waypoints, to the goal's
 * pixel; where both lie in one cell, from one to the other. It keeps to the movement model:
 *   grid models   waypoints are the middle pixels of cells. An end and a middle are joined along x,
 *                 then along y (grid4), or diagonally as far as that leads, then straight. A
 *                 diagonal leg over cells has to go through the corners where they touch; at an
 *                 even scale no pixel is in the middle of both diagonals, and a leg along the one
 *                 that misses the corners is moved there by a straight step of one pixel, and back
 *                 by another
 *   beeline       waypoints are the middle pixels of cells, legs straight
 *   any-angle     every waypoint is scaled as it is, legs straight
 * Nothing is looked at again at full scale. With free=all every path is legal there but a beeline;
 * a beeline, and with any or most every path, may cross a wall, and the judge will say so.
 *
 * Reducing is part of prepare and update, lifting of find (FR_PHASE_TRACE), and the reduced map
 * counts among the back end's bytes. */
#ifndef FOOTRACE_HARNESS_RACERS_REDUCED_H
#define FOOTRACE_HARNESS_RACERS_REDUCED_H

#include "harness/racers/racer.h"
#include "maps/analysis/reduce.h"

/* What is done with states that come from fr_reduced_prepare; it has no prepare of its own, and
 * updates or sketches only where the back end that is wrapped can. */
extern const struct fr_pathfinder fr_reduced_pathfinder;

/* As pathfinder.h's prepare; the racer and the map outlive the state. FR_UNSUPPORTED also for a
 * racer that needs a drawing, and for a map with edge walls. */
FR_MUST_USE enum fr_status fr_reduced_prepare(const struct fr_racer *racer,
                                              struct fr_reduction reduction,
                                              const struct fr_map *map,
                                              const struct fr_allocator *allocator,
                                              struct fr_state **state);

#endif
