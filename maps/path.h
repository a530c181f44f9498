/* A path: the waypoints of one walk, start first and goal last, in half pixels.
 *
 * The caller owns the path and hands the same one in click after click: its buffer only grows, so
 * that finding a path allocates nothing once the longest one has been seen. */
#ifndef FOOTRACE_MAPS_PATH_H
#define FOOTRACE_MAPS_PATH_H

#include <stddef.h>

#include "maps/allocator.h"
#include "maps/point.h"
#include "maps/status.h"

struct fr_path {
    struct fr_point *points;
    size_t count;    /* waypoints; 0: no path */
    size_t capacity; /* waypoints that fit without growing */
    const struct fr_allocator *allocator;
};

/* An empty path whose buffer will come from allocator, which must outlive it. */
void fr_path_init(struct fr_path *path, const struct fr_allocator *allocator);

/* Room for capacity waypoints in all; the waypoints stay. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_path_reserve(struct fr_path *path, size_t capacity);

/* One more waypoint at the end. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_path_append(struct fr_path *path, struct fr_point point);

/* From one point straight to another: two waypoints, or one where they are the same. FR_OK; or
 * FR_NO_MEMORY, with the path empty. */
FR_MUST_USE enum fr_status fr_path_straight(struct fr_path *path, struct fr_point start,
                                            struct fr_point goal);

/* In pixels; 0 for a path of one waypoint, or none. */
double fr_path_length(const struct fr_path *path);

/* Swaps the ends. */
void fr_path_reverse(struct fr_path *path);

/* Gives the buffer back; the path is then empty and may be used again. */
void fr_path_release(struct fr_path *path);

#endif
