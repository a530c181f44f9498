/* The frontier search of Covert 2016, as published: what `bfs:published` and the published A* run.
 *
 * A frontier holds nodes, a position with its breadcrumbs; the breadth-first search takes them in
 * the order in which they came, the guided one by steps so far plus Manhattan distance. Steps are
 * those of grid8-cut. Its faults are kept:
 *   - a position counts as visited when a node of it is taken off the frontier, not when one is put
 *     on it, and a taken node is expanded even where its position is visited already. The frontier
 *     holds a position once for each way that leads to it: on an open map it grows about 2.8-fold
 *     with each ring around the start;
 *   - the guided search takes a node with its whole breadcrumbs for the key of its priority map, so
 *     that no two nodes of a position ever merge;
 *   - its heuristic overestimates where steps go diagonally, so that its paths need not be
 * shortest;
 *   - the breadth-first path names its goal twice, at start == goal too;
 *   - the ends are not checked: it walks out of a wall, and searches all there is for a goal in
 * one.
 *
 * Encoding: the breadcrumbs of a node are a link to the node it came from, which is how Clojure's
 * persistent vectors share them. The breadth-first frontier is an array, read from its front; the
 * original copies what is left of it at every step, which changes its time and nothing else.
 * Among equal priorities the oldest node goes first, where the original follows the order of a hash
 * set. */
#ifndef FOOTRACE_ALGORITHMS_PUBLISHED_BREADCRUMB_SEARCH_H
#define FOOTRACE_ALGORITHMS_PUBLISHED_BREADCRUMB_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "algorithms/pathfinder.h"

#define FR_COVERT_MAX_CAP                                                                          \
    100000000 /* keeps node numbers within 32 bits: at most 8 nodes a take   \
                                     */

struct fr_covert;

/* A search that gives up after taking cap nodes (1..FR_COVERT_MAX_CAP) off its frontier. FR_OK or
 * FR_NO_MEMORY. The map is borrowed, and read at each find. */
FR_MUST_USE enum fr_status fr_covert_create(const struct fr_map *map,
                                            const struct fr_allocator *allocator, int64_t cap,
                                            struct fr_covert **covert);

/* One click: FR_FOUND; FR_UNREACHABLE when the frontier runs empty; FR_LIMIT at the cap;
 * FR_OUT_OF_MEMORY. The frontier's memory is kept for the next click. */
FR_MUST_USE enum fr_outcome fr_covert_find(struct fr_covert *covert, bool guided,
                                           struct fr_point start, struct fr_point goal,
                                           const struct fr_probe *probe, struct fr_path *path);

/* expanded counts nodes taken off the frontier, generated those put on it. */
void fr_covert_stats(const struct fr_covert *covert, struct fr_stats *stats);

/* Accepts NULL. */
void fr_covert_release(struct fr_covert *covert);

#endif
