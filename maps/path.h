/* A path: its waypoints in half pixels, start first and goal last.
 *
 * The caller owns the path and passes the same one to each find: its buffer only grows, so finding
 * allocates nothing once it fits the longest path. */
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

/* Initialises an empty path; the allocator must outlive it. */
void fr_path_init(struct fr_path *path, const struct fr_allocator *allocator);

/* Makes room for `capacity` waypoints in all; existing ones stay. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_path_reserve(struct fr_path *path, size_t capacity);

/* Appends a waypoint. FR_OK or FR_NO_MEMORY. */
FR_MUST_USE enum fr_status fr_path_append(struct fr_path *path, struct fr_point point);

/* Replaces the path with a straight one: two waypoints, or one if both points are equal. FR_OK; or
 * FR_NO_MEMORY, with the path empty. */
FR_MUST_USE enum fr_status fr_path_straight(struct fr_path *path, struct fr_point start,
                                            struct fr_point goal);

/* The length in pixels; 0 for fewer than two waypoints. */
double fr_path_length(const struct fr_path *path);

/* Reverses the path. */
void fr_path_reverse(struct fr_path *path);

/* Frees the buffer; the path is then empty and may be used again. */
void fr_path_release(struct fr_path *path);

#endif
